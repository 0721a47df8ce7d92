"""The same evening twice, with another secret and the same faults: nothing that leaves the table may differ.

A secret is a sealed card, until its reveal, or the hands of David & Goliath, or cards of people who play by phone. The
faults are of the line and of seats where nobody has the secret: that a drop of water changes how a card is read is no
secret of the board's.
"""

from typing import Any

from host.tools.torture.evening import Evening
from host.tools.torture.faults import LOSSES
from host.tools.torture.found import LEAKED, STUCK, Found, Tally
from host.tools.torture.storm import Storm
from tavolo.games import load, names
from tavolo_host.simulator.hardware import TICK_MS
from tests.link.link_support import Cable, Damage
from tests.table import test_non_interference as hands
from tests.table.sealed_course import Course, a_secret, an_open_pair, kinds_of_secrets
from tests.table.sealed_evening import Leak, PhoneEvening, SealedEvening, channels_that_differ, trace_of

KINDS = ("line damaged", "cable pulled", "foreign bytes", "noise", "chip lost", "drift", "pads touched", "wrong moment")
SEEDS = 1000  # of games that are searched for a secret


class Surroundings:
    """What suffers around a secret: the cable, and seats that do not play, where anything may be touched."""

    losses = LOSSES

    def __init__(self, played: Any, evening: Evening) -> None:
        table = played.table
        self.table = table
        players = played.players if hasattr(played, "players") else table.virtual_players
        others = [seat for seat in range(len(table.bodies)) if seat not in players.follower.seats]
        self.bodies = [table.bodies[seat] for seat in others]
        self.chips = [table.hardware.chips[seat] for seat in others]
        self._cable: Cable = played.line if hasattr(played, "line") else played.cable
        self._evening = evening
        self._damages = 0

    def set_line_odds(self, odds: float) -> None:
        """Damage this share of what goes over the line."""
        self._damages += 1
        self._cable.damage = Damage(self._evening.random(f"damage {self._damages}"), odds) if odds else None

    def pull_cable(self, is_out: bool) -> None:
        """Unplug the cable; the laptop opens it again."""
        if is_out:
            self._cable.pull()

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        """Inject foreign bytes."""
        end = self._cable.board if to_board else self._cable.end_of_laptop
        if end is not None:
            end.unread += data


class SealedPlay:
    """Both evenings of a name, optionally with a planted leak."""

    def __init__(self, evening: Evening, tally: Tally, leak: Leak | None = None) -> None:
        self._evening, self._tally, self._leak = evening, tally, leak
        self._random = evening.random()
        self._storms: list[Storm] = []
        self._tables: list[Any] = []

    def play(self) -> None:
        """Play both; raises Found."""
        plays = self._channels_that_differ, self._by_phone, self._hidden_by_phone, self._hands_that_differ
        try:
            differ = plays[self._evening.number % len(plays)]()
        except AssertionError as problem:
            raise Found(STUCK, f"The evening does not reach its reveal: {problem}") from problem
        records = [table.board.referee.record for table in self._tables]
        self._tally.accepted += sum(len(record.actions) for record in records if record)
        if differ:
            raise Found(LEAKED, f"These differ with the secret: {', '.join(differ)}.")

    def close(self) -> None:
        """Undo all faults."""
        for storm in self._storms:
            storm.heal()

    def _disturb(self, played: Any) -> None:
        """Inflict faults on an evening: the same on each, of which only the first are counted."""
        kinds = [kind for kind in KINDS if kind in self._evening.kinds]
        tally = Tally() if self._storms else self._tally
        storm = Storm(Surroundings(played, self._evening), self._evening.random("faults"), kinds, tally)
        self._storms.append(storm)
        self._tables.append(played.table)
        step = played.table.step

        def step_and_suffer() -> None:
            self._tally.table_s += TICK_MS / 1000
            storm.step(TICK_MS)
            step()

        played.table.step = step_and_suffer
        if self._leak is not None:
            self._leak(played)

    def _by_phone(self) -> list[str]:
        return self._channels_that_differ(PhoneEvening)

    def _hidden_by_phone(self) -> list[str]:
        """Compare evenings by phone in which hidden cards have changed places that nobody plays."""
        games = [name for name in names() if load(name).CARDS]
        one, other = an_open_pair(self._random.choice(games), self._random.randrange(SEEDS))
        return self._compared(one, other, PhoneEvening)

    def _compared(self, one: Course, other: Course, at: type[SealedEvening]) -> list[str]:
        return channels_that_differ(trace_of(one, self._disturb, at), trace_of(other, self._disturb, at))

    def _channels_that_differ(self, at: type[SealedEvening] = SealedEvening) -> list[str]:
        kinds = kinds_of_secrets()
        name, fits = kinds[self._random.choice(sorted(kinds))]
        one, other = a_secret(name, self._random.randrange(SEEDS), fits)
        other.lingers = self._random.random() < 0.5
        return self._compared(one, other, at)

    def _hands_that_differ(self) -> list[str]:
        """Compare evenings of David & Goliath whose hands hold other cards than those played."""
        deal, *plays = hands.a_game(self._random, self._random.randrange(4, 30))
        other = hands.another_deal(self._random, deal, plays)
        same = hands.trace_of(deal, plays, self._disturb) == hands.trace_of(other, plays, self._disturb)
        return [] if same else ["all that leaves the board"]
