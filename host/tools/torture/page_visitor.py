"""A visitor to the page without a browser: it reads what the page's socket sends, and presses buttons through it.

The page contains its client's id. The socket sends each element that changes, by number.
"""

import asyncio
import re
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from socketio import AsyncClient, exceptions

LOOK_S = 0.1
SECRET = re.compile(r"browser=[^;]+")
CLIENT = re.compile(r"'client_id': '([\w-]+)'")


class NotAdmitted(Exception):
    """Another page comes than that of the table."""


class PageVisitor:
    """What a visitor at `address` sees. `arrive` comes first, and waits while the page `is_expected`.

    `headers` are sent with each request.
    """

    def __init__(
        self, address: str, is_expected: Callable[[], bool], headers: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._address = address
        self._headers = dict(headers)
        self._is_expected = is_expected
        self._socket = AsyncClient(reconnection=False)
        self._socket.on("update", self._update)
        self._client = ""
        self._elements: dict[str, Mapping[str, Any]] = {}

    async def arrive(self) -> None:
        """Open the page once it is served, and its socket; like a browser, try again if that fails.

        Raises NotAdmitted, for example when the host has removed this visitor.
        """
        while not self._socket.connected:
            page = await self._page()
            found = CLIENT.search(page)
            if not found:
                raise NotAdmitted(page)
            self._client = found[1]
            self._elements.clear()
            query = (
                f"client_id={self._client}&tab_id=visitor&document_id=page&next_message_id=0&implicit_handshake=true"
            )
            with suppress(exceptions.ConnectionError, ValueError):  # ValueError: it has not let go of the last one yet
                await self._socket.connect(
                    f"{self._address}?{query}",
                    self._headers,
                    transports=["websocket"],
                    socketio_path="_nicegui_ws/socket.io",
                )

    async def _page(self) -> str:
        while self._is_expected():
            try:
                return await asyncio.to_thread(self._fetch)
            except OSError:
                await asyncio.sleep(LOOK_S)
        raise AssertionError("The program ended before it served the page.")

    def _fetch(self) -> str:
        """Return the page, and keep the browser's secret that comes with it: the socket has to bring it."""
        with urllib.request.urlopen(urllib.request.Request(self._address, headers=self._headers)) as answer:
            secret = SECRET.search(answer.headers["Set-Cookie"] or "")
            if secret:
                self._headers["Cookie"] = secret[0]
            return str(answer.read().decode())

    def _update(self, message: Mapping[str, Any]) -> None:
        for number, element in message.items():
            if element is None:
                self._elements.pop(number, None)
            elif number.isdecimal():
                self._elements[number] = element

    def text(self) -> str:
        """Return all words that the page shows, one element a line."""
        props = [element.get("props", {}) for element in self._elements.values()]
        found = [element.get("text") or "" for element in self._elements.values()]
        return "\n".join(found + [str(prop.get(name, "")) for prop in props for name in ("innerHTML", "html")])

    async def press(self, name: str) -> None:
        for number, element in self._elements.items():
            if name in element.get("class", ()):
                await self.emit(number, "click", [])
                return
        raise AssertionError(f"The page has no button {name}.")

    async def emit(self, number: str, kind: str, values: list[Any]) -> None:
        listener = listener_of(self._elements[number], kind)
        message = {"id": int(number), "client_id": self._client, "listener_id": listener, "args": values}
        await self._socket.emit("event", message)

    async def leave(self) -> None:
        await self._socket.disconnect()


def listener_of(element: Mapping[str, Any], kind: str) -> str:
    """Return who listens to events of a kind at an element, "" for nobody."""
    return next((event["listener_id"] for event in element.get("events", ()) if event["type"] == kind), "")
