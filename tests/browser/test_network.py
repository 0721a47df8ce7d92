"""The page where the network or the browser is not as usual: it works, or says in a sentence what is missing."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page, ViewportSize, expect, sync_playwright

from tests.browser.in_chromium import PATIENCE_MS, PHONE, SCREEN, chromium, tavolo, wait_for
from tests.browser.test_looks import OVERLAPS, overlaps
from tests.cli.command_support import free_port

OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FIRST, SECOND = "198.51.100.7", "203.0.113.7"  # of a home's network and of another one
ENLARGED: ViewportSize = {"width": SCREEN["width"] // 2, "height": SCREEN["height"] // 2}
# Chromium would hide an element with the attribute also without the methods.
WITHOUT_POPOVERS = """
    for (const kind of [HTMLElement, HTMLButtonElement, HTMLInputElement])
        for (const name of Object.getOwnPropertyNames(kind.prototype))
            if (/popover/i.test(name)) delete kind.prototype[name];
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) { if (name !== "popover") set.call(this, name, value); };
"""
# As the settings of some browsers do, which enlarge what is written, and nothing else.
ENLARGE_TEXT = """async () => {
    const probe = document.querySelector("body > [aria-hidden='true']:last-child");
    probe.style.fontSize = "200px";
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const parts = [...document.querySelectorAll(".tavolo-page *")];
    const sizes = parts.map(part => 2 * parseFloat(getComputedStyle(part).fontSize));
    parts.forEach((part, at) => part.style.fontSize = `${sizes[at]}px`);
}"""


@pytest.fixture(scope="module")
def kind() -> Iterator[BrowserType]:
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        yield playwright.chromium


@pytest.fixture(scope="module")
def browser(kind: BrowserType) -> Iterator[Browser]:
    browser = kind.launch(executable_path=chromium(), args=OPTIONS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with tavolo("play", "--seats", "3") as address:
        wait_for(address)
        yield address


def opened(browser: Browser, address: str, script: str = "", **more: Any) -> Page:
    page = browser.new_context(**{"viewport": SCREEN, "locale": "en-GB", **more}).new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(script)
    page.goto(address, wait_until="commit")
    return page


def is_in_sight(page: Page, name: str) -> bool:
    """Whether nothing lies over a button, so that a click reaches it."""
    button = page.get_by_role("button", name=name, exact=True).last
    button.scroll_into_view_if_needed()
    return bool(
        button.evaluate(
            """button => { const box = button.getBoundingClientRect();
                return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
        )
    )


def test_menus_work_in_a_browser_without_popovers(browser: Browser, address: str) -> None:
    page = opened(browser, address, WITHOUT_POPOVERS, viewport=PHONE)
    menu, rules = page.locator("#menu"), page.locator("#door-rules")
    expect(page.locator(".door-game")).not_to_have_count(0)
    assert not page.evaluate("'showPopover' in HTMLElement.prototype")
    expect(page.locator(".popover:visible")).to_have_count(0)
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(menu).to_be_visible()
    assert is_in_sight(page, "Dark")
    assert overlaps(page, "#menu") == []
    menu.get_by_label("Your name").fill("Ada")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert page.evaluate("document.activeElement.innerText") == "Menu"
    page.get_by_role("button", name="Invite", exact=True).first.click()
    expect(page.get_by_role("button", name="Open to the network")).to_be_visible(), "the server knows that it is open"
    assert overlaps(page, "#invite") == []
    page.mouse.click(3, PHONE["height"] - 3)
    expect(page.locator(".popover:visible")).to_have_count(0)
    page.get_by_role("button", name="Rules", exact=True).first.click()
    expect(rules.get_by_role("heading", name="David & Goliath")).to_be_visible()
    assert is_in_sight(page, "Close the rules")
    page.get_by_role("button", name="Close the rules").click()
    expect(rules).to_be_hidden()
    page.context.close()


def test_a_browser_without_what_the_page_needs_says_which_one_is_needed(browser: Browser, address: str) -> None:
    page = opened(browser, address, "CSS.supports = text => !text.includes(':has')")
    expect(page.locator("body")).to_contain_text("at least Chrome or Edge 105, Firefox 121, or Safari 16.4.")
    page.context.close()


def test_a_browser_without_cookies_says_so_and_does_not_load_the_page_again_and_again(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(locale="it")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address, wait_until="commit")
    expect(page.locator("body")).to_contain_text("Questo browser non conserva i cookie")
    page.wait_for_timeout(300)
    assert asked.count(address) == 1
    context.close()


