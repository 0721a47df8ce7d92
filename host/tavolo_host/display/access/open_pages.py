"""How many pages are open: limits for each browser and address, and few pages without a socket yet.

A page costs memory and processor time from when its socket is connected until RECONNECT_SECONDS after its end. Any
program, and any web page in a browser of this computer, can ask for the page without ever connecting.

A guest may have many addresses and browsers. So who sits at the table has room also when others have taken it all.
"""

from collections.abc import Callable
from dataclasses import dataclass

from nicegui.client import Client
from starlette.requests import HTTPConnection

WAITING = 4  # of one address, and
WAITING_IN_ALL = 40  # pages at most wait for their socket; a new one replaces the oldest
WAIT_S = 30.0  # for a socket, at most
OPEN, OPEN_IN_ALL = 40, 120  # connected pages of one address, and over the network
OF_VISITOR = 10  # connected pages of one browser from the network


@dataclass
class _Opened:
    address: str
    visitor: str
    is_here: bool
    is_known: bool  # by its browser's secret
    is_connected: bool = False


class OpenPages:
    """The pages that are open now, or wait for their socket. `sits` returns whether a visitor has a seat."""

    def __init__(self, sits: Callable[[str], bool] = lambda _visitor: False) -> None:
        self._sits = sits
        self._pages: dict[Client, _Opened] = {}  # the newest last

    def has_room(self, address: str, visitor: str, is_here: bool) -> bool:
        """Return whether a visitor may open one more page, from an address which `is_here` on this computer."""
        connected = [page for page in self._pages.values() if page.is_connected]
        of_address = sum(page.address == address for page in connected)
        if is_here:
            return of_address < OPEN
        if sum(page.visitor == visitor for page in connected) >= OF_VISITOR:
            return False
        from_network = sum(not page.is_here for page in connected)
        return self._sits(visitor) or (of_address < OPEN and from_network < OPEN_IN_ALL)

    async def connected(self, client: Client, is_here: bool) -> bool:
        """Wait until the page's browser has connected its socket; return False if the page was deleted before.

        Raises ClientConnectionTimeout after WAIT_S, upon which NiceGUI deletes the page.
        """
        state = client.request.state
        page = _Opened(address_of(client.request), state.visitor, is_here, state.is_known)
        self._pages[client] = page
        client.on_delete(lambda: self._pages.pop(client, None))
        self._make_room(page)
        await client.connected(WAIT_S)
        page.is_connected = not client.is_deleted
        return page.is_connected

    def _make_room(self, newest: _Opened) -> None:
        """Delete the oldest waiting page if there are too many; a browser's first visit before its later ones."""
        waiting = [(client, page) for client, page in self._pages.items() if not page.is_connected]
        of_address = [each for each in waiting if each[1].address == newest.address]
        for found, most in ((of_address, WAITING), (waiting, WAITING_IN_ALL)):
            if len(found) > most:
                oldest = min(found[:-1], key=lambda each: each[1].is_known)[0]
                if not oldest.is_deleted:
                    oldest.delete()


def address_of(connection: HTTPConnection) -> str:
    """Return the address from which a request comes."""
    return connection.client.host if connection.client else ""
