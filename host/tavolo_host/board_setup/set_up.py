"""The set-up of the board on the cable: asks the questions of `course`, lights what they need, writes the settings.

All pages of the host show the same set-up. It lives on the laptop, not on the board: a board that was unplugged or has
restarted is told again what it needs for the question at hand, and a page that was closed finds it where it was. While
no page shows it the board is free for games.
"""

from collections.abc import Generator, Sequence
from enum import StrEnum
from typing import Any

from tavolo.play import reasons
from tavolo.seat.states import KEYS
from tavolo.seat.touch import NOT_BUILT
from tavolo.wiring import PADS, SEATS
from tavolo_host.board.client import RETURN_MS, Request
from tavolo_host.board.companion import Companion
from tavolo_host.board_setup.course import WRITE, Answer, Question, Settings, next_question
from tavolo_host.board_setup.shared_bench import RunningCheck
from tavolo_host.selftest.report import Report
from tavolo_host.texts.deferred import deferred

CHIPS_MS = 10_000  # in which chips answer, or do not
UNSEEN_MS = 15_000  # after which a board whose set-up no page shows is free again
AGAIN_MS = 1000  # between two requests, of which the board has refused the first
MOST_VALUES = 200  # settings accepted from a board
TOO_OLD = deferred(
    "The firmware of this board is older than this program, and cannot be set up from the page: `tavolo flash` gives it"
    " this program's firmware."
)

Script = Generator[None, None, None]  # yields where it waits for the next step


class Stage(StrEnum):
    """Where a set-up is."""

    RESTS = "rests"
    ASKS = "asks"
    WRITES = "writes"
    CHECKS = "checks"
    DONE = "done"


