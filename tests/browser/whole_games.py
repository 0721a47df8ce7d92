"""Whole games in Chromium, by what the page offers and nothing else: by mouse, finger or keyboard alone, and by two.

They are played on all screens, by presses on what is in sight and swipes towards what is not. At each decision board,
sentence, choices and hand are within reach (`within_reach.js`).

They take minutes, so `make test` leaves them out by the name of this file: `make test-pages`.
"""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tavolo.games import load, names
from tests.browser.in_chromium import PATIENCE_MS, browser, started, tavolo, visit
from tests.browser.test_looks import DRAWN, MOST_KINDS, PLAYERS, settle, still_table
from tests.browser.test_page import HAS_TOUCH, press

__all__ = ["browser", "started"]
SPEED = "20"
OWN_SEAT = 4
STATE = "() => document.querySelector('.what-to-do').dataset.state"
# Width and height in pixels, how much everything is enlarged, and whether a finger presses.
SCREENS = {
    "phone": (390, 844, 1, True),
    "phone, twice as large": (390, 844, 2, True),
    "phone on its side": (667, 331, 1, True),
    "phone on its side, twice as large": (667, 331, 2, True),
    "small phone": (320, 640, 1, True),
    "small phone, twice as large": (320, 640, 2, True),
    "tablet": (820, 1180, 1, True),
    "tablet, twice as large": (820, 1180, 2, True),
    "laptop": (1366, 768, 1, False),
    "laptop, twice as large": (1366, 768, 2, False),
}
# Each game on two screens, and each screen in a game.
PLAYED = (
    ("bambuti", "phone on its side"),
    ("bambuti", "tablet, twice as large"),
    ("david-goliath", "phone"),
    ("david-goliath", "laptop, twice as large"),
    ("kuh-vadis", "laptop"),
    ("kuh-vadis", "small phone, twice as large"),
    ("tanz-der-hornochsen", "tablet"),
    ("tanz-der-hornochsen", "phone on its side, twice as large"),
    ("yellowstone-park", "small phone"),
    ("yellowstone-park", "phone, twice as large"),
)
WITHIN_REACH = (Path(__file__).parent / "within_reach.js").read_text(encoding="utf-8")
MOST_SWIPES = 12  # to one place
# Of a finger in one swipe, the latter in CSS pixels: the most, and how far it goes before anything moves.
SWIPE_STEPS, FARTHEST, IDLE = 8, 150, 16
# One of the things that the page offers in sight, else null: if nothing is to be decided, or something moves above it.
# It returns where to press it, and how far to scroll there until it can be pressed. The list for screen readers is not
# in sight. Things of one kind are pressed, buttons, places of the board or cards, until something has changed: none of
# them may do nothing, but lift a card.
IN_SIGHT = """([kind, which, isSame]) => {
    if (!["choose", "asked"].includes(document.querySelector(".what-to-do").dataset.state)) return null;
    const nameOf = part => part.ariaLabel ?? part.innerText;
    const sentence = document.querySelector(".what-sentence").innerText.toLowerCase();
    const isNew = part => !sentence.startsWith(nameOf(part).replace("play ", "") + ":"); // another of it is in the slot
    const isInSight = part => part.checkVisibility() && getComputedStyle(part).clipPath === "none";
    const kinds = [".what-to-do button", ".game-panel [role=button]", ".hand-card.advised"]
        .map(find => [...document.querySelectorAll(find)].filter(part => isInSight(part) && isNew(part)))
        .filter(parts => parts.length);
    if (kinds.flat().some(part => part.matches(".doubled"))) throw Error("what the board offers is listed once more");
    const told = [sentence, document.querySelector(".log-list li")?.innerText, ...kinds.flat().map(nameOf)].join();
    const isPart = told.includes("Other choices"); // those of a place that was pressed
    if (told !== window.told) [window.told, window.kind] = [told, isPart ? 0 : kind];
    const parts = kinds[Math.floor(window.kind * kinds.length)];
    const lifted = kinds.flat().find(part => part.matches(".lifted")); // its words may lie over the others
    const part = isSame ? window.part : (lifted ?? parts?.[Math.floor(which * parts.length)]);
    window.part = part;
    if (!part?.isConnected) return null;
    const {left, top, width, height} = part.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (part.contains(document.elementFromPoint(x, y))) return [x, y, 0, 0];
    for (let outer = part.parentElement; outer; outer = outer.parentElement) {
        const isPage = outer === document.documentElement, {overflowX, overflowY} = getComputedStyle(outer);
        const box = isPage ? {left: 0, top: 0, right: innerWidth, bottom: innerHeight} : outer.getBoundingClientRect();
        const [shownX, shownY] = [[box.left, box.right, innerWidth], [box.top, box.bottom, innerHeight]]
            .map(([from, to, end]) => [Math.max(0, from), Math.min(end, to)]);
        if (shownX[1] < shownX[0] + 4 || shownY[1] < shownY[0] + 4) continue; // itself to be scrolled to
        const off = (at, [from, to]) => (at < from + 2 || at > to - 2 ? at - (from + to) / 2 : 0);
        const byX = isPage || (overflowX === "auto" && outer.scrollWidth > outer.clientWidth) ? off(x, shownX) : 0;
        const byY = isPage || (overflowY === "auto" && outer.scrollHeight > outer.clientHeight) ? off(y, shownY) : 0;
        if (byX || byY) return [(shownX[0] + shownX[1]) / 2, (shownY[0] + shownY[1]) / 2, byX, byY];
    }
    return null;
}"""


