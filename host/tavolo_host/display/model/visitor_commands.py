"""What all commands of a visitor share: the rights that decide about each.

A command that is refused returns a sentence; None means that it is done, or that others are asked for their yes.
"""

from collections.abc import Callable

from tavolo_host.display.parts.source import TableSource
from tavolo_host.seats.rights import Answer, Right


class VisitorCommands:
    """Commands of `visitor`, "" for a television, at a table."""

    def __init__(self, table: TableSource, visitor: str) -> None:
        self.visitor = visitor
        self._table = table
        self._roster, self._rights = table.roster, table.rights

    def may(self, right: Right) -> bool:
        """Return whether the visitor has a right, if need be with the yes of others."""
        return self._rights.answer(self.visitor, right) is not Answer.NO

    def _may_alone(self, right: Right) -> bool:
        return self._rights.may(self.visitor, right)

    def _refusal(self, right: Right) -> str | None:
        return self._rights.refusal(self.visitor, right)

    def _by(self, right: Right, seat: int, do: Callable[[], str | None]) -> str | None:
        """Do something about a seat, or ask those without whose yes it cannot be done."""
        if self._may_alone(right):
            return do()
        return self._refusal(right) or self._table.questions.ask(right, self.visitor, seat, do)
