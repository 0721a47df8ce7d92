"""People play by phone at a board without slots: how soon a card is accepted, and whether its answer tells the card.

A card is told in the moment in which it is played on a phone; it is accepted when the first green byte of its seat's
lamp is on the wire. The time of an answer is measured for one card after the other, each from the same flash and at the
same moment, while the choice is secret.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

from host.tools.bench.playing import BEGINS_MS, Evening, hurry
from host.tools.bench.report import Values
from host.tools.bench.watched_table import FIRMWARE, MS, WatchedTable
from tavolo.games import load, names
from tavolo.games.cards import code_of
from tavolo.rules.contract import TABLE, Setup
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.board.settings import SettingsClient
from tavolo_host.display.parts.geometry import places
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.sources.phone_source import PhoneTable

SETTINGS = ("seats=none", "phones=all")
OF_SECRETS = load("tanz-der-hornochsen")
FIRST_SEED = 31
ASKED_MS = 4000  # after power-on: the laptop has the game
ANSWERED_MS = 100
SLICE_NS = 10_000


class PhoneEvening(Evening):
    """The same by phone."""

    def prepare(self) -> None:
        """Have the board set up for that."""
        port = Port("cable", opener=self.table.open_port, first_session=7)
        client = SettingsClient(port, self.table.pass_time)
        client.change(SETTINGS)
        port.close()

    def begin(self) -> None:
        """Let the laptop ask for the game, and everybody come."""
        self.people = PhoneTable(self.companion, Random(1))
        self.people.virtual_players.follower.laptop = self.companion.mirror
        players = self.game.SEATS[1]
        self.companion.ask("new", places(players), Setup(self.game, players).text())
        self._step_until(lambda: self.companion.mirror.in_step and self.companion.mirror.actions, BEGINS_MS)

    def move_people(self) -> None:
        self.people.step()

    def check_hands(self) -> None:
        """Demand that hands are what was dealt less what was played, as the board knows it."""
        self._step_until(lambda: self.companion.mirror.in_step, BEGINS_MS)
        known, dealt = self.companion.mirror.record, self.people.virtual_players.record
        assert known is not None
        assert known.digest() == known.game.digest(known.game.view(dealt.position, TABLE))


def evenings(variant: str, decisions: int, cards: int) -> Iterator[Values]:
    """Measure that many actions of each game, or a game to its end; and answers to so many cards."""
    lamps: list[float] = []
    for seed, name in enumerate(names(), FIRST_SEED):
        with WatchedTable(variant, seed) as table, hurry():
            evening = PhoneEvening(table, load(name))
            lamps += evening.play(decisions)["lamp"]
            evening.check_hands()
    yield Values("lamp", lamps)
    answers = [answered_ms(variant, card) for card in range(0, OF_SECRETS.CARDS, OF_SECRETS.CARDS // cards)]
    yield Values("answer", answers)
    yield Values("spread", [max(answers) - min(answers)])


def answered_ms(variant: str, card: int) -> float:
    """Return how long the answer to a card takes, at the beginning of a game where all choose in secret."""
    with PicoTable(Random(3), FIRMWARE[variant], flash=flash_with_game(variant)) as table:
        companion = Companion(Port("cable", opener=table.open_port, first_session=3))
        while table.pico.now_ns < ASKED_MS * MS:
            table.pico.advance_ms(1)
            if table.pico.now_ns > ASKED_MS * MS // 4:  # before that there is no port
                companion.step(1)
        assert companion.mirror.in_step, companion.mirror.status
        asked_ns, request = table.pico.now_ns, companion.ask("hand", 0, code_of(OF_SECRETS.NAME, card))
        while request.accepted is None:
            table.pico.advance_ns(SLICE_NS)
            companion.step(0)
            assert table.pico.now_ns < asked_ns + ANSWERED_MS * MS
        return (table.pico.now_ns - asked_ns) / MS


@cache
def flash_with_game(variant: str) -> bytes:
    """Return the flash of a board by phone with a game that has just begun."""
    with WatchedTable(variant) as table:
        evening = PhoneEvening(table, OF_SECRETS)
        evening.play(0)
        return table.pico.read_flash()
