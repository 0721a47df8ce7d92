"""Eight MPR121s on the board's two buses: the state machines, the DMA and the registers behind `target`."""

from array import array

import i2c_target as i2c
from machine import Pin, disable_irq, enable_irq, mem32
from rp2 import DMA, PIO, StateMachine
from uctypes import addressof

HERTZ = 31_250_000  # of the state machines: 32 ns an instruction
RING_BITS = 10  # the ring's bytes, as a power of two
AT_POWER_ON = bytes(0x5C) + b"\x10\x24" + bytes(i2c.FILE - 0x5E)
DMA_CHANNELS, DMA_CHANNEL = 0x5000_0000, 0x40
TXF0, INSTRUCTION0, ADDRESS0, MACHINE = 0x5020_0010, 0x5020_00D8, 0x5020_00D4, 0x18  # of the first PIO block
SHIFTCTRL0, XOR, JOIN_RX = 0x5020_00D0, 0x1000, 1 << 31
TO_PIO0, FROM_PIO0 = 0, 4  # a state machine's requests of data
HALFWORD, WORD = 1, 2  # sizes of transfers
NOBODY = 0xFFFF_FFFF
IO_CONTROL, PER_PIN, ALWAYS_DRIVEN = 0x4001_4004, 8, 3 << 12


class Bus:
    """A bus on pins `sda` and `sda` + 1, with two of the state machines 0-3 from `first` on; its chips are absent."""

    def __init__(self, number: int, sda: int) -> None:
        first = 2 * number
        self._sda = sda
        self._told = 0
        self._refusing = NOBODY
        self.state = array("I", [0] * i2c.STATE_WORDS)
        self._ring = bytearray(8 * i2c.WORDS)
        self._files = array("H", [i2c.NOTHING] * (i2c.CHIPS * i2c.FILE))
        self._acks = array("H", [i2c.ACKNOWLEDGE] * i2c.MOST_ACKS + [0])
        self._fresh = array("H", [0] * (i2c.CHIPS * i2c.SHOWN))
        self._rates = array("H", [0] * (i2c.CHIPS * i2c.ELECTRODES))
        self._values = bytearray(i2c.MOST_WRITES)
        self._log = array("I", [0] * i2c.LOG_WORDS)
        data, clock = Pin(sda, Pin.IN), Pin(sda + 1, Pin.IN)
        self._target = StateMachine(
            first, i2c.target, freq=HERTZ, in_base=data, out_base=data, sideset_base=clock, jmp_pin=data
        )
        self._start = StateMachine(first + 1, i2c.start, freq=HERTZ, in_base=data, jmp_pin=clock)
        begin = mem32[ADDRESS0 + first * MACHINE] + 1
        self._start.put(begin)
        self._start.exec("pull()")
        self._start.exec("mov(x, osr)")
        jumper, receiver, self._feeder = DMA(), DMA(), DMA()
        ring = addressof(self._ring) + 4 * i2c.WORDS - 1 & -4 * i2c.WORDS
        jumper.config(
            read=self._start,
            write=INSTRUCTION0 + first * MACHINE,
            count=0xFFFF_FFFF,
            ctrl=jumper.pack_ctrl(size=WORD, inc_read=False, inc_write=False, treq_sel=FROM_PIO0 + first + 1),
            trigger=True,
        )
        receiver.config(
            read=self._target,
            write=ring,
            count=0xFFFF_FFFF,
            ctrl=receiver.pack_ctrl(
                size=WORD, inc_read=False, ring_sel=True, ring_size=RING_BITS, treq_sel=FROM_PIO0 + first
            ),
            trigger=True,
        )
        feeder = self._feeder
        feeder.config(write=self._target)
        s = self.state
        s[i2c.RING], s[i2c.FILES] = ring, addressof(self._files)
        s[i2c.ACKS], s[i2c.LOG] = addressof(self._acks), addressof(self._log)
        s[i2c.RATES], s[i2c.FRESH] = addressof(self._rates), addressof(self._fresh)
        s[i2c.RECEIVER] = DMA_CHANNELS + DMA_CHANNEL * receiver.channel  # pyright: ignore[reportAttributeAccessIssue]
        s[i2c.FEEDER] = DMA_CHANNELS + DMA_CHANNEL * feeder.channel  # pyright: ignore[reportAttributeAccessIssue]
        s[i2c.ABORT] = 1 << feeder.channel  # pyright: ignore[reportAttributeAccessIssue]
        s[i2c.GO] = 1 << 4 + first
        s[i2c.SEND] = TXF0 + 4 * first
        s[i2c.JOIN] = XOR + SHIFTCTRL0 + first * MACHINE
        s[i2c.JOINED] = JOIN_RX
        s[i2c.FEED_ACKS] = feeder.pack_ctrl(size=HALFWORD, inc_read=False, inc_write=False, treq_sel=TO_PIO0 + first)
        s[i2c.FEED_FILE] = feeder.pack_ctrl(size=HALFWORD, inc_write=False, treq_sel=TO_PIO0 + first)
        s[i2c.FIRST] = i2c.CHIPS * number
        self._kept = jumper, receiver
        self.clear()
        self._target.active(1)
        self._start.active(1)

    def clear(self) -> None:
        """Let all chips be as at power-on, and absent."""
        for chip in range(i2c.CHIPS):
            self.set(chip, 0, AT_POWER_ON)
            self.state[i2c.POINTERS + chip] = self.state[i2c.STARTS + chip] = 0
        self.state[i2c.PRESENT], self.state[i2c.REFUSED], self.state[i2c.PENDING] = 0, NOBODY, 0
        self._told, self._refusing = self.state[i2c.HEARD], NOBODY
        self.hold(0)

    def set(self, chip: int, register: int, values: bytes) -> None:
        """Let a chip's registers have these values."""
        i2c.fill(self._files, chip * i2c.FILE + register, values, len(values))

    def show(self, chip: int, values: bytes) -> None:
        """Let a chip's registers from 0 on have these values from its next transfer on."""
        i2c.fill(self._fresh, chip * i2c.SHOWN, values, i2c.SHOWN)
        self.state[i2c.PENDING] |= 1 << chip

    def set_rate(self, chip: int, electrode: int, rate: int) -> None:
        """Let an electrode have this rate, of which its first reading is made (see `i2c_target.measure`)."""
        self._rates[chip * i2c.ELECTRODES + electrode] = rate

    def hold(self, is_low: int) -> None:
        """Hold the data line low, or let it go."""
        at = IO_CONTROL + PER_PIN * self._sda
        mem32[at] = mem32[at] | ALWAYS_DRIVEN if is_low else mem32[at] & ~ALWAYS_DRIVEN

    def refuse(self, chip: int, byte: int) -> None:
        """Do not acknowledge that byte of the next write of a chip that is so long."""
        self._refusing = self.state[i2c.REFUSED] = chip << 8 | min(byte, i2c.MOST_ACKS)

    def refused(self) -> "tuple[int, int] | None":
        """Return the chip (0-7) and the byte of its write that was not acknowledged since the last time."""
        if self.state[i2c.REFUSED] == self._refusing:
            return None
        chip, byte, self._refusing = self._refusing >> 8, self._refusing & 0xFF, NOBODY
        return self.state[i2c.FIRST] + chip, byte

    def lost(self) -> int:
        """Return how many writes are lost, since they were not asked for in time."""
        lost = max(0, self.state[i2c.HEARD] - self._told - i2c.LOG_WORDS)
        self._told += lost
        return lost

    def has_news(self) -> bool:
        """Return whether something may have been written."""
        return i2c.has_news(self.state, self._told)

    def heard(self) -> "tuple[int, int, bytearray] | None":
        """Return what was written next to registers in a row: chip (0-7), the first register, the values."""
        count = i2c.next_writes(self.state, self._told, self._values)
        if not count:
            return None
        first = self._log[self._told & i2c.LOG_WORDS - 1]
        self._told += count
        return first >> 16, first >> 8 & 0xFF, self._values[:count]


