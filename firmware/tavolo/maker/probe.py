"""Tests a chip: whether it keeps what is written to it, and what it reads, however odd that is.

It uses the chip's bus directly, not `touch.Chip`: a seat gives up a chip with an electrode that reads 0 or 1023, and
the maker wants to know which electrode that is. The seat must rest during the test: its chip is reset and reconfigured.
"""

from tavolo.seat import registers
from tavolo.seat.calibration import Calibration, nominal
from tavolo.seat.registers import ELECTRODES
from tavolo.seat.seat import Seat
from tavolo.seat.states import IS_CALIBRATING
from tavolo.seat.touch import NOT_AN_MPR121, NOT_BUILT, RESTART_MS, reason_of

RETRY_MS = 1000  # after which a failed chip is tested again
_PATTERNS = (0b01010101, 0b10101010)
# The stages: reset, stop, write and compare a block each time, then only read.
_RESET, _STOP, _WRITE, _READ = range(4)


class Probe:
    """The test of a seat's chip. A step takes 1.5 ms at most.

    When `is_known`: `failure`, why the chip does not work, numbered as in `touch`, or 0; how many bytes were `compared`
    and came back `wrong`, the first of them from the register `first_wrong`. Then the last reading: `counts`, and
    `status`, a bit for each touched electrode. A seat without a calibration is measured with the nominal charges in
    its `settings`, and its first reading counts as untouched.
    """

    def __init__(self, seat: Seat) -> None:
        known = seat.present_calibration() if seat.state != IS_CALIBRATING else None
        self.is_calibrated = known is not None
        self.settings = (known or nominal()).settings()
        self.status = 0
        self.counts = [0] * ELECTRODES
        self._rests_until_ms = 0
        self._block = bytearray(4 + 2 * ELECTRODES)
        self._write, self._read, self._address = seat.chip._write, seat.chip._read, seat.chip._address
        self._begin(self.is_calibrated)
        if seat.chip.lost == NOT_BUILT:
            self._fail(NOT_BUILT, 0)

    def _begin(self, is_adapted: bool) -> None:
        self.failure = 0  # numbered as in `touch`
        self.compared = self.wrong = 0  # bytes
        self.first_wrong = -1
        self.is_known = False  # whether all of the above is known
        self._is_adapted = is_adapted
        self._blocks: list[bytearray] = []
        self._stage = _RESET

    def look(self) -> None:
        """Test the chip although the settings say that its seat is not built."""
        if self.failure == NOT_BUILT:
            self._begin(self.is_calibrated)

    def step(self, now_ms: int) -> bool:
        """Run one step; return whether there is a new reading. `now_ms` is from any clock."""
        if now_ms < self._rests_until_ms or self.failure == NOT_BUILT:
            return False
        if self.failure:
            self._begin(self.is_calibrated)
        try:
            if self._stage == _READ:
                return self._take_reading()
            self._prepare(now_ms)
        except OSError as error:
            self._fail(reason_of(error), now_ms)
        return False

    def _fail(self, reason: int, now_ms: int) -> None:
        self.failure = reason
        self.is_known = True
        self._rests_until_ms = now_ms + RETRY_MS

    def _prepare(self, now_ms: int) -> None:
        if self._stage == _RESET:
            self._write(self._address, registers.SOFT_RESET)
            self._stage = _STOP
        elif self._stage == _STOP:
            if self._read_back(registers.SAMPLING, 3)[2] != registers.SAMPLING_AFTER_RESET:
                self._fail(NOT_AN_MPR121, now_ms)
                return
            self._write(self._address, registers.STOP)
            self._blocks = blocks_of(self.settings)
            self._stage = _WRITE
        elif self._blocks:
            self._compare(self._blocks.pop(0))
        else:  # the last block has started the chip
            self._stage = _READ
            self._rests_until_ms = now_ms + RESTART_MS

    def _read_back(self, register: int, count: int) -> bytearray:
        self._write(self._address, bytes((register,)), False)
        values = bytearray(count)
        self._read(self._address, values)
        return values

    def _compare(self, block: bytearray) -> None:
        self._write(self._address, block)
        values = self._read_back(block[0], len(block) - 1)
        for place in range(len(values)):
            self.compared += 1
            if values[place] != block[place + 1]:
                self.wrong += 1
                if self.first_wrong < 0:
                    self.first_wrong = block[0] + place

    def _take_reading(self) -> bool:
        self._write(self._address, bytes((registers.STATUS,)), False)
        self._read(self._address, self._block)
        for electrode in range(ELECTRODES):
            self.counts[electrode] = self._block[4 + 2 * electrode] | self._block[5 + 2 * electrode] << 8
        if not self._is_adapted:
            self._is_adapted = True
            usual = nominal()
            self.settings = Calibration(usual.charges, usual.charge_time, list(self.counts), usual.noise).settings()
            self._stage = _RESET
            return False
        self.status = self._block[0] | self._block[1] << 8
        self.is_known = True
        return True


def blocks_of(settings: registers.Settings) -> "list[bytearray]":
    """Return what a probe writes and reads back: two patterns that set and clear each bit, then the settings."""
    blocks = registers.blocks_of(settings)
    patterns = []
    for pattern in _PATTERNS:
        patterns.append(blocks[registers.BASELINES][:1] + bytearray([pattern] * ELECTRODES))
        patterns.append(blocks[registers.THRESHOLDS][:1] + bytearray([pattern] * (2 * ELECTRODES)))
    return patterns + blocks
