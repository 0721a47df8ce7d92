"""The base of both sources of a page: a companion that mirrors the board and sends requests."""

from typing import TYPE_CHECKING, Any

from tavolo.link.hello import PHONES
from tavolo.link.telemetry import LAPTOP
from tavolo.play.council import WAIT_MS
from tavolo.rules.contract import Setup
from tavolo.wiring import SEATS
from tavolo_host.board.companion import Companion
from tavolo_host.board.mirror import Mirror
from tavolo_host.board_setup.set_up import SetUp, Stage
from tavolo_host.display.parts.source import Tutor, Visitors
from tavolo_host.history.kept_game import Action
from tavolo_host.history.recorder import Recorder
from tavolo_host.seats.gestures import Gestures
from tavolo_host.seats.questions import Questions
from tavolo_host.seats.rights import Rights
from tavolo_host.sources.past_games import PastGames
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from tavolo.rules.game import Game
    from tavolo_host.board.client import Request
    from tavolo_host.display.parts.source import TableSource
    from tavolo_host.history.kept_game import KeptGame
    from tavolo_host.own_lights.own_lights import OwnLights

SETTLING_MS = 1000  # between two questions, so that no answer to the one is taken for one to the other


def by_phone(companion: Companion) -> list[int]:
    """Return the seats by phone of the board that a laptop talks to; none without a board."""
    phones = int(companion.port.board.get(PHONES, "0"), 16) if companion.connected else 0
    return [seat for seat in range(SEATS) if phones >> seat & 1]


