"""The same evening twice, with another secret and the same faults: nothing that leaves the table may differ.

A secret is a sealed card, until its reveal, or the hands of David & Goliath. The faults are of the line and of seats
where nobody has the secret: that a drop of water changes how a card is read is no secret of the board's.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from host.tools.torture.evenings import Evening
from host.tools.torture.faults import FAULTS
from host.tools.torture.found import LEAKED, STUCK, Found, Tally
from host.tools.torture.storm import Storm, Target, between
from tavolo_host.simulator.body import Body
from tavolo_host.simulator.hardware import TICK_MS
from tests.link.link_support import Cable, Damage
from tests.table import test_non_interference as hands
from tests.table.sealed_course import a_secret, kinds_of_secrets
from tests.table.sealed_evening import Leak, channels_that_differ, trace_of

KINDS = ("line damaged", "cable pulled", "foreign bytes", "noise", "chip lost", "drift", "pads touched", "wrong moment")
SEEDS = 1000  # of games that are searched for a secret


class Onlookers(Target):
    """The target of faults around a secret: the cable, and seats that do not play, where anything may be touched."""

    def __init__(self, played: Any, chance: Callable[[str], Random]) -> None:
        table = played.table
        others = [seat for seat in range(len(table.bodies)) if seat not in table.virtual_players.follower.seats]
        self.bodies: list[Body] = [table.bodies[seat] for seat in others]
        self.chips = [table.hardware.chips[seat] for seat in others]
        self.sinks = between(self.bodies, self.chips)
        self._cable: Cable = played.line if hasattr(played, "line") else played.cable
        self._chance = chance
        self._damages = 0

    def set_line_odds(self, odds: float) -> None:
        self._damages += 1
        self._cable.damage = Damage(self._chance(f"damage {self._damages}"), odds) if odds else None

    def pull_cable(self, is_out: bool) -> None:
        if is_out:
            self._cable.pull()

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        end = self._cable.board if to_board else self._cable.end_of_laptop
        if end is not None:
            end.unread += data


def under_faults(evening: Evening, tally: Tally, storms: list[Storm], tables: list[Any]) -> Leak:
    """Return what inflicts the same faults on each of two evenings, by `storms`; only the first are counted.

    It adds their tables to `tables`.
    """
    counts = iter((tally.faults, Counter[str]()))

    def disturb(played: Any) -> None:
        table, count = played.table, next(counts)
        tables.append(table)
        kinds = [kind for kind in KINDS if kind in evening.kinds]
        target = Onlookers(played, evening.random)
        storm = Storm(target, evening.random("faults"), FAULTS, kinds, lambda kind: count.update([kind]))
        storms.append(storm)
        step = table.step

        def step_and_suffer() -> None:
            storm.step(TICK_MS)
            step()

        table.step = step_and_suffer

    return disturb


def play(evening: Evening, tally: Tally, leak: Leak | None = None) -> None:
    """Play both evenings of a name, optionally with a planted leak; raises Found."""
    random = evening.random()
    storms: list[Storm] = []
    tables: list[Any] = []
    disturb = under_faults(evening, tally, storms, tables)

    def all_of_it(played: Any) -> None:
        disturb(played)
        if leak is not None:
            leak(played)

    try:
        if evening.number % 4 == 3:
            differ = hands_that_differ(random, all_of_it)
        else:
            differ = channels_of_courses(random, all_of_it)
    except AssertionError as problem:
        raise Found(STUCK, f"The evening does not reach its reveal: {problem}") from problem
    finally:
        for storm in storms:
            storm.heal()
    tally.accepted += sum(len(table.board.referee.record.actions) for table in tables if table.board.referee.record)
    if differ:
        raise Found(LEAKED, f"These differ with the secret: {', '.join(differ)}.")


def channels_of_courses(random: Random, disturb: Leak) -> list[str]:
    """Return the channels in which two evenings differ."""
    kinds = kinds_of_secrets()
    name, fits = kinds[random.choice(sorted(kinds))]
    one, other = a_secret(name, random.randrange(SEEDS), fits)
    other.lingers = random.random() < 0.5
    return channels_that_differ(trace_of(one, disturb), trace_of(other, disturb))


def hands_that_differ(random: Random, disturb: Leak) -> list[str]:
    """Return whether evenings of David & Goliath differ when the hands hold other cards than those played."""
    deal, *plays = hands.a_game(random, random.randrange(4, 30))
    other = hands.another_deal(random, deal, plays)
    same = hands.trace_of(deal, plays, disturb) == hands.trace_of(other, plays, disturb)
    return [] if same else ["all that leaves the board"]
