"""Visitors to the page who do anything that it lets people do, at any time, often twice, and what it no longer does.

They go by the page's fixed names: the region "What to do" with its `data-state`, the places of the region "Game", and
what is in buttons.
"""

import asyncio
import http.client
import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from html import unescape
from random import Random
from typing import Any, NamedTuple

from host.tools.torture.page_visitor import SECRET, PageVisitor, listener_of
from tavolo.wiring import SEATS
from tavolo_host.display.parts.preferences import INVITE
from tavolo_host.display.parts.what_to_do import State

LAN = "127.0.0.2"  # the network, which here is another address of the loopback
PRESSED = re.compile(r'data-press="([^"]*)"')
LETTERS = re.compile(r'invite-letters">([A-Z]{4})<')
BUG = re.compile(r"\w+ in \w+\.py:\d+")  # what the page's log says of an exception, in any language
OFFERED = 0.4  # how often, of once, a visitor does what there is to do,
TOO_LATE = 0.1  # and what was possible some time ago; how often a deed is done twice
TWICE = 0.3
REMEMBERED = 40  # of these
# How often, of a hundred. What else the page listens to is sent by parts of a browser that this visitor has not.
OTHERS = ("blur", "change", "hurry", "lift", "pointerdown", "pointerup", "sit", "toggle", "touch")
KINDS = {"press": 50, "click": 25, "choose": 5, "point": 10, **dict.fromkeys(OTHERS, 2)}
ANSWERS = ("press agree", "press disagree", "press refuse")
NAMES = ("Ada", "Ben", "Cleo", "ben", "", "Eve")
IN_PLAY = (State.CHOOSE, State.WAIT, State.ASKED)
PICTURE = "offers"  # the property that the game's picture alone has


class DeedAtPage(NamedTuple):
    """An event at the element of this number."""

    element: str
    kind: str
    values: tuple[str, ...]

    def words(self) -> str:
        """Return what the report calls it: a press by the verb of what is pressed, anything else by its kind."""
        verb = re.match(r'"([a-z-]+)[: ]', self.values[0]) if self.kind == "press" else None
        return f"{self.kind} {verb[1]}" if verb else self.kind


