"""The page in Chromium, as a visitor uses it: `tavolo play` as its own process, and the browser on it.

Nothing here depends on how fast the machine is: what has to happen is waited for, as long as PATIENCE_MS.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tavolo.games import names
from tavolo_host.game_parts import folder_of
from tests.host.command_support import as_from_a_shell, free_port

PATIENCE_MS = 120_000
SCREEN: ViewportSize = {"width": 1366, "height": 768}
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@contextmanager
def tavolo(*arguments: str) -> Iterator[str]:
    """The command on a free port of the loopback, as its own process; the page's address."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tavolo_host", *arguments, "--no-browser", "--web-port", str(port)],
        stdin=subprocess.DEVNULL,
        env=as_from_a_shell(),
    )
    try:
        yield f"http://127.0.0.1:{port}/"
        assert process.poll() is None, "the program has ended by itself"
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture
def address() -> Iterator[str]:
    """`tavolo play` for three."""
    with tavolo("play", "--seats", "3") as address:
        yield address


class Board:
    """A board in a process of its own at which four people play; its URL."""

    def __init__(self) -> None:
        program = Path(__file__).with_name("board_process.py")
        self._process = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()

    def cut_power(self) -> None:
        self._process.terminate()
        self._process.wait(30)


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board()
    yield board
    board.cut_power()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


def visit(browser: Browser, address: str) -> Page:
    """A new visitor, in a browser profile of its own, who sees nothing that did not come from the table's address."""
    page = browser.new_context(viewport=SCREEN).new_page()
    page.on("request", lambda request: check_address(request.url, address))
    page.on("pageerror", lambda error: pytest.fail(f"the page reports {error}"))
    open_page(page, address)
    return page


def open_page(page: Page, address: str) -> None:
    """Open the page as soon as it is served, and wait until it is all there."""
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    for _ in range(600):
        try:
            page.goto(address)
            break
        except Exception as problem:
            if not re.search("ERR_CONNECTION_REFUSED|interrupted by another navigation", str(problem)):
                raise  # the second: by the browser's own page that says the first
            page.wait_for_timeout(100)
    expect(page.locator("[data-pixel]")).to_have_count(200)


def check_address(url: str, address: str) -> None:
    assert url.startswith((address, address.replace("http", "ws"), "data:", "blob:")), url


def hand(page: Page) -> list[str]:
    """The cards that this visitor can play, as "green 12"."""
    names = [card.get_attribute("aria-label") or "" for card in page.locator(".hand-card").all()]
    return [name.removeprefix("play ") for name in names]


def advised(page: Page) -> str:
    """Wait until it is this visitor's turn; a card that may be played."""
    expect(page.locator(".turn.yours")).to_be_visible()
    name = page.locator(".hand-card.advised").first.get_attribute("aria-label") or ""
    return name.removeprefix("play ")


def start_and_sit(page: Page, seat: int) -> None:
    page.get_by_role("button", name=f"sit at seat {seat}").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".hand-card")).to_have_count(15)


def states_of(page: Page, seat: int) -> None:
    """Begin to write down, in the page, every state that a seat's slot is shown in, however short."""
    page.evaluate(
        """number => {
            const seat = document.querySelector(`.seat[data-seat="${number}"]`);
            window.slotStates = [];
            new MutationObserver(() => window.slotStates.push(...seat.classList))
                .observe(seat, {attributes: true, attributeFilter: ["class"]});
        }""",
        seat,
    )


def seen_states(page: Page) -> set[str]:
    return set(page.evaluate("() => window.slotStates"))


def test_a_visitor_takes_a_seat_and_plays_a_card_through_slot_and_link(browser: Browser, address: str) -> None:
    page = visit(browser, address)
    start_and_sit(page, 4)
    card = advised(page)
    before = hand(page)
    states_of(page, 3)
    page.get_by_role("button", name=f"play {card}", exact=True).click()
    played = re.compile(rf"Seat 4 (leads|follows with|plays) {card}\b")
    expect(page.get_by_text(played).first).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(14)
    assert sorted(hand(page)) == sorted(set(before) - {card})
    expect(page.locator('.seat[data-seat="3"].occupied')).to_have_count(0)
    assert {"occupied", "slot-accepted"} <= seen_states(page)
    expect(page.locator(".dot.in-step")).to_be_visible()


def test_a_card_that_is_drawn_anew_under_a_finger_is_still_played(browser: Browser, address: str) -> None:
    page = visit(browser, address)
    start_and_sit(page, 4)
    card = advised(page)
    page.get_by_role("button", name=f"play {card}", exact=True).hover()
    page.mouse.down()
    page.locator(".hand-cards").evaluate("cards => { cards.innerHTML = cards.innerHTML; }")  # as any change does
    page.mouse.up()
    expect(page.get_by_text(re.compile(rf"Seat 4 (leads|follows with|plays) {card}\b")).first).to_be_visible()


