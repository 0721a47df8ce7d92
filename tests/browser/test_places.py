"""Where everything stands on the page: no region moves, no board changes its size, and no choice is shown twice.

Each game is brought into every kind of decision by a table whose time stands still in it (`still_table.py`).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tavolo.games import load, names
from tests.browser.in_chromium import PATIENCE_MS, SCREEN, browser, open_page, started
from tests.browser.test_looks import (
    DRAWN,
    MOST_KINDS,
    PLAYERS,
    SIZES,
    StillTable,
    in_italian_and_the_dark,
    settle,
    still_table,
    television,
)
from tests.browser.whole_games import press_until

__all__ = ["browser", "started"]
# Of each region and of what is drawn of a game: left, top, width and height, in CSS pixels.
BOXES = """() => {
    const found = {};
    const put = (name, part) => {
        const {left, top, width, height} = part.getBoundingClientRect();
        if (part.checkVisibility() && width) found[name] = [left, top, width, height].map(Math.round);
    };
    const regions = ".top, section[aria-label], [role=region], .news, .last-event, .what-sentence, .what-choices";
    for (const part of document.querySelectorAll(regions))
        put(part.getAttribute("aria-label") ?? part.className, part);
    const drawn = ".game-panel :is(section, [role=group], .mask-row, .indicators, .trick-places, .captures)";
    document.querySelectorAll(drawn).forEach((part, at) => put(`board ${at} ${part.getAttribute("class")}`, part));
    return found;
}"""
# The choices that are shown as buttons although the board offers them, or that nothing in sight offers.
WRONG_CHOICES = """() => {
    const cards = [...document.querySelectorAll(".hand-card")].map(card => card.ariaLabel.replace(/^\\S+ /, ""));
    const places = [...document.querySelectorAll(".game-panel [role=button]")].map(part => part.dataset.place);
    const buttons = [...document.querySelectorAll(".choice-button")];
    return buttons.filter(button => {
        const isPlace = places.includes(button.dataset.about);
        if (button.dataset.about.startsWith("frame-") && buttons.length <= 4) return false; // frames overlap
        if (getComputedStyle(button).clipPath === "none") return isPlace;
        return !isPlace && !cards.some(card => button.innerText.toLowerCase().includes(card));
    }).map(button => button.innerText);
}"""
# Which of these are not wholly in the window, or lie below something else that scrolls or covers.
OUT_OF_SIGHT = """parts => parts.filter(find => {
    const found = [...document.querySelectorAll(find)].filter(part => part.getClientRects().length);
    return !found.length || found.some(part => {
        const {left, top, right, bottom} = part.getBoundingClientRect();
        const isAt = (x, y) => part.contains(document.elementFromPoint(x, y));
        const [x, inset] = [(left + right) / 2, (bottom - top) / 8];
        const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        return isOut || !isAt(x, top + inset) || !isAt(x, bottom - inset);
    });
})"""
# Whether there is another sentence than this one, or other choices than these.
HAS_CHANGED = """([sentence, choices]) => {
    const now = [...document.querySelectorAll(".choice-button")].map(button => button.innerText);
    return document.querySelector(".what-sentence").innerText !== sentence || String(now) !== String(choices);
}"""
HIDE_GUIDE = "hide => document.querySelector('.guide').classList.toggle('hidden', hide)"
# Counts in `pressed` the clicks that reach a card of the hand.
COUNT_PRESSED = """() => {
    window.pressed = 0;
    document.addEventListener("click", ({target}) => (window.pressed += +!!target.closest(".hand-card")));
}"""
# Whether choices take a press as soon as the page is in this state.
PRESSED_AT_ONCE = """state => {
    document.querySelector(".what-to-do").dataset.state = state;
    return getComputedStyle(document.querySelector(".what-choices")).pointerEvents !== "none";
}"""
# Whether the buttons after a game are shown so many ms after its end.
ARE_SHOWN_AFTER = """ms => {
    const after = document.querySelector(".after");
    after.style.animation = "none";
    after.getBoundingClientRect();
    after.style.animation = "";
    const [coming] = after.getAnimations();
    coming.pause();
    coming.currentTime = ms;
    return getComputedStyle(after).visibility === "visible";
}"""
ENDS = "part => [part.getBoundingClientRect().top, part.getBoundingClientRect().bottom]"
LARGEST_SHARE = 0.15
PHONE, LAPTOP = SIZES[0], SIZES[3]
SMALL = ((320, 640), (667, 331), (683, 384))  # phones upright and on their side, and a laptop at 200 %
SOMEWHERE = (PHONE[0] // 2, PHONE[1] // 2)  # where nothing can be pressed


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)


def visit(browser: Browser, table: StillTable) -> Page:
    page = browser.new_context(locale="it-IT", reduced_motion="reduce", viewport=SCREEN).new_page()
    open_page(page, table.address)
    return page


def decisions(page: Page, table: StillTable) -> Iterator[str]:
    """Every kind of decision of a game, as the page shows it."""
    for _ in range(MOST_KINDS):
        kind = table.go_on()
        if kind == "over":
            return
        state = "wait" if "unasked" in kind else "choose"
        region = page.get_by_role("region", name="Che cosa fare")
        expect(region).to_have_attribute("data-state", state, timeout=PATIENCE_MS)
        settle(page)
        yield kind


class Places:
    """Where everything stands on a page at the first look, for each size."""

    def __init__(self) -> None:
        self._first: dict[tuple[int, int], dict[str, Any]] = {}

    def moved(self, page: Page, size: tuple[int, int]) -> list[str]:
        """What stands elsewhere or has another size than at the first look."""
        resize(page, size)
        now = page.evaluate(BOXES)
        then = self._first.setdefault(size, now)
        return [
            f"{size}: {name} from {then.get(name)} to {now.get(name)}"
            for name in sorted({*now, *then})
            if now.get(name) != then.get(name)
        ]


@pytest.mark.parametrize("game", names())
def test_between_two_decisions_no_region_moves_no_board_changes_its_size_and_no_choice_is_shown_twice(
    browser: Browser, game: str
) -> None:
    wrong = []
    with ExitStack() as opened:
        table = opened.enter_context(still_table(game, PLAYERS.get(game, 4)))
        page = visit(browser, table)
        page.get_by_role("button", name="siediti al posto 4").click()
        page.get_by_role("button", name="Gioca", exact=True).click()
        lights = opened.enter_context(in_italian_and_the_dark(browser, table.address, page))
        lights.locator(".swap").dispatch_event("click")  # before the first decision it is not in sight
        screen = opened.enter_context(television(browser, table.address))
        views = [("game first", page, SIZES), ("lights first", lights, SIZES[1:]), ("television", screen, SIZES[2:3])]
        places = [Places() for _ in views]
        for kind in decisions(page, table):
            wrong += [f"{kind}: {name} is shown twice, or not at all" for name in page.evaluate(WRONG_CHOICES)]
            resize(page, PHONE)
            share = page.locator(".what-to-do").evaluate("region => region.offsetHeight / innerHeight")
            wrong += [f"{kind}: what to do takes {share:.0%} of a phone"] * (share > LARGEST_SHARE)
            for (view, each, sizes), stood in zip(views, places, strict=True):
                wrong += [f"{view} {kind} {moved}" for size in sizes for moved in stood.moved(each, size)]
            expect(lights.get_by_role("button", name="Gioco", exact=True)).to_be_visible()  # the lights are still first
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize("game", names())
def test_with_the_guide_open_the_game_its_points_and_the_hand_are_in_sight_and_nothing_moves(
    browser: Browser, game: str
) -> None:
    wrong, places = [], Places()
    with still_table(game, PLAYERS.get(game, 4)) as table:
        page = visit(browser, table)
        page.get_by_role("button", name=load(game).TITLE).click()
        page.get_by_role("button", name="Prima partita guidata").click()
        for number, kind in enumerate(decisions(page, table)):
            parts = [".guide", '[aria-label="Giocatori"] svg', ".what-sentence", ".last-event", ".turn"]
            parts += [".game-panel section:first-of-type"] + [".hand-card:last-child"] * page.locator(
                ".hand-card"
            ).count()  # none, once all are played
            for size, more in ((PHONE, []), (LAPTOP, [".table-side"])):
                wrong += [f"{kind} {moved}" for moved in places.moved(page, size)]
                out_of_sight = page.evaluate(OUT_OF_SIGHT, parts + more)
                wrong += [f"{kind} {size}: {part} is out of sight" for part in out_of_sight]
            page.evaluate(HIDE_GUIDE, True)
            alone = [moved for moved in places.moved(page, LAPTOP) if "board" in moved]
            wrong += [f"{kind} without the guide {moved}" for moved in alone]
            page.evaluate(HIDE_GUIDE, False)
            resize(page, PHONE)
            lessons = page.locator(".guide-lesson:visible, .hint-sentence:visible")
            for at in (*range(1, lessons.count()), 0) if lessons.count() > 1 and not wrong else ():
                page.get_by_role("button", name="Avanti").click()
                expect(lessons.nth(at)).to_be_in_viewport(ratio=0.75)
            for size in () if number else (PHONE, LAPTOP):
                resize(page, size)
                page.get_by_role("button", name="Consiglio").click()
                expect(page.locator(".hint-sentence")).to_be_in_viewport(ratio=0.75)
    assert not wrong, "\n".join(sorted(wrong))


def with_keys(page: Page, names: list[str], key: str) -> None:
    """Walk along all choices, each of which is seen meanwhile, and take the first by a key."""
    press_until(page, "Tab", ".choice-button")
    page.keyboard.press("Home")
    focused = page.locator(".choice-button:focus")
    for name in names:
        expect(focused).to_have_text(name)
        expect(focused).to_be_in_viewport(ratio=0.9)
        page.keyboard.press("ArrowRight")
    page.keyboard.press(key)


def with_screen_reader(page: Page, names: list[str], key: str) -> None:
    """Take the first choice by roles and names alone, as they are heard."""
    choices = page.get_by_role("region", name="Che cosa fare").get_by_role("button")
    assert choices.all_inner_texts() == names
    choices.first.dispatch_event("click")


@pytest.mark.parametrize("take", [with_keys, with_screen_reader])
@pytest.mark.parametrize("game", names())
def test_every_decision_is_made_in_the_list_of_choices_although_it_is_out_of_sight(
    browser: Browser, game: str, take: Callable[[Page, list[str], str], None]
) -> None:
    with still_table(game, PLAYERS.get(game, 4)) as table:
        page = visit(browser, table)
        page.get_by_role("button", name="siediti al posto 4").click()
        page.get_by_role("button", name="Gioca", exact=True).click()
        sentence = page.get_by_role("region", name="Che cosa fare").get_by_role("status")
        for kind, key in zip(decisions(page, table), cycle(("Enter", "1")), strict=False):
            asked = sentence.inner_text()
            offered = page.locator(".choice-button").all_inner_texts()
            take(page, offered, key)
            page.wait_for_function(HAS_CHANGED, arg=[asked, offered])
            if sentence.inner_text() == asked:  # there are several choices with the first card
                offered = page.locator(".choice-button").all_inner_texts()
                take(page, offered, "1")
            expect(sentence, kind).not_to_have_text(asked)
            expect(sentence, kind).to_contain_text(
                "" if "unasked" in kind else offered[0].splitlines()[0].removesuffix(" …").split()[-1]
            )


def test_a_click_beside_the_open_menu_closes_it_and_plays_nothing(browser: Browser) -> None:
    with still_table("david-goliath", 4) as table:
        page = visit(browser, table)
        page.get_by_role("button", name="siediti al posto 4").click()
        page.get_by_role("button", name="Gioca", exact=True).click()
        next(decisions(page, table))
        card = page.locator(".hand-card.advised").first
        page.evaluate(COUNT_PRESSED)
        page.get_by_role("button", name="Menu").click()
        menu = page.get_by_role("group", name="Menu")
        expect(menu).to_be_visible()
        menu.get_by_role("button", name="Chiaro", exact=True).click()
        expect(menu).to_be_visible()
        box = card.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 8, box["y"] + 40)
        expect(menu).to_be_hidden()
        assert page.evaluate("window.pressed") == 0
        page.mouse.click(box["x"] + 8, box["y"] + 40)
        assert page.evaluate("window.pressed") == 1


def test_hint_rules_and_clicks_by_mistake_hide_move_and_do_nothing(browser: Browser) -> None:
    with still_table("kuh-vadis", 2) as table:
        page = visit(browser, table)
        door, before = page.locator(".door-start"), {}
        for sits in (False, True):
            if sits:
                page.get_by_role("button", name="siediti al posto 4").click()
            for size in SIZES:
                resize(page, size)
                now = door.bounding_box()
                assert before.setdefault(size, now) == now
        for size in (*SMALL, LAPTOP, PHONE):
            resize(page, size)
            assert page.evaluate(OUT_OF_SIGHT, [".door-name input", ".start-button"]) == [], size
        page.get_by_role("button", name="Gioca", exact=True).click()
        for kind in decisions(page, table):
            if kind == "[6]":
                break
        game, hint, red = page.locator(".game-panel"), page.locator(".guide"), page.locator(".red")
        shown = game.evaluate(ENDS)
        page.get_by_role("button", name="Consiglio").click()
        expect(hint).to_be_visible()
        hint_top, hint_bottom = hint.evaluate(ENDS)
        assert game.evaluate(ENDS) == shown  # the board stays as large
        assert shown[1] <= hint_top + 1
        assert hint_bottom <= page.locator(".what-choices").evaluate(ENDS)[0] + 1
        page.get_by_role("button", name="Regole", exact=True).click()
        rules = page.get_by_role("region", name="Regole")
        expect(rules.get_by_role("heading")).to_have_text(["Kuh Vadis", "Adesso", "Tutte le regole"])
        rules.get_by_role("button", name="Chiudi le regole").click()
        expect(rules).to_be_hidden()
        place = game.get_by_role("button").first
        place.hover()
        page.mouse.down()
        assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "none"
        page.mouse.move(0, 0)
        page.mouse.up()
        game.locator(".cell:not([role])").first.click()
        expect(red).to_contain_text(re.compile("segnata|dadi"))
        page.get_by_role("button", name="Alzati").click()
        expect(page.get_by_role("button", name="Fai giocare un bot")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".own-name")).to_be_visible()
        # A second press on a choice is none on an answer, and one on an answer none on what comes in its place.
        assert [page.evaluate(PRESSED_AT_ONCE, state) for state in ("asked", "choose")] == [False, False]
        table.go_on("end")
        expect(page.locator(".what-to-do")).to_have_attribute("data-state", "over")
        assert [page.evaluate(ARE_SHOWN_AFTER, ms) for ms in (900, 1000)] == [False, True]
        for size in (PHONE, LAPTOP):
            resize(page, size)
            expect(page.locator(".the-end")).to_have_css("pointer-events", "auto")  # after a moment
            parts = [".end-result", ".end-reason", ".end-places", ".end-moments li:nth-child(2)", ".after button"]
            assert page.evaluate(OUT_OF_SIGHT, parts) == [], size


def flick(page: Page, x: float, y: float) -> None:
    """Throw with a finger what lies there upwards."""
    line = page.context.new_cdp_session(page)
    for step in range(5):
        finger = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y - 15 * step}]}
        line.send("Input.dispatchTouchEvent", finger)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_lifts_a_crowded_card_before_it_plays_it_and_the_next_game_is_seen_from_its_beginning(
    browser: Browser,
) -> None:
    with still_table("david-goliath", 3) as table:
        size = {"width": PHONE[0], "height": PHONE[1]}
        page = browser.new_context(locale="it-IT", reduced_motion="reduce", viewport=size, has_touch=True).new_page()
        open_page(page, table.address)
        page.get_by_role("button", name="siediti al posto 4").tap()
        page.get_by_role("button", name="Gioca", exact=True).tap()
        next(decisions(page, table))
        sentence, lifted = page.locator(".what-sentence"), page.locator(".hand-card.lifted")
        asked = sentence.inner_text()
        cards = page.locator(".hand-card.advised")
        for at in (0, 1):
            box = cards.nth(at).bounding_box()
            assert box is not None
            spot = [box["x"] + 8, box["y"] + 80]
            page.touchscreen.tap(*spot)
            expect(lifted).to_have_attribute("data-card", cards.nth(at).get_attribute("data-card") or "")
            expect(lifted).to_have_attribute("data-lifted", re.compile("Tocca di nuovo per giocarla.$"))
            assert page.evaluate("spot => document.elementFromPoint(...spot).closest('.lifted') !== null", spot)
        expect(sentence).to_have_text(asked)
        cards.nth(1).evaluate("card => card.after(card.cloneNode(true))")  # as in a game with two of a kind
        page.touchscreen.tap(*SOMEWHERE)
        page.touchscreen.tap(*spot)
        expect(lifted).to_have_count(1)
        page.touchscreen.tap(*SOMEWHERE)
        expect(lifted).to_have_count(0)
        box = cards.nth(1).bounding_box()
        assert box is not None
        flick(page, box["x"] + 8, box["y"] + 40)
        expect(sentence).not_to_have_text(asked)
        table.go_on("8")
        open_page(page, table.address)  # as it is now: what comes later would end the lift
        left = page.locator(".hand-card").first.get_attribute("data-card")
        box = page.locator(".hand-card").first.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 8, box["y"] + 80)
        expect(lifted).to_have_count(1)
        table.go_on("16")
        expect(lifted).to_have_count(0)  # it ends with what is chosen, which is another card
        expect(page.locator(f'.hand-card[data-card="{left}"]')).to_be_visible()
        table.go_on("end")
        expect(page.locator(".what-to-do")).to_have_attribute("data-state", "over")
        log, log_tab = page.locator(".log-body"), page.get_by_role("button", name="Cronaca", exact=True)
        log_tab.tap()
        assert log.evaluate("log => (log.scrollTop = 200)") == 200
        page.get_by_role("button", name="Un altro gioco").tap()
        expect(page.locator(".door-game").first).to_be_in_viewport(ratio=1)
        log_tab.tap()
        assert log.evaluate("log => log.scrollTop") == 0