class RestlessVisitor(PageVisitor):
    """A visitor who does anything; `deeds` counts what.

    `pictures` counts how often the picture of the game has changed while it was played.
    """

    def __init__(self, address: str, is_expected: Callable[[], bool], deeds: Counter[str], name: str = "") -> None:
        super().__init__(address, is_expected, {"Cookie": f"name={name}"} if name else {})
        self.pictures = 0
        self._deeds = deeds
        self._picture = ""
        self._before: deque[DeedAtPage] = deque(maxlen=REMEMBERED)

    @property
    def is_there(self) -> bool:
        """Whether the page is open."""
        return bool(self._socket.connected)

    def _update(self, message: Mapping[str, Any]) -> None:
        super()._update(message)
        picture = next((str(props["html"]) for props in self._props() if PICTURE in props), self._picture)
        if picture != self._picture:
            self._picture = picture
            self.pictures += self.state() in IN_PLAY

    # ---- what the page says

    def _props(self) -> Iterator[Mapping[str, Any]]:
        return (each.get("props", {}) for each in self._elements.values())

    def _region(self) -> Mapping[str, Any]:
        """Return the region "What to do", which alone has a `data-state`; nothing if there is none."""
        return next((each for each in self._elements.values() if "data-state" in each.get("props", {})), {})

    def _parts(self, region: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for number in map(str, region.get("children", ())):
            if number in self._elements:
                yield number, self._elements[number]

    def state(self) -> str:
        """Return the state of the moment, "" before the page says it."""
        return str(self._region().get("props", {}).get("data-state", ""))

    def sentence(self) -> str:
        """Return what the page says that there is to do."""
        return " ".join(str(each.get("text", "")) for _, each in self._parts(self._region())).strip()

    def bug(self) -> str:
        """Return what the page tells of an exception, "" for nothing."""
        found = BUG.search(self.text())
        return found[0] if found else ""

    def letters(self) -> str:
        """Return the letters that the invitation shows, "" for none."""
        found = LETTERS.search(self.text())
        return found[1] if found else ""

    # ---- what is offered

    async def do_what_is_offered(self, random: Random) -> None:
        """Choose something, answer a question, go on from a result, or take back a move where nothing can be chosen."""
        offered = [deed for number, _ in self._parts(self._region()) for deed in self._presses(number)]
        asked = [deed for deed in self._all_presses() if deed.words() in ANSWERS]
        for deeds in (offered, asked):
            if deeds:
                await self._do(random.choice(deeds))
        if self.state() == State.CHOOSE and not offered:
            await self.press_button("To the next game")
            await self.press_button("Take back my move")

    def _all_presses(self) -> list[DeedAtPage]:
        return [deed for number in list(self._elements) for deed in self._presses(number)]

    def _presses(self, number: str) -> list[DeedAtPage]:
        """Return what can be pressed in an element; nobody opens the page to another network than the loopback's."""
        element = self._elements[number]
        if not listener_of(element, "press"):
            return []
        values = map(unescape, PRESSED.findall(str(element.get("props", {}).get("html", ""))))
        return [
            DeedAtPage(number, "press", (json.dumps(value),))
            for value in values
            if value.count(".") != LAN.count(".") or value == LAN
        ]

    def button(self, words: str) -> str:
        """Return the number of the button with these words, "" if there is none."""
        for number, element in self._elements.items():
            if element.get("tag") == "button" and words in [each.get("text") for _, each in self._parts(element)]:
                return number
        return ""

    async def press_button(self, words: str) -> None:
        """Press the button with these words, if there is one."""
        number = self.button(words)
        if number:
            await self._do(DeedAtPage(number, "click", ()))

    async def open_table(self) -> None:
        """Open the invitation, and the table to the network if it is closed: only who is at its computer can."""
        for number, element in list(self._elements.items()):
            if element.get("props", {}).get("id") == INVITE:
                await self.emit(number, "toggle", ["true"])
        await self.press_button("Open to the network")

    # ---- anything

    async def do_anything(self, random: Random) -> None:
        """Do what there is to do, or one of all things that the page listens to, or did a while ago."""
        kind = random.random()
        if kind < OFFERED:
            await self.do_what_is_offered(random)
            return
        late = self._before if kind < OFFERED + TOO_LATE else ()
        possible = late or self._deeds_of_a_kind(random)
        if possible:
            deed = random.choice(possible)
            self._before.append(deed)
            for _ in range(1 + (random.random() < TWICE)):
                await self._do(deed)

    def _deeds_of_a_kind(self, random: Random) -> list[DeedAtPage]:
        """Return what can be done now, of one kind."""
        listened = {event["type"] for each in self._elements.values() for event in each.get("events", ())}
        kinds = sorted(listened & {*KINDS})
        if not kinds:
            return []
        (kind,) = random.choices(kinds, [KINDS[each] for each in kinds])
        if kind == "press":
            return self._all_presses()
        found = [number for number, each in self._elements.items() if listener_of(each, kind)]
        if kind in ("choose", "point"):
            places = [(number, place) for number in found for place in self._elements[number]["props"][PICTURE]]
            return [DeedAtPage(number, kind, (json.dumps(place),)) for number, place in places]
        return [DeedAtPage(number, kind, _any_values(kind, random)) for number in found]

    async def _do(self, deed: DeedAtPage) -> None:
        if deed.element in self._elements:
            self._deeds[deed.words()] += 1
            await self.emit(deed.element, deed.kind, list(deed.values))

    async def emit(self, number: str, kind: str, values: list[Any]) -> None:
        with suppress(Exception):  # the page may be gone
            await super().emit(number, kind, values)


class Guest(RestlessVisitor):
    """A visitor who comes over the network."""

    def __init__(self, port: int, is_expected: Callable[[], bool], deeds: Counter[str], name: str) -> None:
        super().__init__(f"http://{LAN}:{port}/", is_expected, deeds, name)
        self._port, self._name = port, name

    async def join(self, letters: str) -> bool:
        """Be admitted by the letters, unless that was already; return whether the page can be visited."""
        try:
            return await asyncio.to_thread(self._ask_for_admission, letters)
        except OSError:
            return False

    def _ask_for_admission(self, letters: str) -> bool:
        connection = http.client.HTTPConnection(LAN, self._port, timeout=10)
        try:
            connection.request("GET", f"/?join={letters}&name={self._name}", headers=self._headers)
            answer = connection.getresponse()
            found = SECRET.search(answer.getheader("Set-Cookie") or "")
            if found:
                self._headers["Cookie"] = f"{found[0]}; name={self._name}"
            return answer.status == http.HTTPStatus.SEE_OTHER
        finally:
            connection.close()


def _any_values(kind: str, random: Random) -> tuple[str, ...]:
    """Return what a browser may send with an event of this kind."""
    if kind in ("touch", "sit", "lift"):
        at = {"seat": random.randrange(SEATS), "key": random.randrange(3), "down": random.random() < 0.5}
        return (json.dumps(at),)
    if kind == "change":
        return (json.dumps(random.choice(NAMES)),)
    return (json.dumps(random.random() < 0.8),) if kind == "toggle" else ()
