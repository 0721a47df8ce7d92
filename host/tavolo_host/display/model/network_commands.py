"""What a visitor does about the network: opens the page to it, closes it again, and removes guests."""

from tavolo_host.display.access.lan import Lan
from tavolo_host.display.model.visitor_commands import VisitorCommands
from tavolo_host.display.parts.source import TableSource
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _


class NetworkCommands(VisitorCommands):
    """What `visitor` does about `lan`, the way in from the network, and its guests."""

    def __init__(self, table: TableSource, presence: Presence, visitor: str, lan: Lan) -> None:
        super().__init__(table, visitor)
        self._presence = presence
        self._lan = lan

    async def open(self, address: str = "") -> str | None:
        """Open the page to the network, at one of this computer's addresses; "" is the default route's."""
        refusal = self._refusal(Right.OPEN_NETWORK)
        if refusal or (address and address not in self._lan.others):
            return refusal
        try:
            await self._lan.open(address)
        except OSError as problem:
            return _("The page cannot be opened to the network: {}.").format(problem.strerror or problem)
        return None

    async def close(self) -> str | None:
        """Close the page to the network."""
        refusal = self._refusal(Right.OPEN_NETWORK)
        if not refusal:
            await self._lan.close()
        return refusal

    def renew_letters(self) -> str | None:
        """Make the letters and the QR code of before worthless."""
        refusal = self._refusal(Right.OPEN_NETWORK)
        if not refusal:
            self._lan.invitation.renew()
        return refusal

    async def remove(self, number: int) -> str | None:
        """Remove the guest with this number from the network; a seat stays theirs, as that of a person who is away."""
        guest = self._roster.visitor_names.with_number(number)
        refusal = self._refusal(Right.REMOVE)
        if not refusal and guest and guest not in self._roster.hosts:
            self._roster.tell(deferred("{} was removed from the table.", self._roster.called(guest)))
            self._roster.invited.removed[guest] = self._roster.called(self.visitor)
            await self._lan.remove(guest, keeping=self._roster.seats)
            self._presence.gone(guest)
            if guest not in self._roster.seats:
                self._roster.visitor_names.set_name(guest, "")
        return refusal
