"""One MPR121, the touch chip of a seat: nine electrodes for its slot, three for its keys.

This module speaks chip: registers, counts, reads that fail. What readings mean is the business of `slot` and `keys`.
At power-on Adafruit's driver finds the chip and resets it (`finding`); the registers are then written beside it, in
blocks, because the driver has no way to the state that is wanted: each of its register writes restarts the chip with
baseline tracking on, and a card that lies still must never become the baseline. Register numbers and the meaning of
their bits are those of the MPR121 data sheet, revision 4.

In play the chip is read beside the driver too, on the bus itself: `touched()` of the driver takes 0.84 ms on
the Pico, and eight of them alone would outlast the budget of an idle pass (5 ms). A chip that was lost is taken back
the same way, a step a pass.

A bit may fall over on the bus, and a chip may answer and be of no use. So all that is written is read back, and what
cannot be is seen again, twice, before the chip is lost.
"""

from errno import ETIMEDOUT

from tavolo.seat.registers import (
    AT_MARK,
    AT_SAMPLING,
    CHARGES,
    DATA,
    ELECTRODES,
    MARK,
    MARKS,
    NEVER_SET,
    NOT_A_TOUCH,
    SAMPLING,
    SAMPLING_AFTER_RESET,
    SOFT_RESET,
    STATUS,
    STOP,
    THRESHOLDS,
    Settings,
    blocks_of,
    counts_of,
)

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

# Why a chip is lost.
NO_ANSWER = 1  # nothing acknowledges its address
BUS_HELD = 2  # a line of the bus is held low, or the chip stretches the clock for ever
BAD_READING = 3  # counts that cannot be: beyond what converter, charge and supply can give, or the same everywhere
FORGOT = 4  # the registers are not as they were written: it was reset, its supply failed, or it takes nothing any more
NOT_AN_MPR121 = 5  # it answers, but not as an MPR121 does after a reset
OVER_CURRENT = 6  # it stopped because its reference resistor drew too much
NOT_BUILT = 7  # the settings say that there is no such seat, so nobody asked

# A chip measures an electrode group anew every 4 ms (4 samples, 1 ms apart); its first readings after a start
# are of no use, nor is its touch status, which begins with "nothing touched".
SAMPLE_MS = 4
RESTART_MS = 20

_FORGIVEN = 2  # in a row: failed transfers, and what cannot be; a single disturbed transfer happens
_RETRY_FIRST_MS = 100
_RETRY_LONGEST_MS = 3200
_RESET_MS = 2
# How far a lost chip is on its way back.
_LOST, _WAS_RESET, _WAS_CONFIGURED = range(3)

_METHODS = ("writeto", "readfrom_into")

# What goes over the bus is used at once, so all chips share the room for it.
_STATUS = bytes((STATUS,))
_register = bytearray(1)
_status = bytearray(2)
_block = bytearray(4 + 2 * ELECTRODES)
_four = bytearray(4)  # registers, one after the other: so many cost little more than one
_eight = bytearray(8)


