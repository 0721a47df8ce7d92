"""What a visitor does to set a real board up, by the right to do so."""

from collections.abc import Callable

from tavolo_host.board_setup.set_up import SetUp
from tavolo_host.display.model.visitor_commands import VisitorCommands
from tavolo_host.seats.rights import Right
from tavolo_host.texts.language import _


class SetUpCommands(VisitorCommands):
    """What `visitor` does in the set-up of the board, which all pages of hosts share."""

    def begin(self) -> str | None:
        """Begin it, or go on with it; not during a game."""
        if self._roster.is_played and not self._refusal(Right.SET_UP):
            return _("A game is being played.")
        return self._do(lambda set_up: set_up.begin())

    def tell(self, number: int, value: str) -> str | None:
        """Answer question `number`; nothing happens if another browser was quicker."""
        return self._do(lambda set_up: set_up.answer(number, value))

    def step_back(self) -> str | None:
        """Ask the last question again."""
        return self._do(lambda set_up: set_up.back())

    def check_again(self) -> str | None:
        """Check the board once more."""
        return self._do(lambda set_up: set_up.check_again())

    def leave(self) -> str | None:
        """Put it off, or end it when all is done."""
        return self._do(lambda set_up: set_up.leave())

    def _do(self, deed: Callable[[SetUp], object]) -> str | None:
        refusal = self._refusal(Right.SET_UP)
        if refusal is None and self._table.set_up is not None:
            deed(self._table.set_up)
        return refusal
