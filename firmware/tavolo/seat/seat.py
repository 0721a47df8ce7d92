"""A seat at the table: turns its chip's readings into events: cards read and lifted, troubles, keys pressed.

`Seat.step` runs every tick. An idle seat costs one read of two bytes; while something comes into its slot, settles or
leaves, one read of all electrodes. The periodic checks (is the chip still configured, are its readings plausible, how
do its untouched electrodes drift) are spread so that two seats never need them in the same tick.

When a failing chip is found depends on the clock alone, never on what is in the slot, which may be a secret. Until then
an implausible reading is ignored, and moves no card.
"""

from sys import modules

from tavolo import wiring
from tavolo.seat import keys, slot, states
from tavolo.seat.calibration import HIGHEST_COUNTS, LOWEST_COUNTS, Calibration, nominal
from tavolo.seat.checks import LOOKS, MARK_FAILED, READINGS, Checks
from tavolo.seat.drift import Drift
from tavolo.seat.touch import NOT_BUILT, Chip
from tavolo.wiring import KEY_TAKE, PADS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tavolo.seat.calibrating import Calibrating

CHECK_MS = 1250  # between two checks of the chip
EARLIER_HOLDS_MS = 20_000  # after which an occupied slot is taken for a change of the seat since the last game
NOT_READ = -1
_PADS_BITS = (1 << PADS) - 1
_TAKE_BIT = 1 << states.TAKE


