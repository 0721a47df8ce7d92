"""What attacks over the network cost who plays at the table, all at once: processor, memory, and the host's clicks.

    python -m host.tools.network_attacks [--seconds 60]

It starts a table that is open to another address of the loopback. Then come 300 requests for the page without a socket,
a foreign page that frames the history, 300 connections with half a request, and 20 addresses that guess the letters;
meanwhile the host clicks and opens the page, and a phone with the QR code joins. A second table, which nobody attacks,
is measured in the same minutes: what its processor needs more or less is what the computer does, not the attacks. It
prints figures with their limits, and ends with exit code 1 if one is exceeded.
"""

import argparse
import asyncio
import http
import re
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from rich.console import Console

from host.tools.bench.open_table import ANSWER_S, HERE, LAN, OpenTable, asked
from host.tools.bench.report import WIDTH, Budget, Figure, percentile, print_table
from host.tools.torture.page_visitor import PageVisitor
from tavolo_host.display.access.browsers import SECRET
from tavolo_host.display.access.invitation import LETTERS

REQUESTS, CONNECTIONS, ADDRESSES = 300, 300, 20
AT_ONCE = 10  # requests
PHONE, FOREIGN = "127.0.4.1", "127.0.5.1"  # the addresses from which a phone and the connections come
GAME_S = 30.0  # until virtual players wait for the host
QUIET_S = 60.0  # in which the processor is measured
GUESSES_S = 0.2  # between two of one address
CLICK, MEMORY, NEVER = Budget("ms", most=100.0), Budget("MB", most=5.0), Budget("times", most=0.0)
SHARE, SHARE_FOR_SCALE = Budget("% of a core", most=1.0), Budget("% of a core")
FRAMED = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
OPENED = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


class Host(PageVisitor):
    """The host, who opens and closes the rules; `answers_ms` are those of the clicks."""

    def __init__(self, port: int) -> None:
        super().__init__(f"http://{HERE}:{port}/", lambda: True)
        self._has_changed = asyncio.Event()
        self.answers_ms: list[float] = []

    def _update(self, message: object) -> None:
        super()._update(message)  # type: ignore[arg-type]
        self._has_changed.set()

    async def begin(self) -> None:
        """Take a seat and begin a game, and let it stand."""
        await self.arrive()
        await asyncio.sleep(1)
        number = next(number for number, each in self._elements.items() if "free-seats" in each.get("class", ()))
        await self.emit(number, "press", ["3"])
        await self.press("start-button")
        await asyncio.sleep(GAME_S)
        for _ in range(10):
            await self.click()
        self.answers_ms.clear()

    async def click(self) -> None:
        """Open or close the rules of the game, and wait until the page shows it."""
        buttons = [number for number, each in self._elements.items() if "aid-button" in each.get("class", ())]
        self._has_changed.clear()
        began = time.perf_counter()
        await self.emit(buttons[-1], "click", [])
        await asyncio.wait_for(self._has_changed.wait(), ANSWER_S)
        self.answers_ms.append((time.perf_counter() - began) * 1000)

    async def go_on_clicking(self) -> None:
        while True:
            await self.click()
            await asyncio.sleep(0.1)


