"""Eight MPR121s on two I2C buses, answered by state machines: the rig's side of the board's buses.

A PIO block serves both buses with 29 of its 32 instructions, two state machines a bus: `target` shifts bytes and
acknowledges them, `start` finds start conditions, and sends `target` back to its beginning (by DMA, which writes a jump
into its instruction register). After an address byte the clock is held low until the processor has answered it: whether
the chip is there, and from which register on it is read. All other bytes come and go by DMA.

Sources: I2C specification UM10204, sections 3.1.1 to 3.1.10; RP2040 datasheet, sections 2.5 and 3.5; MPR121 data sheet,
sections 5.1 to 5.3 and 5.11.
"""

from array import array

import micropython
from machine import Pin
from micropython import const
from rp2 import DMA, PIO, StateMachine, asm_pio
from uctypes import addressof

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from rp2.asm_pio import (
        in_,
        invert,
        irq,
        isr,
        jmp,
        label,
        mov,
        not_x,
        null,
        out,
        pin,
        pindirs,
        pins,
        pull,
        rel,
        set,
        wait,
        wrap,
        wrap_target,
        x,
        x_dec,
    )  # fmt: skip

FIRST_ADDRESS = const(0x5A)
CHIPS = const(4)  # of a bus
HERTZ = 31_250_000  # of the state machines: 32 ns an instruction
WORDS = const(256)  # of a ring of what came in
RING_BITS = 10  # its bytes, as a power of two
REGISTERS = const(0x81)  # of a chip; behind them come the first ones again, for a read that goes past the end
FILE = const(160)
ENDLESS = const(0x3FFF_FFFF)
ECR = const(0x5E)
SOFT_RESET = const(0x80)
RESET_WORD = const(0x63)
# A halfword for `target`: whether it answers an address byte, whether that is acknowledged, and eight bits that are
# ones where the data line is pulled low.
ANSWER = const(0x8000)
ACKNOWLEDGE = const(0x4000)
AT = const(6)
NOTHING = const(0x3FC0)  # a register that reads 0

DMA_CHANNELS, DMA_CHANNEL = 0x5000_0000, 0x40
DMA_ABORT = const(0x5000_0444)
BUSY = const(1 << 24)
PIO0, TXF0, INSTRUCTION0, ADDRESS0, MACHINE = 0x5020_0000, 0x5020_0010, 0x5020_00D8, 0x5020_00D4, 0x18
FSTAT = const(0x5020_0004)
TIMER = const(0x4005_4028)
HALFWORD, WORD = 1, 2  # sizes of transfers

# Places in the state of a bus, an array of words.
RING = const(0)
TAIL = const(1)
RECEIVER = const(2)
FEEDER = const(3)
SEND = const(4)
FULL = const(5)
FILES = const(6)
PRESENT = const(7)
CHIP = const(8)
MODE = const(9)
POINTERS = const(10)
ACKS = const(14)
FEED_ACKS = const(15)
FEED_FILE = const(16)
LOG = const(17)
HEARD = const(18)
FIRST = const(19)
ABORT = const(20)  # fmt: skip
STATE_WORDS = 21
IDLE = const(0)
ADDRESSED = const(1)
WRITTEN = const(2)
READ = const(3)  # modes
LOG_WORDS = const(512)

ptr8 = ptr16 = ptr32 = memoryview  # on the chip viper's own types