def test_a_card_out_of_turn_is_refused_by_the_board_and_comes_back(browser: Browser, address: str) -> None:
    # The first seat leads, and its visitor does nothing: so it stays out of turn for the other.
    leader = visit(browser, address)
    leader.get_by_role("button", name="sit at seat 1").click()
    expect(leader.get_by_role("button", name="Stand up")).to_be_visible()
    page = visit(browser, address)
    start_and_sit(page, 4)
    states_of(page, 3)
    page.locator(".hand-card").first.click()
    expect(page.locator(".log-refusal").first).to_contain_text("It is not the turn of seat 4.")
    expect(page.locator('.seat[data-seat="3"].occupied')).to_have_count(0)
    expect(page.locator(".hand-card")).to_have_count(15)
    assert "slot-accepted" not in seen_states(page)


# Of every piece that begins to move: its name, and whether the page says that it moves.
WATCH_MOVES = """
    window.moved = {};
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how);
        window.moved[this.dataset.piece] = document.getAnimations().includes(animation);
        return animation;
    };
"""


def test_a_card_that_is_played_flies_onto_the_board_for_whoever_wants_that(browser: Browser, address: str) -> None:
    still = browser.new_context(viewport=SCREEN, reduced_motion="reduce").new_page()
    page = browser.new_context(viewport=SCREEN).new_page()
    for each in (still, page):
        each.add_init_script(WATCH_MOVES)
        open_page(each, address)
    start_and_sit(page, 4)
    card = advised(page)
    button = page.get_by_role("button", name=f"play {card}", exact=True)
    piece = f"card-{button.get_attribute('data-card')}"
    button.click()
    page.wait_for_function("piece => window.moved[piece]", arg=piece)
    expect(still.get_by_text(re.compile(rf"Seat 4 (leads|follows with|plays) {card}\b")).first).to_be_visible()
    assert still.evaluate("() => window.moved") == {}


def test_two_visitors_see_their_own_hands_alone_and_cannot_take_one_seat(browser: Browser, address: str) -> None:
    first = visit(browser, address)
    second = visit(browser, address)
    frames: list[str] = []
    second.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(str(text))))
    second.reload()
    expect(second.get_by_role("button", name="sit at seat 6")).to_be_visible()
    first.get_by_role("button", name="sit at seat 4").click()
    expect(first.get_by_role("button", name="Stand up")).to_be_visible()
    expect(second.get_by_role("button", name="sit at seat 4")).not_to_be_visible()
    second.get_by_role("button", name="sit at seat 6").click()
    first.get_by_role("button", name="Start").click()
    expect(first.locator(".hand-card")).to_have_count(15)
    expect(second.locator(".hand-card")).to_have_count(15)
    others = hand(first)
    assert not set(others) & set(hand(second))
    sent = "".join(frames)
    cards_sent = set(re.findall("play ([a-z]+ [0-9]+)", sent))
    assert cards_sent == set(hand(second))
    assert not cards_sent & set(others)


def test_a_visitor_meets_the_browsers_language_at_first_and_what_was_chosen_ever_after(
    browser: Browser, address: str
) -> None:
    page = browser.new_context(viewport=SCREEN, locale="it-IT").new_page()
    open_page(page, address)
    expect(page.get_by_role("button", name="Comincia")).to_be_visible()
    expect(visit(browser, address).get_by_role("button", name="Start")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Menu").get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    field = page.get_by_label("Your name").last
    field.fill("Ada")
    page.evaluate("mounted_app.$forceUpdate()")  # as any news from the table does
    expect(field).to_have_value("Ada")
    page.get_by_role("button", name="Light", exact=True).click()
    expect(page.locator("body.body--light")).to_be_visible()
    for each in page.get_by_label("Your name").all():
        expect(each).to_have_value("Ada")
    page.reload()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("body.body--light")).to_be_visible()
    page.get_by_role("button", name="sit at seat 4").click()
    expect(page.locator(".own-name")).to_contain_text("Ada")


def test_the_lights_on_the_page_change_as_the_game_goes_on(browser: Browser, address: str) -> None:
    page = visit(browser, address)
    lamps = page.locator("[data-pixel]")
    expect(lamps).to_have_count(200)

    def fills() -> list[str]:
        found: list[str] = lamps.evaluate_all("pixels => pixels.map(pixel => getComputedStyle(pixel).fill)")
        return found

    lobby = fills()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text(re.compile("Bruno leads")).first).to_be_visible()
    assert fills() != lobby


