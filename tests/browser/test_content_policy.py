"""The policy of content in Chromium: no page needs what it forbids, and no foreign page shows one of them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tavolo.games import load, names
from tests.browser.in_chromium import PATIENCE_MS, browser, open_page, started, tavolo, wait_for
from tests.browser.kept_games import keep_evening
from tests.browser.test_looks import settle

__all__ = ["browser", "started"]
LAN = "127.0.0.2"
COLLECT = """
    window.refused = [];
    document.addEventListener('securitypolicyviolation', event =>
        window.refused.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}`));
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table that is open to the network, with an evening of three games behind it."""
    data = tmp_path_factory.mktemp("data")
    keep_evening(data, weeks=4)
    with tavolo("play", "--lan-address", LAN, "--speed", "30", data=data) as address:
        wait_for(address)
        yield address


class Watched:
    """A browser's tab, and all that its pages were refused or have reported as an error."""

    def __init__(self, browser: Browser) -> None:
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        context.add_init_script(COLLECT)
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        self.errors: list[str] = []
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page: Page = context.new_page()

    def _hear(self, told: ConsoleMessage) -> None:
        if told.type == "error" and not told.location["url"].endswith("/favicon.ico"):  # which only the admitted get
            self.errors.append(told.text)

    def refused(self) -> list[str]:
        return [*self.page.evaluate("window.refused"), *self.errors]


@pytest.mark.parametrize(
    "path",
    ["", "history", "history/1", "evening", "evening/1", "statistics", "?view=television", "evening?view=television"],
)
def test_no_page_needs_what_the_policy_forbids(browser: Browser, address: str, path: str) -> None:
    watched = Watched(browser)
    answer = watched.page.goto(address + path)
    assert answer is not None
    assert answer.status == 200
    watched.page.locator(".side-main > *, .card-television > *, .tavolo-page > *").first.wait_for()
    settle(watched.page)
    assert watched.refused() == []


@pytest.mark.parametrize("game", names())
def test_no_game_needs_what_the_policy_forbids(browser: Browser, game: str) -> None:
    with tavolo("play", game, "--seats", str(min(3, load(game).SEATS[1])), "--speed", "5") as address:
        watched = Watched(browser)
        open_page(watched.page, address)
        watched.page.get_by_role("button", name="Watch bots").first.click()
        watched.page.locator(".game-panel > *").first.wait_for()
        for name in ("Menu", "Invite"):
            watched.page.get_by_role("button", name=name, exact=True).first.click()
            watched.page.keyboard.press("Escape")
        expect(watched.page.locator(".log-list > *")).not_to_have_count(0)
        assert watched.refused() == []


def test_a_phone_joins_by_the_code_and_all_games_are_downloaded_under_the_policy(
    browser: Browser, address: str
) -> None:
    host = Watched(browser)
    open_page(host.page, address)
    host.page.get_by_role("button", name="Invite", exact=True).first.click()
    expect(host.page.locator(".invite-code svg")).to_be_visible()
    letters, at = host.page.locator(".invite-letters").inner_text(), host.page.locator(".invite-address").inner_text()
    assert host.refused() == []
    phone = Watched(browser)
    phone.page.goto(f"{at}?join={letters}")
    phone.page.get_by_label("Your name").fill("Ben")
    phone.page.get_by_role("button", name="Join").click()
    expect(phone.page.locator("[data-pixel]")).to_have_count(200)
    assert phone.refused() == []
    host.page.goto(f"{address}history")
    with host.page.expect_download() as download:
        host.page.get_by_role("button", name="Download all games").click()
    assert download.value.path().stat().st_size > 1000
    assert host.refused() == []


@contextmanager
def foreign_page(content: str) -> Iterator[str]:
    """A page of another site, and its address."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_given: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_a_foreign_page_frames_nothing_and_fetches_nothing_but_may_link_here(browser: Browser, address: str) -> None:
    at_network = address.replace("127.0.0.1", LAN)
    content = f"""
        <iframe src="{address}history/1"></iframe><iframe src="{at_network}"></iframe>
        <a href="{address}history">the history</a>"""
    with foreign_page(content) as there:
        page = browser.new_context(locale="en-GB").new_page()
        page.set_default_timeout(PATIENCE_MS)
        answers: list[tuple[str, int]] = []
        told: list[str] = []
        page.on("response", lambda response: answers.append((response.url, response.status)))
        page.on("console", lambda message: told.append(message.text))
        page.goto(there)
        page.wait_for_load_state("load")
        for frame in page.frames[1:]:
            assert frame.locator("form, button, .side-main").count() == 0
        assert (f"{address}history/1", 403) in answers
        assert sum("frame-ancestors" in each for each in told) == 2, "browsers that send no metadata refuse it too"
        page.evaluate(
            "async address => { for (let i = 0; i < 40; i++) await fetch(address, {mode: 'no-cors'}).catch(() => 0); }",
            address,
        )
        assert {status for url, status in answers if url == address} == {403}
        page.get_by_role("link", name="the history").click()
        expect(page.locator(".side-main")).to_be_visible()
