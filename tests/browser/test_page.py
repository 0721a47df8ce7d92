"""The page in Chromium, as a visitor uses it: `tavolo play` as its own process, and the browser on it."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tavolo.games import load, names
from tavolo_host.runtime.game_folders import folder_of
from tests.browser.in_chromium import PHONE, SCREEN, browser, open_page, started, tavolo, visit

__all__ = ["browser", "started"]
# Writes down every gesture that is shown, with its classes.
NOTE_GESTURES = """window.gestures = [];
addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  const shown = changes.flatMap(({addedNodes}) => [...addedNodes]).filter((each) => each.matches?.(".gesture"));
  window.gestures.push(...shown.map((each) => `${each.className}: ${each.textContent}`));
}).observe(document.body, {childList: true, subtree: true}));"""
HAS_TOUCH = "() => navigator.maxTouchPoints > 0"
AREAS = "buttons => buttons.map(button => button.offsetWidth * button.offsetHeight)"
LONGEST_MS = 2000  # from the press until the hand
MOST_ANSWERS = 20  # of the same page on the same machine, where that takes longer


@pytest.fixture(scope="module")
def lobby() -> Iterator[str]:
    """`tavolo play` for three: one for all tests that begin no game, and for the last, which does."""
    with tavolo("play", "--seats", "3") as address:
        yield address


@pytest.fixture
def address() -> Iterator[str]:
    """`tavolo play` for three."""
    with tavolo("play", "--seats", "3") as address:
        yield address


class Board:
    """A board in a process of its own at which four people play; its URL."""

    def __init__(self) -> None:
        program = "tests.browser.board_process"
        self._process = subprocess.Popen([sys.executable, "-m", program], stdout=subprocess.PIPE, text=True)
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


def hand(page: Page) -> list[str]:
    """The cards that this visitor can play, as "green 12"."""
    names = [card.get_attribute("aria-label") or "" for card in page.locator(".hand-card").all()]
    return [name.removeprefix("play ") for name in names]


def advised(page: Page) -> str:
    """Wait until it is this visitor's turn; a card that may be played."""
    expect(page.locator(".turn.yours")).to_be_visible()
    name = page.locator(".hand-card.advised").first.get_attribute("aria-label") or ""
    return name.removeprefix("play ")


def fills(page: Page) -> list[str]:
    """The colours of all pixels."""
    lamps = page.locator("[data-pixel]")
    return list(lamps.evaluate_all("pixels => pixels.map(pixel => getComputedStyle(pixel).fill)"))


def start_and_sit(page: Page, seat: int) -> None:
    page.get_by_role("button", name=f"sit at seat {seat}").click()
    page.get_by_role("button", name="Play", exact=True).click()
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


def test_a_visitor_plays_a_card_through_slot_and_link_and_it_flies_onto_the_board_unless_motion_is_reduced(
    browser: Browser, address: str
) -> None:
    still = visit(browser, address, WATCH_MOVES, reduced_motion="reduce")
    page = visit(browser, address, WATCH_MOVES)
    lobby = fills(page)
    start_and_sit(page, 4)
    card = advised(page)
    before = hand(page)
    states_of(page, 3)
    button = page.get_by_role("button", name=f"play {card}", exact=True)
    piece = f"card-{button.get_attribute('data-card')}"
    button.hover()
    page.mouse.down()
    # It is redrawn under the finger, as at any change, and still played.
    page.locator(".hand-cards").evaluate("cards => { cards.innerHTML = cards.innerHTML; }")
    page.mouse.up()
    played = re.compile(rf"Seat 4 (leads|follows with|plays) {card}\b")
    expect(page.get_by_text(played).first).to_be_visible()
    page.wait_for_function("piece => window.moved[piece]", arg=piece)
    expect(page.locator(".hand-card")).to_have_count(14)
    assert sorted(hand(page)) == sorted(set(before) - {card})
    expect(page.locator('.seat[data-seat="3"].occupied')).to_have_count(0)
    assert {"occupied", "slot-accepted"} <= seen_states(page)
    assert fills(page) != lobby
    expect(still.get_by_text(played).first).to_be_visible()
    assert still.evaluate("() => window.moved") == {}


