"""The base of both sources of a page: a companion that mirrors the board and sends requests."""

from typing import TYPE_CHECKING, Any

from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.board.mirror import Mirror

if TYPE_CHECKING:
    from tavolo.rules.game import Game


class CompanionSource:
    """The parts of a `TableSource` that come from its `companion`; `offered` is the game set up or requested last."""

    def __init__(self, companion: Companion, offered: Setup) -> None:
        self.companion = companion
        self.offered = offered

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self.companion.mirror

    def ask(self, verb: str, *values: Any) -> str | None:
        """Send a request such as "undo" or "abandon"; return None, or why it was not sent. The answer is logged."""
        request = self.companion.ask(verb, *values)
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
        return self.ask("new", seats, setup.text())