class SetUp:
    """The set-up of the board that `companion` talks to.

    `is_new` says that this board was never set up; `values` are its settings by name. While it asks: `question` is at
    hand, after these `answers`, from which the `settings` follow so far; `touched` are the keys felt, as (seat, key),
    and `answering` the seats whose chips answer, None until all were looked for. `refusal` is why the board does not
    take part, "" while it does.
    """

    def __init__(self, companion: Companion) -> None:
        self._companion = companion
        companion.listeners.append(self._hear)
        self.stage = Stage.RESTS
        self.is_new = False
        self.values: Settings = {}
        self.answers: list[Answer] = []
        self.question: Question | None = None
        self.settings: Settings = {}
        self.answering: set[int] | None = None
        self._chips: dict[int, bool] = {}  # whether it answers, by seat
        self._looked_ms = 0.0  # for chips
        self.touched: set[tuple[int, int]] = set()
        self.refusal = ""
        self.check: RunningCheck | None = None
        self._is_put_off = False
        self._known_boot = ""  # of the start of the board whose settings are known
        self._is_lit: tuple[object, ...] | None = None  # what the board was told to light; None outside of a selftest
        self._script: Script | None = None
        self._unseen_ms = 0.0
        self._elapsed_ms = 0.0

    # ---- what a page asks and says

    @property
    def is_wanted(self) -> bool:
        """Whether a page should ask at once what was built: of a board that was never set up, until that is put off.

        A game at the board comes first.
        """
        mirror = self._companion.mirror
        is_free = self._is_there and bool(mirror.in_step) and mirror.game is None
        return self.is_new and not self._is_put_off and self.stage is Stage.RESTS and is_free

    @property
    def is_running(self) -> bool:
        """Whether the board is being set up, and cannot play."""
        return self.stage in (Stage.WRITES, Stage.CHECKS) or self._is_lit is not None

    @property
    def report(self) -> Report | None:
        """What the check after the writing has found; None before its end."""
        return self.check.report if self.check else None

    def seen(self) -> None:
        """Note that a page shows it."""
        self._unseen_ms = 0.0

    def begin(self) -> None:
        """Ask from the beginning, if it rests or is done."""
        if self.stage in (Stage.RESTS, Stage.DONE):
            self.stage, self.answers, self.refusal, self.check = Stage.ASKS, [], "", None
            self.touched.clear()
            self._chips.clear()
            self._looked_ms = 0.0
            self._look_at_answers()

    def answer(self, number: int, value: str) -> bool:
        """Take the answer to question `number`, 0 for the first; False if another one is asked now, or it is none."""
        question = self.question
        if self.stage is not Stage.ASKS or number != len(self.answers) or question is None:
            return False
        if value not in question.choices:
            return False
        self.answers.append((question.name, value))
        self.refusal = ""
        self._look_at_answers()
        if value == WRITE and self.question is None:
            self.stage, self._script = Stage.WRITES, None
        return True

    def back(self) -> None:
        """Ask the last question again."""
        if self.stage is Stage.ASKS and self.answers:
            del self.answers[-1]
            self.refusal = ""
            self._look_at_answers()

    def check_again(self) -> None:
        """Check the board once more."""
        if self.stage is Stage.DONE:
            self.stage = Stage.CHECKS

    def leave(self) -> None:
        """Put it off: nothing is written, and the board is free again. What is being written or checked goes on."""
        if self.stage in (Stage.ASKS, Stage.DONE):
            self.stage, self.question, self.refusal = Stage.RESTS, None, ""
            self._is_put_off = True

    def close(self) -> None:
        """End what runs."""
        if self.check:
            self.check.leave()

    # ---- time

    def step(self, elapsed_ms: float) -> None:
        """Let time pass."""
        self._elapsed_ms = elapsed_ms
        self._unseen_ms += elapsed_ms
        if not self._is_there:
            self._is_lit = None
        if self.stage is Stage.ASKS and self.answering is None and self._is_lit is not None:
            self._looked_ms += elapsed_ms
            self._look_at_answers()
        if self._script is None:
            self._script = self._next_script()
        if self._script is not None and next(self._script, self) is self:
            self._script = None

    def _next_script(self) -> Script | None:
        """Return what is to be done now, if anything."""
        port = self._companion.port
        if self.stage is Stage.WRITES:
            return self._writing()
        if self.stage is Stage.CHECKS:
            return self._checking()
        if not self._is_there:
            return None
        if self.stage is Stage.ASKS and self._unseen_ms < UNSEEN_MS:
            return self._lighting() if self._is_lit != self._wanted() else None
        self._free()
        return self._learning() if port.board.get("boot", "") != self._known_boot else None

    def _free(self) -> None:
        """End the selftest, so that games can be played."""
        if self._is_lit is not None:
            self._is_lit = None
            self._companion.ask("selftest", "end")

    @property
    def _is_there(self) -> bool:
        return self._companion.connected

    # ---- what is done, in the order in which it is

    def _asked(self, kind: str, *values: Any) -> Generator[None, None, Request]:
        """Ask the board as soon as it is there, and wait for its answer."""
        while not self._is_there:
            yield
        request = self._companion.ask(kind, *values)
        while request.accepted is None:
            yield
        return request

    def _rest(self, milliseconds: float) -> Script:
        while milliseconds > 0:
            milliseconds -= self._elapsed_ms
            yield

    def _learning(self) -> Script:
        """Ask the board for its settings."""
        boot = self._companion.port.board.get("boot", "")
        self.values = {}
        request = yield from self._asked("ask_settings")
        if request.accepted or request.is_older:
            self._known_boot = boot
            self.is_new = request.reason[1:] == (0,)
        else:
            if request.reason == (reasons.SELFTEST_RUNS,):  # from before the cable was pulled
                yield from self._asked("selftest", "end")
            yield from self._rest(AGAIN_MS)

    def _wanted(self) -> tuple[object, ...]:
        """Return what the board should light now: strip, first byte, levels; nothing for most questions."""
        question = self.question
        return (question.strip, question.byte, question.levels) if question and question.levels else (0, 0, (0,))

    def _lighting(self) -> Script:
        """Have the board light what the question is about, in a selftest."""
        wanted = self._wanted()
        if self._is_lit is None:
            begun = yield from self._asked("selftest", "begin")
            if not begun.accepted:
                self.refusal = begun.sentence
                yield from self._rest(AGAIN_MS)
                return
            self.refusal = ""
        elif self._is_lit[0] != wanted[0] and self._is_lit[2] != (0,):
            yield from self._asked("light", self._is_lit[0], 0, (0,))
        lit = yield from self._asked("light", *wanted)
        self._is_lit = wanted if lit.accepted else None
        if lit.is_older:
            self.leave()
            self.refusal = TOO_OLD
            yield from self._asked("selftest", "end")
        elif not lit.accepted:
            yield from self._rest(AGAIN_MS)

    def _writing(self) -> Script:
        """Write the settings, until the board says that it has them."""
        if self._is_lit is not None:
            self._is_lit = None
            yield from self._asked("selftest", "end")
        while True:
            yield from self._learning()
            if self.settings.items() <= self.values.items() and not self.is_new:
                self.stage = Stage.CHECKS
                return
            boot = self._companion.port.board.get("boot", "")
            changed = yield from self._asked("change_settings", tuple(self.settings.items()))
            if changed.reason and not changed.accepted:
                self.stage = Stage.ASKS
                self.refusal = deferred("The board has not kept the settings: {}", changed.sentence)
                del self.answers[-1]
                self._look_at_answers()
                return
            left_ms = float(RETURN_MS) if changed.accepted else 0.0
            while left_ms > 0 and (not self._is_there or self._companion.port.board.get("boot", "") == boot):
                left_ms -= self._elapsed_ms
                yield

    def _checking(self) -> Script:
        """Run the automatic part of the selftest."""
        while not self._is_there:
            yield
        self.check = check = RunningCheck(self._companion)
        while not check.is_over:
            yield
            check.step(self._elapsed_ms)
        if check.problem:
            self._companion.ask("selftest", "end")
        self.stage = Stage.DONE

    # ---- what the board says

    def _hear(self, kind: str, values: Sequence[Any]) -> None:
        if self.check and not self.check.is_over:
            self.check.bench.hear(kind, tuple(values))
        if kind == "settings" and len(self.values) < MOST_VALUES:
            self.values |= dict(values[0])
        elif kind == "chip" and self.stage is Stage.ASKS and values[1] != NOT_BUILT:
            self._chips[values[0]] = not values[1]
            self._look_at_answers()
        elif kind == "touched" and self.stage is Stage.ASKS:
            self.touched |= {(values[0], key) for key in range(KEYS) if values[1] >> (PADS + key) & 1}

    def _look_at_answers(self) -> None:
        """Find the question that is at hand; what a lost chip has made pointless is asked again."""
        if len(self._chips) == SEATS or self._looked_ms > CHIPS_MS:
            self.answering = {seat for seat, answers in self._chips.items() if answers}
        else:
            self.answering = None
        self.question, self.settings, self.answers = next_question(self.answers, self.answering)
