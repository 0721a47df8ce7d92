"""One I2C bus answered as four MPR121s, by two state machines and what the processor does for them.

`target` shifts bytes and acknowledges them, in 22 instructions; `start`, in 4, finds start conditions, and sends
`target` back to its beginning: by DMA, which writes a jump into its instruction register. After an address byte the
clock is held low until the processor (`serve`, in its interrupt) has answered: whether the chip is there, and from
which register on it is read. All other bytes come and go by DMA, and nothing waits for the processor.

A stop condition needs nothing: a byte that is not acknowledged ends what goes on, and a start ends all else.

Sources: I2C specification UM10204, sections 3.1.1 to 3.1.10; RP2040 datasheet, sections 2.5 and 3.5; MPR121 data sheet,
sections 5.1 to 5.3 and 5.11.
"""

import micropython
from micropython import const
from rp2 import PIO, asm_pio

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from rp2.asm_pio import (
        clear,
        in_,
        invert,
        irq,
        isr,
        jmp,
        label,
        mov,
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
    )

    ptr8: Any = memoryview  # on the chip viper's own types
    ptr16: Any = memoryview
    ptr32: Any = memoryview

FIRST_ADDRESS = const(0x5A)
CHIPS = const(4)  # of a bus
WORDS = const(256)  # of the ring of what came in
FILE = const(160)  # a chip's registers, as halfwords for `target`; those behind 0x80 read 0
BASELINES = const(0x1E)  # from here on registers are written
ECR = const(0x5E)
OUTPUTS = const(0x73)  # written in run mode too
OUTPUTS_END = const(0x7A)
SOFT_RESET = const(0x80)
RESET_WORD = const(0x63)
# A halfword for `target`: whether the last byte is acknowledged, and then eight bits; ones pull the data line low.
ACKNOWLEDGE = const(0x8000)
AT = const(7)
NOTHING = const(0x7F80)  # a register that reads 0
STOPPED = const(0x1F80)  # the same for what stop mode means in ECR
DATA = const(0x04)
COMMON_CURRENT = const(0x5C)  # in the low six bits
COMMON_TIME = const(0x5D)  # in the upper three
CURRENTS = const(0x5F)
TIMES = const(0x6C)  # two in a byte, the first in its low bits
ELECTRODES = const(12)
SHOWN = const(28)  # registers from 0 on that show what is touched and measured
MOST_COUNTS = const(1023)
RATE_BITS = const(8)  # of an electrode's rate, behind the point

DMA_ABORT = const(0x5000_0444)
BUSY = const(1 << 24)  # in a channel's control
IRQ_FORCE = const(0x5020_0034)  # of the first PIO block
ENDLESS = const(0x3FFF_FFFF)
MOST_ACKS = const(64)  # before a byte that is not acknowledged
MOST_WRITES = const(64)  # told at once
LOG_WORDS = const(512)

# Places in the state of a bus, an array of words: addresses, DMA channels' registers, masks, and what goes on.
RING = const(0)
TAIL = const(1)
RECEIVER = const(2)
FEEDER = const(3)
SEND = const(4)
JOIN = const(5)
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
ABORT = const(20)
REFUSED = const(21)  # -1, or the chip << 8 and the byte of a write that is not acknowledged, once (0: its address)
TAKEN = const(22)  # how many more bytes of this write are taken
STARTS = const(23)  # of each chip: how often it was started, stopped or reset
GO = const(27)
JOINED = const(28)
RATES = const(29)
FRESH = const(30)
PENDING = const(31)  # a bit for each chip whose fresh registers are not shown yet
STATE_WORDS = 32
IDLE = const(0)  # modes
ADDRESSED = const(1)
WRITTEN = const(2)
READ = const(3)


@asm_pio(
    out_init=PIO.IN_LOW,
    sideset_init=PIO.IN_LOW,
    side_pindir=True,  # pyright: ignore[reportCallIssue]
    autopush=True,
    push_thresh=8,
)
def target() -> None:
    """Pins from SDA on: data, clock. Side-set is the clock, 1 pulls it low."""
    label("idle")
    wait(1, irq, 7)  # pyright: ignore[reportArgumentType] (idle: nobody sets it, `start` ends it)
    irq(clear, rel(4))
    mov(isr, invert(null))  # an address byte comes with ones above it
    set(x, 7)
    label("address")
    wait(0, pin, 1)
    wait(1, pin, 1)
    in_(pins, 1)
    jmp(x_dec, "address")
    irq(rel(0))  # ask the processor
    wait(0, pin, 1)
    wait(1, irq, rel(4)).side(1)  # pyright: ignore[reportArgumentType] (the clock is low until it answers)
    wrap_target()
    wait(0, pin, 1)
    pull().side(1)
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
def measure(registers, rates, enabled: int):  # type: ignore[no-untyped-def]
    """Give a chip that starts its first reading, of the charges in its registers and the `rates` of its electrodes.

    A rate is what 1 µA for 0.5 µs gives, in 1/256 counts. The curve near the supply is left to the laptop. Source:
    MPR121 data sheet, sections 3 and 5.8.
    """
    files = ptr16(registers)
    rate = ptr16(rates)
    for electrode in range(ELECTRODES):
        current = ~(files[CURRENTS + electrode] >> AT) & 0x3F
        if not current:
            current = ~(files[COMMON_CURRENT] >> AT) & 0x3F
        time = ~(files[TIMES + (electrode >> 1)] >> AT) >> ((electrode & 1) << 2) & 7
        if not time:
            time = ~(files[COMMON_TIME] >> AT) >> 5 & 7
        count = 0
        if time and electrode < enabled:
            count = (rate[electrode] * current << time - 1) >> RATE_BITS
        if count > MOST_COUNTS:
            count = MOST_COUNTS
        files[DATA + 2 * electrode] = (~count & 0xFF) << AT
        files[DATA + 1 + 2 * electrode] = (~(count >> 8) & 0xFF) << AT


