"""How many pages are open: few that wait for their socket, limits for browsers and addresses, room for who sits."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from nicegui.client import Client
from nicegui.page import page
from starlette.requests import Request

from tavolo_host.display import app
from tavolo_host.display.access.open_pages import (
    OF_VISITOR,
    OPEN,
    OPEN_IN_ALL,
    WAIT_S,
    WAITING,
    WAITING_IN_ALL,
    OpenPages,
)

HERE = "127.0.0.1"


class Asked:
    """A page that was asked for from an address, as NiceGUI knows it; its socket may `connect`."""

    def __init__(self, address: str, is_known: bool, visitor: str) -> None:
        self.request = cast("Any", type("Request", (), {}))
        self.request.client = type("Address", (), {"host": address})
        self.request.state = type("State", (), {"is_known": is_known, "visitor": visitor})
        self.is_deleted = False
        self.waited_s = 0.0
        self._deleted: list[Callable[[], object]] = []
        self._has_answer = asyncio.Event()

    def on_delete(self, call: Callable[[], object]) -> None:
        self._deleted.append(call)

    def delete(self) -> None:
        self.is_deleted = True
        for call in self._deleted:
            call()
        self._has_answer.set()

    def connect(self) -> None:
        self._has_answer.set()

    async def connected(self, timeout: float) -> None:
        self.waited_s = timeout
        await self._has_answer.wait()


class Server:
    """Pages of a server; `built` are those whose browser has connected."""

    def __init__(self) -> None:
        self.pages = OpenPages(lambda visitor: visitor == "who sits")
        self.built: list[Asked] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, address: str = HERE, is_known: bool = False, visitor: str = "guest") -> Asked:
        """Ask for a page without connecting a socket."""
        asked = Asked(address, is_known, visitor)
        task = asyncio.create_task(self._serve(asked, address == HERE))
        self._tasks.add(task)
        await asyncio.sleep(0)
        return asked

    async def open(self, address: str = HERE, visitor: str = "guest") -> Asked:
        """Open a page as a browser does."""
        asked = await self.ask(address, visitor=visitor)
        asked.connect()
        await asyncio.sleep(0)
        return asked

    async def _serve(self, asked: Asked, is_here: bool) -> None:
        if await self.pages.connected(cast("Any", asked), is_here):
            self.built.append(asked)


def test_of_pages_that_wait_for_their_socket_the_oldest_is_deleted_and_never_built() -> None:
    async def ask() -> None:
        server = Server()
        opened = await server.open()
        asked = [await server.ask() for _ in range(300)]
        await asyncio.sleep(0)
        assert [each.is_deleted for each in asked] == [True] * (300 - WAITING) + [False] * WAITING
        assert server.built == [opened]
        assert not opened.is_deleted
        assert asked[-1].waited_s == WAIT_S == 30

    asyncio.run(ask())


def test_a_browser_that_is_known_waits_longer_than_those_that_nobody_knows() -> None:
    async def ask() -> None:
        server = Server()
        host = await server.ask(is_known=True)
        for _ in range(100):
            await server.ask()
        host.connect()
        await asyncio.sleep(0)
        assert server.built == [host]

    asyncio.run(ask())


def test_few_pages_wait_in_all_however_many_addresses_ask() -> None:
    async def ask() -> None:
        server = Server()
        asked = [await server.ask(f"192.0.2.{number}") for number in range(200)]
        assert sum(not each.is_deleted for each in asked) == WAITING_IN_ALL

    asyncio.run(ask())


def test_an_address_has_room_again_when_a_page_is_closed() -> None:
    async def ask() -> None:
        server = Server()
        opened = [await server.open() for _ in range(OPEN)]
        assert not server.pages.has_room(HERE, "guest", True)
        assert server.pages.has_room("192.0.2.7", "ada", False)
        opened[0].delete()
        assert server.pages.has_room(HERE, "guest", True)
        for _ in range(WAITING):
            await server.ask()
        assert server.pages.has_room(HERE, "guest", True), "pages without a socket make way"

    asyncio.run(ask())


def test_the_network_has_a_limit_in_all_which_keeps_out_neither_the_host_nor_who_sits() -> None:
    async def ask() -> None:
        server = Server()
        for number in range(OPEN_IN_ALL):
            address = f"192.0.2.{number % 3}"
            assert server.pages.has_room(address, f"browser {number // OF_VISITOR}", False)
            await server.open(address, f"browser {number // OF_VISITOR}")
        assert not server.pages.has_room("192.0.2.200", "another", False)
        assert server.pages.has_room(HERE, "host", True)
        assert server.pages.has_room("192.0.2.200", "who sits", False)
        assert server.pages.has_room("192.0.2.1", "who sits", False), "also where the address has no room"

    asyncio.run(ask())


@pytest.mark.parametrize("visitor", ["guest", "who sits"])
def test_one_browser_has_a_limit_of_its_own_wherever_it_comes_from(visitor: str) -> None:
    async def ask() -> None:
        server = Server()
        opened = [await server.open(f"192.0.2.{number}", visitor) for number in range(OF_VISITOR)]
        assert not server.pages.has_room("192.0.2.200", visitor, False)
        assert server.pages.has_room("192.0.2.200", "another", False)
        opened[0].delete()
        assert server.pages.has_room("192.0.2.200", visitor, False)

    asyncio.run(ask())


def test_nothing_is_built_into_a_page_that_was_deleted_before_its_browser_came(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[object] = []
    monkeypatch.setattr(app, "Page", lambda *given: built.append(given))

    async def ask() -> None:
        state = {"visitor": "ada", "is_known": True}
        scope = {
            "type": "http",
            "path": "/",
            "query_string": b"",
            "headers": [],
            "server": (HERE, 8520),
            "state": state,
        }
        request = Request(scope | {"scheme": "http", "client": ("127.0.0.1", 40_000)})
        source: Any = type("Source", (), {"roster": type("Roster", (), {"hosts": set()}), "visitors": None})
        drive: Any = type("Drive", (), {"source": source, "presence": None})
        client, nobody = Client(page("/"), request=request), cast("Any", None)

        async def serve() -> None:
            with client:
                await app._serve_page(drive, nobody, OpenPages(), [])

        serving = asyncio.create_task(serve())
        for _ in range(3):  # until it waits
            await asyncio.sleep(0)
        client.delete()
        await serving
        assert source.roster.hosts == set()

    asyncio.run(ask())
    assert built == []
