"""One MPR121, the touch chip of a seat: nine electrodes for its slot, three for its keys.

This module speaks chip: registers, counts, reads that fail. What readings mean is the business of `slot` and `keys`.
At power-on Adafruit's driver finds the chip and resets it (`finding`); the registers are then written beside it, in
blocks, because the driver has no way to the state that is wanted: each of its register writes restarts the chip with
baseline tracking on, and a card that lies still must never become the baseline. Register numbers and the meaning of
their bits are those of the MPR121 data sheet, revision 4.

In play the chip is read beside the driver too, on the bus itself: `touched()` of the driver takes 0.84 ms on
the Pico, and eight of them alone would outlast the budget of an idle pass (5 ms). A chip that was lost is taken back
the same way, a step a pass.
"""

from errno import ETIMEDOUT

import micropython

from tavolo.seat.registers import (
    AUTOMATIC_OFF,
    DEBOUNCE,
    ELECTRODES,
    FILTER,
    NEVER_SET,
    NOT_A_TOUCH,
    SAMPLING,
    SAMPLING_AFTER_RESET,
    SOFT_RESET,
    START,
    STATUS,
    STOP,
    Settings,
    baselines_block,
    charges_block,
    thresholds_block,
)

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable

# Why a chip is lost.
NO_ANSWER = 1  # nothing acknowledges its address
BUS_HELD = 2  # a line of the bus is held low, or the chip stretches the clock for ever
BAD_READING = 3  # counts that the converter cannot give
FORGOT = 4  # the registers are not as they were written: it was reset, or its supply failed
NOT_AN_MPR121 = 5  # it answers, but not as an MPR121 does after a reset
OVER_CURRENT = 6  # it stopped because its reference resistor drew too much
NOT_BUILT = 7  # the settings say that there is no such seat, so nobody asked

# A chip measures an electrode group anew every 4 ms (4 samples, 1 ms apart); its first readings after a start
# are of no use, nor is its touch status, which begins with "nothing touched".
SAMPLE_MS = 4
RESTART_MS = 20

_FAILURES_FORGIVEN = 2  # in a row; a single disturbed transfer happens
_RETRY_FIRST_MS = 100
_RETRY_LONGEST_MS = 3200
_RESET_MS = 2
# How far a lost chip is on its way back.
_LOST, _WAS_RESET, _WAS_CONFIGURED = range(3)

_METHODS = ("writeto", "readfrom_into")


