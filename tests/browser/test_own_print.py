"""A sheet of one's own in Chromium: entered by mouse and keys, on a phone too, kept by name, and played on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.in_chromium import PHONE, browser, started, tavolo, visit
from tests.browser.test_looks import LEAST, LOOKS, PHONE_LEAST, hindrances, settle
from tests.rules.own_prints import BOARD, SHEET

__all__ = ["browser", "started"]
WORDS = {"c": "cow", "X": "start of the crosses", "O": "start of the circles"}


@pytest.fixture
def address() -> Iterator[str]:
    with tavolo("play", "kuh-vadis") as address:
        yield address


def open_editor(page: Page, title: str = "A sheet of your own") -> None:
    page.locator(".house-rules summary").click()
    page.get_by_role("button", name=title).click()
    expect(page.get_by_role("region", name=title)).to_be_visible()


def test_a_sheet_entered_by_mouse_and_keys_is_kept_played_on_and_forgotten(browser: Browser, address: str) -> None:
    page = visit(browser, address, locale="en-GB")
    open_editor(page)
    page.get_by_role("button", name="Empty it").click()
    editor = page.get_by_role("region", name="A sheet of your own")
    editor.get_by_role("button", name="cow", exact=True).click()
    for row in range(2):
        for column in [place for place, sign in enumerate(SHEET[row]) if sign == "c"]:
            editor.get_by_role("button", name=f"{'abcdefg'[column]}{row + 1}: nothing yet").click()
    editor.get_by_role("button", name="a1: nothing yet").focus()
    for row, signs in enumerate(SHEET):
        for column, sign in enumerate(signs):
            if row > 1 or sign != "c":
                page.keyboard.press(sign.lower())
            place = f"{'abcdefg'[column]}{row + 1}"
            expect(editor.get_by_role("button", name=f"{place}: {WORDS.get(sign, sign)}")).to_be_focused()
            if column < 6:
                page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    expect(editor.get_by_role("status")).to_contain_text("It can be played on.")
    editor.get_by_label("Name", exact=True).fill("Pad 3")
    editor.get_by_role("button", name="Keep it").click()
    expect(editor.get_by_role("status")).to_contain_text("This is what you will play on.")
    page.keyboard.press("Escape")
    expect(editor).to_be_hidden()
    page.reload()
    page.locator(".house-rules summary").click()
    page.get_by_role("button", name="Pad 3").click()
    expect(page.locator(".house-rules summary")).to_contain_text("a sheet of your own")
    page.get_by_role("button", name="A sheet of your own").click()
    editor.get_by_role("button", name="Forget it").click()
    expect(editor.get_by_role("button", name="Forget it")).to_be_hidden()
    editor.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("group", name="a sheet of your own")).to_be_visible()
    titles = page.locator(".sheet-cells .cell title").evaluate_all("all => all.map(each => each.textContent)")
    shown = [title.partition(": ")[2] for title in titles]
    assert shown == [{"c": "cow", "X": "start", "O": "start"}.get(sign, sign) for sign in "".join(SHEET)]


@pytest.mark.parametrize("language", ["en-GB", "it-IT"])
def test_the_editor_shuts_nobody_out_on_a_phone_in_light_or_dark(browser: Browser, address: str, language: str) -> None:
    page = visit(browser, address, locale=language, viewport=PHONE, reduced_motion="reduce")
    titles = {
        "en-GB": ("A sheet of your own", "A board of your own"),
        "it-IT": ("Un foglietto tuo", "Un tabellone tuo"),
    }[language]
    told = []
    for tile, title in zip(("Kuh Vadis", "Tanz der Hornochsen"), titles, strict=True):
        game = page.locator(".door-game").filter(has_text=tile)
        game.click()
        expect(game).to_have_attribute("aria-pressed", "true")  # what is pressed while the page still moves is lost
        page.locator(".house-rules").evaluate("fold => fold.open = false")
        open_editor(page, title)
        editor = page.get_by_role("region", name=title)
        if tile != "Kuh Vadis":
            editor.locator("textarea").fill(BOARD)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            settle(page)
            told += [f"{title}, {theme}: {fault}" for fault in hindrances(page, ".own-print")]
        for size, least in ((PHONE, PHONE_LEAST), ({"width": 1366, "height": 768}, LEAST)):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            settle(page)
            told += [f"{title}: {fault}" for fault in page.evaluate(LOOKS, least) if " is not reached " not in fault]
            assert editor.evaluate("each => each.scrollWidth <= each.clientWidth")
        page.set_viewport_size(PHONE)
        page.keyboard.press("Escape")
    assert not told, "\n".join(told)
