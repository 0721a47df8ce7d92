"""The first minute at the page, in Chromium: it answers, takes a name and a seat, and shows a hand and what to do.

It needs a browser that is installed already; all else that only a browser shows is in `tests/browser`.
"""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright, which drives the browser, is not installed")

from playwright.sync_api import Browser, expect

from tests.browser.in_chromium import browser, chromium, started, tavolo, visit, wait_for

__all__ = ["browser", "started"]
pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium is installed, and CHROMIUM names none")


@pytest.fixture(scope="module")
def address(started: Browser) -> Iterator[str]:
    """`tavolo play` for three, as soon as it is served."""
    with tavolo("play", "--seats", "3", "--speed", "10") as address:
        wait_for(address)
        yield address


def test_giving_a_name_and_starting_shows_a_hand_and_what_to_do(browser: Browser, address: str) -> None:
    complaints: list[str] = []
    page = visit(browser, address)
    page.on("console", lambda output: complaints.append(output.text) if output.type == "error" else None)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Your name").last.fill("Ada")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".hand-card")).to_have_count(15)
    expect(page.locator(".own-name")).to_contain_text("Ada")
    expect(page.locator(".headline")).to_contain_text("David & Goliath: ")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    for shown, larger in (("Lights", "Game"), ("Game", "Lights")):  # the button names what it makes larger
        expect(page.locator(".swap")).to_have_text(shown)
        page.locator(".swap").click()
        expect(page.locator(".swap")).to_have_text(larger)
    expect(page.get_by_role("region", name="What to do")).to_have_attribute("data-state", "choose")
    page.get_by_role("button", name="play ").first.click()
    expect(page.locator(".hand-card")).to_have_count(14)
    expect(page.locator(".veiled")).to_have_count(0)
    assert complaints == []