class Watch:
    """Fails when the game at `page` stands still."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._told = ""
        self._deadline = 0.0

    def look(self) -> None:
        """Look whether something has happened since the last look."""
        told = self._page.evaluate("() => document.querySelector('.log-list li')?.innerText ?? ''")
        if told != self._told or not self._deadline:
            self._told, self._deadline = told, time.monotonic() + PATIENCE_MS / 1000
        assert time.monotonic() < self._deadline, f"nothing happens any more after “{told}”"


def press_until(page: Page, key: str, found: str) -> None:
    """Press a key until what has the focus is what a selector finds."""
    for _ in range(60):
        if page.evaluate("find => document.activeElement.matches(find)", found):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {found}")


def start_by_keyboard(page: Page, title: str) -> None:
    """From a page that has just been opened to a game with a seat of one's own."""
    press_until(page, "Tab", ".door-game")
    for _ in range(len(names())):
        if title in page.evaluate("() => document.activeElement.innerText"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    press_until(page, "Tab", f'.lobby-seats [data-press="{OWN_SEAT - 1}"]')
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    press_until(page, "Shift+Tab", ".start-button")
    page.keyboard.press("Enter")


def moments(page: Page) -> Iterator[None]:
    """Each moment in which the visitor has to choose, until the game is over."""
    watch = Watch(page)
    while (state := page.evaluate(STATE)) != "over":
        watch.look()
        if state == "choose":
            yield
        else:
            page.wait_for_timeout(20)


def test_kuh_vadis_is_played_by_keyboard_alone(browser: Browser) -> None:
    random = Random(2)
    with tavolo("play", "--speed", SPEED) as address:
        page = visit(browser, address)
        start_by_keyboard(page, "Kuh Vadis")
        page.wait_for_selector(".choice-button")
        press_until(page, "Tab", ".choice-button")
        for _ in moments(page):
            assert page.evaluate("() => document.activeElement.closest('.what-to-do') !== null"), "the focus is lost"
            for _ in range(random.randrange(4)):
                page.keyboard.press("ArrowRight")
            page.keyboard.press(random.choice(("Enter", "Enter", str(random.randrange(1, 8)))))


def test_david_and_goliath_is_played_by_keyboard_alone(browser: Browser) -> None:
    with tavolo("play", "--speed", SPEED) as address:
        page = visit(browser, address)
        start_by_keyboard(page, "David & Goliath")
        page.wait_for_selector(".hand-card.advised")
        press_until(page, "Tab", ".hand-card")
        for _ in moments(page):
            if page.locator(".hand-card.advised").count():
                assert page.evaluate("() => document.activeElement.closest('.hand-bar') !== null"), "the focus is lost"
                press_until(page, "ArrowRight", ".hand-card.advised, .hand-bar, .hand-bar:not(:has(.advised)) *")
                page.keyboard.press("Enter")


def press_at(page: Page, x: float, y: float) -> None:
    (page.touchscreen.tap if page.evaluate(HAS_TOUCH) else page.mouse.click)(x, y)


def scroll(page: Page, x: float, y: float, right: float, down: float) -> None:
    """Turn the wheel there, or swipe."""
    if page.evaluate(HAS_TOUCH):
        line = page.context.new_cdp_session(page)
        ways = [min(FARTHEST, max(-FARTHEST, way + IDLE * ((way > 0) - (way < 0)))) for way in (right, down)]
        for step in range(SWIPE_STEPS + 1):
            to_x, to_y = (way * step / SWIPE_STEPS for way in ways)
            finger = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x - to_x, "y": y - to_y}]}
            line.send("Input.dispatchTouchEvent", finger)
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        line.detach()
    else:
        page.mouse.move(x, y)
        page.mouse.wheel(right, down)
        page.wait_for_timeout(50)


def do_something(page: Page, random: Random) -> None:
    """Press one of the things in sight, if any; scroll to it before."""
    chosen = [random.random(), random.random()]
    found = page.evaluate(IN_SIGHT, [*chosen, False])
    for _ in range(MOST_SWIPES):
        if found and any(found[2:]):
            scroll(page, *found)
            found = page.evaluate(IN_SIGHT, [*chosen, True])
    assert not (found and any(found[2:])), f"not to be reached at {found}: {page.evaluate('window.part.outerHTML')}"
    if found:
        press_at(page, *found[:2])
    page.wait_for_timeout(20)