class CompanionSource:
    """The parts of a `TableSource` that come from its `companion`; `offered` is the game set up or requested last."""

    past: PastGames
    can_play_on = has_own_time = plays_phones = False
    set_up: SetUp | None = None  # of a real board
    succeed: "Callable[[SetUp | None], Any] | None" = None  # builds the source of the board as it is now
    _successor: Any = None
    recorder: Recorder | None = None  # of the games here, where they are kept
    own_lights: "OwnLights | None" = None

    def __init__(self, companion: Companion, offered: Setup, roster: Visitors, rights: Rights, tutor: Tutor) -> None:
        self.companion = companion
        self.offered = offered
        self.roster, self.rights, self.tutor = roster, rights, tutor
        self._asked: Request | None = None  # the last question to everybody that was put from here
        self._asked_ms = 0  # when one was open last, by the log's clock
        # What visitors ask after that: "undo" or "abandon", the number of the game, and the actions it is about.
        self._put_off: dict[str, tuple[str, int, Sequence[Action]]] = {}
        self.questions, self.gestures = Questions(roster, rights), Gestures(roster)

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self.companion.mirror

    def successor(self) -> "TableSource | None":
        """Return the source that takes this one's place, if seats of the board are played by phone only since then."""
        is_other = self.companion.connected and bool(by_phone(self.companion)) != self.plays_phones
        is_at_rest = self.set_up is None or self.set_up.stage in (Stage.RESTS, Stage.DONE)
        is_known = self.mirror.in_step is not None and not (self.plays_phones and self.roster.is_played)
        if self.succeed and is_other and is_at_rest and is_known:
            self.let_go()
            self._successor = self.succeed(self.set_up)
        successor: TableSource | None = self._successor
        return successor

    def let_go(self) -> None:
        """Close everything but the connection to the board."""
        self.past.close()

    def close(self) -> None:
        """Close everything: where another source has taken this one's place, that one does."""
        if self._successor:
            self._successor.close()
            return
        self.let_go()
        if self.set_up:
            self.set_up.close()
        self.companion.close()

    def evening(self) -> int:
        """Return the number of the evening to which the game belongs, 0 if no game is kept."""
        return self.recorder.evening() if self.recorder else 0

    def unfinished(self) -> "Sequence[KeptGame]":
        """Return the games with which this table can go on: a board that is watched keeps its own."""
        return ()

    def sat_in(self, game_id: int) -> "Collection[str]":
        """Return the visitors who had a seat in one of these."""
        return ()

    def go_on(self, game_id: int) -> str | None:
        """Go on with one of these, its people at their seats; the others stand up."""
        return _("This game cannot go on.")

    def name_seat(self, seat: int, name: str) -> None:
        """Set the name at a seat of a watched table where no visitor with a name sits; "" for none."""

    def taken_back_to(self, visitor: str) -> int | None:
        """Return how many actions precede the decision that the visitor may ask to take back; None if there is none."""
        mirror, own = self.mirror, self.roster.seats.get(visitor)
        players = [player for player, seat in enumerate(mirror.seats) if not self.roster.has_hands or seat == own]
        for length in range(len(mirror.actions) - 1, -1, -1) if players else ():
            if mirror.game and mirror.game.actor(mirror.actions[length]) in players:
                return length
        return None

    def ask(self, visitor: str, verb: str, is_alone: bool) -> str | None:
        """Ask to "undo" or "abandon"; return None, or why it was not sent. The answer is logged."""
        length = self.taken_back_to(visitor)
        if verb == "undo" and length is None:
            return _("You have no move to take back yet.")
        about = self.mirror.actions[: (length or 0) + 1] if verb == "undo" else []
        if self._is_asking() and not is_alone:
            self._put_off[visitor] = verb, self.mirror.game_number, about
            return _("Another question is open: yours comes after it.")
        return self._put(visitor, verb, about)

    def _put(self, visitor: str, verb: str, about: "Sequence[Action]") -> str | None:
        """Put a visitor's question to the table; that to undo is `about` the last of these actions."""
        asker = self._asker(visitor)
        values = (len(about) - 1, asker) if verb == "undo" else (asker,)
        self._asked = self.companion.ask(verb, *values)
        return self._asked.sentence if self._asked.accepted is False else None

    def _is_asking(self) -> bool:
        """Return whether a question to everybody is open, or on its way to the board."""
        is_on_its_way = self._asked is not None and self._asked.accepted is None
        return is_on_its_way or self.mirror.view.question is not None

    def ask_next(self) -> None:
        """Put the question that had to wait for another one, as soon as the board takes it, if it still has a point."""
        mirror, has_failed = self.mirror, self._asked is not None and not self._asked.accepted
        if self._is_asking():
            self._asked_ms = mirror.log.now_ms
        elif self._put_off and mirror.log.now_ms - self._asked_ms > SETTLING_MS + WAIT_MS * has_failed:
            visitor = next(iter(self._put_off))
            verb, game, about = self._put_off.pop(visitor)
            is_of_now = self.roster.is_played and game == mirror.game_number and mirror.actions[: len(about)] == about
            if is_of_now and self.rights.refusal(visitor, self.rights.to_ask(verb)) is None:
                self._put(visitor, verb, about)

    def _asker(self, visitor: str) -> int:
        """Return the seat that asks for a visitor; the laptop does for those who do not play."""
        seat = self.roster.seats.get(visitor, LAPTOP)
        return seat if seat in self.mirror.seats else LAPTOP

    def _request(self, kind: str, *values: Any) -> str | None:
        request = self.companion.ask(kind, *values)
        return request.sentence if request.accepted is False else None

    def play_on(
        self, visitor: str, setup_text: str, seats: tuple[int, ...], actions: tuple[Action, ...], player: int
    ) -> str | None:
        """Let a visitor go on as a player after these actions of a game, against bots; return None, or why not."""
        return _("This game cannot go on.")

    def _begin(
        self, players: int, seats: tuple[int, ...], game: "Game | None", options: tuple[int, ...] | None
    ) -> str | None:
        """Ask the board to start a game at these seats, by default the offered one."""
        try:
            setup = Setup(game or self.offered.game, players, options if game else self.offered.options)
            setup.game.start(setup)  # raises where values do not go together
        except ValueError as problem:
            return str(problem)
        self.offered = setup
        return self._request("new", seats, setup.text())
