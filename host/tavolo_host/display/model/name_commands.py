"""What a visitor does about names: takes one, gives seats theirs, and goes on where another browser has it."""

from functools import partial

from tavolo.wiring import SEATS
from tavolo_host.display.model.visitor_commands import VisitorCommands
from tavolo_host.display.parts.source import TableSource
from tavolo_host.seats.rights import Right
from tavolo_host.seats.visitor_names import refusal_of_name
from tavolo_host.texts.language import _
from tavolo_host.texts.names import name_key


class NameCommands(VisitorCommands):
    """What `visitor` does about names."""

    def __init__(self, table: TableSource, visitor: str) -> None:
        super().__init__(table, visitor)
        self._wished = ""  # the name that was refused last

    def set_name(self, name: str) -> str | None:
        """Take a name; one that looks like that of another person is refused."""
        refusal = self._refusal(Right.NAME_ONESELF)
        if refusal:
            return refusal
        refusal = self._roster.visitor_names.set_name(self.visitor, name)
        self._wished = name if refusal else ""
        return refusal

    def name_seat(self, seat: int, name: str) -> str | None:
        """Give a name to a seat of a real board where nobody with a phone sits."""
        others = [each.name for each in self._table.seats() if each.seat != seat and each.name]
        refusal = self._refusal(Right.NAME_SEAT) or (refusal_of_name(name, others) if name else None)
        if not refusal:
            self._table.name_seat(seat, name)
        return refusal

    @property
    def _plays(self) -> bool:
        """Whether the visitor has a seat in a game that is played."""
        return self._roster.is_played and self.visitor in self._roster.seats

    def claims(self) -> list[int]:
        """Return the seats that may be the visitor's in another browser: those with the name that was refused."""
        if not self._wished or self._plays:
            return []
        owners = {seat: self._roster.owner_of(seat) for seat in range(SEATS)}
        return [
            seat
            for seat, owner in owners.items()
            if owner not in ("", self.visitor)
            and name_key(self._roster.visitor_names.name_of(owner)) == name_key(self._wished)
        ]

    def claim(self, seat: int) -> str | None:
        """Ask to go on at the seat that the visitor has in another browser."""
        if self._roster.owner_of(seat) in ("", self.visitor) or self._plays:
            return _("There is nobody at that seat.")
        do = partial(self._roster.hand_over, seat, self.visitor)
        return self._by(self._rights.to_claim(self.visitor, seat), seat, do)
