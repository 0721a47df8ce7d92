"""What a virtual table and a board that is watched share as sources of a page: a companion that mirrors and asks."""

from typing import TYPE_CHECKING, Any

from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.board.mirror import Mirror

if TYPE_CHECKING:
    from tavolo.rules.game import Game


class CompanionSource:
    """What a `TableSource` has of its `companion`. `offered` is the game that was set up, or asked for last."""

    def __init__(self, companion: Companion, offered: Setup) -> None:
        self.companion = companion
        self.offered = offered

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self.companion.mirror

    def ask(self, verb: str) -> str | None:
        """Ask the board to "undo" or to "abandon"; its answer comes into the log when every seat has pressed a key."""
        return self._ask(verb)

    def _begin(
        self, players: int, seats: tuple[int, ...], game: "Game | None", options: tuple[int, ...] | None
    ) -> str | None:
        """Ask the board to begin a game at these seats, the offered one unless another is named."""
        try:
            setup = Setup(game or self.offered.game, players, options if game else self.offered.options)
            setup.game.start(setup)  # says what values do not go together
        except ValueError as problem:
            return str(problem)
        self.offered = setup
        return self._ask("new", seats, setup.text())

    def _ask(self, kind: str, *values: Any) -> str | None:
        """Return None when the question is on its way, else why it is not; the board's answer comes into the log."""
        request = self.companion.ask(kind, *values)
        return request.sentence if request.accepted is False else None
