"""The way into the page from other machines: off until it is opened, and then by an invitation.

Phones reach the page at one address of this computer, and have to bring the four letters that the table shows. What is
sent is not encrypted: others who listen on the network could read it.
"""

import asyncio
import secrets
import socket
import string
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import cast

import ifaddr
from nicegui import core
from nicegui.client import Client
from nicegui.server import Server

from tavolo_host.seats.roster import Invited

LETTERS = [letter for letter in string.ascii_uppercase if letter not in "IO"]  # not to be taken for digits
LENGTH = 4
RENEWED_S = 600.0  # while they are shown
HELD_S = 60.0  # longer, for who has just read them
TRIES, TRIES_S = 10, 60.0  # of letters, from one address
PAGES = 30  # in the same time, of one browser
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


class Limit:
    """Lets each of many do something `most` times in `seconds`."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self.done: dict[str, deque[float]] = defaultdict(deque)

    def allows(self, who: str) -> bool:
        """Return whether this is still allowed to `who`, and count it."""
        now = self._clock()
        for each in [each for each, times in self.done.items() if times[-1] < now - self._seconds]:
            del self.done[each]
        times = self.done[who]
        while times and times[0] < now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True


class Lan:
    """The page's door to the network, open where `invited` says, for the visitors that it lists."""

    def __init__(self, port: int, invited: Invited, clock: Callable[[], float] = time.monotonic) -> None:
        self.invited = invited
        self.others: list[str] = []  # addresses at which it could be open
        self.pages = Limit(PAGES, TRIES_S, clock)
        self._tries = Limit(TRIES, TRIES_S, clock)
        self._port = port
        self._clock = clock
        self._letters: list[tuple[str, float]] = []  # with the time when they were drawn, the newest last
        self._listener: asyncio.Server | None = None

    @property
    def address(self) -> str:
        """Where the page is open to the network, "" nowhere."""
        return self.invited.address if self._listener else ""

    @property
    def url(self) -> str:
        """The address that a phone opens."""
        return f"http://{self.address}:{self._port}/"

    def letters(self) -> str:
        """Return the letters to show now; new ones when the last ones are old."""
        now = self._clock()
        if not self._letters or self._letters[-1][1] + RENEWED_S <= now:
            drawn = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            self._letters = [*self._letters[-1:], (drawn, now)]
        return self._letters[-1][0]

    def admit(self, visitor: str, letters: str, address: str) -> bool:
        """Admit a visitor who knows the letters, unless too many tries came from that address."""
        now = self._clock()
        valid = [drawn for drawn, when in self._letters if now < when + RENEWED_S + HELD_S]
        is_right = self._tries.allows(address) and letters.strip().upper() in valid
        if is_right:
            self.invited.visitors.add(visitor)
        return is_right

    async def open(self, address: str = "") -> None:
        """Listen at an address of this computer, by default the default route's; OSError if that is impossible."""
        found = addresses()
        chosen = address or next(iter(found), "")
        if not chosen:
            raise OSError("this computer is on no network")
        server = Server.instance

        def protocol() -> asyncio.Protocol:
            http = cast("Callable[..., asyncio.Protocol]", server.config.http_protocol_class)
            return http(config=server.config, server_state=server.server_state, app_state=server.lifespan.state)

        listener = await asyncio.get_running_loop().create_server(protocol, chosen, self._port)
        await self.close()
        self._listener = listener
        self.invited.address, self.others = chosen, [each for each in found if each != chosen]

    async def close(self) -> None:
        """Stop listening, and end the pages that came this way; their seats stay theirs."""
        if self._listener is None:
            return
        came = self.address
        self._listener.close()
        self._listener = None
        self.invited.address, self._letters = "", []
        for client in [each for each in Client.instances.values() if came_by(each) == came]:
            for _socket, connection in list(core.sio.manager.get_participants("/", client.id)):
                await core.sio.eio.disconnect(connection)  # as a network fails: the page tries again by itself


def came_by(client: Client) -> str:
    """Return the address of this computer at which a page was asked for."""
    return str((client.request.scope.get("server") or ("",))[0])
