"""How soon the page answers a click, and how soon it shows a message from the board, in Chromium."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from host.tools.bench.budgets import CLICK, CLICK_MEDIAN, MESSAGE
from host.tools.bench.report import Row, percentile
from tavolo.games import load
from tests.cli.command_support import as_from_a_shell, free_port

GAMES = ("bambuti", "kuh-vadis")
SPEED = "4"  # fast enough for 100 moves, and slow enough that one move comes to rest before the next
OWN_SEAT = 4
PATIENCE_S = 120
CHROMIUM = Path("build/chromium")

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


def rows(moves: int) -> list[Row]:
    """Measure each of two games: `moves` clicks, and the messages during them."""
    return [row for name in GAMES for row in rows_of(name, moves)]


def rows_of(name: str, moves: int) -> list[Row]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "host.tools.bench.page_process", name, SPEED, str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env=as_from_a_shell(),
    )
    noted: dict[str, float] = {}

    def note() -> None:
        assert process.stdout is not None
        for number, time_ms in (line.split() for line in process.stdout):
            noted[number] = float(time_ms)

    threading.Thread(target=note, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(locale="en-GB", reduced_motion="reduce")  # events are not played one by one
            _arrive(page, f"http://127.0.0.1:{port}/")
            clicks, shown = _play(page, moves)
            browser.close()
    finally:
        process.terminate()
        process.wait(30)
    messages = [time_ms - noted[number] for number, time_ms in shown.items() if time_ms and number in noted]
    title = load(name).TITLE
    return [
        Row(
            f"click until the picture has changed, {title}, median of {len(clicks)}",
            percentile(clicks, 50),
            CLICK_MEDIAN,
        ),
        Row(f"click until the picture has changed, {title}, 95th percentile", percentile(clicks, 95), CLICK),
        Row(
            f"message until it is in the picture, {title}, 95th percentile of {len(messages)}",
            percentile(messages, 95),
            MESSAGE,
        ),
        Row(f"message until it is in the picture, {title}, median", percentile(messages, 50), unit=MESSAGE.unit),
    ]


def _chromium() -> str:
    return os.environ.get("CHROMIUM") or CHROMIUM.read_text(encoding="utf-8").strip()


def _arrive(page: Page, address: str) -> None:
    page.set_default_timeout(PATIENCE_S * 1000)
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            page.goto(address)
            break
        except Exception:
            if time.monotonic() > deadline:
                raise
            page.wait_for_timeout(100)
    page.get_by_role("button", name=f"sit at seat {OWN_SEAT}").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector('.what-to-do[data-state="wait"], .what-to-do[data-state="choose"]')


def _play(page: Page, moves: int) -> tuple[list[float], dict[str, float]]:
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
