"""Whole games on phones whose network comes and goes, beside a television: all seats and hands stay their owners'.

Each phone has a cable of its own: a proxy that is cut for 5 to 90 s at seeded moments. `make test-pages`.
"""

import math
import re
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tavolo.games import load
from tests.browser.in_chromium import PATIENCE_MS, browser, started
from tests.cli.command_support import as_from_a_shell, free_port

__all__ = ["browser", "started"]
LAN = "127.0.0.2"
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1280, "height": 720}
SPEED = "4"
AWAY_S = (5.0, 90.0)
CUT = 0.004  # how often in a round of looks a phone loses its network
LOOK_S = 0.1
LATE_S = 20.0  # after a card has left a hand, until no frame that shows it is on its way
LONGEST_S = 40 * 60
KILLS = 5
# Clicks one of the things that the page offers, as a thumb does; returns state, seat and hand.
THUMB = """at => {
    const region = document.querySelector(".what-to-do");
    const seen = what => [...document.querySelectorAll(what)].filter(each => each.checkVisibility());
    const offered = [...seen(".what-choices button:not(.doubled)"), ...seen(".game-panel [role=button]"),
                     ...(region.dataset.state === "choose" ? seen(".hand-card:not(.unadvised)") : []),
                     ...seen(".after > .start-button")]; // to the next game, from the result
    const stands = seen(".what-choices button").filter(each => each.dataset.press.startsWith("stand-in"));
    const from = region.dataset.state === "choose" ? offered : at < 0.1 ? stands : [];
    if (from.length) from[Math.floor(at * 977) % from.length].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    return [region.dataset.state, document.querySelector(".own-name")?.innerText ?? "",
            [...document.querySelectorAll(".hand-card")].map(card => +card.dataset.card)];
}"""