def test_a_nudge_and_a_reaction_are_seen_on_each_screen_and_go(browser: Browser) -> None:
    with tavolo("play", "david-goliath", "--seats", "3", "--speed", "10") as address:
        ada, television = (visit(browser, address, NOTE_GESTURES) for _ in range(2))
        ben = visit(browser, address, NOTE_GESTURES, viewport=PHONE)
        open_page(television, f"{address}?view=television")
        ada.get_by_role("button", name="sit at seat 1").click()
        ben.get_by_role("button", name="sit at seat 4").click()
        expect(ben.get_by_role("button", name="Stand up")).to_be_visible()
        ada.get_by_role("button", name="Play", exact=True).click()  # the first seat leads
        expect(ben.get_by_role("region", name="What to do")).to_contain_text("Waiting for seat 1.")
        ben.get_by_role("button", name="Nudge seat 1").click()
        sees(ada, "gesture: 4Seat 4 nudges you")
        expect(ada).to_have_title(re.compile("Seat 4 nudges you"))
        for screen in (ben, television):
            sees(screen, "gesture: 4Seat 4 nudges seat 1")
        ben.get_by_role("button", name="React").click()
        ben.get_by_role("button", name="Well played").click()
        expect(ben.get_by_role("button", name="Well played")).not_to_be_visible()
        sees(ada, "gesture at-seat: 4Seat 4: Well played")
        for screen in (ben, television):
            sees(screen, "gesture: 4Seat 4: Well played")
        for screen in (ada, ben, television):
            expect(screen.locator(".gesture")).to_have_count(0)


def sees(page: Page, gesture: str) -> None:
    """Wait until this gesture has been shown, however short."""
    page.wait_for_function("gesture => window.gestures.includes(gesture)", arg=gesture)


def test_two_visitors_see_only_their_own_hands_and_a_card_played_out_of_turn_comes_back(
    browser: Browser, address: str
) -> None:
    first = visit(browser, address)
    second = visit(browser, address)
    frames: list[str] = []
    second.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(str(text))))
    second.reload()
    expect(second.get_by_role("button", name="sit at seat 4")).to_be_visible()
    # The first seat leads, and its visitor does nothing: so it stays out of turn for the other.
    first.get_by_role("button", name="sit at seat 1").click()
    expect(first.get_by_role("button", name="Stand up")).to_be_visible()
    expect(second.get_by_role("button", name="sit at seat 1")).not_to_be_visible()
    start_and_sit(second, 4)
    expect(first.locator(".hand-card")).to_have_count(15)
    others = hand(first)
    assert not set(others) & set(hand(second))
    sent = "".join(frames)
    cards_sent = set(re.findall("play ([a-z]+ [0-9]+)", sent))
    assert cards_sent == set(hand(second))
    assert not cards_sent & set(others)
    states_of(second, 3)
    second.locator(".hand-card").first.click()
    expect(second.locator(".red")).to_contain_text("turn")
    expect(second.locator('.seat[data-seat="3"].occupied')).to_have_count(0)
    expect(second.locator(".hand-card")).to_have_count(15)
    assert "slot-accepted" not in seen_states(second)


def test_a_visitor_gets_the_browsers_language_at_first_and_the_chosen_one_afterwards(
    browser: Browser, lobby: str
) -> None:
    page = browser.new_context(viewport=SCREEN, locale="it-IT").new_page()
    open_page(page, lobby)
    expect(page.get_by_role("button", name="Gioca", exact=True)).to_be_visible()
    expect(visit(browser, lobby).get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Menu").get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
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
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("body.body--light")).to_be_visible()
    page.get_by_role("button", name="sit at seat 4").click()
    expect(page.locator(".own-name")).to_contain_text("Ada")
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("button", name="sit at seat 4")).to_be_visible()


# Keeps in `tookMs` how long it takes, from the next click, until something is in sight as a whole.
TIME_UNTIL = """wanted => {
    let pressed = 0;
    window.tookMs = 0;
    document.addEventListener("click", () => { pressed = performance.now(); }, {capture: true, once: true});
    const look = () => {
        const box = document.querySelector(wanted)?.getBoundingClientRect();
        if (pressed && box?.height && box.top >= 0 && box.bottom <= innerHeight) {
            window.tookMs = performance.now() - pressed;
        } else {
            requestAnimationFrame(look);
        }
    };
    look();
}"""