def test_what_each_game_says_of_its_looks_reaches_the_page(browser: Browser, address: str) -> None:
    sheets = "() => [...document.styleSheets].filter(sheet => sheet.cssRules.length).map(sheet => sheet.href)"
    reached = visit(browser, address).evaluate(sheets)
    looks = [name for name in names() if (folder_of(name) / "page.css").exists()]
    assert looks
    assert {f"{address}games/{name}.css" for name in looks} <= set(reached)


def test_nothing_lies_over_the_button_that_starts_before_the_fonts_are_there(browser: Browser, address: str) -> None:
    page = browser.new_context(viewport=SCREEN).new_page()
    page.route("**/*.woff*", lambda route: route.abort())
    open_page(page, address)
    start = page.get_by_role("button", name="Start")
    reached = start.evaluate(
        """button => {
            const box = button.getBoundingClientRect();
            return [0.02, 0.25, 0.5, 0.75, 0.98].map(part =>
                button.contains(document.elementFromPoint(box.x + part * box.width, box.y + box.height / 2)));
        }"""
    )
    assert reached == [True] * 5


def test_a_board_that_is_watched_shows_its_game_and_offers_no_seat(browser: Browser, board: Board) -> None:
    with tavolo("watch", "--port", board.url) as address:
        page = visit(browser, address)
        expect(page.get_by_text(re.compile("Seat [0-9] (leads|follows with|plays)")).first).to_be_visible()
        expect(page.locator(".dot.in-step")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("sit at"))).to_have_count(0)
        expect(page.get_by_role("button", name="Start")).not_to_be_visible()
        expect(page.locator(".hand-card")).to_have_count(0)


def test_those_at_a_watched_board_have_the_names_that_were_written_there_and_a_board_that_goes_is_told(
    browser: Browser, board: Board
) -> None:
    with tavolo("watch", "--port", board.url) as address:
        page = browser.new_context(viewport=SCREEN).new_page()
        page.context.add_cookies([{"name": "seat-1", "value": "Ada%20L.", "url": address}])
        open_page(page, address)
        players = page.get_by_role("region", name="Players", exact=True)
        expect(players.get_by_text("Ada L.").first).to_be_visible()
        expect(
            page.get_by_role("region", name="Log", exact=True).get_by_text(re.compile("Ada L.")).first
        ).to_be_visible()
        expect(page.get_by_role("alert", name="What is wrong")).to_be_empty()
        expect(page.locator(".veiled")).to_have_count(0)
        board.cut_power()
        wrong = page.get_by_role("alert", name="What is wrong")
        expect(wrong).to_contain_text("see that its cable is in and its power on")
        expect(page.locator(".veiled .game-panel")).to_be_visible()
        wrong.get_by_text("Details").click()
        expect(wrong.locator("details")).to_have_attribute("open", "")


def test_on_a_phone_a_seat_is_taken_below_the_front_door_which_has_language_pace_and_options(
    browser: Browser, address: str
) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    open_page(page, address)
    page.get_by_role("region", name="Games").get_by_role("button", name="Italiano").tap()
    door = page.get_by_role("region", name="Giochi")
    door.get_by_role("button", name="Kuh Vadis").tap()
    door.get_by_role("button", name="Veloce").tap()
    expect(door.get_by_role("button", name="Veloce")).to_have_attribute("aria-pressed", "true")
    door.get_by_role("checkbox", name="Lanciate dadi vostri").tap()
    page.get_by_role("button", name="siedi al posto 6").tap()
    expect(page.get_by_role("button", name="Alzati")).to_be_visible()
    page.get_by_role("button", name="Comincia").tap()
    expect(page.get_by_role("region", name="Giocatori", exact=True)).to_contain_text("Posto 6")
    expect(page.get_by_role("region", name="Che cosa fare")).to_contain_text("Lanciate i vostri dadi")


def test_a_move_is_taken_back_from_the_page(browser: Browser, address: str) -> None:
    page = visit(browser, address)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text(re.compile("Bruno leads [a-z]+ [0-9]")).first).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("The laptop asks to take the last move back").first).to_be_visible()
    expect(page.get_by_text("Actions taken back: 1.").first).to_be_visible()


def test_a_hint_is_marked_and_goes_with_the_moment_rules_and_reasons_unfold(browser: Browser, address: str) -> None:
    page = visit(browser, address)
    start_and_sit(page, 1)
    advised(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-sentence")).to_contain_text("this trick should bring")
    marked = page.locator(".choice-button.hinted")
    expect(marked).to_have_count(1)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("region", name="Rules")).to_contain_text("must follow the colour")
    page.get_by_role("button", name="Rules").click()
    marked.click()
    expect(page.locator(".hand-card")).to_have_count(14)
    expect(page.locator(".hint-sentence")).to_be_hidden()
    expect(marked).to_have_count(0)
    why = page.locator(".why-button").first
    why.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".log-reason").first).to_contain_text("this trick should bring")