class Wireless:
    """The network of one phone, a SOCKS proxy (RFC 1928) at `url`; what is open ends when it `is_cut`."""

    def __init__(self) -> None:
        self.is_cut = False
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"socks5://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.is_cut = True
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self.is_cut:
                    client.close()
                else:
                    threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError, struct.error, IndexError):
            client.recv(257)
            client.sendall(b"\x05\x00")
            asked = client.recv(262)
            host = socket.inet_ntoa(asked[4:8]) if asked[3] == 1 else asked[5 : 5 + asked[4]].decode()
            server = socket.create_connection((host, struct.unpack(">H", asked[-2:])[0]))
            client.sendall(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
            self._open += [client, server]
            threading.Thread(target=_pump, args=(client, server), daemon=True).start()
            _pump(server, client)


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            sink.sendall(data)
    for each in (source, sink):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


class Phone:
    """A phone that joins by the letters and takes a seat; it hears what its sockets receive."""

    def __init__(self, browser: Browser, address: str, letters: str, seat: int) -> None:
        self.name, self.seat = f"Player {seat + 1}", seat
        self.network, self.back_s = Wireless(), 0.0
        proxy: Any = {"server": self.network.url, "bypass": "<-loopback>"}
        context = browser.new_context(viewport=PHONE, has_touch=True, proxy=proxy, locale="en-GB")  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        self.page: Page = context.new_page()
        self.named = cards_in_frames_of(self.page)
        self.page.goto(f"{address}?join={letters}")
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Join").click()
        own = self.page.locator(f".lobby-seats li:nth-child({seat + 1})")
        expect(
            self.page.locator(".lobby-seats .mine")
        ).to_be_visible()  # who joins has a seat, and can take another one
        if "mine" not in (own.get_attribute("class") or ""):
            own.get_by_role("button").click()
        expect(self.page.get_by_role("button", name="Stand up")).to_be_visible()
        self.shown: set[int] = set()
        self.hand: set[int] = set()
        self.state = ""

    def look(self, random: Random) -> None:
        """Do something, lose the network, or have it again."""
        now = time.monotonic()
        if self.network.is_cut:
            self.network.is_cut = now < self.back_s
        elif random.random() < CUT:
            self.back_s = now + random.uniform(*AWAY_S)
            self.network.cut()
        self.play(random)

    def take_named(self) -> set[int]:
        """Return the cards that its frames have shown as in a hand since the last call."""
        named = set(self.named)
        self.named.clear()
        self.shown |= named
        return named

    def play(self, random: Random) -> None:
        """Do something, and note the hand."""
        with suppress(Error):  # the page is being loaded again
            self.state, name, hand = self.page.evaluate(THUMB, random.random())
            self.hand = set(hand)
            assert not name or self.name in name, f"{self.name} sits as {name}"


def cards_in_frames_of(page: Page) -> set[int]:
    """The cards that the page's frames show as in a hand, by its buttons and, of numbers, by their names; it grows."""
    named: set[int] = set()

    def hear(frame: str | bytes) -> None:
        sent = str(frame).replace("\\", "")
        named.update(int(card) for card in re.findall(r'data-card[=":]+(\d+)', sent))
        named.update(int(card) - 1 for card in re.findall(r"(?i)(?:play|choose) (\d+)\b", sent))

    page.on("websocket", lambda line: line.on("framereceived", hear))
    return named


@contextmanager
def checked(game: str) -> Iterator[tuple[str, str, dict[tuple[int, int], float], list[str]]]:
    """The program; its address on the network, the letters, until when each seat held each card, and what is wrong."""
    port = free_port()
    command = [sys.executable, "-m", "tests.browser.checked_process", game, SPEED, str(port), LAN]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=as_from_a_shell())
    assert process.stdout is not None
    found = re.search(r"letters ([A-Z]{4})", process.stdout.readline())
    assert found
    held: dict[tuple[int, int], float] = {}
    wrong: list[str] = []

    def hear() -> None:
        for line in process.stdout or ():
            word, *numbers = line.split()
            if word == "hand":
                seat, *cards = map(int, numbers)
                gone = [key for key, until in held.items() if key[0] == seat and until == math.inf]
                held.update(dict.fromkeys(gone, time.monotonic()) | {(seat, card): math.inf for card in cards})
            else:
                wrong.append(line)

    threading.Thread(target=hear, daemon=True).start()
    try:
        yield f"http://{LAN}:{port}/", found[1], held, wrong
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.parametrize(("game", "players", "games"), [("tanz-der-hornochsen", 8, 2), ("yellowstone-park", 5, 1)])
def test_phones_whose_network_comes_and_goes_play_whole_games(
    browser: Browser, game: str, players: int, games: int
) -> None:
    random = Random(players)
    expect.set_options(timeout=PATIENCE_MS)
    with checked(game) as (address, letters, held, wrong):
        television = browser.new_context(viewport=TELEVISION).new_page()  # type: ignore[arg-type]
        shown = cards_in_frames_of(television)
        television.goto(address.replace(LAN, "127.0.0.1") + "?view=television")
        phones = [Phone(browser, address, letters, seat) for seat in range(players)]
        page = phones[0].page
        page.get_by_role("button", name=load(game).TITLE).click()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".hand-card").first).to_be_visible()
        for number in range(games):
            deadline = time.monotonic() + LONGEST_S
            while not all(phone.state == "over" for phone in phones):
                named = [(phone.seat, card) for phone in phones for card in phone.take_named()]
                for phone in phones:
                    phone.look(random)
                at_latest = time.monotonic() - LATE_S  # the program has told of all these hands by now
                seen = [key for key in named if held.get(key, -math.inf) < at_latest]
                assert not seen, f"a card that is not in the hand, by seat: {seen}"
                assert not wrong, wrong
                assert time.monotonic() < deadline, "the game does not end"
                time.sleep(LOOK_S)
            for phone in phones:
                phone.network.is_cut = False
                expect(phone.page.locator(".own-name")).to_contain_text(phone.name)
                assert f"seat {phone.seat + 1}" in phone.page.locator(".own-name").text_content()  # type: ignore[operator]
            assert all(len(phone.shown) > 5 for phone in phones)
            expect(television.get_by_role("region", name="The end")).to_be_visible()
            assert not shown, "a hand on the television"
            if number + 1 < games:
                page.get_by_role("button", name="Play again").click()
                expect(page.locator(".what-to-do")).not_to_have_attribute("data-state", "over")
                for phone in phones:
                    phone.state = ""