@asm_pio(out_init=PIO.IN_LOW, sideset_init=PIO.IN_LOW, side_pindir=True, autopush=True, push_thresh=8)
def target() -> None:
    """Pins from SDA on: data, clock. Side-set is the clock, 1 pulls it low."""
    label("idle")
    wait(1, irq, 7)  # idle: nobody sets it, `start` ends it
    mov(isr, invert(null))  # an address byte comes with ones above it
    set(x, 7)
    label("address")
    wait(0, pin, 1)
    wait(1, pin, 1)
    in_(pins, 1)
    jmp(x_dec, "address")
    irq(rel(0))  # ask the processor
    wait(0, pin, 1)
    label("stretch")
    pull().side(1)  # the clock is held low until the answer is there,
    out(x, 1).side(1)  # behind bytes that nobody read
    jmp(not_x, "stretch").side(1)
    jmp("acknowledge")
    wrap_target()
    wait(0, pin, 1)
    pull().side(1)
    out(null, 1).side(1)
    label("acknowledge")
    out(pindirs, 1).side(1)[7]
    wait(1, pin, 1).side(0)
    jmp(pin, "idle")
    set(x, 7)
    label("bit")
    wait(0, pin, 1)
    out(pindirs, 1)
    wait(1, pin, 1)
    in_(pins, 1)
    jmp(x_dec, "bit")
    wrap()


@asm_pio(autopush=True, push_thresh=32)
def start() -> None:
    """Pins from SDA on, and for jumps SCL. X is what is sent at every start condition, and once when this starts."""
    label("started")
    in_(x, 32)
    wrap_target()
    wait(1, pin, 0)
    wait(0, pin, 0)
    jmp(pin, "started")
    wrap()


@micropython.viper
def serve(state):  # type: ignore[no-untyped-def]
    """Take what has come in on a bus, and answer its last address byte; it must not be interrupted by itself."""
    s = ptr32(state)
    ring = ptr32(s[RING])
    receiver = ptr32(s[RECEIVER])
    tail = s[TAIL]
    head = (receiver[1] - s[RING]) >> 2  # where it writes next
    asked = -1
    while tail != head:
        word = ring[tail]
        tail = (tail + 1) & (WORDS - 1)
        if word & 0x100:
            asked = word & 0xFF
            s[MODE] = IDLE
            continue
        mode = s[MODE]
        chip = s[CHIP]
        if mode == ADDRESSED:
            s[POINTERS + chip] = word
            s[MODE] = WRITTEN
            continue
        if mode == IDLE:
            continue
        register = s[POINTERS + chip]
        s[POINTERS + chip] = 0 if register >= SOFT_RESET else register + 1
        if mode == READ:
            continue
        files = ptr16(s[FILES] + (chip * FILE << 1))
        value = (~word & 0xFF) << AT
        runs = (files[ECR] & 0xFC0) != 0xFC0
        if register == SOFT_RESET:
            if word == RESET_WORD:
                for each in range(FILE):
                    files[each] = NOTHING
                files[0x5C] = (0xFF - 0x10) << AT
                files[0x5D] = (0xFF - 0x24) << AT
        elif register == ECR:
            if not (runs and files[ECR] == value):
                files[ECR] = value
                if word & 0x3F:
                    files[0] = files[1] = NOTHING
        elif (register >= 0x1E and not runs) or (register >= 0x73 and register <= 0x7A):
            files[register] = value
        log = ptr32(s[LOG])
        heard = s[HEARD]
        log[heard & (LOG_WORDS - 1)] = (s[FIRST] + chip) << 16 | register << 8 | word
        s[HEARD] = heard + 1
    s[TAIL] = tail
    if asked < 0:
        return
    feeder = ptr32(s[FEEDER])
    abort = ptr32(DMA_ABORT)
    abort[0] = s[ABORT]
    while feeder[3] & BUSY:
        pass
    chip = (asked >> 1) - FIRST_ADDRESS
    answer = ANSWER
    if chip >= 0 and chip < CHIPS and s[PRESENT] >> chip & 1:
        s[CHIP] = chip
        if asked & 1:
            files = ptr16(s[FILES] + (chip * FILE << 1))
            register = s[POINTERS + chip]
            answer |= ACKNOWLEDGE | files[register]
            s[MODE] = READ
            feeder[0] = s[FILES] + (chip * FILE + register + 1 << 1)
            feeder[2] = FILE - 1 - register
            control = s[FEED_FILE]
        else:
            answer |= ACKNOWLEDGE
            s[MODE] = ADDRESSED
            feeder[0] = s[ACKS]
            feeder[2] = ENDLESS
            control = s[FEED_ACKS]
    else:
        s[MODE] = IDLE
        control = 0
    status = ptr32(FSTAT)
    while status[0] & s[FULL]:
        pass
    send = ptr32(s[SEND])
    send[0] = answer << 16
    if control:
        feeder[3] = control