def test_the_level_is_chosen_at_the_door_or_in_the_command_and_hints_and_reasons_have_its_figures(
    browser: Browser,
) -> None:
    with tavolo("play", "--seats", "3", "--level", "easy", "--speed", "8") as address:
        page = visit(browser, address)
        door = page.get_by_role("region", name="Games")
        expect(door.get_by_role("button", name="Easy")).to_have_attribute("aria-pressed", "true")
        door.get_by_role("button", name="Strong").click()
        expect(door.get_by_role("button", name="Easy")).to_have_attribute("aria-pressed", "false")
        start_and_sit(page, 1)
        page.reload()
        page.get_by_role("button", name="Menu").click()
        level = page.get_by_role("group", name="Menu").get_by_role("group", name="Level of the others")
        expect(level.get_by_role("button", name="Strong")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        advised(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint-sentence")).to_contain_text(re.compile(r"tried \d+×\. It wins \d+ %"))
        page.locator(".choice-button.hinted").click()
        page.locator(".why-button").first.click()
        expect(page.locator(".log-reason").first).to_contain_text(re.compile(r"It wins \d+ %.* on average\."))


def test_a_busy_port_is_one_sentence_and_no_traceback(address: str, browser: Browser) -> None:
    visit(browser, address)
    port = address.rsplit(":", 1)[1].strip("/")
    second = subprocess.run(
        [sys.executable, "-m", "tavolo_host", "play", "--no-browser", "--web-port", port],
        capture_output=True,
        text=True,
        env=as_from_a_shell(),
        timeout=120,
        check=False,
    )
    assert second.returncode == 2
    assert second.stderr.count("\n") == 1
    assert port in second.stderr
    assert "Traceback" not in second.stderr


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


def test_a_television_shows_the_game_large_and_no_hand(browser: Browser, address: str) -> None:
    page = visit(browser, address)
    page.get_by_role("button", name="sit at seat 4").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text(re.compile("(leads|follows with)")).first).to_be_visible()
    television = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    open_page(television, f"{address}?view=television")
    expect(television.locator(".captures")).to_be_visible()
    expect(television.get_by_text(re.compile("(leads|follows with)")).first).to_be_visible()
    assert television.evaluate(SMALL_TEXTS, 28) == []
    expect(television.locator(".hand-card")).to_have_count(0)
    expect(television.get_by_role("button")).to_have_count(0)


DO_SOMETHING = """at => {
    const region = document.querySelector('section[aria-label="What to do"]');
    const offered = document.querySelectorAll(
        'section[aria-label="What to do"] button, section[aria-label="Game"] [role="button"]');
    if (region.dataset.state === "choose" && offered.length)
        offered[Math.floor(at * offered.length)].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    return region.dataset.state;
}"""


@pytest.mark.parametrize("seed", [1])
def test_a_whole_game_is_played_by_what_the_page_offers(browser: Browser, seed: int) -> None:
    random = Random(seed)
    with tavolo("play", "--speed", "20") as address:
        page = visit(browser, address)
        page.get_by_role("button", name="Kuh Vadis").click()
        page.get_by_role("button", name="sit at seat 4").click()
        page.get_by_role("button", name="Start").click()
        expect(page.locator('.what-to-do[data-state="choose"]')).to_be_visible()
        # A place of the board does what its name says.
        page.locator('section[aria-label="What to do"] button', has_text="Roll").first.click()
        die = page.get_by_role("region", name="Game").get_by_role("button", name="Put die 1 aside")
        die.click()
        expect(page.get_by_text("Seat 4 puts die 1 aside")).to_be_visible()
        told, deadline = "", time.monotonic() + PATIENCE_MS / 1000
        while page.evaluate(DO_SOMETHING, random.random()) != "over":
            if random.random() < 0.3:
                page.keyboard.press(str(random.randrange(1, 10)))
            newest = page.locator(".log-list li").first.inner_text()
            if newest != told:
                told, deadline = newest, time.monotonic() + PATIENCE_MS / 1000
            assert time.monotonic() < deadline, "nothing happens any more"
        end = page.get_by_role("region", name="The end")
        expect(end).to_contain_text(page.locator(".what-sentence").inner_text())
        expect(end.get_by_role("img", name="The course of the game")).to_be_visible()
        page.get_by_role("button", name="The board").click()
        expect(page.get_by_role("region", name="Game")).to_be_visible()
        page.get_by_role("button", name="Another game").click()
        page.get_by_role("button", name="Bambuti").click()
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".headline")).to_contain_text("Bambuti")