def test_all_is_within_reach_and_whole_twice_as_large_and_forced_colours_show_what_is_chosen(
    browser: Browser, address: str
) -> None:
    page = opened(browser, address, viewport=ENLARGED, device_scale_factor=2, forced_colors="active")
    expect(page.locator(".door-game")).not_to_have_count(0)
    for name in ("Menu", "Play", "Rules"):
        assert is_in_sight(page, name)
    assert page.locator(".front-door").evaluate("door => door.clientHeight") > 300
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Menu", exact=True).click()
    colour = "each => getComputedStyle(each).backgroundColor + getComputedStyle(each).outlineStyle"
    for chosen, other in (("System", "Light"), ("Game", "Log"), ("David & Goliath", "Bambuti")):
        found = [
            page.locator(f'[aria-pressed="{is_chosen}"]', has_text=name).first.evaluate(colour)
            for name, is_chosen in ((chosen, "true"), (other, "false"))
        ]
        assert found[0] != found[1], chosen
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    page.evaluate(ENLARGE_TEXT)
    expect(page.locator(".narrow .door-game")).not_to_have_count(0)
    assert page.evaluate(OVERLAPS, "body") == []
    page.context.close()


# ---- addresses that come and go


class Computer:
    """A computer of its own, by a network namespace of Linux, on a network that a test gives it."""

    def __init__(self) -> None:
        self.name = f"tavolo-{os.getpid()}"
        self.inside = ("ip", "netns", "exec", self.name)

    def start(self) -> None:
        """Raises OSError or CalledProcessError where that is not allowed, or no Linux."""
        self._ip("netns", "add", self.name)
        self._ip("-n", self.name, "link", "set", "lo", "up")
        self._ip("-n", self.name, "link", "add", "wifi", "type", "veth", "peer", "name", "router")
        for end in ("wifi", "router"):
            self._ip("-n", self.name, "link", "set", end, "up")

    def get(self, address: str) -> None:
        self._ip("-n", self.name, "address", "add", f"{address}/24", "dev", "wifi")

    def lose(self, address: str) -> None:
        self._ip("-n", self.name, "address", "del", f"{address}/24", "dev", "wifi")

    def end(self) -> None:
        with suppress(OSError, subprocess.CalledProcessError):
            self._ip("netns", "del", self.name)

    def _ip(self, *words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def computer() -> Iterator[Computer]:
    found = Computer()
    try:
        found.start()
    except (OSError, subprocess.CalledProcessError) as problem:
        found.end()
        pytest.skip(f"network namespaces need a Linux and its root: {problem}")
    yield found
    found.end()


@pytest.fixture
def browser_there(kind: BrowserType, computer: Computer, tmp_path: Path) -> Iterator[Browser]:
    """A browser on that computer."""
    script = tmp_path / "chromium"
    script.write_text(f'#!/bin/sh\nexec {" ".join(computer.inside)} {chromium()} "$@"\n')
    script.chmod(0o755)
    browser = kind.launch(executable_path=script, args=OPTIONS)
    yield browser
    browser.close()


def served(browser: Browser, address: str) -> Page:
    """The page, as soon as it is served there."""
    page = browser.new_context(viewport=SCREEN, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE_MS)
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        with suppress(Error):
            page.goto(address)
            return page
        page.wait_for_timeout(100)
    raise AssertionError("the page is not served")


def test_a_page_says_that_its_computer_has_another_address_and_comes_back_after_a_goodbye(
    computer: Computer, browser_there: Browser, tmp_path: Path
) -> None:
    port = free_port()
    computer.get(FIRST)
    with tavolo("play", "--lan", data=tmp_path, port=port, inside=computer.inside) as address:
        host = served(browser_there, address)
        host.get_by_role("button", name="Invite", exact=True).first.click()
        expect(host.locator(".invite-address")).to_have_text(f"http://{FIRST}:{port}/")
        host.keyboard.press("Escape")
        expect(host.locator(".moved")).to_be_hidden()
        computer.lose(FIRST)
        computer.get(SECOND)
        expect(host.locator(".moved")).to_contain_text(f"Phones cannot reach the table at {FIRST}")
        host.get_by_role("button", name=f"Open at {SECOND}").click()
        expect(host.locator(".moved")).to_be_hidden()
        joining = opened(browser_there, f"http://{SECOND}:{port}/", viewport=PHONE)
        expect(joining.get_by_role("heading", name="Join the table")).to_be_visible()
        assert overlaps(joining) == []
        joining.context.close()
    goodbye = "The table was closed.This page comes back by itself when the table is there again."
    expect(host.locator("#popup")).to_have_text(goodbye)
    computer.lose(SECOND)
    computer.get(FIRST)
    with tavolo("play", data=tmp_path, port=port, inside=computer.inside):  # an evening that goes on
        expect(host.locator(".moved")).to_contain_text(f"Phones cannot reach the table at {SECOND}")
