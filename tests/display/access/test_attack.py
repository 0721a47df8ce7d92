"""Attacks on a table that is open to the network: nothing opens, and the visitors at the table do not notice.

The attackers come by the address of the network (another one of the loopback range), as a phone would. What each kind
of request gets is in `test_browsers.py`; here all of them come at once, to the program itself.
"""

import asyncio
import re
import socket
import string
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import httpx
import pytest
from socketio import AsyncClient, exceptions

from host.tools.torture.page_visitor import PageVisitor
from tavolo_host.display.access.browsers import LONGEST_MESSAGE, MESSAGES, SECRET
from tavolo_host.display.access.invitation import TRIES
from tests.cli.command_support import as_from_a_shell, free_port

LAN = "127.0.0.2"
CONNECTIONS = 200
ANSWER_S = 10.0


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[int, str]]:
    """The program, open to the network; its port and the letters."""
    port = free_port()
    command = [sys.executable, "-u", "-m", "tavolo_host", "play", "--no-browser", "--web-port", str(port)]
    process = subprocess.Popen(
        [*command, "--lan-address", LAN], stdout=subprocess.PIPE, text=True, env=as_from_a_shell()
    )
    assert process.stdout is not None
    told = process.stdout.readline() + process.stdout.readline()
    letters = re.search(r"letters ([A-Z]{4})", told)
    assert letters, told
    yield port, letters[1]
    assert process.poll() is None, "the program has ended"
    process.terminate()
    process.wait(30)


class Seated(PageVisitor):
    """A visitor at this computer who sits at a seat; `answers` counts those to clicks."""

    def __init__(self, address: str) -> None:
        super().__init__(address, lambda: True)
        self.answers = 0
        self._has_changed = asyncio.Event()

    def _update(self, message: Any) -> None:
        super()._update(message)
        self._has_changed.set()

    async def sits(self) -> None:
        await self.arrive()
        await asyncio.sleep(0.5)
        number = next(number for number, each in self._elements.items() if "free-seats" in each.get("class", ()))
        await self.emit(number, "press", ["3"])

    async def looks_at_the_rules(self) -> None:
        """Open and close the rules again and again; each time the page changes soon."""
        while True:
            self._has_changed.clear()
            buttons = [number for number, each in self._elements.items() if "aid-button" in each.get("class", ())]
            await self.emit(buttons[-1], "click", [])
            await asyncio.wait_for(self._has_changed.wait(), ANSWER_S)
            self.answers += 1
            await asyncio.sleep(0.1)


async def brute_force(address: str, letters: str, random: Random) -> None:
    """Try letters, and the right ones in the end."""
    async with httpx.AsyncClient(base_url=address) as browser:
        for number in range(3 * TRIES):
            guess = "".join(random.choices(string.ascii_uppercase, k=4))
            if guess != letters:
                answer = await browser.get("/", params={"join": guess, "name": f"Eve {number}"})
                assert answer.status_code in (403, 429)
        assert (await browser.get("/", params={"join": letters, "name": "Eve"})).status_code in (403, 429)


async def strange_requests(address: str, port: int) -> None:
    """Ask by other names, with others' secrets, and without any, for all kinds of things."""
    async with httpx.AsyncClient(base_url=address) as browser:
        for host in ("evil.example", f"127.0.0.1:{port}", "localhost", f"{LAN}:1"):
            assert (await browser.get("/", headers={"Host": host})).status_code in (400, 421)
        for path in ("/display/page.css", "/_nicegui/auto/static/x", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"):
            for secret in ("", "x" * 22, "../../etc/passwd" * 4, "\x7f" * 30):
                answer = await browser.get(path, headers={"Cookie": f"{SECRET}={secret}"})
                assert answer.status_code in (400, 403)
    for origin in (f"http://127.0.0.1:{port}", "http://evil.example", "null"):
        client = AsyncClient(reconnection=False)
        with pytest.raises(exceptions.ConnectionError):
            await client.connect(
                address, {"Origin": origin}, transports=["websocket"], socketio_path="_nicegui_ws/socket.io"
            )


class Mallory(PageVisitor):
    """A visitor from the network who has joined by the letters and has the secret of that browser."""

    def __init__(self, address: str, secret: str) -> None:
        super().__init__(address, lambda: True, {"Cookie": f"{SECRET}={secret}", "Origin": address})

    async def forge(self, victim: Seated) -> None:
        """Click for a visitor who has a seat, by this socket and by one that asks for that visitor's page."""
        self._client, self._elements = victim._client, victim._elements
        number = next(number for number, each in self._elements.items() if "free-seats" in each.get("class", ()))
        await self.emit(number, "press", ["6"])
        query = f"client_id={self._client}&tab_id=visitor&document_id=page&next_message_id=0&implicit_handshake=true"
        with pytest.raises(exceptions.ConnectionError):
            await AsyncClient(reconnection=False).connect(
                f"{self._address}?{query}",
                self._headers,
                transports=["websocket"],
                socketio_path="_nicegui_ws/socket.io",
            )

    async def replay(self, times: int, values: list[Any]) -> None:
        """Send the same click again and again, for as long as the server listens."""
        number = next(number for number, each in self._elements.items() if "free-seats" in each.get("class", ()))
        with suppress(exceptions.SocketIOError):
            for _ in range(times):
                await self.emit(number, "press", values)
        await asyncio.wait_for(self._socket.wait(), ANSWER_S)  # until the server has ended it


async def joined(address: str, letters: str) -> str:
    """Join by the letters; return the secret of that browser."""
    async with httpx.AsyncClient(base_url=address) as browser:
        await browser.get("/", params={"join": letters, "name": "Mallory"})
        return browser.cookies[SECRET]


async def forge(address: str, secret: str, victim: Seated) -> None:
    """Click for a visitor who has a seat."""
    mallory = Mallory(address, secret)
    await mallory.arrive()
    await mallory.forge(victim)
    await mallory.leave()


async def flood(address: str, secret: str) -> None:
    """Replay a click without end, and send what is too long: each ends the socket."""
    for times, values in ((1, ["x" * LONGEST_MESSAGE]), (MESSAGES + 10, ["4"])):
        mallory = Mallory(address, secret)
        await mallory.arrive()
        await asyncio.sleep(0.5)
        await mallory.replay(times, values)


async def many_connections(port: int) -> list[socket.socket]:
    """Open connections that say nothing, or half of something."""
    found = []
    for number in range(CONNECTIONS):
        client = socket.create_connection((LAN, port))
        if number % 2:
            client.send(b"GET / HTTP/1.1\r\nHost: ")
        found.append(client)
    return found


@pytest.mark.slow
def test_nothing_opens_and_who_sits_at_the_table_does_not_notice(table: tuple[int, str]) -> None:
    port, letters = table
    address, random = f"http://{LAN}:{port}", Random(1)

    async def attack() -> None:
        ada = Seated(f"http://127.0.0.1:{port}/")
        await ada.sits()
        secret = await joined(address, letters)
        await forge(address, secret, ada)
        await ada.press("start-button")
        connections = await many_connections(port)
        noticing = asyncio.create_task(ada.looks_at_the_rules())
        await strange_requests(address, port)
        await flood(address, secret)
        await brute_force(address, letters, random)
        assert not noticing.done(), "a click was not answered"
        noticing.cancel()
        assert ada.answers > 10
        assert "David & Goliath: trick" in ada.text()
        assert "seat 4" in ada.text()
        await ada.leave()
        for each in connections:
            each.close()

    asyncio.run(attack())
