"""Takes pictures of the page, each game in the middle of a decision, on a laptop, a large screen and a phone.

`python -m tests.browser.pictures` writes them where README and the games' pages show them. Each is of the same moment
every time: chance is seeded, and time stands still while a picture is taken (`still_table.py`).
"""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tavolo.games import names
from tests.browser.in_chromium import chromium, open_page
from tests.browser.test_looks import settle, still_table

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
            shot = Image.open(io.BytesIO(page.screenshot()))
            shot.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE).save(
                PICTURES / f"{name}-{screen}.png", optimize=True
            )
        page.context.close()


def main() -> None:
    """Write all pictures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name in names():
            take(browser, name)
        browser.close()


if __name__ == "__main__":
    main()
