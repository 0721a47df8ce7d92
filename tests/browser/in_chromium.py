"""What the tests in Chromium share: the browser, `tavolo` as its own process, and visitors of its page.

Nothing here depends on how fast the machine is: what has to happen is waited for, as long as PATIENCE_MS.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.cli.command_support import as_from_a_shell, free_port

PATIENCE_MS = 120_000
SCREEN: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}


def chromium() -> str | None:
    """The browser that CHROMIUM names, or one that is installed, if any."""
    return next(filter(None, map(shutil.which, [os.environ.get("CHROMIUM", ""), "chromium"])), None)


@contextmanager
def tavolo(
    *arguments: str, data: Path | None = None, port: int | None = None, inside: Sequence[str] = ()
) -> Iterator[str]:
    """The command on a free port of the loopback, or on `port`, as its own process; the page's address.

    It keeps games in the folder `data`, or in one of its own. `inside` is a command that starts it elsewhere.
    """
    port = port or free_port()
    process = subprocess.Popen(
        [*inside, sys.executable, "-m", "tavolo_host", *arguments, "--no-browser", "--web-port", str(port)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=as_from_a_shell() | ({"XDG_DATA_HOME": str(data)} if data else {}),
    )
    try:
        yield f"http://127.0.0.1:{port}/"
        assert process.poll() is None, "the program has ended by itself"
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module")
def started() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture
def browser(started: Browser) -> Iterator[Browser]:
    """The browser, without a page that another test has left: it would go on calling a table that has gone."""
    yield started
    for context in started.contexts:
        context.close()


def visit(browser: Browser, address: str, script: str = "", **more: Any) -> Page:
    """A new visitor, in a browser profile of its own, who sees nothing that did not come from the table's address."""
    page = browser.new_context(**{"viewport": SCREEN, **more}).new_page()
    page.on("request", lambda request: check_address(request.url, address))
    page.on("pageerror", lambda error: pytest.fail(f"the page reports {error}"))
    page.add_init_script(script)
    open_page(page, address)
    return page


def open_page(page: Page, address: str) -> None:
    """Open the page as soon as it is served, and wait until it is all there."""
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    wait_for(address)
    page.goto(address)
    expect(page.locator("[data-pixel]")).to_have_count(200)


def wait_for(address: str) -> None:
    """Wait until the page is served; not by the browser, to which every page that it cannot open is work."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    until = time.monotonic() + PATIENCE_MS / 1000
    while True:
        with socket.socket() as caller:
            if caller.connect_ex((host, port)) == 0:
                return
        assert time.monotonic() < until, "the page is not served"
        time.sleep(0.05)


def check_address(url: str, address: str) -> None:
    assert url.startswith((address, address.replace("http", "ws"), "data:", "blob:")), url
