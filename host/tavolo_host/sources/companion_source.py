"""The base of both sources of a page: a companion that mirrors the board and sends requests."""

from typing import TYPE_CHECKING, Any

from tavolo.link.telemetry import LAPTOP
from tavolo.rules.contract import Setup
from tavolo.wiring import SEATS
from tavolo_host.board.companion import Companion
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.source import OwnView
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavolo.rules.game import Game
    from tavolo_host.history.kept_game import KeptGame
    from tavolo_host.sources.visitors import Visitors


class CompanionSource:
    """The parts of a `TableSource` that come from its `companion`; `offered` is the game set up or requested last."""

    visitors: "Visitors | None" = None

    def __init__(self, companion: Companion, offered: Setup) -> None:
        self.companion = companion
        self.offered = offered
        self._sitting: dict[str, int] = {}  # the visitors of a watched board who have said where they sit

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self.companion.mirror

    def unfinished(self) -> "Sequence[KeptGame]":
        """Return the games with which this table can go on: a board that is watched keeps its own."""
        return ()

    def go_on(self, game_id: int) -> str | None:
        """Go on with one of these."""
        return _("This game cannot go on.")

    def own(self, visitor: str) -> OwnView | None:
        """Return the visitor's seat and what only they see there; at a watched board, the seat alone."""
        if self.visitors:
            return self.visitors.own(visitor)
        return OwnView(self._sitting[visitor], (), None) if visitor in self._sitting else None

    def sit(self, visitor: str, seat: int, name: str) -> str | None:
        """Seat a visitor of this name; at a watched board, note where they sit."""
        if self.visitors:
            return self.visitors.sit(visitor, seat)
        if not visitor or not 0 <= seat < SEATS:
            return _("There is no seat {}.").format(seat + 1)
        if seat in self._sitting.values() and self._sitting.get(visitor) != seat:
            return _("That seat is taken.")
        self._sitting[visitor] = seat
        if name:
            self.name_seat(seat, name)
        return None

    def stand(self, visitor: str) -> None:
        """Take a visitor's seat away."""
        self._sitting.pop(visitor, None)
        if self.visitors:
            self.visitors.stand(visitor)

    def name_seat(self, seat: int, name: str) -> None:
        """Set the name at a seat of a watched table; "" for none."""

    def taken_back_to(self, visitor: str) -> int | None:
        """Return how many actions precede the decision that the visitor may ask to take back; None if there is none."""
        mirror, own = self.mirror, self.visitors.seats.get(visitor) if self.visitors else None
        players = [player for player, seat in enumerate(mirror.seats) if not self.visitors or seat == own]
        for length in range(len(mirror.actions) - 1, -1, -1) if players else ():
            if mirror.game and mirror.game.actor(mirror.actions[length]) in players:
                return length
        return None

    def ask(self, visitor: str, verb: str) -> str | None:
        """Ask to "undo" or "abandon"; return None, or why it was not sent. The answer is logged."""
        seats = self.visitors.seats if self.visitors else self._sitting
        if seats and visitor not in seats:
            return _("Only players can ask for that: take a seat first.")
        seat = seats.get(visitor)
        asker = seat if seat in self.mirror.seats else LAPTOP
        if verb != "undo":  # a visitor who plays with virtual players alone is asked, so that one click ends no game
            is_alone = self.visitors is not None and len(self.visitors.seats) - len(self.visitors.away()) < 2
            return self._request(verb, LAPTOP if is_alone else asker)
        length = self.taken_back_to(visitor)
        return _("You have no move to take back yet.") if length is None else self._request(verb, length, asker)

    def _request(self, kind: str, *values: Any) -> str | None:
        request = self.companion.ask(kind, *values)
        return request.sentence if request.accepted is False else None

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
