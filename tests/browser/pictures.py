"""Takes pictures of the page, each game in the middle of a decision, on a laptop, a large screen and a phone.

`python -m tests.browser.pictures` writes them where README and the games' pages show them. Each is of the same moment
every time: chance is seeded, and time stands still while a picture is taken (`still_table.py`).
"""

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tavolo.games import names
from tests.browser.in_chromium import chromium, open_page, tavolo, visit, wait_for
from tests.browser.kept_games import keep_evening
from tests.browser.test_looks import settle, still_table

PHONE = {"width": 390, "height": 844}
PICTURES = Path("host/pictures")
SCREENS = {"laptop": (1366, 768), "large": (1920, 1080), "phone": (390, 844)}
# Of each game: for how many, and the number of actions after which the next decision is shown.
MOMENTS = {
    "bambuti": (2, 30),
    "david-goliath": (4, 30),
    "kuh-vadis": (2, 60),
    "tanz-der-hornochsen": (4, 60),
    "yellowstone-park": (4, 30),
}
COLOURS = 256


def take(browser: Browser, name: str) -> None:
    """Write the pictures of one game."""
    players, actions = MOMENTS[name]
    with still_table(name, players) as table:
        page = browser.new_context(locale="en-GB", color_scheme="dark", reduced_motion="reduce").new_page()
        page.set_viewport_size({"width": 1366, "height": 768})
        open_page(page, table.address)
        page.get_by_role("button", name="sit at seat 4").click()
        page.get_by_role("button", name="Play", exact=True).click()
        settle(page)
        table.go_on(str(actions))
        page.wait_for_selector('.what-to-do[data-state="choose"]')
        page.mouse.move(0, 0)
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            keep(page, f"{name}-{screen}")
        page.context.close()


def keep(page: Page, name: str) -> None:
    """Write a picture of what a page shows."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(PICTURES / f"{name}.png", optimize=True)


def take_evening(browser: Browser) -> None:
    """Write the pictures of an evening with phones: the invitation, a phone that joins, a television at home."""
    with tavolo("play", "tanz-der-hornochsen", "--lan") as address:
        more = {"locale": "en-GB", "color_scheme": "dark", "reduced_motion": "reduce"}
        page = visit(browser, address, **more)
        page.get_by_label("Your name").last.fill("Ada")
        page.get_by_role("button", name="sit at seat 1").click()
        page.get_by_role("button", name="Invite").first.click()
        lan, letters = (page.locator(f".invite-{part}").text_content() or "" for part in ("address", "letters"))
        phones = [browser.new_context(viewport=PHONE, **more).new_page() for _ in range(2)]
        for phone, name in zip(phones, ("Ben", "Cleo"), strict=True):
            phone.goto(f"{lan}?join={letters}")
            phone.get_by_label("Your name").fill(name)
            keep(phone, "evening-join")
            phone.get_by_role("button", name="Join").click()
            phone.get_by_role("button", name="Stand up").wait_for()  # who joins has a seat
        page.locator(".guests").get_by_text("Cleo").first.wait_for()
        keep(page, "evening-invite")
        television = browser.new_context(viewport={"width": 1920, "height": 1080}, **more).new_page()
        television.goto(f"{address}?view=television")
        television.locator(".guests").get_by_text("Cleo").wait_for()
        keep(television, "evening-television")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Play", exact=True).click()
        phones[0].wait_for_selector('.what-to-do[data-state="choose"]')
        keep(phones[0], "evening-phone")
        for context in browser.contexts:
            context.close()


def take_card(browser: Browser) -> None:
    """Write the pictures of an evening of three games by virtual people: its card, and the statistics after it."""
    with TemporaryDirectory() as folder:
        keep_evening(Path(folder), weeks=16)
        with tavolo("play", data=Path(folder)) as address:
            wait_for(address)
            more = {"locale": "en-GB", "color_scheme": "dark", "reduced_motion": "reduce", "timezone_id": "UTC"}
            page = browser.new_context(**more).new_page()
            for picture, path, (width, height) in (
                ("evening-card", "evening", SCREENS["laptop"]),
                ("evening-card-phone", "evening", SCREENS["phone"]),
                ("evening-statistics", "statistics?game=bambuti", (1366, 1240)),
            ):
                page.set_viewport_size({"width": width, "height": height})
                page.goto(address + path)
                page.locator(".evening-card, .stat-charts").wait_for()
                settle(page)
                keep(page, picture)
            page.context.close()


def main() -> None:
    """Write all pictures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name in names():
            take(browser, name)
        take_evening(browser)
        take_card(browser)
        browser.close()


if __name__ == "__main__":
    main()
