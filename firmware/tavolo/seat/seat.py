"""A seat at the table: its chip's readings become cards read and lifted, troubles, and keys pressed.

`Seat.step` is called every pass. An idle seat costs one read of two bytes; when something comes into its slot, settles
there or leaves it, one read of all electrodes. What every seat needs now and then (is the chip still as it was set up,
can its readings be, how do its untouched electrodes drift) is spread so that two seats never need it in the same pass.

When a chip is found out goes by the clock alone, whatever is in the slot: what lies there may be a secret. Until then a
reading that cannot be is none, and moves no card.
"""

from sys import modules

from tavolo import wiring
from tavolo.seat import keys, slot
from tavolo.seat.calibration import HIGHEST_COUNTS, LOWEST_COUNTS, Calibration, nominal
from tavolo.seat.drift import Drift
from tavolo.seat.states import (
    BOTH_HELD,
    CALIBRATED,
    CHIP_BACK,
    CHIP_IS_LOST,
    CHIP_LOST,
    DONE,
    EMPTIED,
    IS_ABSENT,
    IS_CALIBRATING,
    IS_EMPTY,
    IS_SETTLING,
    KEY,
    KEYS,
    NOT_CALIBRATED,
    READ,
    RUNNING,
    TAKE,
    TROUBLE,
)
from tavolo.seat.touch import Chip
from tavolo.wiring import KEY_TAKE, PADS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tavolo.seat.calibrating import Calibrating

CARE_MS = 1250  # between two looks at the chip
# What is looked at in turn: all electrodes, their drift too; a mark, which is written the time before; and how it
# samples or, every other time, eight of all registers.
_READINGS, _MARKS, _THE_MARK, _SAMPLING = range(4)
LOOKS = 4
EARLIER_HOLDS_MS = 20_000  # after which a seat whose slot seems not to be empty is taken to be another than before
NOT_READ = -1
_PADS_BITS = (1 << PADS) - 1
_TAKE_BIT = 1 << TAKE