def press(button: Locator) -> None:
    """Press as one does at this screen: by a finger, or by the mouse."""
    (button.tap if button.evaluate(HAS_TOUCH) else button.click)()


def milliseconds(page: Page, button: Locator, wanted: str) -> float:
    """By the page's own clock, from the press of a button until what a selector finds is in sight."""
    page.evaluate(TIME_UNTIL, wanted)
    press(button)
    return float(page.wait_for_function("() => window.tookMs").json_value())


def play_by_the_largest_button(page: Page, name: str) -> None:
    """From the front door, sit down as Ada at a game: the hand is soon in sight."""
    page.get_by_role("region", name="Games").get_by_label("Your name").fill("Ada")
    tiles = page.locator(".door-game")
    other = 1 + names().index(name) % (len(names()) - 1)  # the first one is chosen already
    answer_ms = milliseconds(page, tiles.nth(other), f'.door-game:nth-child({other + 1})[aria-pressed="true"]')
    chosen = tiles.filter(has_text=load(name).TITLE)
    press(chosen)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    buttons = page.locator("button:not([aria-pressed])")  # those are choices
    sizes = buttons.evaluate_all(AREAS)
    largest = buttons.nth(sizes.index(max(sizes)))
    expect(largest).to_be_in_viewport(ratio=0.9)
    hand_ms = milliseconds(page, largest, ".dice svg" if name == "kuh-vadis" else ".hand-card")
    print(f"The hand is in sight after {hand_ms:.0f} ms, a choice at the door after {answer_ms:.0f} ms.")
    assert hand_ms <= max(LONGEST_MS, MOST_ANSWERS * answer_ms)
    expect(page.locator(".own-name")).to_contain_text("Ada")


