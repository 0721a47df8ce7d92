"""Measures a calibration, one read or one configuration of the chip a tick, so that nothing waits for it.

The first reading, at a charge that is large enough for every electrode, gives the charges; they are corrected until
every electrode reads 600 to 700 counts. Then 16 readings give the empty readings and their noise. An earlier
calibration is tried first: a seat that still reads the same keeps it, and is ready at once. A slot that is evidently
not empty, or not quiet, is refused with the reason: a wrong calibration could stay for months.
"""

from tavolo.seat.calibration import LEAST_COUNTS, MOST_CHARGE_UA, MOST_COUNTS, TARGET_COUNTS, Calibration
from tavolo.seat.registers import CHARGES, ELECTRODES, Settings
from tavolo.seat.states import CHIP_IS_LOST, DONE, NOT_EMPTY, OUT_OF_REACH, RUNNING, UNSTABLE
from tavolo.seat.touch import SAMPLE_MS, Chip, reason_of
from tavolo.wiring import PADS

READINGS = 16
# The full width of the scatter in these readings. The chip's own noise gives 2 to 5 counts. 8 counts detect a card that
# is bent up to the hood, or pressed by fingers: four standard deviations of 2, whose readings are 7.1 wide.
MOST_NOISE_COUNTS = 8
# How far the mean may drift between the first and the second half.
MOST_WANDERING_COUNTS = 4
# By how much the largest capacitance among the nine pads may exceed the smallest, in thousandths: the pads' own
# tolerance (12 pF ± 1.5) makes that 286. A card in the slot adds 330 to four of them. By the model of the slot this
# detects most cards that were forgotten there, but few that are bent; comparing with an earlier calibration detects
# all.
PADS_DIFFER_PER_MILLE = 300
# The same against an earlier calibration of this seat; damp and heat change it by some 20.
SINCE_LAST_PER_MILLE = 60

# By how much each of two readings may differ from an earlier calibration that is kept: the noise, and about as much
# again for damp and heat. A card, a hand or a finger changes some electrode five times as much.
STILL_THE_SAME_COUNTS = 10
LOOKS = 2

_FIRST_CHARGE_UA = 16
_LONGEST_TIME = 3  # 2 us: up to 38 pF an electrode
_CORRECTIONS = 4


