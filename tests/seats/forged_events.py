"""A visitor's page, built in this process, and what a browser can send to it: any event of any element, with anything.

`Storm` lets Eve send forged events while Ada plays on, and holds against every one of them what "Who may" allows.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from inspect import iscoroutine
from random import Random
from typing import Any

from nicegui import Client, events, helpers, ui
from nicegui.element import Element
from nicegui.page import page

from tavolo.wiring import SEATS
from tavolo_host.display.live.page import Page
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.what_to_do import Deed, State
from tavolo_host.seats.presence import Presence
from tests.seats.attacker import EVE, TELEVISION, Kind, Network, at_once
from tests.sources import source_support
from tests.sources.source_support import run_ms, run_until

CARDS = re.compile(r'data-card="(\d+)"|data-press="card-(\d+)"')
PRESSED = re.compile(r'data-(?:press|place|about)="([^"]*)"')
VALUES: tuple[Any, ...] = (
    *map(str, range(-1, 9)),
    *(f"{kind}:{number}" for kind in ("free", "remove", "agree", "refuse") for number in range(4)),
    *("", "x", None, [], {}, {"newState": "open"}, [0, "x"], True, "9" * 40, "192.0.2.7", "Ada", 10**20, 0.5),
)
QUIET_MS = 20_000  # in which something happens, or a visitor has a choice
PAUSE_MS = 150


class OpenPage:
    """A visitor's page."""

    def __init__(
        self, source: Any, presence: Presence, visitor: str, name: str = "", network: Any = None, pace: str = "instant"
    ) -> None:
        """Open it with cookies of a browser that wants to name all seats, and to set level and pace."""
        self.network: Any = network or Network()
        self.network.invited = source.roster.invited
        self.network.url = "http://192.0.2.1/"
        self.client = Client(page("/"), request=None)
        with self.client:
            chosen = Preferences("en", name, pace=pace, level="strong", seat_names=("Mud",) * SEATS)
            self.page = Page(source, presence, visitor, chosen, ui.dark_mode(None), self.network, not visitor)

    def html(self) -> Iterator[str]:
        """Everything that was sent to the browser, an element's at a time."""
        for element in self.client.elements.values():
            yield from (value for value in element.props.values() if isinstance(value, str))
            yield str(getattr(element, "content", ""))
            yield str(getattr(element, "text", ""))
            yield from element.props.get("offers", ())

    def cards(self) -> set[int]:
        """Return the cards of hands that are on the page, in the hand or as choices."""
        found = (match for html in self.html() for match in CARDS.finditer(html))
        return {int(match[1] or match[2]) for match in found}

    def listeners(self, type_: str = "") -> list[tuple[Element, Any]]:
        """Return all listeners with their elements, by default of every type of event."""
        elements = self.client.elements.values()
        found = [(each, listener) for each in elements for listener in each._event_listeners.values()]
        return [each for each in found if type_ in ("", each[1].type)]

    def send(self, element: Element, listener: Any, value: object) -> None:
        """Send an event; what a handler raises ends only the event, as in the server."""
        about = events.GenericEventArguments(sender=element, client=self.client, args=value)
        with self.client, suppress(Exception):
            with element.parent_slot or self.client:
                done = listener.handler(about) if helpers.expects_arguments(listener.handler) else listener.handler()
            if iscoroutine(done):
                at_once(done)

    def fire(self, type_: str, value: object, style: str = "", within: Element | None = None) -> None:
        """Send an event of this type to all elements of a style that listen to it, or to the one that is given."""
        for element, listener in self.listeners(type_):
            if (not style or style in element.classes) and within in (None, element):
                self.send(element, listener, value)

    def press(self, words: str) -> None:
        """Press a button, visible or not."""
        for element, listener in self.listeners("click"):
            if any(getattr(part, "text", "") == words for part in element.descendants()):
                self.send(element, listener, None)


