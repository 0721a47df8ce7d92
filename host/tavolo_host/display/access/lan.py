"""The way into the page from other machines: off until it is opened, and then by an invitation.

Phones reach the page at one address of this computer, and have to bring the invitation that the table shows. What is
sent is not encrypted: others who listen on the network could read it.
"""

import asyncio
import ipaddress
import socket
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import cast

import ifaddr
from nicegui import core
from nicegui.client import Client
from nicegui.server import Server

from tavolo_host.display.access.invitation import Invitation
from tavolo_host.display.access.limits import Limit
from tavolo_host.seats.admissions import Admission, Invited

PAGES, PAGES_S = 30, 60.0  # that one browser may ask for
LONGEST_ADDRESS = 60  # letters that a sentence repeats of one
INVITATION = "invitation"  # the part of an address that has the code
NOWHERE = ("192.0.2.1", 9)  # no packet is sent there (RFC 5737)


def addresses() -> list[str]:
    """Return this computer's IPv4 addresses on its networks, that of the default route first."""
    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            first = probe.getsockname()[0]
        except OSError:  # there is no network
            first = ""
    return sorted((ip for ip in set(found) if not ip.startswith("127.")), key=lambda ip: (ip != first, ip))


def is_own(address: str) -> bool:
    """Return whether this computer has an address now; a name is none, and nobody waits until it is looked up."""
    if not _is_address(address):
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