class Seat:
    """Seat `number` with its chip.

    `state` is one of `states`. `is_idle` while its slot is empty, and was so in the last tick. A seat without a
    `calibration` calibrates itself, until that succeeds, before it reads anything; `earlier`, the calibration of an
    earlier game, shows for a while whether something lies in its slot. When the chip is lost as NOT_BUILT, the seat
    keeps its number, and nothing ever happens there.
    """

    is_by_phone = False

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
        self.state = states.IS_NOT_BUILT if chip.lost == NOT_BUILT else states.IS_ABSENT
        self.keys = keys.Keys()
        self._use(calibration or earlier or nominal())
        self._calibrating: "Calibrating | None" = None
        self._earlier = earlier
        self._earlier_ms = EARLIER_HOLDS_MS
        self._refused = 0
        self._events: list[tuple[int, int, int]] = []
        self._has_reported_lost = chip.lost == NOT_BUILT
        self.is_idle = False  # whether the last tick found an empty slot, no finger, and nothing else to do
        self._read_status = chip.read_status
        self._is_settling = False  # the chip was written, and its readings are not valid yet
        self._check_ms = number * CHECK_MS // wiring.SEATS
        self._checks = Checks(chip, number)
        self._lying_ms = 0  # since the slot was seen empty
        self._read_for_drift = NOT_READ  # or the touch bits, when drift is to follow the chip's counts

    def trouble(self) -> int:
        """Return the trouble that was reported of the card in the slot (or just lifted), or 0."""
        return self.slot.trouble

    def set_up(self, find: "Callable[[object, int], None]") -> None:
        """Find the chip with `find` (see `finding`) and set it up, at power-on; `step` reports it if it is lost."""
        self._has_reported_lost = False
        if self.chip.find(find) and (self.calibration is None or self.chip.configure()):
            self._start()  # a calibration configures it anyway, and that takes 2.5 ms a seat

    def present_calibration(self) -> "Calibration | None":
        """Return the calibration with the drift since then, None if there is none."""
        return self.calibration and self.calibration.drifted(self.chip.settings.baselines)

    def accept(self) -> None:
        """The card that was read is played; the seat waits for its lift."""
        self.slot.judge(states.IS_READ, states.IS_ACCEPTED)
        self._show_slot()

    def take_back(self) -> None:
        """The accepted card has been undone; the seat waits for its lift, as after a refusal."""
        self.slot.judge(states.IS_ACCEPTED, states.IS_REFUSED)
        self._show_slot()

    def refuse(self) -> None:
        """The card that was read may not be played; the seat waits for its lift."""
        self.slot.judge(states.IS_READ, states.IS_REFUSED)
        self._show_slot()

    def calibrate(self) -> None:
        """Begin to calibrate; slot and keys have to be left alone for about a third of a second.

        It ends with CALIBRATED or NOT_CALIBRATED, for example because readings are far from those of the present
        calibration. Not to be called during a game.
        """
        self.is_idle = False
        self._read_for_drift = NOT_READ
        self._calibrating = begin_calibrating(self.chip, self.calibration or self._earlier)
        self._refused = 0
        if not self.chip.lost:
            self.state = states.IS_CALIBRATING

    def step(self, elapsed_ms: int) -> "Sequence[tuple[int, int, int]]":
        """Step the seat, `elapsed_ms` after the last; return its events, in a list that is valid until the next step.

        The short path of an idle seat calls one method only: MicroPython searches the instance's attributes in vain
        for each method before it looks in the class.
        """
        if self.is_idle:
            touched = self._read_status()
            self._check_ms += elapsed_ms
            if not touched and self._check_ms < CHECK_MS:
                return ()
            self._events.clear()
            self._step_felt(touched, elapsed_ms)
        else:
            self._events.clear()
            self._step_busy(elapsed_ms)
        return self._events

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
        if self.chip.unverified and not self._checks.verify(self.slot.state == states.IS_EMPTY):
            if self.chip.lost:
                self._step_lost(0)
            elif not self.chip.settle(0):
                self._restart()
            return
        if self._read_for_drift >= 0:
            touched, self._read_for_drift = self._read_for_drift, NOT_READ
            self._follow_drift(touched, LOOKS * CHECK_MS)
            if self._is_settling:
                return
        looks_closely = self.slot.state == states.IS_SETTLING or self.slot.is_leaving
        touched = self.chip.read_counts() if looks_closely else self._read_status()
        if not (touched < 0 or touched & _PADS_BITS or looks_closely) and self.slot.state != states.IS_EMPTY:
            touched = self.chip.read_counts()  # a reset chip feels nothing either: the card must not seem lifted
        self._check_ms += elapsed_ms
        self._step_felt(touched, elapsed_ms)

    def _step_felt(self, touched: int, elapsed_ms: int) -> None:
        self.is_idle = False
        if touched > 0 and touched & _PADS_BITS and self.slot.state == states.IS_EMPTY:
            touched = self.chip.read_counts()  # at once: in the next tick a card may be a row deeper
        if self._check_ms >= CHECK_MS:
            self._check_ms = min(self._check_ms, 2 * CHECK_MS)  # missed checks are not made up for
            self._check_chip(touched)
            if self._is_settling:
                return
        if self.chip.lost:
            self._step_lost(0)
        elif touched < 0:
            return
        elif touched or self.slot.state != states.IS_EMPTY or self.keys.down:
            self._step_slot(touched, elapsed_ms)
            self._step_keys(touched >> PADS, elapsed_ms)
        else:
            self.slot.was_empty = True
            self.is_idle = self._read_for_drift < 0 and not self.chip.unverified

    def _step_slot(self, touched: int, elapsed_ms: int) -> None:
        state, present = self.slot.state, touched & _PADS_BITS
        if not present and state == states.IS_EMPTY:
            return
        if (state in (states.IS_EMPTY, states.IS_SETTLING) or not present) and not self.chip.is_plausible:
            return
        self._lying_ms += elapsed_ms
        happened = self.slot.step(present, self.chip.counts, elapsed_ms)
        self._show_slot()
        if happened == slot.CARD_READ:
            self._report(states.READ, self.slot.code)
        elif happened == slot.IN_TROUBLE:
            self._report(states.TROUBLE, self.slot.trouble)
        elif happened == slot.EMPTIED:
            self._report(states.EMPTIED, 0)
        if self.slot.state == states.IS_EMPTY != state:
            # Who puts a card in again and again leaves the slot empty for moments that the checks seldom meet.
            self._follow_drift(touched, min(self._lying_ms, LOOKS * CHECK_MS))
            self._lying_ms = 0

    def _follow_drift(self, touched: int, elapsed_ms: int) -> None:
        """Let the baselines follow the chip's last counts and touch bits, `elapsed_ms` after the last check."""
        self._is_settling = self._drift.step(self.chip, touched, elapsed_ms)
        self.slot.thresholds.calibrate(self._drift.counts)

    def _step_keys(self, touched: int, elapsed_ms: int) -> None:
        if touched & ~self.keys.down & _TAKE_BIT and not self._feels_take():
            touched &= ~_TAKE_BIT
        happened = self.keys.step(touched, elapsed_ms)
        if not happened:
            return
        for key in range(states.KEYS):
            if happened >> key & 1:
                self._report(states.KEY, key)
        if happened & keys.HELD_BOTH:
            self._report(states.BOTH_HELD, 0)

    def _feels_take(self) -> bool:
        """Return whether a second reading confirms ✓, which takes; with something in the slot all must be readable.

        Otherwise a card that was read just before the chip failed could be sealed, and one that was not could not.
        """
        chip = self.chip
        is_readable = self.slot.state == states.IS_EMPTY or (chip.read_counts() >= 0 and chip.is_plausible)
        return is_readable and chip.feels(KEY_TAKE)

    def _step_lost(self, elapsed_ms: int) -> None:
        """Report once that the chip is lost, and try to recover it.

        A card that was accepted before, and is still there afterwards, is not read again. One that was not judged may
        be gone or replaced: it counts as lifted, and what lies there then is read.
        """
        if not self._has_reported_lost:
            self._has_reported_lost = True
            self.state = states.IS_ABSENT
            if self._calibrating is not None:
                self._end_calibrating(states.CHIP_IS_LOST)
            self._report(states.CHIP_LOST, self.chip.lost)
        elif self.chip.lost != NOT_BUILT and self.chip.recover(elapsed_ms):
            self._has_reported_lost = False
            was_lifted = self.slot.reread()
            self._start()
            self._report(states.CHIP_BACK, 0)
            if was_lifted:
                self._report(states.EMPTIED, 0)

    def _start(self) -> None:
        """Start over: the chip has just been configured."""
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
        if result == states.RUNNING or self.chip.lost:
            return
        if result == states.DONE or self.calibration is not None:
            self._end_calibrating(result)
            if not self.chip.lost:
                self._start()
            return
        self._calibrating = begin_calibrating(self.chip, self._earlier)
        if result != self._refused:
            self._refused = result
            self._report(states.NOT_CALIBRATED, result)

    def _end_calibrating(self, result: int) -> None:
        found = self._calibrating.result if self._calibrating is not None else None
        is_set = self.calibration is None and found is self._earlier  # it still holds: chip and slot have it
        if result == states.DONE and found is not None:
            self.calibration = found
            if is_set:
                self._settings.limit(LOWEST_COUNTS, HIGHEST_COUNTS)
            else:
                self._use(found)
            self._report(states.CALIBRATED, 0)
        else:
            self._report(states.NOT_CALIBRATED, result)
        self.chip.settings = self._settings
        self._calibrating = None
        if not (is_set or self.chip.lost):
            self.chip.configure()

    def _use(self, calibration: Calibration) -> None:
        self.slot = slot.Slot(calibration.empty)
        self._drift = Drift(calibration.empty)
        self._settings = self.chip.settings = calibration.settings()
        if self.calibration is not None:  # of this table: another's electrodes may read otherwise
            self._settings.limit(LOWEST_COUNTS, HIGHEST_COUNTS)

    def _check_chip(self, touched: int) -> None:
        """Every CHECK_MS: run one check of the chip, and repeat it next tick until it passes or the chip is lost.

        Drift follows its readings in the next tick: both together would make this the longest one of an idle table.
        """
        passed = self._checks.step()
        if passed >= 0:
            self._check_ms -= CHECK_MS
            if passed == READINGS:
                self._read_for_drift = touched
        elif passed == MARK_FAILED:
            self._check_ms = 2 * CHECK_MS  # for both
        elif not self.chip.settle(0):
            self._restart()

    def _restart(self) -> None:
        """Start over after the chip was written again: it may have felt a false touch, or missed a lift."""
        self._is_settling = True
        self.slot.was_empty = False
        if self.slot.reread():
            self._report(states.EMPTIED, 0)

    def _show_slot(self) -> None:
        if not self.chip.lost:
            self.state = self.slot.state

    def _report(self, kind: int, value: int) -> None:
        self._events.append((kind, self.number, value))


def begin_calibrating(chip: Chip, earlier: "Calibration | None") -> "Calibrating":
    """Begin to calibrate. `main` unloads the module that does it when a game begins; here it is loaded again."""
    name = "tavolo.seat.calibrating"
    if name not in modules:  # an `import` takes 1.4 ms even for a loaded module, for each of eight seats
        __import__(name)
    calibrating: Calibrating = modules[name].Calibrating(chip, earlier)
    return calibrating