class Chip:
    """An MPR121 at `address` of `bus`, which has the methods writeto and readfrom_into of machine.I2C.

    `counts` holds the 12 filtered readings of the last `read_block`. `lost` is 0 while the chip works,
    otherwise why it does not; `recover` then has to be called every pass until the chip is back. `free_bus` clocks
    a bus that is held until whoever holds it lets go. Nothing here raises on a failing chip.
    """

    def __init__(self, bus: object, address: int, free_bus: "Callable[[], None]") -> None:
        # Bound once: looking the methods up would cost every pass.
        self._write, self._read = (getattr(bus, method) for method in _METHODS)
        self._bus = bus
        self._address = address
        self.settings = Settings()
        self.lost = NO_ANSWER
        self.counts = [0] * ELECTRODES
        self._status_register = bytes((STATUS,))
        self._sampling_register = bytes((SAMPLING,))
        self._status = bytearray(2)
        self._block = bytearray(4 + 2 * ELECTRODES)
        self._sampling = bytearray(4)
        self._failures = 0
        self._retry_ms = _RETRY_FIRST_MS
        self._wait_ms = 0
        self._recovery = _LOST
        self._free_bus = free_bus

    def set_up(self, settings: Settings, find: "Callable[[object, int], None]") -> bool:
        """Have the chip found and reset, then configure it; False when it is lost. For power-on."""
        self.settings = settings
        return self.find(find) and self.configure()

    def find(self, find: "Callable[[object, int], None]") -> bool:
        """Have the chip found and reset by `find` (see `finding`): it stands still until it is configured."""
        self.lost = 0
        try:
            find(self._bus, self._address)
            self._read_sampling()
            if self._sampling[2] != SAMPLING_AFTER_RESET:
                self._lose(NOT_AN_MPR121)
        except ValueError:  # the driver's bus device found nobody at the address
            self._lose(NO_ANSWER)
        except OSError as error:
            self._lose(_reason(error))
        return not self.lost

    def configure(self) -> bool:
        """Write all of `settings` and start the chip, in about 2.5 ms; False when the chip is lost.

        For RESTART_MS afterwards its readings mean nothing.
        """
        try:
            if not self._write_settings():
                self._lose(FORGOT)
        except OSError as error:
            self._lose(_reason(error))
        return not self.lost

    def read_status(self) -> int:
        """Return which electrodes are touched, bit n for electrode n, or -1 when there is no news.

        A transfer that fails is tried once more. MicroPython keeps the names of a function on its stack only when there
        are few, and searches the memory otherwise; this is called eight times a pass, so what is rare is elsewhere.
        """
        try:
            self._ask_status()
        except OSError:
            if not self._ask_status_again():
                return -1
        bits = self._status[0] | self._status[1] << 8
        if bits & NOT_A_TOUCH:
            return self._odd_status(bits)
        self._failures = 0
        return bits

    def _ask_status(self) -> None:
        self._write(self._address, self._status_register, False)
        self._read(self._address, self._status)

    def _ask_status_again(self) -> bool:
        try:
            self._ask_status()
        except OSError as error:
            self._fail(_reason(error))
            return False
        return True

    def read_block(self) -> int:
        """Read touch status and all filtered data at once into `counts`; the result is that of `read_status`.

        Counts that the converter cannot give leave `counts` half new; then the result is -1.
        """
        try:
            self._write(self._address, self._status_register, False)
            self._read(self._address, self._block)
        except OSError as error:
            return self._fail(_reason(error))
        block = self._block
        if not counts_of(block, self.counts):
            return self._fail(BAD_READING)
        bits = block[0] | block[1] << 8
        if bits & NOT_A_TOUCH:
            return self._odd_status(bits)
        self._failures = 0
        return bits

    def check(self) -> None:
        """Read four registers back, in about 0.3 ms, and lose the chip when they are not as written."""
        try:
            self._read_sampling()
        except OSError as error:
            self._fail(_reason(error))
            return
        if self._as_configured():
            self._retry_ms = _RETRY_FIRST_MS
        else:
            self._lose(FORGOT)

    def recover(self, elapsed_ms: int) -> bool:
        """Take one step, of 2.5 ms at most, towards getting a lost chip back; True when it is back.

        The steps are a soft reset, the whole configuration, and a reading that can be believed. Attempts come
        at growing intervals, so that a chip that is gone for good costs nothing that is felt.
        """
        self._wait_ms -= elapsed_ms
        if self._wait_ms > 0:
            return False
        try:
            self._recover_step()
        except OSError as error:
            self._lose(_reason(error))
        return not self.lost

    def _recover_step(self) -> None:
        if self._recovery == _LOST:
            if self.lost == BUS_HELD:
                self._free_bus()
            self._write(self._address, SOFT_RESET)
            self._recovery = _WAS_RESET
            self._wait_ms = _RESET_MS
        elif self._recovery == _WAS_RESET:
            self._read_sampling()
            if self._sampling[2] != SAMPLING_AFTER_RESET:
                self._lose(NOT_AN_MPR121)
            elif not self._write_settings():
                self._lose(FORGOT)
            else:
                self._recovery = _WAS_CONFIGURED
                self._wait_ms = RESTART_MS
        else:
            self.lost = 0
            self._failures = _FAILURES_FORGIVEN
            self.read_block()

    def _write_settings(self) -> bool:
        """Write everything and start; whether the chip took it. Raises OSError."""
        self._write(self._address, STOP)
        self._write(self._address, AUTOMATIC_OFF)
        for block in (baselines_block, thresholds_block, charges_block):
            self._write(self._address, block(self.settings))
        self._write(self._address, START)
        self._read_sampling()
        return self._as_configured()

    def _odd_status(self, bits: int) -> int:
        if bits & NEVER_SET:
            return self._fail(BAD_READING)
        self._lose(OVER_CURRENT)
        return -1

    def _read_sampling(self) -> None:
        self._write(self._address, self._sampling_register, False)
        self._read(self._address, self._sampling)

    def _as_configured(self) -> bool:
        return (
            self._sampling[0] == DEBOUNCE
            and self._sampling[1] == FILTER
            and self._sampling[2] == self.settings.time_byte()
            and self._sampling[3] == START[1]
        )

    def _fail(self, reason: int) -> int:
        """Count a failed read. A held bus is not tried again at once: it costs its time-out at every try."""
        self._failures += 1
        if self._failures > _FAILURES_FORGIVEN or reason == BUS_HELD:
            self._lose(reason)
        return -1

    def _lose(self, reason: int) -> None:
        self.lost = reason
        self._recovery = _LOST
        self._wait_ms = self._retry_ms
        self._retry_ms = min(2 * self._retry_ms, _RETRY_LONGEST_MS)


ptr8 = memoryview  # viper has a type of its own by this name


@micropython.viper
def counts_of(block, counts) -> bool:  # type: ignore[no-untyped-def]
    """Take the twelve counts from what `read_block` has read; False at one that the converter cannot give."""
    data = ptr8(block)
    at = 4
    for electrode in range(int(ELECTRODES)):  # a number to viper, not an object
        count = data[at] | data[at + 1] << 8
        if count == 0 or count >= 1024:
            return False
        counts[electrode] = count
        at += 2
    return True


def _reason(error: OSError) -> int:
    """A held bus lets a transfer time out; what a missing chip gives differs between MicroPython's ports."""
    return BUS_HELD if error.args and error.args[0] == ETIMEDOUT else NO_ANSWER