class Buses:
    """Both buses; `sdas` are their data pins. Chips are numbered from 0 to 7."""

    def __init__(self, sdas: "tuple[int, ...]") -> None:
        self._buses = [Bus(number, sda) for number, sda in enumerate(sdas)]
        first, second = [bus.state for bus in self._buses]

        def answer(_: object) -> None:
            i2c.serve(first)
            i2c.serve(second)

        self._answer = answer
        PIO(0).irq(answer, PIO.IRQ_SM0 | PIO.IRQ_SM2, hard=True)  # pyright: ignore[reportArgumentType]

    def clear(self) -> None:
        """Let all chips be as at power-on, and absent."""
        interrupts = disable_irq()
        self._answer(None)
        for bus in self._buses:
            bus.clear()
        enable_irq(interrupts)

    def set_present(self, chips: int) -> None:
        """Let the chips answer whose bit is set."""
        for number, bus in enumerate(self._buses):
            bus.state[i2c.PRESENT] = chips >> i2c.CHIPS * number & (1 << i2c.CHIPS) - 1

    def show(self, chip: int, starts: int, values: bytes) -> bool:
        """Let a chip show these values in its first 28 registers, if it was started, stopped or reset so often.

        Return whether it was.
        """
        bus, place = self._buses[chip // i2c.CHIPS], chip % i2c.CHIPS
        interrupts = disable_irq()
        self._answer(None)
        is_in_time = bus.state[i2c.STARTS + place] & 0xFFFF == starts
        if is_in_time:
            bus.show(place, values)
        enable_irq(interrupts)
        return is_in_time

    def set_rate(self, chip: int, electrode: int, rate: int) -> None:
        """Let an electrode of a chip have this rate (see `Bus`)."""
        self._buses[chip // i2c.CHIPS].set_rate(chip % i2c.CHIPS, electrode, rate)

    def refuse(self, chip: int, byte: int) -> None:
        """Do not acknowledge, once, that byte of a write to the chip, counted from 1; 0 is its address."""
        self._buses[chip // i2c.CHIPS].refuse(chip % i2c.CHIPS, byte)

    def refused(self) -> "tuple[int, int] | None":
        """Return a chip and the byte of its write that was not acknowledged, if one was since the last time."""
        for bus in self._buses:
            refused = bus.refused()
            if refused:
                return refused
        return None

    def hold(self, bus: int, is_low: int) -> None:
        """Hold the data line of a bus low, or let it go."""
        self._buses[bus].hold(is_low)

    def lost(self) -> int:
        """Return how many writes are lost since the last time."""
        return sum([bus.lost() for bus in self._buses])

    def written(self) -> "list[tuple[int, int, bytearray]]":
        """Return what was written since the last time: chip, first register, values."""
        found = []
        for bus in self._buses:
            if not bus.has_news():
                continue
            interrupts = disable_irq()
            self._answer(None)
            enable_irq(interrupts)
            heard = bus.heard()
            while heard:
                found.append(heard)
                heard = bus.heard()
        return found