@contextmanager
def laptops(
    environment: dict[str, str], *arguments: str
) -> Iterator[tuple[str, Callable[[], str], Callable[[], None]]]:
    """The page's address on the network, and what starts a program, returning its letters, and kills it."""
    port, running = free_port(), list[subprocess.Popen[str]]()
    command = [sys.executable, "-u", "-m", "tavolo_host", *arguments, "--no-browser"]
    command += ["--web-port", str(port), "--lan-address", LAN]

    def begin() -> str:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        running.append(process)
        found = re.search(r"letters ([A-Z]{4})", process.stdout.readline() + process.stdout.readline())  # type: ignore[union-attr]
        assert found
        return found[1]

    def kill() -> None:
        process = running.pop()
        process.kill()
        process.wait(30)

    try:
        yield f"http://{LAN}:{port}/", begin, kill
    finally:
        for _ in list(running):
            kill()


def play_while_it_is_killed(
    phones: Sequence[Phone], random: Random, begin: Callable[[], str], kill: Callable[[], None]
) -> None:
    """Let everybody play, while the program is killed and started again; all have their seats and hands again."""
    for _ in range(KILLS):
        until = time.monotonic() + random.uniform(3, 12)
        while time.monotonic() < until:
            for phone in phones:
                phone.play(random)
            time.sleep(LOOK_S)
        hands = [phone.hand for phone in phones]
        kill()
        begin()
        for phone, hand in zip(phones, hands, strict=True):
            phone.page.wait_for_selector(".own-name:not(:empty)")
            expect(phone.page.locator(".own-name")).to_contain_text(phone.name, timeout=PATIENCE_MS)
            phone.play(random)
            assert len(phone.hand ^ hand) <= 3, "what was on its way, and one reveal"


def test_the_laptop_is_killed_and_everybody_is_back_at_their_seat(browser: Browser) -> None:
    with laptops(as_from_a_shell(), "play", "tanz-der-hornochsen") as (address, begin, kill):
        letters = begin()
        phones = [Phone(browser, address, letters, seat) for seat in range(3)]
        phones[0].page.get_by_role("button", name="Play", exact=True).click()
        play_while_it_is_killed(phones, Random(4), begin, kill)


def test_three_phones_play_a_whole_game_at_a_board_without_slots_whose_laptop_is_killed(browser: Browser) -> None:
    random, environment = Random(5), as_from_a_shell()
    board = [sys.executable, "-m", "tests.browser.board_process", "seats = none", "phones = all", "panels = 1"]
    process = subprocess.Popen(board, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        url = process.stdout.readline().strip()  # type: ignore[union-attr]
        with laptops(environment, "watch", "--port", url) as (address, begin, kill):
            letters = begin()
            phones = [Phone(browser, address, letters, seat) for seat in range(3)]
            phones[0].page.get_by_role("button", name=load("tanz-der-hornochsen").TITLE).click()
            phones[0].page.get_by_role("button", name="Play", exact=True).click()
            play_while_it_is_killed(phones, random, begin, kill)
            deadline = time.monotonic() + LONGEST_S
            while not all(phone.state == "over" for phone in phones):
                for phone in phones:
                    phone.play(random)
                time.sleep(LOOK_S)
                assert time.monotonic() < deadline, "the game does not end"
            time.sleep(1)
            kill()
        replay = [sys.executable, "-m", "tavolo_host", "replay", "1"]
        told = subprocess.run(replay, capture_output=True, text=True, env=environment, check=True).stdout
        assert "The laptop dealt: all cards are those of the deck with SHA-256" in told
    finally:
        process.terminate()
        process.wait(30)