class Seat:
    """Seat `number` with its chip.

    `state` is one of `states`. While `is_idle`, its slot is empty, and was so in the pass before. A seat without a
    `calibration` calibrates itself, again and again until that is not refused, before it reads anything; `earlier`, the
    calibration of another evening, shows for a while whether something lies in its slot.
    """

    def __init__(
        self,
        number: int,
        chip: Chip,
        calibration: "Calibration | None" = None,
        earlier: "Calibration | None" = None,
    ) -> None:
        self.number = number
        self.chip = chip
        self.calibration = calibration
        self.state = IS_ABSENT
        self.keys = keys.Keys()
        self._use(calibration or earlier or nominal())
        self._calibrating: "Calibrating | None" = None
        self._earlier = earlier
        self._earlier_ms = EARLIER_HOLDS_MS
        self._refused = 0
        self._events: list[tuple[int, int, int]] = []
        self._told_lost = False
        self.is_idle = False  # whether the last pass found nothing in the slot, no finger, and nothing else to do
        self._read_status = chip.read_status
        self._is_settling = False  # the chip was written, and its readings mean nothing yet
        self._care_ms = number * CARE_MS // wiring.SEATS
        self._care_turns = number
        self._proof_in = number  # passes
        self._read_for_drift = NOT_READ  # or the touch bits, when the chip's counts are to be looked at for their drift

    def trouble(self) -> int:
        """Return what was reported to be the matter with the card in the slot (or just lifted), or 0."""
        return self.slot.trouble

    def set_up(self, find: "Callable[[object, int], None]") -> None:
        """Have the chip found by `find` (see `finding`) and set up, for power-on; a lost one the first step reports."""
        self._told_lost = False
        if self.chip.find(find) and (self.calibration is None or self.chip.configure()):
            self._start()  # calibrating configures it anyway, and that takes 2.5 ms a seat

    def present_calibration(self) -> "Calibration | None":
        """Return the calibration with the drift since it was made, None when there is none."""
        return self.calibration and self.calibration.drifted(self.chip.settings.baselines)

    def accept(self) -> None:
        """The card that was read is played; its seat waits for the lift."""
        self.slot.accept()
        self._show_slot()

    def take_back(self) -> None:
        """The card that was accepted is not played after all; its seat waits for the lift, as after a refusal."""
        self.slot.take_back()
        self._show_slot()

    def refuse(self) -> None:
        """The card that was read may not be played; its seat waits for the lift."""
        self.slot.refuse()
        self._show_slot()

    def calibrate(self, compare: bool = True) -> None:
        """Begin to calibrate; slot and keys have to be left alone for about a third of a second.

        The end is CALIBRATED or NOT_CALIBRATED. With `compare`, readings that are far from those of the
        present calibration are refused. Not during a game: the table sees to that.
        """
        self.is_idle = False
        self._read_for_drift = NOT_READ
        self._calibrating = begun(self.chip, (self.calibration or self._earlier) if compare else None)
        self._refused = 0
        if not self.chip.lost:
            self.state = IS_CALIBRATING

    def step(self, elapsed_ms: int) -> "Sequence[tuple[int, int, int]]":
        """Go on by `elapsed_ms`; return what happened, in the seat's own list, good until the next step.

        The short way of a seat at which nothing happens, which most passes of most seats are, calls one method only:
        each is looked for among the seat's attributes in vain before it is found in the class.
        """
        if self.is_idle:
            touched = self._read_status()
            self._care_ms += elapsed_ms
            if not touched and self._care_ms < CARE_MS:
                return ()
            self._events.clear()
            self._step_felt(touched, elapsed_ms)
        else:
            self._events.clear()
            self._step_busy(elapsed_ms)
        return self._events

    def _prove(self) -> bool:
        """Have what was written to the chip read back; return whether its readings mean something.

        Seats with an empty slot take turns, a part each time, or passes at power-on would be long. Before what came in
        is looked at, all has to be as it was written.
        """
        chip, is_empty = self.chip, self.slot.state == IS_EMPTY
        self._proof_in -= 1
        if self._proof_in >= 0 and is_empty:
            return True
        self._proof_in = wiring.SEATS - 1
        while chip.prove():
            if is_empty or not chip.unproved:
                return True
        if chip.lost:
            self._step_lost(0)
        elif not chip.settle(0):
            self._restart()
        return False

    def _step_busy(self, elapsed_ms: int) -> None:
        if self.chip.lost:
            self._step_lost(elapsed_ms)
        elif self._calibrating is not None:
            self._step_calibrating(self._calibrating, elapsed_ms)
        elif self._is_settling:
            self._is_settling = not self.chip.settle(elapsed_ms)
        else:
            self._step_working(elapsed_ms)

    def _step_working(self, elapsed_ms: int) -> None:
        if self.chip.unproved and not self._prove():
            return
        if self._read_for_drift >= 0:
            touched, self._read_for_drift = self._read_for_drift, NOT_READ
            if self._drift.step(self.chip, touched, LOOKS * CARE_MS):
                self.slot.thresholds.calibrate(self.chip.settings.baselines)
                self._is_settling = True
                return
        looks_closely = self.slot.state == IS_SETTLING or self.slot.is_leaving
        touched = self.chip.read_counts() if looks_closely else self._read_status()
        if not (touched < 0 or touched & _PADS_BITS or looks_closely) and self.slot.state != IS_EMPTY:
            touched = self.chip.read_counts()  # one that was reset feels nothing either: a card must not seem lifted
        self._care_ms += elapsed_ms
        self._step_felt(touched, elapsed_ms)

    def _step_felt(self, touched: int, elapsed_ms: int) -> None:
        self.is_idle = False
        if touched > 0 and touched & _PADS_BITS and self.slot.state == IS_EMPTY:
            touched = self.chip.read_counts()  # at once: the next pass may find a card that goes in a row farther
        if self._care_ms >= CARE_MS:
            self._care_ms = min(self._care_ms, 2 * CARE_MS)  # what was missed is not made up for
            self._take_care(touched)
            if self._is_settling:
                return
        if self.chip.lost:
            self._step_lost(0)
        elif touched < 0:
            return
        elif touched or self.slot.state != IS_EMPTY or self.keys.down:
            self._step_slot(touched & _PADS_BITS, elapsed_ms)
            self._step_keys(touched >> PADS, elapsed_ms)
        else:
            self.slot.was_empty = True
            self.is_idle = self._read_for_drift < 0 and not self.chip.unproved

    def _step_slot(self, present: int, elapsed_ms: int) -> None:
        state = self.slot.state
        if not present and state == IS_EMPTY:
            return
        if (state in (IS_EMPTY, IS_SETTLING) or not present) and not self.chip.is_believable:
            return
        happened = self.slot.step(present, self.chip.counts, elapsed_ms)
        self._show_slot()
        if happened == slot.CARD_READ:
            self._tell(READ, self.slot.code)
        elif happened == slot.IN_TROUBLE:
            self._tell(TROUBLE, self.slot.trouble)
        elif happened == slot.EMPTIED:
            self._tell(EMPTIED, 0)

    def _step_keys(self, touched: int, elapsed_ms: int) -> None:
        if touched & ~self.keys.down & _TAKE_BIT and not self._feels_take():
            touched &= ~_TAKE_BIT
        happened = self.keys.step(touched, elapsed_ms)
        if not happened:
            return
        for key in range(KEYS):
            if happened >> key & 1:
                self._tell(KEY, key)
        if happened & keys.HELD_BOTH:
            self._tell(BOTH_HELD, 0)

    def _feels_take(self) -> bool:
        """Return whether ✓, which takes, is felt once more; with something in the slot all has to be readable then.

        Otherwise a card that was read just before the chip failed could be sealed, and another that was not could not.
        """
        chip = self.chip
        is_readable = self.slot.state == IS_EMPTY or (chip.read_counts() >= 0 and chip.is_believable)
        return is_readable and chip.feels(KEY_TAKE)

    def _step_lost(self, elapsed_ms: int) -> None:
        """Tell once that the chip is lost, and try to get it back.

        A card that was accepted before the chip was lost, and is still there afterwards, is not read again. One that
        nobody had judged may be gone, or another: it counts as lifted, and what lies there then is read.
        """
        if not self._told_lost:
            self._told_lost = True
            self.state = IS_ABSENT
            if self._calibrating is not None:
                self._end_calibrating(CHIP_IS_LOST)
            self._tell(CHIP_LOST, self.chip.lost)
        elif self.chip.recover(elapsed_ms):
            self._told_lost = False
            was_lifted = self.slot.reread()
            self._start()
            self._tell(CHIP_BACK, 0)
            if was_lifted:
                self._tell(EMPTIED, 0)

    def _start(self) -> None:
        """The chip has just been configured."""
        self.is_idle = False
        self._read_for_drift = NOT_READ
        self._is_settling = True
        self.keys.ignore_what_is_down()
        self.slot.was_empty = False
        self.state = self.slot.state
        if self.calibration is None:
            self.calibrate()

    def _step_calibrating(self, calibrating: "Calibrating", elapsed_ms: int) -> None:
        self._earlier_ms -= elapsed_ms
        if self._earlier_ms <= 0:
            self._earlier = None
        result = calibrating.step(elapsed_ms)
        if result == RUNNING or self.chip.lost:
            return
        if result == DONE or self.calibration is not None:
            self._end_calibrating(result)
            if not self.chip.lost:
                self._start()
            return
        self._calibrating = begun(self.chip, self._earlier)
        if result != self._refused:
            self._refused = result
            self._tell(NOT_CALIBRATED, result)

    def _end_calibrating(self, result: int) -> None:
        found = self._calibrating.result if self._calibrating is not None else None
        is_told = self.calibration is None and found is self._earlier  # chip and slot have it, as it still holds
        if result == DONE and found is not None:
            self.calibration = found
            if is_told:
                self._settings.limit(LOWEST_COUNTS, HIGHEST_COUNTS)
            else:
                self._use(found)
            self._tell(CALIBRATED, 0)
        else:
            self._tell(NOT_CALIBRATED, result)
        self.chip.settings = self._settings
        self._calibrating = None
        if not (is_told or self.chip.lost):
            self.chip.configure()

    def _use(self, calibration: Calibration) -> None:
        self.slot = slot.Slot(calibration.empty)
        self._drift = Drift(calibration.empty)
        self._settings = self.chip.settings = calibration.settings()
        if self.calibration is not None:  # of its own: nobody knows yet what another's electrodes read
            self._settings.limit(LOWEST_COUNTS, HIGHEST_COUNTS)

    def _take_care(self, touched: int) -> None:
        """Every CARE_MS: look at the chip, and at the same again in the next pass, until it is right or the chip lost.

        Its readings are compared with their drift in the next pass: both together would make this one the longest of an
        idle table.
        """
        look = self._care_turns % LOOKS
        if _is_right(self.chip, self._care_turns):
            if look == _READINGS:
                self._read_for_drift = touched
            self._care_ms -= CARE_MS
            self._care_turns += 1
        elif look == _THE_MARK:
            self._care_turns -= 1  # it may have been written wrongly: both once more, at once
            self._care_ms = 2 * CARE_MS
        elif not self.chip.settle(0):
            self._restart()

    def _restart(self) -> None:
        """The chip was written again: it may have felt what was not there, or not have felt that a card went."""
        self._is_settling = True
        self.slot.was_empty = False
        if self.slot.reread():
            self._tell(EMPTIED, 0)

    def _show_slot(self) -> None:
        if not self.chip.lost:
            self.state = self.slot.state

    def _tell(self, kind: int, value: int) -> None:
        self._events.append((kind, self.number, value))


def begun(chip: Chip, earlier: "Calibration | None") -> "Calibrating":
    """Begin to calibrate. What does that leaves the memory when a game begins (`main`), and is brought back here."""
    name = "tavolo.seat.calibrating"
    if name not in modules:  # an `import` takes 1.4 ms even when the module is there, for each of eight seats
        __import__(name)
    calibrating: Calibrating = modules[name].Calibrating(chip, earlier)
    return calibrating


def _is_right(chip: Chip, turn: int) -> bool:
    """Look at a chip once; return whether that is as it has to be."""
    look = turn % LOOKS
    if look == _READINGS:
        return chip.read_block() >= 0
    if look == _MARKS:
        return chip.mark()
    if look == _THE_MARK:
        return chip.check_mark()
    return chip.check_next() if turn & LOOKS else chip.check()
