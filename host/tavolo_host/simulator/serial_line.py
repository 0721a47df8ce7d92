"""The serial side of the virtual table, in place of a USB cable.

Two kinds, each a `tavolo.link.channel.Serial` for the firmware's channel: a server on the loopback that pyserial
reaches as socket://127.0.0.1:PORT, and a pseudo-terminal where the system has them. Neither ever blocks or buffers more
than a bounded number of unread bytes: like a cable whose other end does not read, they then accept nothing more.
"""

import contextlib
import os
import socket

from tavolo.link.channel import Serial

UNREAD = 4096  # the most bytes that wait for a reader
AT_ONCE = 4096  # bytes read in one go


class LoopbackServer(Serial):
    """A serial line as a TCP server on this computer alone, for one laptop at a time.

    Its port is any free one; OSError if there is none. When a laptop leaves, another can connect.
    """

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.setblocking(False)
        self._client: socket.socket | None = None
        self.port: int = self._server.getsockname()[1]
        self.url = f"socket://127.0.0.1:{self.port}"

    @property
    def connected(self) -> bool:
        """Whether a laptop is connected."""
        return self._client is not None

    def step(self) -> None:
        """Accept a laptop; a second one is turned away. `read` does this too."""
        try:
            client, _ = self._server.accept()
        except OSError:  # no laptop, or it has left again
            return
        if self._client is not None:
            client.close()
            return
        client.setblocking(False)
        # Lines are short, and answers depend on them: do not collect them into larger packets.
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        self._client = client

    def read(self) -> bytes:
        """Return what the laptop has sent."""
        self.step()
        if self._client is None:
            return b""
        try:
            data = self._client.recv(AT_ONCE)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self.hang_up()
        return data

    def write(self, data: bytes) -> int:
        """Send what the laptop's side has room for: nothing without a laptop."""
        if self._client is None:
            return 0
        try:
            return self._client.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self.hang_up()
            return 0

    def hang_up(self) -> None:
        """Cut the connection, like a pulled plug."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def close(self) -> None:
        """Cut the connection and stop listening."""
        self.hang_up()
        self._server.close()


class PseudoTerminal(Serial):
    """A serial line as a pseudo-terminal; `url` is the device that the laptop opens, say /dev/pts/3.

    Raises OSError where the system has no pseudo-terminals (Windows).
    """

    def __init__(self) -> None:
        try:
            import tty
        except ImportError:
            raise OSError("This system has no pseudo-terminals.") from None
        # The laptop's end stays open here too: otherwise reading fails while no other program has it open.
        self.table_end, self.laptop_end = os.openpty()
        tty.setraw(self.laptop_end)
        os.set_blocking(self.table_end, False)
        self.url = os.ttyname(self.laptop_end)

    def read(self) -> bytes:
        """Return what the laptop has sent."""
        try:
            return os.read(self.table_end, AT_ONCE)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Write what the system's buffer has room for."""
        try:
            return os.write(self.table_end, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Remove the device."""
        for end in (self.table_end, self.laptop_end):
            with contextlib.suppress(OSError):
                os.close(end)


LINES: dict[str, type[LoopbackServer] | type[PseudoTerminal]] = {"socket": LoopbackServer, "pty": PseudoTerminal}