class Attack:
    """All attacks on a table, and what became of them."""

    def __init__(self, table: OpenTable) -> None:
        self._port, self._letters, self._invitation = table.port, table.letters, table.invitation
        self.is_framed = True
        self.is_joined = False
        self.admitted = 0

    async def run(self) -> None:
        """Let everything come at once."""
        connections = await asyncio.to_thread(self._half_open)
        meanwhile = asyncio.create_task(self._open_again_and_again())
        guessing = [self._guess(number) for number in range(ADDRESSES)]
        await asyncio.gather(self._ask_for_pages(), self._frame(), self._join(), *guessing)
        meanwhile.cancel()
        for each in connections:
            each.close()

    def _half_open(self) -> list[socket.socket]:
        found = []
        for at in (HERE, LAN):
            for _ in range(CONNECTIONS // 2):
                client = socket.create_connection((at, self._port), ANSWER_S, (FOREIGN, 0))
                client.send(b"GET / HTTP/1.1\r\nHost: ")
                found.append(client)
        return found

    async def _ask_for_pages(self) -> None:
        for _ in range(REQUESTS // AT_ONCE):
            await asyncio.gather(*(asyncio.to_thread(asked, self._port, "/", HERE) for _ in range(AT_ONCE)))

    async def _frame(self) -> None:
        answer = await asyncio.to_thread(asked, self._port, "/history", HERE, **FRAMED)
        policy = answer.getheader("Content-Security-Policy") or ""
        self.is_framed = answer.status == http.HTTPStatus.OK and "frame-ancestors 'none'" not in policy

    async def _join(self) -> None:
        """Join by the QR code while others guess."""
        await asyncio.sleep(2)
        answer = await asyncio.to_thread(asked, self._port, f"/?{self._invitation}&name=Phone", LAN, PHONE)
        secret = re.search(rf"{SECRET}=([^;]+)", answer.getheader("Set-Cookie") or "")
        if secret:
            cookie = {"Cookie": f"{SECRET}={secret[1]}"}
            page = await asyncio.to_thread(asked, self._port, "/display/page.css", LAN, PHONE, **cookie)
            self.is_joined = page.status == http.HTTPStatus.OK

    async def _guess(self, number: int) -> None:
        random = Random(number)
        for _ in range(20):
            guess = "".join(random.choices(LETTERS, k=4))
            if guess != self._letters:
                path = f"/?join={guess}&name=Eve"
                answer = await asyncio.to_thread(asked, self._port, path, LAN, f"127.0.3.{number + 1}")
                self.admitted += answer.status == http.HTTPStatus.SEE_OTHER
            await asyncio.sleep(GUESSES_S)

    async def _open_again_and_again(self) -> None:
        while True:
            await asyncio.to_thread(asked, self._port, "/", HERE, **OPENED)
            await asyncio.sleep(0.5)


async def shares_of(tables: Sequence[OpenTable]) -> list[float]:
    """Return how much of a core each program needs, in %."""
    before, began = [each.processor_s() for each in tables], time.perf_counter()
    await asyncio.sleep(QUIET_S)
    lasted = time.perf_counter() - began
    return [(each.processor_s() - used) / lasted * 100 for each, used in zip(tables, before, strict=True)]


async def measured(attacked: OpenTable, control: OpenTable, seconds: float) -> list[Figure]:
    """Attack one of two tables, and return the figures."""
    attack, tables = Attack(attacked), (attacked, control)
    hosts = [Host(each.port) for each in tables]
    await asyncio.gather(*(each.begin() for each in hosts))
    for each in tables:
        await warm_up(each.port)
    await asyncio.sleep(seconds)
    before, megabytes = await shares_of(tables), attacked.memory_mb()
    clicking = asyncio.create_task(hosts[0].go_on_clicking())
    await attack.run()
    clicking.cancel()
    with suppress(asyncio.CancelledError):
        await clicking
    await asyncio.sleep(seconds)
    after, more_megabytes = await shares_of(tables), attacked.memory_mb() - megabytes
    for host in hosts:
        await host.leave()
    answers = hosts[0].answers_ms
    more, more_of_control = (later - earlier for earlier, later in zip(before, after, strict=True))
    later = f"{seconds:.0f} s later, in addition"
    return [
        Figure(f"the host's click until it is answered, 95th of {len(answers)}", percentile(answers, 95), CLICK),
        Figure(f"processor of the table that nobody attacked, {later}", more_of_control, SHARE_FOR_SCALE),
        Figure(f"processor, {later} to that", more - more_of_control, SHARE),
        Figure(f"memory, {later}", more_megabytes, MEMORY),
        Figure("a foreign page framed the history", float(attack.is_framed), NEVER),
        Figure("the phone with the QR code did not get in", float(not attack.is_joined), NEVER),
        Figure("an address was admitted by guessing", float(attack.admitted), NEVER),
    ]


async def warm_up(port: int) -> None:
    """Ask for pages as in the attack, but less often: the memory that this takes is kept for the next time."""
    for path in ("/", "/history", "/evening", "/statistics", "/", "/"):
        await asyncio.gather(*(asyncio.to_thread(asked, port, path, HERE) for _ in range(AT_ONCE)))


def main() -> None:
    """Attack a table of this computer; exit with 1 if a figure exceeds its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="until processor and memory are measured")
    seconds = parser.parse_args().seconds
    with OpenTable() as attacked, OpenTable() as control:
        figures = asyncio.run(measured(attacked, control, seconds))
    print_table(figures, Console(width=None if sys.stdout.isatty() else WIDTH))
    sys.exit(any(each.is_missed for each in figures))


if __name__ == "__main__":
    main()
