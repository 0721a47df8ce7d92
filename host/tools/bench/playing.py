"""People play every game, fast, with a laptop: how soon a card is accepted and reported, and how long a tick takes.

A card lies still from its last movement on. It is accepted when the first green byte of its seat's lamp is on the wire,
and reported when the laptop's mirror has one more action and says that the digests are equal. The people are in a
hurry: they do not think, and their hands move at twice the speed. Their hands have no capacitance, so a card lies
still as soon as it reaches the stop.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from host.tools.bench.budgets import CARD_TO_LAMP, CARD_TO_MIRROR, IDLE_TICK, LONGEST_TICK
from host.tools.bench.report import Row, rows_for
from host.tools.bench.watched_table import BYTE_NS, MS, Frame, Variant, WatchedTable
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
SEEDS = (21, 22, 23)  # of one evening each


@dataclass
class Seen:
    """What was measured, in ms."""

    to_lamp: list[float] = field(default_factory=list)
    to_mirror: list[float] = field(default_factory=list)
    ticks: dict[str, list[float]] = field(default_factory=dict)  # by game
    idle: dict[str, list[float]] = field(default_factory=dict)


def rows(variant: Variant, times: str, decisions: int, evenings: int = 1) -> list[Row]:
    """Measure one variant, with the flash's `times`: that many actions of each game an evening, or a game to its end.

    One or two cards of a hundred come to rest a second time, since the chip's reading still had a share of their way in
    it. So a single evening, with its 70 cards, says little about the 99th percentile.
    """
    seen = Seen()
    for seed in SEEDS[:evenings]:
        for name in names():
            with WatchedTable(variant, seed, times) as table:
                Evening(table, load(name), seen).play(decisions)
    return rows_of(seen, f"{variant.name}, {times} flash")


def rows_of(seen: Seen, how: str) -> list[Row]:
    found = rows_for(f"card lying still until lamp green, {how}", seen.to_lamp, CARD_TO_LAMP)
    found += rows_for(f"card lying still until the mirror has it, digest equal, {how}", seen.to_mirror, CARD_TO_MIRROR)
    for name, ticks in seen.idle.items():
        found += rows_for(f"idle tick in a game of {name}, between the beats of the lights, {how}", ticks, IDLE_TICK)
    for name, ticks in seen.ticks.items():
        found.append(Row(f"longest of {len(ticks):,} ticks while {name} is played, {how}", max(ticks), LONGEST_TICK))
    return found


class Evening:
    """One game from the lobby to its end, or until there are enough samples."""

    def __init__(self, table: WatchedTable, game: Any, seen: Seen) -> None:
        self.table = table
        self.game = game
        self.seen = seen
        table.wake()
        self.companion = Companion(Port("cable", opener=table.open_port, first_session=1))
        self.moved_ns = [0] * wiring.SEATS  # when the card in a slot last moved
        self.moved = [(0.0, 0)] * wiring.SEATS
        self._end_ns = table.pico.now_ns

    def play(self, decisions: int) -> None:
        self._step_until(lambda: self.companion.connected, BEGINS_MS)
        with patience():
            WithoutLaptop(self.table).start(Setup(self.game, self.game.SEATS[1]))
            self._step_until(lambda: bool(self.companion.mirror.in_step and self.companion.mirror.actions), BEGINS_MS)
        began_ns = self.table.pico.now_ns
        with hurry():
            for _ in range(decisions):
                if self.companion.mirror.result:
                    break
                self._one_action()
        self.seen.ticks.setdefault(self.game.NAME, []).extend(self.table.tick_lengths_ms(began_ns))
        self._step_until(lambda: not any(body.cards or body.is_moving() for body in self.table.bodies), A_CARD_MS)
        if not self.companion.mirror.result:
            self._rest()

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
        self.seen.to_lamp.append((green()[0].start_ns + 3 * seat * BYTE_NS - still_ns) / MS)
        self.seen.to_mirror.append((told_ns - still_ns) / MS)

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

    def _step_until(self, condition: Any, limit_ms: int) -> None:
        for _ in range(limit_ms // TICK_MS):
            self.table.virtual_players.step(TICK_MS)
            self._look_at_hands()
            for _ in range(TICK_MS):
                self._end_ns += MS
                self.table.pico.advance_to_ns(self._end_ns)
                self.companion.step(1)
                if condition():
                    return
        raise AssertionError("It has not happened in time.")

    def _look_at_hands(self) -> None:
        for seat, body in enumerate(self.table.bodies):
            now = where_card_is(body)
            if now != self.moved[seat]:
                self.moved[seat] = now
                self.moved_ns[seat] = self.table.pico.now_ns

    def _rest(self) -> None:
        """Let nobody do anything; the lights show whose turn it is, and the laptop listens."""
        self._wait_ms(500)
        since = self.table.pico.now_ns
        self._wait_ms(IDLE_MS)
        self.seen.idle.setdefault(self.game.NAME, []).extend(self.table.idle_lengths_ms(since))

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


def patience() -> Any:
    """Let people touch keys slowly: a game takes a while to load, and a touch in that time is not felt."""
    return patch.object(bodies, "REST_MS", 1500)


@contextmanager
def hurry() -> Iterator[None]:
    """Let people play fast, so that fifty actions take a minute."""
    with (
        patch.object(person, "THINKING_MS", (20, 120)),
        patch.object(hands, "SHOWN_MS", 30),
        patch.multiple(bodies, MOMENT_MS=15, EMPTY_MS=110, HOLDING_HAND=0.0),
    ):
        yield