class Bus:
    """A bus on pins `sda` and `sda` + 1, with two of the state machines 0-3 from `first` on; its chips are absent."""

    def __init__(self, number: int, sda: int) -> None:
        first = 2 * number
        self.state = array("I", [0] * STATE_WORDS)
        self._ring = bytearray(8 * WORDS)
        self._files = array("H", [NOTHING] * (CHIPS * FILE))
        self._acks = array("H", [ACKNOWLEDGE])
        self._log = array("I", [0] * LOG_WORDS)
        data, clock = Pin(sda, Pin.IN), Pin(sda + 1, Pin.IN)
        self._target = StateMachine(
            first, target, freq=HERTZ, in_base=data, out_base=data, sideset_base=clock, jmp_pin=data
        )
        self._start = StateMachine(first + 1, start, freq=HERTZ, in_base=data, jmp_pin=clock)
        begin = peek(ADDRESS0 + first * MACHINE) + 1
        self._start.put(begin)
        self._start.exec("pull()")
        self._start.exec("mov(x, osr)")
        jumper, receiver, self._feeder = DMA(), DMA(), DMA()
        ring = addressof(self._ring) + 4 * WORDS - 1 & -4 * WORDS
        jumper.config(
            read=self._start,
            write=INSTRUCTION0 + first * MACHINE,
            count=0xFFFF_FFFF,
            ctrl=jumper.pack_ctrl(size=WORD, inc_read=False, inc_write=False, treq_sel=4 + first + 1),
            trigger=True,
        )
        receiver.config(
            read=self._target,
            write=ring,
            count=0xFFFF_FFFF,
            ctrl=receiver.pack_ctrl(size=WORD, inc_read=False, ring_sel=True, ring_size=RING_BITS, treq_sel=4 + first),
            trigger=True,
        )
        feeder = self._feeder
        feeder.config(write=self._target)
        s = self.state
        s[RING], s[FILES], s[ACKS], s[LOG] = ring, addressof(self._files), addressof(self._acks), addressof(self._log)
        s[RECEIVER] = DMA_CHANNELS + DMA_CHANNEL * receiver.channel
        s[FEEDER] = DMA_CHANNELS + DMA_CHANNEL * feeder.channel
        s[ABORT] = 1 << feeder.channel
        s[SEND] = TXF0 + 4 * first
        s[FULL] = 1 << 16 + first
        s[FEED_ACKS] = feeder.pack_ctrl(size=HALFWORD, inc_read=False, inc_write=False, treq_sel=first)
        s[FEED_FILE] = feeder.pack_ctrl(size=HALFWORD, inc_write=False, treq_sel=first)
        s[FIRST] = CHIPS * number
        self._kept = jumper, receiver
        for chip in range(CHIPS):
            self.set(chip, 0x5C, b"\x10\x24")
        self._target.active(1)
        self._start.active(1)

    def set(self, chip: int, register: int, values: bytes) -> None:
        """Let a chip's registers have these values."""
        at = chip * FILE + register
        for value in values:
            self._files[at] = (~value & 0xFF) << AT
            at += 1


def peek(address: int) -> int:
    """Return a word of memory."""
    from machine import mem32

    return mem32[address]


class Buses:
    """Both buses; `sdas` are their data pins."""

    def __init__(self, sdas) -> None:
        self.buses = first, second = [Bus(number, sda) for number, sda in enumerate(sdas)]
        first, second = first.state, second.state

        def answer(_) -> None:
            serve(first)
            serve(second)

        PIO(0).irq(answer, PIO.IRQ_SM0 | PIO.IRQ_SM2, hard=True)