class Chip:
    """An MPR121 at `address` of `bus`, which has the methods writeto and readfrom_into of machine.I2C.

    `counts` holds the 12 filtered readings of the last block that was read, and `is_believable` says whether they can
    be. `lost` is 0 while the chip works, otherwise why it does not; `recover` then has to be called every pass until
    the chip is back. `free_bus` clocks a bus that is held until whoever holds it lets go. Nothing here raises on a
    failing chip.
    """

    def __init__(self, bus: object, address: int, free_bus: "Callable[[], None]") -> None:
        # Bound once: looking the methods up would cost every pass.
        self._write, self._read = (getattr(bus, method) for method in _METHODS)
        self._bus = bus
        self._address = address
        self.settings = Settings()
        self.lost = NO_ANSWER
        self.counts = [0] * ELECTRODES
        self.is_believable = False
        self._mark = bytearray((MARK, MARKS[1]))  # which is written next
        self.written: "list[bytearray]" = []  # what the registers have to hold (`blocks_of`)
        self.unproved = 0  # how many of these are still to be read back
        self._blind_ms = 0
        self._next_block, self._next_place = 0, 1  # of what is written, that `check_next` reads
        self._failures = 0
        self._doubts = 0
        self._retry_ms = _RETRY_FIRST_MS
        self._wait_ms = 0
        self._recovery = _LOST
        self._free_bus = free_bus

    def find(self, find: "Callable[[object, int], None]") -> bool:
        """Have the chip found and reset by `find` (see `finding`): it stands still until it is configured."""
        self.lost = 0
        try:
            find(self._bus, self._address)
            self._check_reset()
        except ValueError:  # the driver's bus device found nobody at the address
            self._lose(NO_ANSWER)
        except OSError as error:
            self._lose(reason_of(error))
        return not self.lost

    def configure(self) -> bool:
        """Write all of `settings` and start the chip, in about 2.5 ms; False when the chip is lost.

        Its readings mean nothing until `settle` says so, and what was written is `unproved` then.
        """
        try:
            self._write_settings()
        except OSError as error:
            self._lose(reason_of(error))
        return not self.lost

    def settle(self, elapsed_ms: int) -> bool:
        """Let time pass since `configure`; return whether readings mean something."""
        self._blind_ms -= elapsed_ms
        return self._blind_ms <= 0

    def prove(self) -> bool:
        """Read back a part of what is `unproved`, in a millisecond at most; return whether it is as written.

        What differs is written again, and the chip has to settle; one that will not keep it is lost. Nobody waits for
        this at power-on: a seat has all of it read back before it looks at what came in, and ✓ is felt twice.
        """
        block = self.written[-self.unproved]  # the shortest first: the pass after power-on is waited for
        try:
            is_right = self.is_written(block)
        except OSError as error:
            self.doubt(reason_of(error))
            return False
        if not is_right:
            if self.doubt(FORGOT):
                self.configure()
            return False
        self.unproved -= 1
        if not self.unproved:
            self._doubts = 0
        return True

    def is_written(self, block: bytearray) -> bool:
        """Return whether all of a block (`written`) stands in the registers; raises OSError."""
        values = bytearray(len(block) - 1)
        self.read_from(block[0], values)
        return values == block[1:]

    def _write_settings(self) -> None:
        self._write(self._address, STOP)
        self.written = blocks_of(self.settings)
        for block in self.written:
            self._write(self._address, block)
        self._mark[1] = MARKS[1]
        self.unproved = len(self.written)
        self._next_block, self._next_place = 0, 1
        self._blind_ms = RESTART_MS

    # ---- every pass

    def read_status(self) -> int:
        """Return which electrodes are touched, bit n for electrode n, or -1 when there is no news.

        A transfer that fails is tried once more. MicroPython keeps the names of a function on its stack only when there
        are few, and searches the memory otherwise; this is called eight times a pass, so what is rare is elsewhere.
        """
        try:
            self._write(self._address, _STATUS, False)
            self._read(self._address, _status)
        except OSError:
            if not self._ask_status_again():
                return -1
        bits = _status[0] | _status[1] << 8
        if bits & NOT_A_TOUCH:
            return self._fail(BAD_READING if bits & NEVER_SET else OVER_CURRENT)
        self._failures = 0
        return bits

    def _ask_status_again(self) -> bool:
        try:
            self._write(self._address, _STATUS, False)
            self._read(self._address, _status)
        except OSError as error:
            self._fail(reason_of(error))
            return False
        return True

    def read_counts(self) -> int:
        """Read touch status and all filtered data at once; return what `read_status` does.

        Counts that cannot be leave `counts` half new, and are not `is_believable`. Whether they go on, and the chip is
        lost, `read_block` finds out at its own time: a slot that is looked at more often must not tell it sooner.
        """
        self.is_believable = False
        try:
            self._write(self._address, _STATUS, False)
            self._read(self._address, _block)
        except OSError:
            if self._ask_status_again():  # one that is gone is found as at any look, and no sooner with a card in it
                self._failures = 0
            return -1
        block = _block
        bits = block[0] | block[1] << 8
        if bits & NOT_A_TOUCH:
            return self._fail(BAD_READING if bits & NEVER_SET else OVER_CURRENT)
        self.is_believable = counts_of(block, self.counts, self.settings.lowest, self.settings.highest)
        self._failures = 0
        return bits

    def feels(self, electrode: int) -> bool:
        """Return whether the counts of an electrode say, as its touch bit has just done, that it is touched."""
        settings = self.settings
        try:
            self.read_from(DATA + 2 * electrode, _status)
        except OSError as error:
            self._fail(reason_of(error))
            return False
        count = _status[0] | _status[1] << 8
        return settings.lowest <= count <= settings.baselines[electrode] - settings.thresholds[2 * electrode + 2]

    # ---- now and then; what is not as it has to be is to be looked at again, until it is or the chip is lost

    def read_block(self) -> int:
        """Read touch status and all filtered data; return what `read_status` does, and -1 for counts that cannot be."""
        bits = self.read_counts()
        if bits < 0 or not self.is_believable:
            self.doubt(BAD_READING)
            return -1
        self._doubts = 0
        return bits

    def check(self) -> bool:
        """Read back how the chip samples, and that it runs, in about 0.3 ms; return whether that is as written."""
        if not self._keeps(self.written[THRESHOLDS], AT_SAMPLING, _four):
            return False
        self._retry_ms = _RETRY_FIRST_MS
        return True

    def check_next(self) -> bool:
        """Read back the next eight of all registers, in about 0.4 ms; return whether they are as written."""
        block = self.written[self._next_block]
        if not self._keeps(block, self._next_place, _eight):
            return False
        self._next_place += len(_eight)
        if self._next_place >= len(block):
            self._next_place = 1
            self._next_block = (self._next_block + 1) % len(self.written)
        return True

    def mark(self) -> bool:
        """Write a mark into a register that is of no other use; return whether that was possible."""
        try:
            self._write(self._address, self._mark)
        except OSError as error:
            self.doubt(reason_of(error))
            return False
        self.written[CHARGES][-1] = self._mark[1]
        return True

    def check_mark(self) -> bool:
        """Return whether the mark is there, and have another written next: what never changes looks right for ever."""
        if not self._holds(self.written[CHARGES], AT_MARK, _four):
            return False
        self._mark[1] = MARKS[self._mark[1] == MARKS[0]]
        return True

    def _keeps(self, block: bytearray, place: int, values: bytearray) -> bool:
        """Return whether registers hold what was written (see `_holds`); when they twice do not, all is written again.

        The chip has to settle then, and what it will not keep `prove` finds. A chip that stands still was reset, so
        nobody knows for how long nothing was felt: it will be lost.
        """
        if self._holds(block, place, values):
            return True
        if self._doubts == _FORGIVEN and _runs(self):
            self.configure()
        return False

    def _holds(self, block: bytearray, place: int, values: bytearray) -> bool:
        """Return whether registers, as many as `values` or as are left, hold what stands in this place of a block."""
        try:
            self.read_from(block[0] + place - 1, values)
        except OSError as error:
            self.doubt(reason_of(error))
            return False
        if _begins_with(values, block[place : place + len(values)]):
            self._doubts = 0
            return True
        self.doubt(FORGOT)
        return False

    # ---- lost, and taken back

    def recover(self, elapsed_ms: int) -> bool:
        """Take one step, of 2.5 ms at most, towards getting a lost chip back; True when it is back.

        The steps are a soft reset, the whole configuration, reading it back, and a reading that can be believed.
        Attempts come at growing intervals, so that a chip that is gone for good costs nothing that is felt.
        """
        self._wait_ms -= elapsed_ms
        if self._wait_ms > 0:
            return False
        try:
            self._recover_step(elapsed_ms)
        except OSError as error:
            self._lose(reason_of(error))
        return not self.lost

    def _recover_step(self, elapsed_ms: int) -> None:
        if self._recovery == _LOST:
            if self.lost == BUS_HELD:
                self._free_bus()
            self._write(self._address, SOFT_RESET)
            self._recovery = _WAS_RESET
            self._wait_ms = _RESET_MS
        elif self._recovery == _WAS_RESET:
            if self._check_reset():
                self._write_settings()
                self._recovery = _WAS_CONFIGURED
        elif not self.settle(elapsed_ms):
            return
        elif self.unproved:
            self.prove()
        else:
            self.lost = 0
            self._failures = self._doubts = _FORGIVEN
            self.read_block()

    def _check_reset(self) -> bool:
        """Return whether this is an MPR121 that was reset, or else lose it. Raises OSError."""
        self.read_from(SAMPLING, _four)
        if _four[2] == SAMPLING_AFTER_RESET:
            return True
        self._lose(NOT_AN_MPR121)
        return False

    def read_from(self, register: int, values: bytearray) -> None:
        """Fill `values` from this register on; raises OSError."""
        _register[0] = register
        self._write(self._address, _register, False)
        self._read(self._address, values)

    def _fail(self, reason: int) -> int:
        """Count a failed read. A held bus is not tried again at once: it costs its time-out at every try."""
        self._failures += 1
        if self._failures > _FORGIVEN or reason == BUS_HELD:
            self._lose(reason)
        return -1

    def doubt(self, reason: int) -> bool:
        """Count what cannot be, with the same looked at again until it can; return whether the chip is not lost yet."""
        self._doubts += 1
        if self._doubts > _FORGIVEN:
            self._lose(reason)
            return False
        return True

    def _lose(self, reason: int) -> None:
        self.lost = reason
        self._failures = self._doubts = 0
        self._recovery = _LOST
        self._wait_ms = self._retry_ms
        self._retry_ms = min(2 * self._retry_ms, _RETRY_LONGEST_MS)


def reason_of(error: OSError) -> int:
    """A held bus lets a transfer time out; what a missing chip gives differs between MicroPython's ports."""
    return BUS_HELD if error.args and error.args[0] == ETIMEDOUT else NO_ANSWER


def _begins_with(values: bytearray, beginning: bytearray) -> bool:
    return (values if len(values) == len(beginning) else values[: len(beginning)]) == beginning


def _runs(chip: Chip) -> bool:
    """Return whether the chip measures at all."""
    try:
        chip.read_from(SAMPLING, _four)
    except OSError:
        return False
    return _four[3] != 0
