"""What the page looks like: at every size all that matters is in the window, of a size to be read and hit, and for all.

Each game is brought into every kind of decision by a table whose time stands still in it (`still_table.py`).
"""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tavolo.games import names
from tavolo_host.display.access.browsers import SECRET
from tests.browser.in_chromium import PATIENCE_MS, SCREEN, browser, open_page, started
from tests.cli.command_support import as_from_a_shell, free_port

__all__ = ["browser", "started"]
SIZES = ((390, 844), (1280, 720), (1920, 1080), (1366, 768))  # the last is the one in which is played
PHONE = 390
# In CSS pixels. On a phone a place of the drawn board may be smaller than a fingertip: its choice is a button too.
LEAST = {"button": 24, "place": 24, "choice": 24, "type": 12, "drawn": 12}
PHONE_LEAST = {"button": 24, "place": 20, "choice": 44, "type": 14, "drawn": 12}
TWICE_AS_LARGE: ViewportSize = {"width": PHONE // 2, "height": 422}  # a phone, zoomed to 200 %
LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
OVERLAPS = Path(__file__).with_name("overlaps.js").read_text(encoding="utf-8")
AXE = Path("build/npm/node_modules/axe-core/axe.min.js")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL_TEXTS = """least => {
    const walk = document.createTreeWalker(document.querySelector(".tavolo-page"), NodeFilter.SHOW_TEXT), small = [];
    while (walk.nextNode()) {
        const part = walk.currentNode.parentElement, svg = part.ownerSVGElement;
        if (!walk.currentNode.textContent.trim() || !part.checkVisibility({visibilityProperty: true})) continue;
        const drawn = svg ? part.getScreenCTM() : null;
        const grown = drawn ? Math.hypot(drawn.a, drawn.b) : part.currentCSSZoom;
        if (parseFloat(getComputedStyle(part).fontSize) * grown < least) small.push(walk.currentNode.textContent);
    }
    return small;
}"""
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
Finder = Callable[[Page], list[str]]
REGIONS = ("What to do", "Game", "Hand", "Players", "Log", "Table")
OWN_PARTS = ".game-panel, .hand-bar, .what-to-do, .the-end"  # that are different in each game
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


def faults_of(page: Page, sizes: Sequence[tuple[int, int]] = SIZES) -> list[str]:
    """What is wrong with the looks of the page at all these sizes."""
    found = []
    settle(page)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        least = PHONE_LEAST if width == PHONE else LEAST
        found += [f"{width}×{height}: {fault}" for fault in page.evaluate(LOOKS, least)]
    return found


def overlaps(page: Page, within: str = "body") -> list[str]:
    """Which words lie over others, or are cut off, on a phone with everything twice as large."""
    before = page.viewport_size
    page.set_viewport_size(TWICE_AS_LARGE)
    page.evaluate(DRAWN)
    found = [f"twice as large: {fault}" for fault in page.evaluate(OVERLAPS, within)]
    page.set_viewport_size(before or SCREEN)
    return found


def settle(page: Page) -> None:
    """Wait until the page has been drawn after what it was told last."""
    page.wait_for_timeout(120)
    page.evaluate(DRAWN)


def hindrances(page: Page, parts: str = "html") -> list[str]:
    """What axe finds that shuts people out, in these parts of the page."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # That rule takes the numbers that are drawn on a place of the board for its label.
    options = {"runOnly": RULES, "rules": {"label-content-name-mismatch": {"enabled": False}}}
    found = page.evaluate("([parts, options]) => axe.run(document.querySelectorAll(parts), options)", [parts, options])
    return [
        f"{fault['id']}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]


@contextmanager
def in_italian_and_the_dark(browser: Browser, address: str, as_of: Page | None = None) -> Iterator[Page]:
    """The page of a watcher or the given visitor, dark and in Italian."""
    context = browser.new_context(locale="it-IT", color_scheme="dark", reduced_motion="reduce", viewport=SCREEN)
    if as_of:
        context.add_cookies([cookie for cookie in as_of.context.cookies() if cookie["name"] == SECRET])
    page = context.new_page()
    open_page(page, address)
    yield page
    context.close()


def as_a_watcher_sees_it(browser: Browser, address: str) -> list[str]:
    with in_italian_and_the_dark(browser, address) as page:
        expect(page.get_by_role("region", name="Che cosa fare")).to_have_attribute("data-state", "wait")
        page.locator(".free-seat").first.click(trial=True)  # at first they take no press
        return faults_of(page) + hindrances(page)


def with_all_unfolded(page: Page, hindrances: Finder) -> list[str]:
    """What is wrong with hint and rules open, and on a phone in the tabs of table and log."""
    helps = [page.get_by_role("button", name=name, exact=True) for name in ("Hint", "Rules")]
    for each in helps:
        each.click()
    expect(page.get_by_role("region", name="Rules")).to_be_visible()
    found = faults_of(page) + overlaps(page)
    for each in helps:
        each.click()
    expect(page.get_by_role("region", name="Rules")).to_be_hidden()
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    for tab in ("Table", "Log"):
        page.get_by_role("button", name=tab, exact=True).click()
        settle(page)
        found += [f"tab {tab}: {fault}" for fault in page.evaluate(LOOKS, PHONE_LEAST) + hindrances(page)]
        found += [f"tab {tab}: {fault}" for fault in overlaps(page)]
    page.get_by_role("button", name="Game", exact=True).click()
    return found


@contextmanager
def television(browser: Browser, address: str) -> Iterator[Page]:
    """The page of those who look on from three metres."""
    page = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce").new_page()
    open_page(page, f"{address}?view=television")
    yield page
    page.context.close()


def from_afar(page: Page, state: str) -> list[str]:
    """What is wrong on a television."""
    expect(page.get_by_role("region", name="What to do")).to_have_attribute("data-state", state)
    expect(page.locator(".hand-card")).to_have_count(0)
    expect(page.get_by_role("button")).to_have_count(0)
    settle(page)
    return [f"small: {text}" for text in page.evaluate(SMALL_TEXTS, 28)] + page.evaluate(LOOKS, LEAST)


@pytest.mark.parametrize("game", names())
def test_at_every_size_all_is_in_the_window_and_large_enough_in_each_kind_of_decision(
    browser: Browser, game: str
) -> None:
    faults: dict[str, list[str]] = {}
    # What is the same of all games is looked at for hindrances in one of them.
    of_one: Finder = hindrances if game == names()[0] else lambda page: []
    of_each: Finder = hindrances if game == names()[0] else lambda page: hindrances(page, OWN_PARTS)
    with ExitStack() as opened:
        table = opened.enter_context(still_table(game, PLAYERS.get(game, 4)))
        page = browser.new_context(
            locale="en-GB", color_scheme="light", reduced_motion="reduce", viewport=SCREEN
        ).new_page()
        open_page(page, table.address)
        region = page.get_by_role("region", name="What to do")
        page.locator(".house-rules summary").click()
        faults["at the front door"] = faults_of(page) + of_one(page) + overlaps(page)
        page.get_by_role("button", name="sit at seat 4").click()
        page.get_by_role("button", name="Play", exact=True).click()
        settle(page)
        italian = opened.enter_context(in_italian_and_the_dark(browser, table.address, page))
        screen = opened.enter_context(television(browser, table.address))
        for _ in range(MOST_KINDS):
            kind = table.go_on()
            if kind == "over":
                break
            state = "wait" if "unasked" in kind else "choose"
            expect(region).to_have_attribute("data-state", state, timeout=PATIENCE_MS)
            for name in REGIONS:
                expect(page.get_by_role("region", name=name, exact=True)).to_have_count(1)
            if "unfolded" not in faults:
                if game == names()[0]:
                    faults["watched, in the dark and in Italian"] = as_a_watcher_sees_it(browser, table.address)
                faults["in the dark and in Italian"] = of_each(italian)
                faults["unfolded"] = with_all_unfolded(page, of_one)
                faults[kind] = of_each(page)
            faults[f"{kind}, looked at from afar"] = from_afar(screen, "wait")
            # A card in the slot takes nothing from the page's other sizes that its decision has not taken.
            faults[kind] = faults.get(kind, []) + faults_of(page, SIZES[::3] if "in the slot" in kind else SIZES)
            faults[kind] += [f"in Italian: {fault}" for fault in in_own_words(italian, state) + overlaps(italian)]
        table.go_on("end")
        expect(region).to_have_attribute("data-state", "over", timeout=PATIENCE_MS)
        page.locator(".end-review ol button").first.click(timeout=PATIENCE_MS)
        expect(page.locator(".end-better")).to_contain_text("would have been better")
        expect(page.locator(".hand-cards")).to_be_hidden()
        faults["at the end, looking back"] = faults_of(page) + of_each(page) + overlaps(page)
        page.get_by_role("button", name="the action before").click()
        page.get_by_role("button", name="The result", exact=True).click()
        faults["at the end"] = faults_of(page) + of_each(page) + in_own_words(italian, "over")
        faults["at the end"] += overlaps(page) + overlaps(italian)
        faults["at the end, looked at from afar"] = from_afar(screen, "over")
        end = page.get_by_role("region", name="The end")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            end.evaluate("end => end.scrollTo(0, end.scrollHeight)")
            expect(page.locator(".end-result")).to_be_in_viewport(ratio=0.9)
        expect(end).to_contain_text(page.locator(".what-sentence").inner_text())
        expect(end.get_by_role("img", name="The course of the game")).to_be_visible()
        page.get_by_role("button", name="The board").click()
        expect(page.get_by_role("region", name="Game", exact=True)).to_be_visible()
        page.get_by_role("button", name="Another game").click()
        expect(page.get_by_role("region", name="Games")).to_be_visible()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
        expect(region).to_have_attribute("data-state", "lobby")
        for gone in (".headline", ".hand-cards"):
            expect(page.locator(gone)).to_have_text("")
        page.reload()
        stand = page.get_by_role("button", name="Stand up")
        page.get_by_role("button", name="Watch bots", exact=True).click()
        expect(stand).to_be_hidden()
        expect(page.get_by_role("button", name="Play again")).to_be_hidden()
        page.locator(".free-seat").first.click()
        expect(stand).to_be_visible()
        expect(page.get_by_role("button", name="Play again")).to_be_visible()
    told = [f"{kind}: {fault}" for kind, found in faults.items() for fault in found]
    assert not told, "\n".join(told)


def helps_one_after_the_other(page: Page) -> Iterator[str]:
    """What is open on the page: everything that helps a player."""
    page.locator(".guide summary").click()
    yield "guide, and more of its reason"
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    yield "guide on a phone"
    page.set_viewport_size(SCREEN)
    rules = page.get_by_role("button", name="Rules", exact=True)
    rules.click()
    expect(page.get_by_role("region", name="Rules")).to_be_visible()
    yield "rules"
    rules.click()
    page.get_by_role("button", name="Close the guide").click()
    page.locator(".why-button").first.click()
    expect(page.locator(".log-reason")).to_be_visible()
    yield "why"
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".guide summary").click()
    yield "hint, and more of it"
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("group", name="Menu")).to_be_visible()
    yield "menu"  # whose colours axe cannot judge, since it is a popover: `test_preferences.py` does


def test_nobody_is_shut_out_by_what_helps_in_light_or_dark(browser: Browser) -> None:
    with still_table(names()[0], 4) as table:
        page = browser.new_context(locale="en-GB", reduced_motion="reduce", viewport=SCREEN).new_page()
        open_page(page, table.address)
        page.get_by_role("button", name="First game, with a guide").click()
        table.go_on("12")
        expect(page.locator(".guide")).to_have_attribute("data-guided", "true")
        told = []
        for opened in helps_one_after_the_other(page):
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                expect(page.locator(f"body.body--{theme}")).to_be_visible()
                settle(page)
                told += [f"{opened}, {theme}: {fault}" for fault in hindrances(page)]
    assert not told, "\n".join(told)


def in_own_words(italian: Page, state: str = "choose") -> list[str]:
    """What is wrong at the size in which is played."""
    expect(italian.get_by_role("region", name="Che cosa fare")).to_have_attribute("data-state", state)
    settle(italian)
    found: list[str] = italian.evaluate(LOOKS, LEAST)
    return found