@pytest.mark.parametrize("screen", [SCREEN, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", names())
def test_typing_a_name_and_pressing_the_largest_button_shows_a_hand_and_a_decision(
    browser: Browser, name: str, screen: ViewportSize
) -> None:
    with tavolo("play") as address:
        page = browser.new_context(viewport=screen).new_page()
        open_page(page, address)
        play_by_the_largest_button(page, name)
        expect(page.get_by_role("region", name="What to do")).to_have_attribute("data-state", "choose")


@pytest.mark.parametrize("screen", [SCREEN, PHONE], ids=["laptop", "phone"])
def test_play_is_above_the_fold_for_every_game_with_its_rules_of_the_house_folded_or_not(
    browser: Browser, lobby: str, screen: ViewportSize
) -> None:
    page = browser.new_context(viewport=screen).new_page()
    open_page(page, lobby)
    play = page.get_by_role("button", name="Play", exact=True)
    for tile in page.locator(".door-game").all():
        tile.click()
        expect(tile).to_have_attribute("aria-pressed", "true")  # what is pressed while the page still moves is lost
        for unfolded in (1, 0):
            expect(play).to_be_in_viewport(ratio=1)
            page.locator(".house-rules summary").click()
            expect(page.locator(".house-rules[open]")).to_have_count(unfolded)
        expect(play).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules).to_contain_text(load(names()[-1]).TITLE)
    expect(rules).to_be_in_viewport(ratio=1)
    rules.get_by_role("button", name="Close the rules").click()
    expect(rules).to_be_hidden()


def test_pressing_play_when_all_seats_are_taken_says_so_and_watches(browser: Browser) -> None:
    with tavolo("play", "bambuti") as address:
        seated = [visit(browser, address) for _ in range(2)]
        for page, seat in zip(seated, (1, 5), strict=True):
            page.get_by_role("button", name=f"sit at seat {seat}").click()
            expect(page.get_by_role("button", name="Stand up")).to_be_visible()
        third = visit(browser, address, locale="it-IT")
        third.get_by_role("button", name="Gioca", exact=True).click()
        told = "Tutti i posti sono occupati: stai guardando."
        expect(third.get_by_role("alert").get_by_text(told)).to_be_visible()
        expect(third.locator(".hand-hint")).to_have_text(told)
        expect(visit(browser, address).locator(".hand-hint")).to_have_text("All seats are taken: you are watching.")
        for page in seated:
            expect(page.locator(".hand-card").first).to_be_visible()


def test_each_games_style_sheet_reaches_the_page(browser: Browser, lobby: str) -> None:
    sheets = "() => [...document.styleSheets].filter(sheet => sheet.cssRules.length).map(sheet => sheet.href)"
    reached = visit(browser, lobby).evaluate(sheets)
    looks = [name for name in names() if (folder_of(name) / "page.css").exists()]
    assert looks
    assert {f"{lobby}games/{name}.css" for name in looks} <= set(reached)


def test_nothing_lies_over_the_button_that_starts_before_the_fonts_are_there(browser: Browser, lobby: str) -> None:
    page = browser.new_context(viewport=SCREEN).new_page()
    page.route("**/*.woff*", lambda route: route.abort())
    open_page(page, lobby)
    start = page.get_by_role("button", name="Play", exact=True)
    reached = start.evaluate(
        """button => {
            const box = button.getBoundingClientRect();
            return [0.02, 0.25, 0.5, 0.75, 0.98].map(part =>
                button.contains(document.elementFromPoint(box.x + part * box.width, box.y + box.height / 2)));
        }"""
    )
    assert reached == [True] * 5


def test_a_watched_board_shows_its_game_and_players_asks_where_one_sits_and_its_loss_is_shown(
    browser: Browser, board: Board
) -> None:
    with tavolo("watch", "--port", board.url) as address:
        page = browser.new_context(viewport=SCREEN).new_page()
        page.context.add_cookies([{"name": "seat-1", "value": "Ada%20L.", "url": address}])
        open_page(page, address)
        expect(page.get_by_text(re.compile("Seat [0-9] (leads|follows with|plays)")).first).to_be_visible()
        expect(page.locator(".dot.in-step")).to_be_visible()
        expect(page.get_by_role("group", name="Seats")).to_contain_text("Where do you sit?")
        page.get_by_role("group", name="Seats").get_by_role("button").first.click()
        expect(page.get_by_role("button", name="Another seat")).to_be_visible()
        expect(page.locator(".own-key:visible")).to_have_count(0)
        page.get_by_role("button", name="Another seat").click()
        for name in ("Start", "Play", "Watch bots"):
            expect(page.get_by_role("button", name=name, exact=True)).not_to_be_visible()
        expect(page.locator(".hand-card")).to_have_count(0)
        for name in ("Players", "Log"):
            told = page.get_by_role("region", name=name, exact=True).get_by_text(re.compile("Ada L."))
            expect(told.first).to_be_visible()
        wrong = page.get_by_role("alert", name="Problems")
        expect(wrong).to_be_empty()
        expect(page.locator(".veiled")).to_have_count(0)
        board.cut_power()
        expect(wrong).to_contain_text("check its cable and its power")
        expect(page.locator(".veiled .game-panel")).to_be_visible()
        wrong.get_by_text("Details").click()
        expect(wrong.locator("details")).to_have_attribute("open", "")


def test_on_a_phone_a_seat_is_taken_below_the_front_door_which_has_language_pace_and_options(
    browser: Browser, address: str
) -> None:
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    open_page(page, address)
    page.get_by_role("region", name="Games").get_by_role("button", name="Italiano").tap()
    door = page.get_by_role("region", name="Giochi")
    door.get_by_role("button", name="Kuh Vadis").tap()
    door.get_by_role("button", name="Veloce").tap()
    expect(door.get_by_role("button", name="Veloce")).to_have_attribute("aria-pressed", "true")
    door.get_by_text("Regole della casa: le solite").tap()
    door.get_by_role("checkbox", name="Lanci dadi tuoi").tap()
    page.get_by_role("button", name="siediti al posto 6").tap()
    expect(page.get_by_role("button", name="Alzati")).to_be_visible()
    page.get_by_role("button", name="Gioca", exact=True).tap()
    expect(page.get_by_role("region", name="Giocatori", exact=True)).to_contain_text("Posto 6")
    expect(page.get_by_role("region", name="Che cosa fare")).to_contain_text("Lancia i tuoi dadi")


def test_the_level_is_chosen_at_the_door_or_in_the_command_and_only_hints_have_its_figures_during_a_game(
    browser: Browser,
) -> None:
    with tavolo("play", "--seats", "3", "--level", "easy") as address:
        page = visit(browser, address)
        door = page.get_by_role("region", name="Games")
        expect(door.get_by_role("button", name="Easy")).to_have_attribute("aria-pressed", "true")
        door.get_by_role("button", name="Strong").click()
        expect(door.get_by_role("button", name="Easy")).to_have_attribute("aria-pressed", "false")
        start_and_sit(page, 1)
        page.reload()
        page.get_by_role("button", name="Menu").click()
        level = page.get_by_role("group", name="Menu").get_by_role("group", name="Opponents' level")
        expect(level.get_by_role("button", name="Strong")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        advised(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hint-sentence")).to_contain_text(re.compile(r"Tried \d+×\. It wins \d+ %"))
        marked = page.locator(".hand-card.hinted")
        expect(marked).to_have_count(1)
        page.get_by_role("button", name="Rules", exact=True).click()
        expect(page.get_by_role("region", name="Rules")).to_contain_text("must follow the colour")
        page.get_by_role("button", name="Close the rules").click()
        marked.click()
        expect(page.locator(".hand-card")).to_have_count(14)
        expect(page.locator(".hint-sentence")).to_be_hidden()
        expect(marked).to_have_count(0)
        page.locator(".why-button").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".log-reason")).to_contain_text(" card")
        expect(page.locator(".log-reason details")).to_have_count(0)


def test_a_place_of_the_drawn_board_does_what_its_name_says(browser: Browser) -> None:
    with tavolo("play", "kuh-vadis", "--seats", "2", "--speed", "4") as address:
        page = visit(browser, address)
        page.get_by_role("button", name="sit at seat 4").click()
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator('section[aria-label="What to do"] button', has_text="Roll").first.click()
        page.get_by_role("region", name="Game").get_by_role("button", name="Put die 1 aside").click()
        expect(page.get_by_text("Seat 4 puts die 1 aside").first).to_be_visible()


# Of each reveal of two tiles: how long until both are placed. With `window.hurries` something is clicked all the time.
WATCH_REVEALS = """() => {
    const panel = document.querySelector(".game-panel");
    window.behind = 0;
    window.reveals = [];
    let since = 0;
    new MutationObserver(() => {
        window.behind += Boolean(panel.dataset.behind);
        const waiting = panel.querySelectorAll(".horn-waiting").length;
        if (waiting === 2) since ||= performance.now();
        if (since && !waiting) since = window.reveals.push(performance.now() - since) && 0;
        if (since && window.hurries) document.body.click();
    }).observe(panel, {attributes: true, childList: true, subtree: true});
}"""


def test_a_reveal_is_seen_for_a_while_unless_it_is_hurried_or_motion_is_reduced(browser: Browser) -> None:
    with tavolo("play", "tanz-der-hornochsen", "--seats", "2", "--speed", "3") as address:
        page, still = visit(browser, address), visit(browser, address, reduced_motion="reduce")
        for each in (page, still):
            each.evaluate(WATCH_REVEALS)
        page.get_by_role("button", name="Watch bots", exact=True).click()
        page.wait_for_function("() => window.reveals.length")
        page.evaluate("() => (window.hurries = true)")
        page.wait_for_function("() => window.reveals.length > 3")
        seen, *hurried = page.evaluate("() => window.reveals")
        assert min(hurried) < 0.3 * seen, f"{seen} ms, and hurried {hurried} ms"
        assert still.evaluate("() => window.behind") == 0


def test_an_own_move_is_taken_back_from_the_page_at_once(browser: Browser, lobby: str) -> None:
    page = visit(browser, lobby)
    page.locator(".door-game", has_text="David & Goliath").click()
    page.get_by_role("button", name="Play", exact=True).click()
    button = page.get_by_role("button", name="Take back my move")
    expect(button).to_be_disabled()
    page.get_by_role("button", name="play ").first.click()
    expect(page.locator(".hand-card")).to_have_count(14)
    button.click()
    expect(page.get_by_text("Moves taken back: ").first).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(15)
    expect(button).to_be_disabled()
