"""A receiver of the Distributed Display Protocol, written from http://www.3waylabs.com/ddp/, not from what sends here.

As a program it listens on ports of this computer, and prints a line of JSON for each frame that is pushed:
[port, seconds, levels in hexadecimal]. It ends with its standard input.
"""

import json
import select
import socket
import sys
import time


class Output:
    """The default output of a display: takes packets, and returns its levels when they are to be shown.

    ValueError says what is wrong with a packet.
    """

    def __init__(self) -> None:
        self._levels = bytearray()
        self._sequence = 0

    def take(self, packet: bytes) -> bytes | None:
        if len(packet) < 10:
            raise ValueError("shorter than a header")
        flags, sequence, kind, destination = packet[0], packet[1], packet[2], packet[3]
        offset, length = int.from_bytes(packet[4:8], "big"), int.from_bytes(packet[8:10], "big")
        data = packet[10:]
        if flags >> 6 != 1:
            raise ValueError("not version 1")
        if flags & 0b00111110:
            raise ValueError("neither reserved bits, time code, storage, reply nor query are expected")
        if not 1 <= sequence <= 15 or (self._sequence and sequence != self._sequence % 15 + 1):
            raise ValueError(f"sequence number {sequence} after {self._sequence}")
        if kind != 0b0_0_001_011:
            raise ValueError("not RGB with 8 bits each")
        if destination != 1:
            raise ValueError("not for the default output")
        if length != len(data) or length > 1440 or length % 3:
            raise ValueError(f"a length of {length} with {len(data)} bytes")
        self._sequence = sequence
        self._levels[offset : offset + length] = data
        return bytes(self._levels) if flags & 1 else None


def main() -> None:
    sockets = {}
    for port in map(int, sys.argv[1:]):
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind(("127.0.0.1", port))
        sockets[made] = made.getsockname()[1], Output()
    print(json.dumps([port for port, _output in sockets.values()]), flush=True)
    while True:
        ready, _, _ = select.select([*sockets, sys.stdin], [], [])
        if sys.stdin in ready and not sys.stdin.read(1):
            return
        for each in ready:
            if each in sockets:
                port, output = sockets[each]
                levels = output.take(each.recv(65536))
                if levels is not None:
                    print(json.dumps([port, time.monotonic(), levels.hex()]), flush=True)


if __name__ == "__main__":
    main()