class Storm:
    """A game in which Ada plays, and Eve, a visitor of a kind, sends anything. `text` is the game."""

    begun: Any = staticmethod(source_support.begun)

    def __init__(self, text: str, kind: Kind, seed: int) -> None:
        self.random, self.kind = Random(f"{text} {kind} {seed}"), kind
        self.eve = TELEVISION if kind is Kind.TELEVISION else EVE
        has_seat = kind in (Kind.SITS, Kind.STOOD_UP, Kind.SEATED_HOST)
        self.source = self._begin(text, has_seat)
        if kind is Kind.STOOD_UP:
            self.source.roster.stand(EVE)
        self.is_host = kind in (Kind.HOST, Kind.SEATED_HOST)
        if self.is_host:
            self.source.roster.hosts.add(EVE)
        self.presence = Presence(self.source.roster)
        self.pages = {name: self._open(name, called) for name, called in (("ada", "Ada"), (self.eve, "Eve"))}
        self.game = self.source.table.virtual_players.follower.tracked_game
        self.seen: set[int] = set()  # the seats whose hands Eve's page has had
        self._held: set[int] = set()  # by her, since what her page shows
        self.before = self.kept()

    def _begin(self, text: str, has_seat: bool) -> Any:
        seat_of_eve = 4 if "players=2" in text else 3
        source: Any = self.begun(text, {"ada": 0} | ({EVE: seat_of_eve} if has_seat else {}))
        run_until(source, lambda: source.table.virtual_players.people[0].player is not None)
        source.visitors.set_pace("quick")
        source.visitors.set_level("easy")
        return source

    def _open(self, visitor: str, name: str) -> OpenPage:
        if visitor:
            self.presence.seen(visitor)
        return OpenPage(self.source, self.presence, visitor, name if visitor else "", pace="quick")

    def kept(self) -> tuple[object, ...]:
        """What Eve must not change, whatever she sends: Ada's seat and name, how bots play, the network, the game."""
        roster, players = self.source.roster, self.source.table.virtual_players
        about = [
            roster.seats.get("ada"),
            roster.visitor_names.name_of("ada"),
            roster.level,
            players.unhurried,
            "ada" in roster.hosts,
        ]
        return (*about, *self.pages[self.eve].network.done, players.follower.tracked_game is self.game)

    def of_ada(self) -> tuple[object, ...]:
        """What Ada can do, holds and is about."""
        person, what = self.source.table.virtual_players.people[0], self.source.what_to_do("ada")
        return what.state, what.choices, self.source.roster.own("ada"), person.intended, [*person.wishes], person.card

    def run(self, clicks: int) -> None:
        """Let Eve send so many events, and Ada play in between."""
        for _ in range(clicks):
            if self.source.mirror.result:
                break
            held = self.of_ada()
            sent = self._forge()
            assert self.is_host or self.of_ada() == held, f"what Ada does, holds and may do is hers: {sent}"
            self.check()
            for visitor in self.pages:
                if visitor:
                    self.presence.seen(visitor)
            self.presence.step(PAUSE_MS)
            run_ms(self.source, PAUSE_MS)
            self._ada_plays()
            self.presence.look(PAUSE_MS)
            self.check()
        self._is_not_stuck()

    def _forge(self) -> tuple[object, ...]:
        """Let Eve send an event; return which."""
        own, random = self.pages[self.eve], self.random
        element, listener = random.choice(own.listeners(random.choice(["", "", "press", "choose", "click"])))
        pages = [*self.pages.values()] if random.random() < 0.5 else [own]
        buttons = [value for each in pages for html in each.html() for value in PRESSED.findall(html)]
        value = random.choice(buttons) if buttons and random.random() < 0.5 else random.choice(VALUES)
        own.send(element, listener, value)
        return type(element).__name__, *element.classes, listener.type, value

    def _ada_plays(self) -> None:
        """Let Ada do the first thing that she can, and say no to whatever she is asked."""
        for question in self.source.questions.asked("ada"):
            self.source.questions.answer("ada", question.number, False)
        choices = self.source.what_to_do("ada").choices
        refusing = [choice for choice in choices if choice.deed is Deed.DISAGREE]
        if choices and self.random.random() < 0.5:
            self.source.do("ada", (refusing or choices)[0])

    def check(self) -> None:
        """Hold what Eve's page has against the hand of the one seat that she may see."""
        if not self.is_host:
            assert self.kept() == self.before
        elif not self.kept()[-1]:  # the host has ended the game, and may begin another one
            self.game, self.seen = self.source.table.virtual_players.follower.tracked_game, set()
        with self.pages[self.eve].client:
            self.pages[self.eve].page.look()
        self._check_hands()

    def _check_hands(self) -> None:
        page, own = self.pages[self.eve], self.source.roster.own(self.eve)
        is_behind = own and any(element.props.get("behind") for element in page.client.elements.values())
        self._held = self._hand(own) | (self._held if is_behind else set())  # it shows the hand of that time
        assert page.cards() <= self._held, f"cards that are not hers are on her page: {page.cards() - self._held}"
        if own and (own.hand or own.in_slot is not None):
            self.seen.add(own.seat)
            assert not self.source.roster.is_played or self.source.roster.owners.of(own.seat) == EVE
        is_alone = "ada" not in self.source.roster.owners.seats  # in the host's next game, which concerns nobody
        assert is_alone or len(self.seen) <= 1, f"she has seen the hands of {self.seen}"

    def _hand(self, own: Any) -> set[int]:
        """Return what the player at Eve's seat holds, as the game has it."""
        follower = self.source.table.virtual_players.follower
        game, seats = follower.tracked_game, follower.seats
        if own is None or game is None or own.seat not in seats:
            return set()
        record = game.record
        player = seats.index(own.seat)
        sealed = game.sealed(player) if hasattr(record.position, "sealed") else ()
        hands = getattr(record.position, "hands", None)
        return {*(hands[player] if hands else ()), *game.offered(player), *sealed}

    def _is_not_stuck(self) -> None:
        """Without another click a visitor has a choice, or the game goes on."""
        source, count = self.source, len(self.source.mirror.actions)

        def goes_on() -> bool:
            what = [source.what_to_do(each) for each in ("ada", self.eve)]
            offered = any(each.choices or each.state in (State.LOBBY, State.OVER) for each in what)
            return offered or len(source.mirror.actions) != count

        run_until(source, goes_on, QUIET_MS)
