"""Where everything stands on the page: no region moves and no board changes its size while a game is played."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tavolo.games import names
from tests.browser.in_chromium import PATIENCE_MS, SCREEN, browser, open_page, started
from tests.browser.test_looks import DRAWN, MOST_KINDS, PLAYERS, SIZES, settle, still_table

__all__ = ["browser", "started"]
# Of each region and of what is drawn of a game: left, top, width and height, in CSS pixels.
BOXES = """() => {
    const found = {};
    const put = (name, part) => {
        const {left, top, width, height} = part.getBoundingClientRect();
        if (part.checkVisibility() && width) found[name] = [left, top, width, height].map(Math.round);
    };
    for (const part of document.querySelectorAll(".top, section[aria-label], [role=region], .news, .what-choices"))
        put(part.getAttribute("aria-label") ?? part.className, part);
    const drawn = ".game-panel :is(section, [role=group], .mask-row, .indicators, .trick-places, .captures)";
    document.querySelectorAll(drawn).forEach((part, at) => put(`board ${at} ${part.getAttribute("class")}`, part));
    return found;
}"""


def boxes(page: Page, width: int, height: int) -> dict[str, Any]:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)
    return dict(page.evaluate(BOXES))


@pytest.mark.parametrize("game", names())
def test_no_region_moves_and_no_board_changes_its_size_between_two_decisions(browser: Browser, game: str) -> None:
    moved = []
    with still_table(game, PLAYERS.get(game, 4)) as table:
        page = browser.new_context(locale="it-IT", reduced_motion="reduce", viewport=SCREEN).new_page()
        open_page(page, table.address)
        page.get_by_role("button", name="siediti al posto 4").click()
        page.get_by_role("button", name="Gioca", exact=True).click()
        first: dict[tuple[int, int], dict[str, Any]] = {}
        for _ in range(MOST_KINDS):
            kind = table.go_on()
            if kind == "over":
                break
            expect(page.get_by_role("region", name="Che cosa fare")).to_have_attribute(
                "data-state", "wait" if "unasked" in kind else "choose", timeout=PATIENCE_MS
            )
            settle(page)
            for size in SIZES:
                now = boxes(page, *size)
                then = first.setdefault(size, now)
                moved += [
                    f"{size} {kind}: {name} {then.get(name)} {now.get(name)}"
                    for name in {*now, *then}
                    if now.get(name) != then.get(name)
                ]
    assert not moved, "\n".join(sorted(moved))
