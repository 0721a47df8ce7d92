"""Lets a receiver in a process of its own watch a strip's and a matrix's packets over whole games, and prints figures.

    build/venv/bin/python -m host.tools.own_lights_check [GAME…]

Bots play, in the table's own time. Each frame that is received is compared with what the virtual board's pixels show.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from tavolo_host.runtime import import_paths

import_paths.prepend()

from tavolo.games import names  # noqa: E402
from tavolo.wiring import field_pixel  # noqa: E402
from tavolo_host.own_lights.ddp import Address, udp_socket  # noqa: E402
from tavolo_host.own_lights.device import Device  # noqa: E402
from tavolo_host.own_lights.own_lights import OwnLights  # noqa: E402
from tavolo_host.sources.virtual_source import VirtualSource  # noqa: E402
from tests.sources.source_support import SHORT, STEP_MS, begun  # noqa: E402

RECEIVER = Path(__file__).with_name("ddp_receiver.py")
SECOND_MS = 1000.0
SHORT_MS = 60.0  # a pause in which the last frame before it has to arrive, in steps of STEP_MS
LONG_MS = 1100.0  # one in which it is repeated
ANSWER_S = 5.0


class Receiver:
    """The process that receives, on one port for the strip and one for the matrix."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(RECEIVER), "0", "0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._lines: Queue[str] = Queue()
        self.ports: list[int] = json.loads(self._process.stdout.readline())
        Thread(target=lambda: [self._lines.put(line) for line in self._process.stdout or ()], daemon=True).start()

    def next(self) -> tuple[int, float, bytes]:
        """Return (port, seconds, levels) of the next frame. Raises queue.Empty if none comes."""
        port, at, levels = json.loads(self._lines.get(timeout=ANSWER_S))
        return port, at, bytes.fromhex(levels)

    def close(self) -> None:
        self._process.communicate("", timeout=ANSWER_S)


class CountingSocket:
    """A socket that counts what it has sent: each frame is one packet here."""

    def __init__(self) -> None:
        self._socket = udp_socket()
        self.sent = 0

    def sendto(self, data: bytes, address: Address) -> int:
        self.sent += 1
        return self._socket.sendto(data, address)

    def close(self) -> None:
        self._socket.close()


@dataclass
class Watched:
    """What the board has shown of one device's part, each with the time from which on, and what has arrived when."""

    shown: list[tuple[float, bytes]] = field(default_factory=list)
    got: list[tuple[float, bytes]] = field(default_factory=list)

    def show(self, now_ms: float, frame: bytes) -> None:
        if not self.shown or self.shown[-1][1] != frame:
            self.shown.append((now_ms, frame))

    def never_shown(self) -> int:
        """Return how many frames have arrived that the board had not shown until then."""
        known, places = set[bytes](), iter([*self.shown, (float("inf"), b"")])
        at, frame = next(places)
        wrong = 0
        for now_ms, levels in self.got:
            while at <= now_ms:
                known.add(frame)
                at, frame = next(places)
            wrong += levels not in known
        return wrong

    def most_in_a_second(self) -> int:
        """Return how many frames have arrived at most within a second."""
        times = [at for at, _levels in self.got]
        seconds = (times[place : place + 99] for place in range(len(times)))
        return max(sum(at < second[0] + SECOND_MS for at in second) for second in seconds)

    def arrivals(self, pause_ms: float) -> Iterator[list[float]]:
        """Yield for each change before a pause when its frame has arrived until the pause ended, since the change."""
        for (at, frame), (end, _frame) in pairwise(self.shown):
            if end - at >= pause_ms:
                yield [now_ms - at for now_ms, levels in self.got if at <= now_ms < end and levels == frame]

    def figures(self, pause_ms: float = SHORT_MS) -> dict[str, float]:
        """Return what a program prints, and a test holds against the limits."""
        pauses = [*self.arrivals(pause_ms)]
        repeated = [
            sum(at <= arrived[0] + SECOND_MS for at in arrived) - 1 for arrived in self.arrivals(LONG_MS) if arrived
        ]
        return {
            "changes": len(self.shown),
            "frames": len(self.got),
            "never shown": self.never_shown(),
            "most in a second": self.most_in_a_second(),
            "pauses": len(pauses),
            "last one missing": sum(not arrived for arrived in pauses),
            "latest ms": max((arrived[0] for arrived in pauses if arrived), default=0.0),
            "long pauses": len(repeated),
        } | ({"fewest repetitions": min(repeated)} if repeated else {})


def on_wires(hardware: Any) -> tuple[bytes, bytes]:
    """Return what a strip (track and lamps) and a matrix of 16 × 8 have to show of a virtual board's pixels."""
    track, field_, lamps = (wire.pixels for wire in (hardware.track, hardware.field, hardware.lamps))
    rows = [field_[field_pixel(column, row)] for row in range(8) for column in range(16)]
    return tuple(bytes(level for pixel in pixels for level in pixel) for pixels in ([*track, *lamps], rows))  # type: ignore[return-value]


def with_lights(source: VirtualSource, ports: list[int], datagrams: CountingSocket) -> None:
    """Let a strip and a matrix of this computer show a table's lights, and ask nothing about them."""
    lights = source.own_lights = OwnLights(print, datagrams)
    for port, columns, rows in zip(ports, (72, 16), (1, 8), strict=True):
        asyncio.run(lights.choose(Device.made("127.0.0.1", columns, rows, port=port), is_asked=False))
    lights.show(0, "track and lamps")


def check(game: str) -> dict[str, dict[str, float]]:
    """Let bots play a game to its end, and return the figures of strip and matrix."""
    players = 2 if game in ("bambuti", "kuh-vadis") else 4
    source, receiver, datagrams = begun(f"{game} players={players} {SHORT[game]}", {}), Receiver(), CountingSocket()
    with_lights(source, receiver.ports, datagrams)
    watched, now_ms, left_ms = {port: Watched() for port in receiver.ports}, 0.0, 3 * SECOND_MS
    received = 0
    while left_ms > 0:
        source.step(STEP_MS)
        now_ms += STEP_MS
        left_ms -= STEP_MS if source.mirror.result else 0.0
        for port, frame in zip(receiver.ports, on_wires(source.table.hardware), strict=True):
            watched[port].show(now_ms, frame)
        while received < datagrams.sent:
            port, _at, levels = receiver.next()
            watched[port].got.append((now_ms, levels))
            received += 1
    source.close()
    receiver.close()
    datagrams.close()
    return dict(zip(("strip", "matrix"), (watched[port].figures() for port in receiver.ports), strict=True))


def main() -> None:
    for game in sys.argv[1:] or names():
        for name, figures in check(game).items():
            print(f"{game}, {name}: {', '.join(f'{what} {value:g}' for what, value in figures.items())}", flush=True)


if __name__ == "__main__":
    main()
