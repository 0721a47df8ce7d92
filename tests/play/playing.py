"""A referee with a game, and seats that only remember their calls; script in, record out."""

from collections.abc import Callable
from typing import Any

from tavolo.journal.journal import Journal
from tavolo.link.telemetry import LAPTOP
from tavolo.play.listing import ListedRecord
from tavolo.play.play import Play
from tavolo.play.referee import Referee
from tavolo.play.resuming import Replay
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo.seat import states
from tavolo.seat.keys import Keys
from tavolo.wiring import SEATS


class Place:
    """A seat without a chip. `answers` are the referee's answers to the cards in its slot."""

    is_by_phone = False
    trouble = 0
    is_idle = False
    calibration = None
    keys = Keys()

    def __init__(self, number: int) -> None:
        self.number = number
        self.state = states.IS_EMPTY
        self.answers: list[str] = []

    def present_calibration(self) -> None:
        return None

    def accept(self) -> None:
        self.answers.append("accept")

    def refuse(self) -> None:
        self.answers.append("refuse")

    def take_back(self) -> None:
        self.answers.append("take back")


class Unseen:
    """Lights that nobody sees."""

    has_changed = has_acted = False

    def show(self, view: Any) -> None:
        """Show nothing."""


class Playing:
    """The game `setup` of the seats `players`, begun in the `journal`, or resumed from it if `is_resumed`.

    Cards are given as codes, without slots. Attributes are those of the `Play`, or else of the `Referee`.
    """

    def __init__(
        self,
        setup: Setup,
        players: tuple[int, ...],
        heard: Any,
        below: Callable[[int], int] = lambda n: 0,
        journal: Journal | None = None,
        is_resumed: bool = False,
    ) -> None:
        self.places = [Place(number) for number in range(SEATS)]
        self.journal = journal or Journal(None)
        self.journal.is_unfinished = False  # this class resumes games itself, also those without a text
        self.referee = Referee(self.places, heard, self.journal, Unseen(), below)  # type: ignore[arg-type]
        self.referee.open_game(ListedRecord(setup) if is_resumed else Record(setup), players)
        if is_resumed:
            self.referee.replay = Replay(self.journal, self.play.record)
        else:
            self.play.start()

    @property
    def play(self) -> Play:
        play = self.referee.play
        assert play is not None
        return play

    def __getattr__(self, name: str) -> Any:
        return getattr(self.play if hasattr(self.play, name) else self.referee, name)

    def card(self, seat: int, code: int) -> tuple[tuple[int, ...] | None, bool]:
        """The reason of a refusal or None, and whether an action was taken."""
        return self.referee.judged(seat, code)

    def card_that_lay_there(self, seat: int, code: int) -> tuple[tuple[int, ...] | None, bool]:
        """The same of a card that lay in its slot at power-on."""
        self.referee.glance.begin()
        verdict = self.referee.judged(seat, code)
        self.referee.glance.end()
        return verdict

    def ask(self, what: int, request: int = 0, length: int | None = None, asker: int = LAPTOP) -> None:
        self.referee.ask(what, request, length, asker)

    def key(self, seat: int, key: int) -> bool:
        """Whether an action was taken."""
        return self.referee.key(seat, key)

    def step(self, elapsed_ms: int, slots_are_empty: Callable[[], bool] = lambda: True) -> bool:
        """Whether anything changed."""
        for place in self.places:
            place.state = states.IS_EMPTY if slots_are_empty() else states.IS_ACCEPTED
        showing = self.referee.showing
        showing.has_acted = False
        self.referee.step(elapsed_ms)
        return showing.has_acted

    def resume(self) -> int:
        """Replay all; how many ticks that took."""
        passes = 0
        while self.referee.replay:
            self.referee.resume()
            passes += 1
        self.referee.glance.end()  # the slots are empty, unless a test says otherwise
        return passes
