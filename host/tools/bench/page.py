"""How soon the page answers a click, and how soon it shows a message from the board, in Chromium."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from host.tools.bench.report import Values
from tavolo.games import load
from tests.browser.in_chromium import chromium, wait_for
from tests.cli.command_support import as_from_a_shell, free_port

SPEED = "4"  # fast enough for 100 moves, and slow enough that one move comes to rest before the next
OWN_SEAT = 4
PATIENCE_S = 120

# Keeps in `clicks` the milliseconds from each click to the frame in which the choices or the hand have changed, and in
# `shown` when each entry of the log was painted.
WATCH = """() => {
    window.clicks = [];
    window.shown = {};
    const drawn = then => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = then;
        channel.port2.postMessage(0);
    });
    let clicked = 0;
    new MutationObserver(() => {
        const began = clicked;
        clicked = 0;
        if (began) drawn(() => window.clicks.push(performance.now() - began));
    }).observe(document.querySelector(".at-hand"), {childList: true, subtree: true, attributes: true});
    new MutationObserver(() => {
        const newest = document.querySelector(".log-list li")?.dataset.number;
        if (newest && !(newest in window.shown)) {
            window.shown[newest] = 0;
            drawn(() => window.shown[newest] = Date.now());
        }
    }).observe(document.querySelector(".log-body"), {childList: true, subtree: true});
    window.choose = at => {
        const region = document.querySelector(".what-to-do");
        const choices = region.querySelectorAll(".choice-button");
        if (region.dataset.state === "choose" && choices.length && !clicked) {
            clicked = performance.now();
            choices[at % choices.length].click();
        }
        return region.dataset.state;
    };
}"""


def clicks_and_messages(name: str, moves: int) -> Iterator[Values]:
    """Measure that many clicks in a game, and the messages during them."""
    port = free_port()
    command = [sys.executable, "-m", "host.tools.bench.page_process", name, SPEED, str(port)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as notes:
        process = subprocess.Popen(command, stdout=notes, env=as_from_a_shell())
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
                page = browser.new_page(locale="en-GB", reduced_motion="reduce")  # events are not played one by one
                arrive(page, f"http://127.0.0.1:{port}/")
                clicks, shown = play(page, moves)
                browser.close()
        finally:
            process.terminate()
            process.wait(30)
        notes.seek(0)
        noted = dict(line.split() for line in notes)
    words = {"title": load(name).TITLE}
    yield Values("clicks", clicks, words)
    messages = [at_ms - float(noted[number]) for number, at_ms in shown.items() if at_ms and number in noted]
    yield Values("messages", messages, words)


def arrive(page: Page, address: str) -> None:
    """Sit down, and begin a game."""
    page.set_default_timeout(PATIENCE_S * 1000)
    wait_for(address)
    page.goto(address)
    page.get_by_role("button", name=f"sit at seat {OWN_SEAT}").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector('.what-to-do[data-state="wait"], .what-to-do[data-state="choose"]')


def play(page: Page, moves: int) -> tuple[list[float], dict[str, float]]:
    """Play until that many clicks were answered; return the milliseconds of each, and when entries were shown."""
    page.evaluate(WATCH)
    deadline = time.monotonic() + PATIENCE_S * 5
    at = 0
    while page.evaluate("() => window.clicks.length") < moves:
        at += 1
        if page.evaluate("at => window.choose(at)", at) == "over":
            page.get_by_role("button", name="Play again").click()
            page.wait_for_selector('.what-to-do:not([data-state="over"])')
        assert time.monotonic() < deadline, "the game stands still"
        page.wait_for_timeout(30)
    found = page.evaluate("() => [window.clicks, window.shown]")
    return found[0], found[1]
