"""What visitors cost who play at one table together, by socket clients without a browser: time, processor, memory.

They come over the network, each from an address of its own.
"""

import asyncio
import http
import re
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from host.tools.bench.open_table import LAN, OpenTable, asked
from host.tools.bench.report import Values
from host.tools.torture.page_visitor import LOOK_S, SECRET, PageVisitor

GAME, SEATS = "tanz-der-hornochsen", 8
COUNTS = (1, 2, 4, 9, 16, 32)
WITH_BUDGET = 9  # eight who play, and a television
WARM_UP_S = 6.0
THINKING_S = (0.5, 2.5)
CARD = re.compile(r'data-press="(\d+)"')


class Guest(PageVisitor):
    """Visitor `number`: `answers_ms` are those of its clicks, `rounds` has when each was told."""

    def __init__(self, number: int, port: int) -> None:
        super().__init__(f"http://{LAN}:{port}/", lambda: True)
        self._port, self._own_address = port, f"127.0.1.{number + 1}"
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
        answer = asked(self._port, f"/?join={letters}&name=Guest", LAN, self._own_address)
        secret = SECRET.search(answer.getheader("Set-Cookie") or "")
        assert answer.status == http.HTTPStatus.SEE_OTHER
        assert secret
        self._headers["Cookie"] = secret[0]

    def has(self, style: str) -> bool:
        """Whether the page has an element with this class."""
        return any(style in each.get("class", ()) for each in self._elements.values())

    def part(self, style: str) -> str:
        """The number of the element with this class."""
        return next(number for number, each in self._elements.items() if style in each.get("class", ()))

    def state(self) -> str:
        return str(self._elements[self.part("what-to-do")]["props"].get("data-state", ""))

    async def play(self, random: Random) -> None:
        """Click a card of the hand at each choice; the answer is the next change of the sentence what to do."""
        while True:
            await asyncio.sleep(random.uniform(*THINKING_S))
            if self.state() != "choose":
                continue
            hand = self.part("hand-cards")
            cards = CARD.findall(str(self._elements[hand]["props"]["html"]))
            if cards:
                self._waits_for = self.part("what-sentence")
                self.clicked_s = time.perf_counter()
                await self.emit(hand, "press", [random.choice(cards)])


def costs(seconds: float) -> Iterator[Values]:
    """Measure each number of visitors for so long."""
    processor = {}
    for count in COUNTS:
        with OpenTable(GAME, "--seats", str(SEATS)) as table:
            found = asyncio.run(visited(table, count, seconds))
        (processor[count],) = found["processor"]
        for of, values in found.items():
            yield Values(of + " of nine" if count == WITH_BUDGET else of, values, {"visitors": count})
    one, most = COUNTS[0], COUNTS[-1]
    yield Values("growth", [processor[most] / (most * processor[one]) * 100], {"most": most})


async def visited(table: OpenTable, count: int, seconds: float) -> dict[str, list[float]]:
    """Let visitors come, and play; return what they cost in so long: ms, % of a core, and MB."""
    random = Random(count)
    guests = [Guest(number, table.port) for number in range(count)]
    for seat, guest in enumerate(guests):
        guest.join(table.letters)
        await guest.arrive()
        while not guest.has("free-seats"):
            await asyncio.sleep(LOOK_S)
        if seat < SEATS:
            await guest.emit(guest.part("free-seats"), "press", [str(seat)])
    await asyncio.sleep(1)
    await guests[0].press("start-button")
    playing = [asyncio.create_task(guest.play(random)) for guest in guests[:SEATS]]
    await asyncio.sleep(WARM_UP_S)
    for guest in guests:
        guest.answers_ms.clear()
        guest.rounds.clear()
    before, began = table.processor_s(), time.perf_counter()
    await asyncio.sleep(seconds)
    share = (table.processor_s() - before) / (time.perf_counter() - began) * 100
    memory = table.memory_mb()
    for task in playing:
        task.cancel()
    for guest in guests:
        await guest.leave()
    told = [[guest.rounds[each] for guest in guests] for each in set.intersection(*(set(g.rounds) for g in guests))]
    return {
        "answers": [each for guest in guests for each in guest.answers_ms],
        "spread": [(max(each) - min(each)) * 1000 for each in told],
        "processor": [share],
        "memory": [memory],
    }
