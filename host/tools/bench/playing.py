"""People play every game, fast, with a laptop: how soon a card is accepted and reported, and how long a tick takes.

A card lies still from its last movement on. It is accepted when the first green byte of its seat's lamp is on the wire,
and reported when the laptop's mirror has one more action and says that the digests are equal. The people are in a
hurry: they do not think, and their hands move at twice the speed. Their hands have no capacitance, so a card lies
still as soon as it reaches the stop.

One or two cards of a hundred come to rest a second time, since the chip's reading still had a share of their way in it.
So a single evening, with its 70 cards, says little about the 99th percentile.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from host.tools.bench.report import Values
from host.tools.bench.watched_table import BYTE_NS, MS, Frame, WatchedTable
from tavolo import wiring
from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.people import hands, person
from tavolo_host.people.lamp import looks_accepted
from tavolo_host.simulator import body as bodies
from tavolo_host.simulator.body import Body
from tavolo_host.simulator.hardware import TICK_MS
from tests.table.without_laptop import WithoutLaptop

BEGINS_MS = 30_000
A_CARD_MS = 20_000
IDLE_MS = 3000


def evenings(variant: str, decisions: int, seeds: Sequence[int], flash_times: Sequence[str]) -> Iterator[Values]:
    """Measure that many actions of each game, or a game to its end, in an evening for each seed."""
    for times in flash_times:
        seen: dict[tuple[str, str], list[float]] = defaultdict(list)  # in ms, by what was measured and by game
        for seed in seeds:
            for name in names():
                with WatchedTable(variant, seed, times) as table:
                    for of, values in Evening(table, load(name)).play(decisions).items():
                        seen[of, "" if of in ("lamp", "mirror") else name] += values
        for of in ("lamp", "mirror", "idle", "ticks"):
            for (what, game), values in seen.items():
                if what == of and values:  # a game that is over has no idle ticks
                    yield Values(of, values, {"game": game, "how": f"{variant}, {times} flash"})


class Evening:
    """One game from the lobby to its end, or until there are enough samples."""

    def __init__(self, table: WatchedTable, game: Any) -> None:
        self.table = table
        self.game = game
        table.wake()
        self.prepare()
        self.companion = Companion(Port("cable", opener=table.open_port, first_session=1))
        self.people: Any = table
        self.moved_ns = [0] * wiring.SEATS  # when the card in a slot last moved
        self.moved = [(0.0, 0)] * wiring.SEATS
        self._end_ns = table.pico.now_ns
        self._to_lamp: list[float] = []
        self._to_mirror: list[float] = []

    def prepare(self) -> None:
        """Do what comes before a laptop is there."""

    def begin(self) -> None:
        """Start the game by keys, which are touched slowly: it takes a while to load, and feels no touch meanwhile."""
        with patch.object(bodies, "REST_MS", 1500):
            WithoutLaptop(self.table).start(Setup(self.game, self.game.SEATS[1]))
            self._step_until(lambda: self.companion.mirror.in_step and self.companion.mirror.actions, BEGINS_MS)

    def play(self, decisions: int) -> dict[str, list[float]]:
        """Return what was measured, in ms."""
        mirror = self.companion.mirror
        self._step_until(lambda: self.companion.connected, BEGINS_MS)
        self.begin()
        began_ns = self.table.pico.now_ns
        with hurry():
            for _ in range(decisions):
                if mirror.result:
                    break
                self._one_action()
        ticks = self.table.tick_lengths_ms(began_ns)
        self._step_until(lambda: not any(body.cards or body.is_moving() for body in self.people.bodies), A_CARD_MS)
        idle = [] if mirror.result else self._rest()
        return {"lamp": self._to_lamp, "mirror": self._to_mirror, "idle": idle, "ticks": ticks}

    def _one_action(self) -> None:
        """Wait for an action. A sealed choice, or one by keys, takes as long as its player, and is not timed."""
        mirror = self.companion.mirror
        known = len(mirror.actions)
        seen = len(self.table.frames)
        ways = self._ways()
        self._step_until(lambda: len(mirror.actions) > known and mirror.in_step is True, A_CARD_MS)
        told_ns = self.table.pico.now_ns
        actor = self.game.actor(mirror.actions[known])
        card = self.game.action_card(mirror.actions[known])
        if actor < 0 or card < 0 or ways[actor, card] > 1:
            return
        seat = mirror.seats[actor]
        still_ns = self.moved_ns[seat]

        def green() -> list[Frame]:
            return [frame for frame in self.table.frames[seen:] if is_green(frame, seat) and frame.start_ns > still_ns]

        self._step_until(green, A_CARD_MS)  # the laptop may hear of it a tick earlier
        self._to_lamp.append((green()[0].start_ns + 3 * seat * BYTE_NS - still_ns) / MS)
        self._to_mirror.append((told_ns - still_ns) / MS)

    def _ways(self) -> Counter[tuple[int, int]]:
        """Return in how many ways each player may play each card now."""
        record = self.companion.mirror.record
        if record is None:
            return Counter()
        game, position = record.game, record.position
        acting = [player for player in game.to_act(position) if player >= 0]
        return Counter(
            (player, game.action_card(action)) for player in acting for action in game.legal(position, player)
        )

    def _step_until(self, condition: Callable[[], object], limit_ms: int) -> None:
        for _ in range(limit_ms // TICK_MS):
            self.move_people()
            self._look_at_hands()
            for _ in range(TICK_MS):
                self._end_ns += MS
                self.table.pico.advance_to_ns(self._end_ns)
                self.companion.step(1)
                if condition():
                    return
        raise AssertionError("It has not happened in time.")

    def move_people(self) -> None:
        """Let TICK_MS pass for people."""
        self.people.virtual_players.step(TICK_MS)

    def _look_at_hands(self) -> None:
        for seat, body in enumerate(self.people.bodies):
            now = where_card_is(body)
            if now != self.moved[seat]:
                self.moved[seat] = now
                self.moved_ns[seat] = self.table.pico.now_ns

    def _rest(self) -> list[float]:
        """Let nobody do anything, while the lights show whose turn it is, and the laptop listens: an idle table."""
        self._wait_ms(500)
        since = self.table.pico.now_ns
        self._wait_ms(IDLE_MS)
        return self.table.idle_lengths_ms(since)

    def _wait_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.table.wait_ms(1)
            self.companion.step(1)


def where_card_is(body: Body) -> tuple[float, int]:
    """Return how far the first card in a slot is from the stop, and how many cards there are."""
    return (body.cards[0].short_mm if body.cards else -1.0), len(body.cards)


def is_green(frame: Frame, seat: int) -> bool:
    """Return whether a seat's lamp shows in this frame that a card was accepted."""
    if frame.pin != wiring.LAMPS_PIN:
        return False
    green, red, blue = frame.levels[3 * seat : 3 * seat + 3]
    return looks_accepted((red, green, blue))


@contextmanager
def hurry() -> Iterator[None]:
    """Let people play fast, so that fifty actions take a minute."""
    with (
        patch.object(person, "THINKING_MS", (20, 120)),
        patch.object(hands, "SHOWN_MS", 30),
        patch.multiple(bodies, MOMENT_MS=15, EMPTY_MS=110, HOLDING_HAND=0.0),
    ):
        yield
