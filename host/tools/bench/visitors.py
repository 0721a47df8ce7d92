"""What visitors cost who play at one table together, by socket clients without a browser: time, processor, memory.

They come over the network, which here is another address of the loopback, each from an address of its own.
"""

import asyncio
import http.client
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from host.tools.bench.budgets import GROWTH, MEMORY, SHARE, TOGETHER
from host.tools.bench.report import Row, percentile
from host.tools.torture.page_visitor import SECRET, PageVisitor
from tests.cli.command_support import as_from_a_shell, free_port

GAME, SEATS = "tanz-der-hornochsen", 8
COUNTS = (1, 2, 4, 9, 16, 32)
MOST = 9  # eight who play, and a television
WARM_UP_S = 6.0
THINKING_S = (0.5, 2.5)
LAN = "127.0.0.2"
TICKS = os.sysconf("SC_CLK_TCK")
CARD = re.compile(r'data-press="(\d+)"')


class Guest(PageVisitor):
    """Visitor `number`: `answers_ms` are those of its clicks, `rounds` has when each was told."""

    def __init__(self, number: int, port: int) -> None:
        super().__init__(f"http://{LAN}:{port}/", lambda: True)
        self._way = LAN, port, 10, (f"127.0.1.{number + 1}", 0)
        self.clicked_s = 0.0
        self._waits_for = ""
        self.answers_ms: list[float] = []
        self.rounds: dict[str, float] = {}

    def _update(self, message: Mapping[str, Any]) -> None:
        super()._update(message)
        now = time.perf_counter()
        if self.clicked_s and self._waits_for in message:
            self.answers_ms.append((now - self.clicked_s) * 1000)
            self.clicked_s = 0.0
        for element in message.values():
            if isinstance(element, dict) and "headline" in element.get("class", ()):
                self.rounds.setdefault(element.get("text", ""), now)

    def join(self, letters: str) -> None:
        """Be admitted by the letters."""
        connection = http.client.HTTPConnection(*self._way)
        connection.request("GET", f"/?join={letters}&name=Guest")
        answer = connection.getresponse()
        secret = SECRET.search(answer.getheader("Set-Cookie") or "")
        assert answer.status == http.HTTPStatus.SEE_OTHER
        assert secret
        self._headers["Cookie"] = secret[0]
        connection.close()

    def part(self, style: str) -> str:
        """The number of the element with this class."""
        return next(number for number, each in self._elements.items() if style in each.get("class", ()))

    def state(self) -> str:
        return str(self._elements[self.part("what-to-do")]["props"].get("data-state", ""))

    async def play_a_card(self, random: Random) -> None:
        """Click a card of the hand; the answer is the next change of the sentence that says what to do."""
        hand = self.part("hand-cards")
        cards = CARD.findall(str(self._elements[hand]["props"]["html"]))
        if cards:
            self._waits_for = self.part("what-sentence")
            self.clicked_s = time.perf_counter()
            await self.emit(hand, "press", [random.choice(cards)])


def rows(seconds: float) -> list[Row]:
    """Measure each number of visitors for so long."""
    found: list[Row] = []
    shares = {}
    for count in COUNTS:
        answers, spread, share, megabytes = asyncio.run(measured(count, seconds))
        shares[count] = share
        name = f"{count} at the table together"
        limits = (TOGETHER, TOGETHER, SHARE, MEMORY) if count == MOST else (None, None, None, None)
        for words, value, limit, unit in (
            (
                f"click until it is answered, 95th percentile of {len(answers)}",
                percentile(answers, 95),
                limits[0],
                "ms",
            ),
            (
                f"a new round on the first page until on the last, 95th of {len(spread)}",
                percentile(spread, 95),
                limits[1],
                "ms",
            ),
            ("processor of the server", share, limits[2], "%"),
            ("memory of the server", megabytes, limits[3], "MB"),
        ):
            found.append(Row(f"{name}: {words}", value, limit, unit=unit))
    most = COUNTS[-1]
    growth = shares[most] / (most * shares[COUNTS[0]]) * 100
    return [*found, Row(f"processor of {most}, against {most} times that of one", growth, GROWTH)]


async def measured(count: int, seconds: float) -> tuple[list[float], list[float], float, float]:
    """Return answers and spread of news in ms, the share of a core in %, and MB, with so many visitors."""
    port, random = free_port(), Random(count)
    command = [sys.executable, "-u", "-m", "tavolo_host", "play", GAME, "--seats", str(SEATS), "--no-browser"]
    command += ["--lan-address", LAN, "--web-port", str(port)]
    with tempfile.TemporaryDirectory() as home:  # nobody's evening goes on here
        environment = as_from_a_shell() | {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            return await visited(process, port, count, seconds, random)
        finally:
            process.terminate()
            process.wait(30)


async def visited(
    process: subprocess.Popen[str], port: int, count: int, seconds: float, random: Random
) -> tuple[list[float], list[float], float, float]:
    """Let visitors come and play; return what `measured` does."""
    assert process.stdout
    letters = next(found[1] for line in process.stdout if (found := re.search(r"letters ([A-Z]{4})", line)))
    guests = [Guest(number, port) for number in range(count)]
    for seat, guest in enumerate(guests):
        guest.join(letters)
        await guest.arrive()
        await asyncio.sleep(0.3)
        if seat < SEATS:
            await guest.emit(guest.part("free-seats"), "press", [str(seat)])
    await asyncio.sleep(1)
    await guests[0].press("start-button")
    playing = [asyncio.create_task(play(guest, random)) for guest in guests[:SEATS]]
    await asyncio.sleep(WARM_UP_S)
    for guest in guests:
        guest.answers_ms.clear()
        guest.rounds.clear()
    before, began = used_s(process.pid), time.perf_counter()
    await asyncio.sleep(seconds)
    share = (used_s(process.pid) - before) / (time.perf_counter() - began) * 100
    megabytes = memory_mb(process.pid)
    for task in playing:
        task.cancel()
    answers = [each for guest in guests for each in guest.answers_ms]
    common = set.intersection(*(set(guest.rounds) for guest in guests))
    times = [[guest.rounds[number] for guest in guests] for number in common]
    for guest in guests:
        await guest.leave()
    return answers, [(max(each) - min(each)) * 1000 for each in times], share, megabytes


async def play(guest: Guest, random: Random) -> None:
    while True:
        await asyncio.sleep(random.uniform(*THINKING_S))
        if guest.state() == "choose":
            await guest.play_a_card(random)


def used_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024
