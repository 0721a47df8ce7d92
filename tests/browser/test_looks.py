"""What the page looks like: at every size all that matters is in the window, of a size to be read and hit, and for all.

Each game is brought into every kind of decision by a table whose time stands still meanwhile (`still_table.py`).
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tavolo.games import names
from tests.browser.test_page import PATIENCE_MS, SCREEN, browser, open_page
from tests.host.command_support import as_from_a_shell, free_port

__all__ = ["browser"]
SIZES = ((390, 844), (1280, 720), (1920, 1080), (1366, 768))  # the last is the one in which is played
PHONE = 390
# In CSS pixels. On a phone a place of the drawn board may be smaller than a fingertip: its choice is a button too.
LEAST = {"button": 24, "place": 24, "choice": 24, "type": 12, "drawn": 12}
PHONE_LEAST = {"button": 24, "place": 20, "choice": 44, "type": 14, "drawn": 12}
LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
AXE = Path("build/npm/node_modules/axe-core/axe.min.js")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
REGIONS = ("What to do", "Game", "Hand", "Players", "Log", "Table")
MOST_KINDS = 9  # of decisions in a game
PLAYERS = {"bambuti": 2, "kuh-vadis": 2}


class StillTable:
    """A served table of which time goes on only by `go_on`."""

    def __init__(self, game: str, players: int, seed: int = 1) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.still_table", game, str(players), str(seed), str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=as_from_a_shell(),
        )

    def go_on(self, order: str = "next") -> str:
        """Play to the next kind of decision, or to the "end"; what it is."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)


@contextmanager
def still_table(game: str, players: int, seed: int = 1) -> Iterator[StillTable]:
    table = StillTable(game, players, seed)
    try:
        yield table
    finally:
        table.close()


def faults_of(page: Page) -> list[str]:
    """What is wrong with the looks of the page at all sizes."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        least = PHONE_LEAST if width == PHONE else LEAST
        found += [f"{width}×{height}: {fault}" for fault in page.evaluate(LOOKS, least)]
    return found


def settle(page: Page) -> None:
    """Wait until the page has been drawn after what it was told last."""
    page.wait_for_timeout(120)
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def hindrances(page: Page) -> list[str]:
    """What axe finds that shuts people out."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # That rule takes the numbers that are drawn on a place of the board for its label.
    options = {"runOnly": RULES, "rules": {"label-content-name-mismatch": {"enabled": False}}}
    found = page.evaluate("options => axe.run(options)", options)
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]


def as_a_watcher_sees_it(browser: Browser, address: str) -> list[str]:
    """What is wrong for somebody in the dark who reads Italian."""
    page = browser.new_context(locale="it-IT", color_scheme="dark", reduced_motion="reduce", viewport=SCREEN).new_page()
    open_page(page, address)
    expect(page.get_by_role("region", name="Che cosa fare")).to_have_attribute("data-state", "wait")
    settle(page)
    found = faults_of(page) + hindrances(page)
    page.context.close()
    return found


@pytest.mark.parametrize("game", names())
def test_at_every_size_all_is_in_the_window_and_large_enough_in_each_kind_of_decision(
    browser: Browser, game: str
) -> None:
    faults: dict[str, list[str]] = {}
    with still_table(game, PLAYERS.get(game, 4)) as table:
        page = browser.new_context(
            locale="en-GB", color_scheme="light", reduced_motion="reduce", viewport=SCREEN
        ).new_page()
        open_page(page, table.address)
        region = page.get_by_role("region", name="What to do")
        faults["at the front door"] = faults_of(page) + hindrances(page)
        page.get_by_role("button", name="sit at seat 4").click()
        page.get_by_role("button", name="Start").click()
        settle(page)
        for _ in range(MOST_KINDS):
            kind = table.go_on()
            if kind == "over":
                break
            expect(region).to_have_attribute("data-state", "choose", timeout=PATIENCE_MS)
            for name in REGIONS:
                expect(page.get_by_role("region", name=name, exact=True)).to_have_count(1)
            if len(faults) == 1:
                faults[f"{kind}, in the dark and in Italian"] = as_a_watcher_sees_it(browser, table.address)
                faults[kind] = hindrances(page)
            faults[kind] = faults.get(kind, []) + faults_of(page)
        table.go_on("end")
        expect(region).to_have_attribute("data-state", "over", timeout=PATIENCE_MS)
        faults["at the end"] = faults_of(page) + hindrances(page)
    told = [f"{kind}: {fault}" for kind, found in faults.items() for fault in found]
    assert not told, "\n".join(told)
