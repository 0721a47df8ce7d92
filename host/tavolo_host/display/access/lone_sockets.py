"""The sockets without a page: few of one address, few in all, and each for some seconds.

A page's socket names its page within moments. Any program can open sockets that name none, and answer their pings.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Message, Receive

LONE, LONE_IN_ALL = 8, 64  # sockets without a page, of one address and in all; a new one replaces the oldest
LONE_S = 10.0  # until a socket has to have a page
END: "Message" = {"type": "websocket.disconnect", "code": 1008}


class PageSocket:
    """A socket from an address, which is to name its page; `on_bound` is called when it has done so."""

    def __init__(self, address: str, on_bound: "Callable[[PageSocket], None]") -> None:
        self.address = address
        self._on_bound = on_bound
        self._has_to_go: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._time = asyncio.get_running_loop().call_later(LONE_S, self.end)

    def bind(self) -> None:
        """Note that the socket has named its page: from now on it may stay."""
        self._time.cancel()
        self._on_bound(self)

    def end(self) -> None:
        """Have the socket end now."""
        if not self._has_to_go.done():
            self._has_to_go.set_result(None)

    def close(self) -> None:
        """Note that the socket has ended."""
        self._time.cancel()

    async def receive(self, receive: "Receive") -> "Message":
        """Return the next message, or that the socket has ended."""
        coming = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((coming, self._has_to_go), return_when=asyncio.FIRST_COMPLETED)
            return END if self._has_to_go.done() else coming.result()
        finally:
            coming.cancel()


class LoneSockets:
    """All sockets that have not named their page yet."""

    def __init__(self) -> None:
        self._all: list[PageSocket] = []  # the newest last

    def open(self, address: str) -> PageSocket:
        """Return a new socket, and end the oldest ones if there are too many."""
        newest = PageSocket(address, self.close)
        self._all.append(newest)
        for lone, most in (([each for each in self._all if each.address == address], LONE), (self._all, LONE_IN_ALL)):
            for oldest in lone[: max(0, len(lone) - most)]:
                self.close(oldest)
                oldest.end()
        return newest

    def close(self, socket: PageSocket) -> None:
        """Note that a socket has ended."""
        socket.close()
        if socket in self._all:
            self._all.remove(socket)