def see_who_has_won(page: Page) -> None:
    """The winner is in sight, and where Ada came; both agree with the list of all players and with the sentence."""
    end = page.get_by_role("region", name="The end")
    for told in (".end-result", ".end-reason"):
        # At once: the panel is redrawn while the review goes on.
        end.evaluate("(end, told) => end.querySelector(told).scrollIntoView({block: 'nearest'})", told)
        expect(end.locator(told)).to_be_in_viewport(ratio=0.98)
    result = end.locator(".end-result span").inner_text()
    expect(page.locator(".what-sentence")).to_have_text(result)
    winners = end.locator(".end-places .won span").all_inner_texts()
    assert winners
    for name in winners:
        assert {"Ada": "You"}.get(name, name) in result
    expect(end.locator(".end-reason")).to_contain_text(re.compile(r"Your place: \d of \d\."))


def on(screen: str) -> dict[str, Any]:
    """What a browser has to know of a screen."""
    width, height, scale, has_touch = SCREENS[screen]
    size = {"width": width // scale, "height": height // scale}
    return {"viewport": size, "device_scale_factor": scale, "has_touch": has_touch, "reduced_motion": "reduce"}


@pytest.mark.parametrize(("name", "screen"), PLAYED)
def test_a_whole_game_is_played_by_what_is_in_sight_and_all_is_within_reach(
    browser: Browser, name: str, screen: str
) -> None:
    random = Random(name)
    wrong: dict[str, None] = {}
    with tavolo("play") as address:
        page = visit(browser, address, **on(screen))
        press(page.locator(".door-game").filter(has_text=load(name).TITLE))
        page.get_by_role("region", name="Games").get_by_label("Your name").fill("Ada")
        press(page.get_by_role("button", name="Play", exact=True))
        press(page.get_by_role("button", name="Menu"))
        press(page.get_by_role("group", name="Menu").get_by_role("button", name="Instant"))
        press_at(page, 1, 1)  # beside the menu, which closes it
        sentence = ""
        for _ in moments(page):
            if sentence != (sentence := page.locator(".what-sentence").inner_text()):
                wrong |= dict.fromkeys(page.evaluate(WITHIN_REACH, SCREENS[screen][2]))
            do_something(page, random)
        see_who_has_won(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", names())
def test_in_each_kind_of_decision_all_is_within_reach_on_all_screens(browser: Browser, name: str) -> None:
    wrong = []
    with still_table(name, PLAYERS.get(name, 4)) as table:
        page = visit(browser, table.address, has_touch=True, reduced_motion="reduce")
        page.get_by_role("button", name="sit at seat 4").click()
        page.get_by_role("button", name="Play", exact=True).click()
        for _ in range(MOST_KINDS):
            kind = table.go_on()
            if kind == "over":
                break
            settle(page)
            for screen, (width, height, scale, _touch) in SCREENS.items():
                page.set_viewport_size({"width": width // scale, "height": height // scale})
                page.evaluate(DRAWN)
                wrong += [f"{kind}, {screen}: {fault}" for fault in page.evaluate(WITHIN_REACH, scale)]
    assert not wrong, "\n".join(wrong)


class Eavesdropper:
    """Takes note of all that the page's socket receives from now on."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def named(self) -> set[int]:
        """The tiles shown as in a player's hand: by their buttons and by choices."""
        sent = "".join(self.frames).replace("\\", "")
        cards = {int(card) + 1 for card in re.findall(r'data-card[=":]+(\d+)', sent)}
        return cards | {int(number) for number in re.findall(r"(?i)(?:play|choose) (\d+)\b", sent)}


def tiles(page: Page) -> set[int]:
    """The tiles in a visitor's hand."""
    found = page.evaluate("() => [...document.querySelectorAll('.hand-card')].map(card => +card.dataset.card + 1)")
    return set(found)


def test_two_visitors_play_hornochsen_and_neither_receives_the_others_tiles(browser: Browser) -> None:
    random = Random(3)
    with tavolo("play", "tanz-der-hornochsen", "--speed", SPEED) as address:
        pages = [visit(browser, address) for _ in range(2)]
        heard = [Eavesdropper(page) for page in pages]
        for page, seat in zip(pages, (4, 6), strict=True):
            page.reload()
            page.get_by_role("button", name=f"sit at seat {seat}").click()
            expect(page.get_by_role("button", name="Stand up")).to_be_visible()
        pages[0].get_by_role("button", name="Play", exact=True).click()
        for page in pages:
            expect(page.locator(".hand-card").first).to_be_visible()
        own: list[set[int]] = [set(), set()]
        watch, compared = Watch(pages[0]), 0
        while pages[0].evaluate(STATE) != "over":
            for at, page in enumerate(pages):
                do_something(page, random)
                own[at] |= tiles(page)
            for at, other in ((0, 1), (1, 0)):
                secret = tiles(pages[other]) - own[at]
                compared += len(secret)
                assert not secret & heard[at].named(), "a tile of the other hand was sent"
            watch.look()
        assert compared > 100
        assert len(own[0] & heard[0].named()) > 10
