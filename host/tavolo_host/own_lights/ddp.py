"""The Distributed Display Protocol, by which WLED and others take colours: packets, and what sends them.

Source: http://www.3waylabs.com/ddp/. Ten bytes of header (flags, sequence number, type of data, destination, offset and
length in bytes, the highest byte first), then red, green and blue of each pixel.
"""

import socket
from collections.abc import Callable
from struct import Struct
from typing import Protocol

PORT = 4048  # UDP
BYTES_PER_PIXEL = 3
MOST_BYTES = 480 * BYTES_PER_PIXEL  # of a packet: it fits into one Ethernet frame
SEQUENCES = 15  # sequence numbers are 1 to 15; 0 is for senders without

_HEADER = Struct("!BBBBIH")
_VERSION_1, _PUSH = 0x40, 0x01  # flags; receivers show what they have when the packet with "push" comes
_RGB_8_BIT = 0x0B
_DEFAULT_OUTPUT = 1  # the destination

Address = tuple[str, int]


class DatagramSocket(Protocol):
    """What a sender needs of a socket."""

    def sendto(self, data: bytes, address: Address, /) -> int:
        """Send a datagram. Raises OSError."""

    def close(self) -> None:
        """Send nothing more."""


def udp_socket() -> socket.socket:
    """Return a socket that never waits."""
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setblocking(False)
    return made


class Sender:
    """Sends frames to one address by a socket; `on_problem` gets the first error of a run of failures, in words."""

    def __init__(self, datagrams: DatagramSocket, address: Address, on_problem: Callable[[str], None]) -> None:
        self._datagrams = datagrams
        self.address = address
        self._on_problem = on_problem
        self._sequence = 0
        self._fails = False

    def send(self, levels: bytes) -> None:
        """Send a frame, three bytes a pixel. What cannot be sent at once is lost, as on the way."""
        for offset in range(0, len(levels), MOST_BYTES):
            part = levels[offset : offset + MOST_BYTES]
            is_last = offset + len(part) == len(levels)
            self._sequence = self._sequence % SEQUENCES + 1
            flags = _VERSION_1 | _PUSH * is_last
            header = _HEADER.pack(flags, self._sequence, _RGB_8_BIT, _DEFAULT_OUTPUT, offset, len(part))
            if not self._sends(header + part):
                return

    def _sends(self, packet: bytes) -> bool:
        try:
            self._datagrams.sendto(packet, self.address)
        except BlockingIOError:  # the system's queue is full
            return False
        except OSError as problem:
            if not self._fails:
                self._on_problem(problem.strerror or str(problem))
            self._fails = True
            return False
        self._fails = False
        return True
