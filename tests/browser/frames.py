"""At each frame that Chromium draws, picture, question, result and refusal belong together.

Nothing is offered before its picture, no result told before its last moment, no refusal in another state than its own.
Each game is played once at the pace "Normal", and 30 games in all: an hour, so only this file's name runs them, in
`make test-pages`.
"""

import sys
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tavolo.games import names
from tests.browser.in_chromium import browser, started, tavolo, visit
from tests.browser.test_page import play_by_the_largest_button, press
from tests.browser.whole_games import STATE, Watch, do_something, press_at

__all__ = ["browser", "started"]
FRAMES = (Path(__file__).parent / "frames.js").read_text(encoding="utf-8")
PACES = ("Normal", "Quick", "Quick", "Quick", "Instant", "Instant")  # of a game each
# How often, at a look, a card of the hand is pressed while others are to play.
SELDOM, OFTEN = 0.005, 0.05
# How often a decision is looked at before it is made, and for how long: what is pressed at once hides what comes late.
LOOKS, LOOK_MS = 0.3, 1500
# Presses what a selector finds, if there is one, wherever it is.
PRESS = """find => {
    const part = document.querySelector(find);
    part?.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
    part?.click();
}"""
HAS_SEEN = "kind => window.frames.found.some(each => each.startsWith(kind + ':'))"
# The mistakes that have to be found, planted before the program starts, and what starts it with its own arguments.
PLANTED = {
    "early": "from tavolo_host.display.model.offer import Offer; Offer.seen = lambda self, moment, is_moving: moment",
    "stale": "from tavolo_host.display.live.faults import Notices; Notices._forget_what_has_passed = lambda *_: None",
}
# A page that offers early needs a browser that does too.
AT_ONCE = "[data-moving] :is(.what-choices, .turn.yours) { opacity: 1 !important }"
START = """
import sys
from tavolo_host.runtime import import_paths
import_paths.prepend()
{}
from tavolo_host.__main__ import main
sys.argv[1:] = sys.argv[4:]
main()
"""


def set_pace(page: Page, pace: str) -> None:
    press(page.get_by_role("button", name="Menu"))
    press(page.get_by_role("group", name="Menu").get_by_role("button", name=pace))
    press_at(page, 1, 1)  # beside the menu, which closes it


def seen_in(page: Page) -> dict[str, list[str]]:
    """What was wrong in the frames until now, by its kind; each kind of thing has been there to look at."""
    seen = page.evaluate("() => window.frames")
    assert seen["count"] > 100
    assert seen["offers"]
    found: dict[str, list[str]] = {}
    for each in seen["found"]:
        found.setdefault(each.partition(":")[0], []).append(each)
    return found


def play(page: Page, name: str, pace: str, random: Random, sought: str = "", impatience: float = SELDOM) -> None:
    """Play a game, or until a mistake of the kind that is `sought` was seen, and press at wrong moments."""
    play_by_the_largest_button(page, name)
    set_pace(page, pace)
    watch = Watch(page)
    while (state := page.evaluate(STATE)) != "over" and not (sought and page.evaluate(HAS_SEEN, sought)):
        watch.look()
        if state == "choose" and random.random() < LOOKS:
            page.wait_for_timeout(LOOK_MS)
        do_something(page, random)
        if state == "wait" and random.random() < impatience:
            page.evaluate(PRESS, ".hand-card.off-turn")


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("name", names())
def test_picture_question_result_and_refusal_belong_together_in_every_frame(
    browser: Browser, name: str, pace: str, request: pytest.FixtureRequest
) -> None:
    with tavolo("play") as address:
        page = visit(browser, address, FRAMES)
        play(page, name, pace, Random(request.node.name))
        assert page.evaluate("() => window.frames.results")
        found = seen_in(page)
        assert not found, found


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_mistake_is_found(browser: Browser, kind: str) -> None:
    with tavolo("play", inside=[sys.executable, "-c", START.format(PLANTED[kind])]) as address:
        page = visit(browser, address, FRAMES)
        page.add_style_tag(content=AT_ONCE)
        play(page, "david-goliath", "Quick", Random(kind), kind, OFTEN if kind == "stale" else SELDOM)
        assert kind in seen_in(page)
