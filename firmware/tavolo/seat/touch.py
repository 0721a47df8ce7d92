"""One MPR121, the touch chip of a seat: nine electrodes for its slot, three for its keys.

This module knows registers, counts and failed reads; `slot` and `keys` interpret the readings. At power-on Adafruit's
driver finds and resets the chip (`finding`). The registers are then written directly, in blocks: each register write of
the driver restarts the chip with baseline tracking on, and a card that lies still must never become the baseline.
Source of register numbers and bits: MPR121 data sheet, revision 4.

In play the chip is read directly too: `touched()` of the driver takes 0.84 ms on the Pico, and eight of them alone
would exceed the budget of an idle tick (5 ms). A lost chip is recovered in the same way, one step a tick.

A bit may flip on the bus, and a chip may answer but not work. So everything written is read back, and the chip counts
as lost only when an implausible reading has been seen twice more.
"""

from errno import ETIMEDOUT

from tavolo.seat.registers import (
    AT_SAMPLING,
    DATA,
    ELECTRODES,
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
    from typing import Any

# Why a chip is lost.
NO_ANSWER = 1  # nothing acknowledges its address
BUS_HELD = 2  # a line of the bus is held low, or the chip stretches the clock for ever
BAD_READING = 3  # implausible counts: beyond what converter, charge and supply can give, or all the same
FORGOT = 4  # the registers are not as written: the chip was reset, its supply failed, or it accepts no writes any more
NOT_AN_MPR121 = 5  # it answers, but not as an MPR121 does after a reset
OVER_CURRENT = 6  # it stopped because its reference resistor drew too much
NOT_BUILT = 7  # the settings say that there is no such seat, so it is never accessed

# A chip measures its electrodes every 4 ms (4 samples, 1 ms apart); its first readings after a start are useless, and
# so is its touch status, which begins with "nothing touched".
SAMPLE_MS = 4
RESTART_MS = 20

_FORGIVEN = 2  # in a row: failed transfers, and implausible readings; a single disturbed transfer happens
_RETRY_FIRST_MS = 100
_RETRY_LONGEST_MS = 3200
_RESET_MS = 2
# The steps of recovering a lost chip.
_LOST, _WAS_RESET, _WAS_CONFIGURED = range(3)

# Transfers are evaluated at once, so all chips share these buffers.
_STATUS = bytes((STATUS,))
_register = bytearray(1)
_status = bytearray(2)
_block = bytearray(4 + 2 * ELECTRODES)
_four = bytearray(4)  # successive registers: four cost little more than one


class Chip:
    """An MPR121 at `address` of `bus`, which has the methods writeto and readfrom_into of machine.I2C.

    `counts` holds the 12 filtered readings of the last block that was read, and `is_plausible` whether they are
    possible. `lost` is 0 while the chip works, otherwise the reason; then `recover` has to be called every tick until
    the chip is back. `free_bus` clocks a held bus until it is released. Only methods that say so raise.
    """

    def __init__(self, bus: "Any", address: int, free_bus: "Callable[[], None]") -> None:
        # Bound once: each look-up would cost time in every tick.
        self._write, self._read = bus.writeto, bus.readfrom_into
        self._bus = bus
        self._address = address
        self.settings = Settings()
        self.lost = NO_ANSWER
        self.counts = [0] * ELECTRODES
        self.is_plausible = False
        self.written: "list[bytearray]" = []  # what the registers should hold (`blocks_of`)
        self.unverified = 0  # how many of these blocks have not been read back yet
        self._blind_ms = 0
        self._failures = 0
        self._doubts = 0
        self._retry_ms = _RETRY_FIRST_MS
        self._wait_ms = 0
        self._recovery = _LOST
        self._free_bus = free_bus

    def find(self, find: "Callable[[object, int], None]") -> bool:
        """Find and reset the chip with `find` (see `finding`); it stays stopped until it is configured."""
        self.lost = 0
        try:
            find(self._bus, self._address)
            self._check_reset()
        except ValueError:  # the driver's bus device found nothing at the address
            self._lose(NO_ANSWER)
        except OSError as error:
            self._lose(reason_of(error))
        return not self.lost

    def configure(self) -> bool:
        """Write all of `settings` and start the chip, in about 2.5 ms; return False when the chip is lost.

        Its readings are invalid until `settle` returns True, and all blocks are `unverified`.
        """
        try:
            self._write_settings()
        except OSError as error:
            self._lose(reason_of(error))
        return not self.lost

    def settle(self, elapsed_ms: int) -> bool:
        """Wait `elapsed_ms` more after `configure`; return whether readings are valid."""
        self._blind_ms -= elapsed_ms
        return self._blind_ms <= 0

    def verify(self) -> bool:
        """Read back one `unverified` block, in a millisecond at most; return whether it is as written.

        A block that differs is written again, and the chip has to settle; a chip that does not keep it is lost. Nothing
        waits for this at power-on: a seat reads all of it back before it looks at a card, and ✓ is read twice.
        """
        block = self.written[-self.unverified]  # the shortest first: the tick after power-on should be short
        try:
            is_right = self.is_written(block)
        except OSError as error:
            self.doubt(reason_of(error))
            return False
        if not is_right:
            if self.doubt(FORGOT):
                self.configure()
            return False
        self.unverified -= 1
        if not self.unverified:
            self._doubts = 0
        return True

    def is_written(self, block: bytearray) -> bool:
        """Return whether the registers hold all of a block of `written`; raises OSError."""
        values = bytearray(len(block) - 1)
        self.read_from(block[0], values)
        return values == block[1:]

    def _write_settings(self) -> None:
        self._write(self._address, STOP)
        self.written = blocks_of(self.settings)
        for block in self.written:
            self._write(self._address, block)
        self.unverified = len(self.written)
        self._blind_ms = RESTART_MS

    # ---- every tick

    def read_status(self) -> int:
        """Return which electrodes are touched, bit n for electrode n, or -1 when nothing is known.

        A failed transfer is repeated once. This runs eight times a tick, so it has few names (see `tavolo.table`).
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

        Implausible counts leave `counts` partly new, and `is_plausible` False. Whether the chip is lost is up to
        `read_block`, which has its own schedule: frequent looks at a card must not reveal it sooner.
        """
        self.is_plausible = False
        try:
            self._write(self._address, _STATUS, False)
            self._read(self._address, _block)
        except OSError:
            if self._ask_status_again():  # a failing chip is found on schedule, not sooner because of a card
                self._failures = 0
            return -1
        block = _block
        bits = block[0] | block[1] << 8
        if bits & NOT_A_TOUCH:
            return self._fail(BAD_READING if bits & NEVER_SET else OVER_CURRENT)
        self.is_plausible = counts_of(block, self.counts, self.settings.lowest, self.settings.highest)
        self._failures = 0
        return bits

    def feels(self, electrode: int) -> bool:
        """Return whether the counts of an electrode confirm the touch bit that was just read."""
        settings = self.settings
        try:
            self.read_from(DATA + 2 * electrode, _status)
        except OSError as error:
            self._fail(reason_of(error))
            return False
        count = _status[0] | _status[1] << 8
        return settings.lowest <= count <= settings.baselines[electrode] - settings.thresholds[2 * electrode + 2]

    # ---- now and then; a check that fails is repeated until it passes or the chip is lost

    def read_block(self) -> int:
        """Read touch status and all filtered data; return what `read_status` does, and -1 for implausible counts."""
        bits = self.read_counts()
        if bits < 0 or not self.is_plausible:
            self.doubt(BAD_READING)
            return -1
        self._doubts = 0
        return bits

    def check(self) -> bool:
        """Read back the sampling, and that the chip runs, in about 0.3 ms; return whether they are as written."""
        if not self.keeps(self.written[THRESHOLDS], AT_SAMPLING, _four):
            return False
        self._retry_ms = _RETRY_FIRST_MS
        return True

    def put(self, values: bytearray) -> bool:
        """Write the number of a register and its value; return whether that worked."""
        try:
            self._write(self._address, values)
        except OSError as error:
            self.doubt(reason_of(error))
            return False
        return True

    def keeps(self, block: bytearray, place: int, values: bytearray) -> bool:
        """Return whether registers hold what was written (see `holds`); when they twice do not, write all again.

        The chip has to settle then, and `verify` finds what it does not keep. A chip that is stopped was reset, an
        unknown time ago, so it will be lost.
        """
        if self.holds(block, place, values):
            return True
        if self._doubts == _FORGIVEN and _runs(self):
            self.configure()
        return False

    def holds(self, block: bytearray, place: int, values: bytearray) -> bool:
        """Return whether registers, as many as `values` or as are left, hold this part of a block."""
        try:
            self.read_from(block[0] + place - 1, values)
        except OSError as error:
            self.doubt(reason_of(error))
            return False
        expected = block[place : place + len(values)]
        if values[: len(expected)] == expected:
            self._doubts = 0
            return True
        self.doubt(FORGOT)
        return False

    # ---- lost, and recovered

    def recover(self, elapsed_ms: int) -> bool:
        """Take one step, of 2.5 ms at most, towards recovering a lost chip; return whether it is back.

        These are a soft reset, the whole configuration, reading it back, and a plausible reading. Intervals between
        attempts grow, so that a chip that is gone for good costs no noticeable time.
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
        elif self.unverified:
            self.verify()
        else:
            self.lost = 0
            self._failures = self._doubts = _FORGIVEN
            self.read_block()

    def _check_reset(self) -> bool:
        """Return whether this is an MPR121 after a reset; otherwise it is lost. Raises OSError."""
        self.read_from(SAMPLING, _four)
        if _four[2] == SAMPLING_AFTER_RESET:
            return True
        self._lose(NOT_AN_MPR121)
        return False

    def read_from(self, register: int, values: bytearray) -> None:
        """Fill `values` from successive registers; raises OSError."""
        _register[0] = register
        self._write(self._address, _register, False)
        self._read(self._address, values)

    def _fail(self, reason: int) -> int:
        """Count a failed read. A held bus is not tried again at once: each attempt costs the time-out."""
        self._failures += 1
        if self._failures > _FORGIVEN or reason == BUS_HELD:
            self._lose(reason)
        return -1

    def doubt(self, reason: int) -> bool:
        """Count a failed check, which is then repeated until it passes; return whether the chip is not lost yet."""
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
    """Return the reason of a failed transfer: a held bus times out; the error of a missing chip depends on the port."""
    return BUS_HELD if error.args and error.args[0] == ETIMEDOUT else NO_ANSWER


def _runs(chip: Chip) -> bool:
    try:
        chip.read_from(SAMPLING, _four)
    except OSError:
        return False
    return _four[3] != 0