@micropython.viper
def serve(state):  # type: ignore[no-untyped-def]
    """Take what has come in on a bus, and answer its last address byte; it must not be interrupted by itself.

    Fresh registers are shown then, and not in the middle of a read: halves of two readings look like two cards.
    """
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
        if mode == IDLE:
            continue
        if mode != READ:
            s[TAKEN] -= 1
            if s[TAKEN] < 0:
                s[MODE] = IDLE
                s[REFUSED] = -1
                continue
        if mode == ADDRESSED:
            s[POINTERS + chip] = word if word <= SOFT_RESET else 0
            s[MODE] = WRITTEN
            continue
        register = s[POINTERS + chip]
        s[POINTERS + chip] = 0 if register >= SOFT_RESET else register + 1
        if mode == READ:
            continue
        files = ptr16(s[FILES] + (chip * FILE << 1))
        value = (~word & 0xFF) << AT
        runs = (files[ECR] & STOPPED) != STOPPED
        if register == SOFT_RESET:
            if word == RESET_WORD:
                s[STARTS + chip] += 1
                s[PENDING] &= ~(1 << chip)
                for each in range(FILE):
                    files[each] = NOTHING
                files[0x5C] = (0xFF - 0x10) << AT
                files[0x5D] = (0xFF - 0x24) << AT
        elif register == ECR:
            if not (runs and files[ECR] == value):
                s[STARTS + chip] += 1
                s[PENDING] &= ~(1 << chip)
                files[ECR] = value
                if word & 0x3F:
                    files[0] = files[1] = NOTHING
                    measure(s[FILES] + (chip * FILE << 1), s[RATES] + 2 * ELECTRODES * chip, word & 0x0F)
        elif (register >= BASELINES and not runs) or (register >= OUTPUTS and register <= OUTPUTS_END):
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
    answer = 0
    refused = -1
    if not asked & 1 and s[REFUSED] >> 8 == chip:
        refused = s[REFUSED] & 0xFF
        if not refused:
            s[REFUSED] = -1
    if chip >= 0 and chip < CHIPS and s[PRESENT] >> chip & 1 and refused:
        s[CHIP] = chip
        if s[PENDING] >> chip & 1:
            s[PENDING] &= ~(1 << chip)
            fresh = ptr32(s[FRESH] + 2 * SHOWN * chip)
            shown = ptr32(s[FILES] + (chip * FILE << 1))
            for each in range(SHOWN >> 1):
                shown[each] = fresh[each]
        if asked & 1:
            files = ptr16(s[FILES] + (chip * FILE << 1))
            register = s[POINTERS + chip]
            answer = ACKNOWLEDGE | files[register]
            s[MODE] = READ
            feeder[0] = s[FILES] + (chip * FILE + register + 1 << 1)
            feeder[2] = FILE - 1 - register
            control = s[FEED_FILE]
        else:
            answer = ACKNOWLEDGE
            s[MODE] = ADDRESSED
            feeder[0] = s[ACKS]
            feeder[2] = ENDLESS
            s[TAKEN] = ENDLESS
            control = s[FEED_ACKS]
            if refused > 0:
                feeder[0] = s[ACKS] + (MOST_ACKS - refused + 1 << 1)  # the last of them, and then none
                feeder[2] = refused
                s[TAKEN] = refused - 1
                control = s[FEED_FILE]
    else:  # bytes must pass all the same: a data line that is held low looks like an acknowledgement
        s[MODE] = IDLE
        feeder[0] = s[ACKS] + (MOST_ACKS << 1)
        feeder[2] = ENDLESS
        control = s[FEED_ACKS]
    join = ptr32(s[JOIN])
    join[0] = s[JOINED]  # joining its queues and parting them again empties them of bytes that nobody read
    join[0] = s[JOINED]
    send = ptr32(s[SEND])
    send[0] = answer << 16
    force = ptr32(IRQ_FORCE)
    force[0] = s[GO]
    feeder[3] = control


@micropython.viper
def has_news(state, told: int) -> bool:  # type: ignore[no-untyped-def]
    """Return whether something has come in, or was written since number `told`."""
    s = ptr32(state)
    receiver = ptr32(s[RECEIVER])
    return bool(s[HEARD] != told or (receiver[1] - s[RING]) >> 2 != s[TAIL])


@micropython.viper
def next_writes(state, told: int, into) -> int:  # type: ignore[no-untyped-def]
    """Return how many writes from number `told` on are to registers in a row, and their values."""
    s = ptr32(state)
    log = ptr32(s[LOG])
    values = ptr8(into)
    heard = s[HEARD]
    count = 0
    expected = 0
    while told + count < heard and count < MOST_WRITES:
        each = log[told + count & (LOG_WORDS - 1)]
        if count and each >> 8 != expected:
            break
        values[count] = each
        expected = (each >> 8) + 1
        count += 1
    return count


@micropython.viper
def fill(files, at: int, values, count: int):  # type: ignore[no-untyped-def]
    """Put register values into their place."""
    into = ptr16(files)
    content = ptr8(values)
    for each in range(count):
        into[at + each] = (~content[each] & 0xFF) << AT