class Lan:
    """The page's door to the network, open where `invited` says, for the visitors that it lists.

    `clock` is for what is renewed and limited, `now` for how long visitors stay admitted. `on_lost` is called when
    phones cannot reach the page any longer at its address.
    """

    def __init__(
        self,
        port: int,
        invited: Invited,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.invited = invited
        self.invitation = Invitation(clock)
        self.is_lost = False  # whether it should be open, and this computer does not have the address
        self.on_lost: Callable[[], None] = lambda: None
        self.pages = Limit(PAGES, PAGES_S, clock)
        self._port = port
        self._now = now
        self._listener: asyncio.Server | None = None
        self._last = ""  # the address where the page was open last
        self._is_wanted = False
        self._found: list[str] = []  # this computer's addresses at the last look
        self._turn = asyncio.Lock()  # of who opens, closes or follows: each waits, and leaves nothing half done

    @property
    def address(self) -> str:
        """Where the page is open to the network, "" nowhere."""
        return self.invited.address if self._listener else ""

    @property
    def others(self) -> list[str]:
        """Addresses of this computer where the page could be open instead."""
        return [each for each in self._found if each != self.address]

    @property
    def is_taken(self) -> bool:
        """Whether this computer has the address, and another program its port there."""
        return self._listener is None and self.invited.address in self._found

    @property
    def url(self) -> str:
        """The address that a phone opens."""
        return f"http://{self.address}:{self._port}/"

    def link(self) -> str:
        """Return the address with the code, which opens the table without letters."""
        return f"{self.url}?{INVITATION}={self.invitation.code()}"

    def admit(self, visitor: str, letters: str, code: str, address: str) -> bool:
        """Admit a visitor from an address who brings the code, or if there is none the letters."""
        opens = self.invitation.opens_by_code(code) if code else self.invitation.opens_by_letters(letters, address)
        if opens:
            now = self._now()
            self.invited.visitors[visitor] = Admission(now, now)
            self.invited.removed.pop(visitor, None)
        return opens

    def is_admitted(self, visitor: str) -> bool:
        """Return whether a visitor is still admitted, and note that its browser is here."""
        admission = self.invited.visitors.get(visitor)
        if admission is None or not admission.holds(self._now()):
            return False
        admission.note(self._now())
        return True

    async def look(self) -> None:
        """Note who is here, and end the pages of those who are no longer admitted; called now and then."""
        for client in self._clients():
            if client.has_socket_connection:
                self.is_admitted(visitor_at(client))
        now, admitted = self._now(), self.invited.visitors
        for visitor in [visitor for visitor, admission in admitted.items() if not admission.holds(now)]:
            del admitted[visitor]
        await self._show_out([client for client in self._clients() if visitor_at(client) not in admitted])

    async def remove(self, visitor: str, keeping: Collection[str] = ()) -> None:
        """Admit a visitor no longer: its pages end at once, and no invitation that it has seen opens the table.

        It may have more browsers in store, so of the others those stay admitted that have a page or are to be kept.
        """
        connected = {visitor_at(client) for client in self._clients() if client.has_socket_connection}
        for other in [*self.invited.visitors]:
            if other == visitor or other not in {*connected, *keeping}:
                del self.invited.visitors[other]
        self.invitation.renew()
        await self._show_out([client for client in self._clients() if visitor_at(client) == visitor])

    async def open(self, address: str = "") -> None:
        """Listen at an address of this computer, by default the default route's; OSError if that is impossible."""
        async with self._turn:
            await self._open(address)

    async def _open(self, address: str) -> None:
        found = addresses()
        chosen = address or self._last or next(iter(found), "")
        if not chosen:
            raise OSError("this computer is on no network")
        if not _is_address(chosen):
            raise OSError(f"“{chosen[:LONGEST_ADDRESS]}” is no address, as in 192.168.1.20")
        server = Server.instance

        def protocol() -> asyncio.Protocol:
            http = cast("Callable[..., asyncio.Protocol]", server.config.http_protocol_class)
            return http(config=server.config, server_state=server.server_state, app_state=server.lifespan.state)

        listener = await asyncio.get_running_loop().create_server(protocol, chosen, self._port)
        await self._stop_listening()
        self._listener, self._last, self.invited.address = listener, chosen, chosen
        self._is_wanted, self.is_lost, self._found = True, False, found

    def miss(self, address: str) -> None:
        """Note that the page should be open at an address where that is impossible now, "" at any.

        At what is no address it never will be.
        """
        is_possible = not address or _is_address(address)
        self.invited.address = address if is_possible else ""
        self._is_wanted = self.is_lost = is_possible
        self._found = addresses()

    async def follow(self) -> None:
        """Note which addresses this computer has now, and open the page when a missed one is there; called often."""
        async with self._turn:
            if self._is_wanted:
                await self._follow()

    async def _follow(self) -> None:
        wanted, was_lost, self._found = self.invited.address, self.is_lost, addresses()
        if self._listener is None and (is_own(wanted) if wanted else self._found):
            with suppress(OSError):
                await self._open(wanted)
        self.is_lost = self._listener is None or not is_own(self.invited.address)
        if self.is_lost and not was_lost:
            self.on_lost()

    async def close(self) -> None:
        """Stop listening, and end the pages and admissions of all who came this way; their seats stay theirs."""
        async with self._turn:
            await self._stop_listening()
            self.invited.address, self._is_wanted, self.is_lost = "", False, False
            self.invited.visitors.clear()

    async def _stop_listening(self) -> None:
        if self._listener is None:
            return
        clients = self._clients()
        self._listener.close()
        self._listener = None
        self.invited.address = ""
        self.invitation.renew()
        await _disconnect(clients)

    def _clients(self) -> list[Client]:
        """Return the pages that came over the network."""
        return [each for each in Client.instances.values() if self.address and came_by(each) == self.address]

    async def _show_out(self, clients: Iterable[Client]) -> None:
        """Have pages load themselves again, which brings them to the invitation, and end them."""
        for client in clients:
            await core.sio.emit("run_javascript", {"code": "location.reload()"}, room=client.id)
            await _disconnect([client])


def _is_address(text: str) -> bool:
    try:
        ipaddress.IPv4Address(text)  # as `addresses` are
    except ValueError:
        return False
    return True


async def _disconnect(clients: Iterable[Client]) -> None:
    """End the sockets of pages as a network fails: the pages try again by themselves."""
    for client in clients:
        for _socket, connection in list(core.sio.manager.get_participants("/", client.id)):
            await core.sio.eio.disconnect(connection)


def came_by(client: Client) -> str:
    """Return the address of this computer at which a page was asked for."""
    return str((client.request.scope.get("server") or ("",))[0])


def visitor_at(client: Client) -> str:
    """Return the visitor for whom a page was made."""
    return str(client.request.state.visitor)
