"""The base of both sources of a page: a companion that mirrors the board and sends requests."""

from typing import TYPE_CHECKING, Any

from tavolo.link.telemetry import LAPTOP
from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.parts.source import Tutor, Visitors
from tavolo_host.history.kept_game import Action
from tavolo_host.history.recorder import Recorder
from tavolo_host.seats.gestures import Gestures
from tavolo_host.seats.questions import Questions
from tavolo_host.seats.rights import Rights
from tavolo_host.sources.past_games import PastGames
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tavolo.rules.game import Game
    from tavolo_host.history.kept_game import KeptGame


class CompanionSource:
    """The parts of a `TableSource` that come from its `companion`; `offered` is the game set up or requested last."""

    past: PastGames
    recorder: Recorder | None = None  # of the games here, where they are kept

    def __init__(self, companion: Companion, offered: Setup, roster: Visitors, rights: Rights, tutor: Tutor) -> None:
        self.companion = companion
        self.offered = offered
        self.roster, self.rights, self.tutor = roster, rights, tutor
        self.questions, self.gestures = Questions(roster, rights), Gestures(roster)

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self.companion.mirror

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
        asker = self._asker(visitor)
        if verb != "undo":
            return self._request(verb, asker)
        length = self.taken_back_to(visitor)
        return _("You have no move to take back yet.") if length is None else self._request(verb, length, asker)

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
