"""Whole games in Chromium, by what the page offers and nothing else: by the guide's advice, by keyboard alone, by two.

They take minutes, so `make test` leaves them out by the name of this file: `make test-pages`.
"""

import re
import time
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tavolo.games import load, names
from tests.browser.in_chromium import DO_SOMETHING, PATIENCE_MS, browser, started, tavolo, visit

__all__ = ["browser", "started"]
SPEED = "20"
OWN_SEAT = 4
STATE = "() => document.querySelector('.what-to-do').dataset.state"


def seat_of(page: Page, title: str, seat: int = OWN_SEAT) -> None:
    """Choose a game, and a seat."""
    page.get_by_role("button", name=title).click()
    page.get_by_role("button", name=f"sit at seat {seat}").click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()


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
    press_until(page, "Tab", f'[data-sit="{OWN_SEAT - 1}"]')
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
                press_until(page, "ArrowRight", ".hand-card.advised, .hand-bar")
                page.keyboard.press("Enter")


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
    with tavolo("play", "--speed", SPEED) as address:
        pages = [visit(browser, address) for _ in range(2)]
        heard = [Eavesdropper(page) for page in pages]
        for page, seat in zip(pages, (4, 6), strict=True):
            page.reload()
            seat_of(page, "Tanz der Hornochsen", seat)
        pages[0].get_by_role("button", name="Play", exact=True).click()
        for page in pages:
            expect(page.locator(".hand-card").first).to_be_visible()
        own: list[set[int]] = [set(), set()]
        watch, compared = Watch(pages[0]), 0
        while pages[0].evaluate(STATE) != "over":
            for at, page in enumerate(pages):
                page.evaluate(DO_SOMETHING, random.random())
                own[at] |= tiles(page)
            for at, other in ((0, 1), (1, 0)):
                secret = tiles(pages[other]) - own[at]
                compared += len(secret)
                assert not secret & heard[at].named(), "a tile of the other hand was sent"
            watch.look()
        assert compared > 100
        assert len(own[0] & heard[0].named()) > 10


@pytest.mark.parametrize("name", names())
def test_a_first_game_is_guided_from_its_aim_to_its_end(browser: Browser, name: str) -> None:
    """Following only the hints leads to the end of the first game."""
    with tavolo("play", "--speed", SPEED) as address:
        page = visit(browser, address)
        page.get_by_role("button", name=load(name).TITLE).click()
        page.get_by_role("button", name="First game, with a guide").click()
        expect(page.get_by_role("region", name="Guide")).to_contain_text("The aim")
        expect(page.locator(".hint-sentence")).to_be_visible()
        for _ in moments(page):
            page.evaluate("() => (document.querySelector('.choice-button.hinted') ?? document.body).click()")
            page.wait_for_timeout(50)
        expect(page.get_by_role("region", name="The end")).to_be_visible()
