"""Yesterday's games in Chromium: one goes on after the program was killed, is found, replayed, and played on from."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.in_chromium import PHONE, SCREEN, browser, started, visit, wait_for
from tests.browser.test_looks import faults_of, hindrances, overlaps
from tests.cli.command_support import as_from_a_shell, free_port

__all__ = ["browser", "started"]
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
TABLET: ViewportSize = {"width": 820, "height": 1180}
SIZES = tuple((size["width"], size["height"]) for size in (PHONE, TABLET, TELEVISION, SCREEN))
SLIDE = "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }"
PLAYED = (
    "count => document.querySelector('.log-list').innerText.match(/^Ada (leads|follows|plays) /gm)?.length >= count"
)
MOVES = "() => document.querySelector('.game-panel').getAnimations({subtree: true}).length"


class Program:
    """`tavolo play` with games of its own, on a port that it keeps when it is started again."""

    def __init__(self, folder: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self._environment = as_from_a_shell() | {"XDG_DATA_HOME": folder}
        self._begin()

    def _begin(self) -> None:
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tavolo_host",
                "play",
                "--no-browser",
                "--speed",
                "20",
                "--web-port",
                str(self.port),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=self._environment,
        )
        wait_for(self.address)

    def kill_and_start_again(self) -> None:
        """Kill it as a power failure does."""
        self._process.kill()
        self._process.wait(30)
        self._begin()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    with tempfile.TemporaryDirectory() as folder:
        program = Program(folder)
        yield program
        program.close()


def begin(page: Page) -> None:
    """Sit down as Ada at a game of David & Goliath."""
    page.get_by_role("region", name="Games").get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".hand-card")).to_have_count(15)


def play(page: Page, cards: int) -> None:
    """Play cards until that many are left."""
    while page.locator(".hand-card").count() > cards:
        advised = page.locator(".hand-card.advised")
        if advised.count():
            before = page.locator(".hand-card").count()
            advised.first.click()
            expect(page.locator(".hand-card")).to_have_count(before - 1)
        page.wait_for_timeout(20)


def watch_to_the_end(page: Page) -> None:
    """Let a bot play on, at once."""
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu").get_by_role("button", name="Instant").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Stand up").click()
    page.get_by_role("button", name="Let a bot play").click()
    expect(page.locator(".what-to-do")).to_have_attribute("data-state", "over")


@pytest.fixture(scope="module")
def finished(program: Program, started: Browser) -> Program:
    """The program after a game that was interrupted and has come to its end."""
    page = visit(started, program.address)
    begin(page)
    play(page, 12)
    page.wait_for_function(PLAYED, arg=3)  # the board has accepted the last one too
    program.kill_and_start_again()
    page.goto(program.address)
    expect(page.locator(".hand-card")).to_have_count(12)
    expect(page.locator(".own-name")).to_contain_text("Ada")
    play(page, 11)
    watch_to_the_end(page)
    page.context.close()
    return program


def replay(browser: Browser, program: Program, **more: object) -> Page:
    """A visitor who has found the finished game by its player, from the menu, and opened it."""
    page = visit(browser, program.address, **more)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="History").click()
    page.get_by_label("Player").select_option("Ada")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**/history?player=Ada&game=")
    page.locator(".history-list a").last.click()
    expect(page.locator(".replay-where")).to_contain_text("Action ")
    return page


def action_shown(page: Page) -> int:
    return int(page.locator(".replay-slider").input_value())


def test_a_killed_game_goes_on_is_found_replayed_and_played_on_from_its_middle(
    browser: Browser, finished: Program
) -> None:
    page = replay(browser, finished)
    length = action_shown(page)
    page.locator(".replay-slider").evaluate(SLIDE, length // 2)
    expect(page.locator(".replay-where")).to_have_text(f"Action {length // 2} of {length}")
    page.locator(".replay-side .menu-row button").nth(2).click()  # of the first player
    expect(page.locator(".known-row")).to_have_count(1)
    cards = page.locator(".known-row .known-cards .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert cards
    page.locator(".replay-play-on button").first.click()
    expect(page.locator(".hand-card")).to_have_count(len(cards))
    hand = page.locator(".hand-card").evaluate_all("cards => cards.map(card => card.ariaLabel.replace('play ', ''))")
    assert sorted(hand) == sorted(cards)
    watch_to_the_end(page)
    page.goto(f"{finished.address}history")
    expect(page.locator(".history-list li")).to_have_count(2)


def test_a_replay_is_gone_through_by_keyboard_and_by_itself(browser: Browser, finished: Program) -> None:
    page = replay(browser, finished)
    length = action_shown(page)
    where = page.locator(".replay-where")
    for key, count in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", length)):
        page.keyboard.press(key)
        expect(where).to_have_text(f"Action {count} of {length}")
    slider = page.locator(".replay-slider")
    expect(slider).to_have_value(str(length))  # it comes behind the words
    slider.focus()  # which has arrows of its own
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text(f"Action {length - 1} of {length}")
    expect(slider).to_have_value(str(length - 1))
    page.keyboard.press("Home")
    expect(where).to_have_text(f"Action 0 of {length}")
    page.keyboard.press(" ")
    page.wait_for_function(f"() => {MOVES[6:]} > 0")
    expect(where).to_have_text(f"Action 4 of {length}")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    page.locator(".end-moments button").first.click()
    expect(page.locator(".replay-moment")).to_contain_text("Then:")


def test_who_wants_less_motion_sees_none_in_a_replay(browser: Browser, finished: Program) -> None:
    page = replay(browser, finished, reduced_motion="reduce")
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    for count in range(2, 6):
        expect(page.locator(".replay-where")).to_contain_text(f"Action {count} of")
        assert page.evaluate(MOVES) == 0


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("it-IT", "dark")])
def test_at_every_size_the_pages_are_whole_large_enough_and_for_all(
    browser: Browser, finished: Program, locale: str, scheme: str
) -> None:
    page = visit(browser, finished.address, locale=locale, color_scheme=scheme, reduced_motion="reduce")
    faults = {}
    for address in ("history?player=Ada", "history", "history/1", "history/99"):
        page.goto(f"{finished.address}{address}")
        expect(page.locator(".side-main > *").first).to_be_visible()
        if address == "history/1":
            page.keyboard.press("Home")
            page.locator(".replay-side .menu-row button").nth(1).click()
            expect(page.locator(".known-row")).to_have_count(4)
        faults[address] = faults_of(page, SIZES) + overlaps(page) + hindrances(page)
        assert page.evaluate("() => document.documentElement.lang") == locale[:2]
    told = [f"{address}: {fault}" for address, found in faults.items() for fault in found]
    assert not told, "\n".join(told)


def test_the_strong_level_says_what_would_have_been_better_and_it_is_kept(browser: Browser, finished: Program) -> None:
    page = replay(browser, finished)
    review = page.locator(".end-review")
    review.get_by_role("navigation").get_by_role("button").first.click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(review.locator("p:not(#reviewing)").first).to_be_visible()
    told = review.text_content() or ""
    page.reload()
    expect(review).to_have_text(told)


def test_a_game_is_downloaded_forgotten_and_deleted_where_it_was_played(
    browser: Browser, program: Program, finished: Program, tmp_path: Path
) -> None:
    page = visit(browser, f"{finished.address}")
    page.goto(f"{finished.address}history?player=Ada")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all games").click()
    copy = tmp_path / "copy"
    download.value.save_as(copy)
    assert copy.read_bytes().startswith(b"SQLite format 3")
    forget = page.get_by_role("button", name="Forget the name Ada")
    forget.first.click()
    forget.last.click()
    expect(page.locator(".history-list")).not_to_contain_text("Ada")
    page.goto(f"{finished.address}history/1")
    delete = page.get_by_role("button", name="Delete this game")
    delete.first.click()
    delete.last.click()
    page.wait_for_url("**/history")
    expect(page.locator("a[href='/history/1']")).to_have_count(0)
