"""An evening in Chromium: played at the table, shown at the end of each game, on its card and in the statistics."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.in_chromium import PATIENCE_MS, browser, open_page, started, tavolo, wait_for
from tests.browser.kept_games import keep_evening
from tests.browser.test_looks import (
    LEAST,
    LOOKS,
    PHONE,
    PHONE_LEAST,
    faults_of,
    from_afar,
    hindrances,
    overlaps,
    settle,
    television,
)

__all__ = ["browser", "started"]
SIZES = ((1366, 768), (390, 844), (1920, 1080), (820, 1180))
PAGES = ("/evening", "/statistics", "/statistics?game=bambuti", "/statistics?player=Ada")
SMALL = """parts => parts.filter(part => part.checkVisibility()
    && parseFloat(getComputedStyle(part).fontSize) * part.currentCSSZoom < 27.9).map(part => part.textContent)"""
LOOKS_OF = {"en-GB": "light", "it-IT": "dark"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table whose file has an evening of three games by virtual people, and the games of weeks before it."""
    data = tmp_path_factory.mktemp("data")
    keep_evening(data, weeks=16)
    with tavolo("play", data=data) as address:
        wait_for(address)
        yield address


def opened(browser: Browser, address: str, locale: str = "en-GB", theme: str = "light") -> Page:
    page = browser.new_context(locale=locale, color_scheme=theme, reduced_motion="reduce").new_page()  # type: ignore[arg-type]
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.locator(".side-main > *, .card-television > *").first.wait_for()
    settle(page)
    return page


def test_bots_play_an_evening_and_each_end_shows_how_it_stands_with_the_way_to_its_card(browser: Browser) -> None:
    with tavolo("play", "kuh-vadis", "--speed", "30") as address:
        page = browser.new_context(locale="en-GB", reduced_motion="reduce").new_page()
        page.context.add_cookies([{"name": "pace", "value": "instant", "url": address}])
        open_page(page, address)
        region, end = (page.get_by_role("region", name=name, exact=True) for name in ("What to do", "The end"))
        page.get_by_role("button", name="Watch bots").first.click()
        expect(region).to_have_attribute("data-state", "over")
        expect(end).to_be_visible()
        expect(end).not_to_contain_text("The evening after")
        page.locator(".after").get_by_role("button", name="Watch bots").click()
        expect(region).to_have_attribute("data-state", "wait")
        expect(region).to_have_attribute("data-state", "over")
        expect(end).to_contain_text("The evening after 2 games")
        assert faults_of(page, SIZES) == []
        with television(browser, address) as screen:
            expect(screen.locator(".end-evening")).to_be_visible()
            assert from_afar(screen, "over") == []
        page.get_by_role("link", name="The evening's card").click()
        card = page.locator(".evening-card")
        expect(card).to_contain_text("2 games")
        expect(card.locator(".card-games > li")).to_have_count(2)
        for name in ("Bruno", "Fabio"):
            expect(card.locator(".card-standing")).to_contain_text(name)
        page.get_by_role("link", name="Statistics").click()
        expect(page.locator(".statistics")).to_contain_text("2 games")
        page.get_by_role("link", name="The table").click()
        expect(region).to_have_attribute("data-state", "over")


@pytest.mark.parametrize(("locale", "theme"), LOOKS_OF.items())
@pytest.mark.parametrize("path", PAGES)
def test_the_pages_fit_at_every_size_and_shut_nobody_out(
    browser: Browser, address: str, path: str, locale: str, theme: str
) -> None:
    page = opened(browser, address.rstrip("/") + path, locale, theme)
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        faults = page.evaluate(LOOKS, PHONE_LEAST if width == PHONE else LEAST)
        found += [f"{width}×{height}: {fault}" for fault in faults]
        small = "links => links.filter(link => link.offsetHeight < 24).map(link => link.textContent)"
        found += page.locator(".side-main a.plain-button").evaluate_all(small)
    assert found + overlaps(page) + hindrances(page) == []


def test_the_card_is_read_from_afar_and_is_whole_on_a_television(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}evening?view=television", theme="dark")
    page.set_viewport_size({"width": 1920, "height": 1080})
    settle(page)
    card = page.locator(".evening-card")
    assert card.locator("h1, h2, p, b, small, span, li").evaluate_all(SMALL) == []
    expect(card).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button")).to_have_count(0)


def test_games_and_players_are_chosen_by_links(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}statistics")
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Bambuti").click()
    page.get_by_role("navigation", name="Players").get_by_role("link", name="Ada").click()
    expect(page).to_have_url(f"{address}statistics?game=bambuti&player=Ada")
    chosen = page.locator(".side-main [aria-current]")
    expect(chosen).to_have_text(["Bambuti", "Ada"])
    expect(page.get_by_role("img", name="Ratings")).to_be_visible()