class Calibrating:
    """The calibration of one chip, which must work, and whose slot and keys must be left alone.

    `result` is the Calibration when `step` has returned DONE; `electrode` is the one that was refused, or -1.
    Afterwards the chip has to be configured again.
    """

    def __init__(self, chip: Chip, earlier: "Calibration | None" = None) -> None:
        self._chip = chip
        self._earlier = earlier
        self.result: Calibration | None = None
        self.electrode = -1
        self._settings = Settings()
        self._corrections = 0
        self._wait_ms = 0
        self._readings: "list[int]" = []  # of all electrodes, one set after the other
        self._charge_is_known = False
        self._is_configured = self._is_settled = False
        self._looks = 0 if earlier else LOOKS  # at whether the earlier calibration still holds
        if earlier:
            self._settings = earlier.settings()
        else:
            self._restart()

    def _restart(self) -> None:
        self._settings = Settings()
        for electrode in range(ELECTRODES):
            self._settings.charges[electrode] = _FIRST_CHARGE_UA
        self._is_configured = False
        self._looks = LOOKS

    def step(self, elapsed_ms: int) -> int:
        """Run one tick; return RUNNING, DONE or the reason for a refusal."""
        if self._chip.lost:
            return CHIP_IS_LOST
        self._wait_ms -= elapsed_ms
        if self._wait_ms > 0:
            return RUNNING
        if not self._is_configured:
            return self._configure()
        if not self._is_settled:
            self._is_settled = self._chip.settle(elapsed_ms)
            if not self._is_settled:
                return RUNNING
        if self._chip.read_block() < 0:
            return RUNNING
        self._wait_ms = SAMPLE_MS
        if self._looks < LOOKS and self._earlier:
            return self._look(self._earlier)
        if not self._charge_is_known:
            return self._choose_charge()
        self._readings += self._chip.counts
        if len(self._readings) < READINGS * ELECTRODES:
            return RUNNING
        return self._finish() if is_configured_as_written(self._chip) else self._choose_again()

    def _look(self, earlier: Calibration) -> int:
        for electrode in range(ELECTRODES):
            if abs(self._chip.counts[electrode] - earlier.empty[electrode]) > STILL_THE_SAME_COUNTS:
                self._restart()
                return RUNNING
        self._looks += 1
        if self._looks < LOOKS:
            return RUNNING
        self.result = earlier
        return DONE

    def _configure(self) -> int:
        self._chip.settings = self._settings
        self._is_configured = True
        self._is_settled = False
        self._readings = []
        return RUNNING if self._chip.configure() else CHIP_IS_LOST

    def _choose_charge(self) -> int:
        """Check that all electrodes read 600-700 counts, or change the charges of those that do not."""
        settings = self._settings
        counts = self._chip.counts
        if not self._corrections and settings.charge_time < _LONGEST_TIME:
            for electrode in range(ELECTRODES):
                if counts[electrode] * MOST_CHARGE_UA < _FIRST_CHARGE_UA * TARGET_COUNTS:
                    settings.charge_time += 1
                    self._is_configured = False
                    return RUNNING
        wrong = -1
        for electrode in range(ELECTRODES):
            if not LEAST_COUNTS + 10 <= counts[electrode] <= MOST_COUNTS - 10:
                wrong = electrode
                charge = settings.charges[electrode] * TARGET_COUNTS // counts[electrode]
                settings.charges[electrode] = max(1, min(charge, MOST_CHARGE_UA))
        if wrong < 0:
            self._charge_is_known = True
            return RUNNING
        self.electrode = wrong
        self._corrections += 1
        self._is_configured = False
        return RUNNING if self._corrections <= _CORRECTIONS else OUT_OF_REACH

    def _choose_again(self) -> int:
        """Choose the charges again: the chip did not keep its configuration. One that never does is unstable."""
        self._charge_is_known = self._is_configured = False
        self._corrections += 1
        return RUNNING if self._corrections <= _CORRECTIONS else UNSTABLE

    def _finish(self) -> int:
        half = READINGS // 2
        noise = []
        empty = []
        for electrode in range(ELECTRODES):
            self.electrode = electrode
            readings = self._readings[electrode::ELECTRODES]
            noise.append(max(readings) - min(readings))
            empty.append((sum(readings) + half) // READINGS)
            wandering = abs(sum(readings) - 2 * sum(readings[:half]))
            if noise[electrode] > MOST_NOISE_COUNTS or wandering > MOST_WANDERING_COUNTS * half:
                return UNSTABLE
        result = Calibration(list(self._settings.charges), self._settings.charge_time, empty, noise)
        self.electrode = _odd_electrode(result, self._earlier)
        if self.electrode >= 0:
            return NOT_EMPTY
        self.result = result
        return DONE


def capacitance(calibration: Calibration, electrode: int) -> int:
    """Return the untouched capacitance of an electrode, in units of about 13 fF, comparable between calibrations.

    It is charge over reading (data sheet, equation 4).
    """
    charge = calibration.charges[electrode] << calibration.charge_time
    return charge * 6000 // calibration.empty[electrode]


def _odd_electrode(calibration: Calibration, earlier: "Calibration | None") -> int:
    """Return the pad or key on which something evidently lies, or -1."""
    smallest, largest, odd = 1 << 29, 0, -1
    for pad in range(PADS):
        units = capacitance(calibration, pad)
        smallest = min(units, smallest)
        if units > largest:
            largest, odd = units, pad
    if largest * 1000 > smallest * (1000 + PADS_DIFFER_PER_MILLE):
        return odd
    if earlier is not None:
        for electrode in range(ELECTRODES):
            before = capacitance(earlier, electrode)
            if abs(capacitance(calibration, electrode) - before) * 1000 > SINCE_LAST_PER_MILLE * before:
                return electrode
    return -1


def is_configured_as_written(chip: Chip) -> bool:
    """Return whether the chip has the charges and the sampling that were written, in 1.2 ms; readings depend on it."""
    try:
        are_charges_right = chip.is_written(chip.written[CHARGES])
    except OSError as error:
        chip.doubt(reason_of(error))
        return False
    return are_charges_right and chip.check()
