"""The golden playthroughs at the table: people hold exactly those hands, and play those cards with those choices."""

from collections.abc import Callable
from random import Random
from typing import Any

from tavolo.games import load, setup_from_text
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo.wiring import SEATS
from tavolo_host.players.of_game import choose
from tavolo_host.playthroughs.through import carry_out, is_the_boards
from tavolo_host.texts.playthrough import DIGEST, INDENT, record_of, text_for
from tests.pico.back import Back
from tests.rules.support import read_text

# The board's own random draws differ each time: these options let people make them.
WITH_OWN_DICE = {"kuh-vadis": "real_dice=1 first=0"}


class Golden:
    """The golden playthrough of a game for a number of players; `digests` after each action, as they are written."""

    def __init__(self, game: Any, players: int) -> None:
        text = text_for(read_text(f"golden/{game.NAME}.txt"), players)
        self.record: Record = record_of(text)
        acts = [line for line in text.split("\n") if line and not line.startswith(("#", INDENT))]
        self.digests = [int(act.partition(DIGEST)[2], 16) for act in acts[1:]]
        setup = self.record.setup
        self.setup_text = Setup(setup.game, setup.players, setup.options).text()

    @classmethod
    def of(cls, record: Record) -> "Golden":
        """The same for any record, computed by the rules on this computer."""
        golden = cls.__new__(cls)
        golden.record = record
        golden.digests = []
        again = Record(record.setup)
        for action in record.actions:
            again.apply(action)
            golden.digests.append(again.digest())
        golden.setup_text = Setup(record.setup.game, record.setup.players, record.setup.options).text()
        return golden

    def seats(self, first: int = 0) -> tuple[int, ...]:
        """Return seats for its players, spread around the table, clockwise from `first`."""
        players = self.record.setup.players
        return tuple((first + number * SEATS // players) % SEATS for number in range(players))


def golden_of(name: str) -> Golden:
    """Return the golden playthrough for the fewest players; if the board would roll dice, a game with people's own."""
    game: Any = load(name)
    if name not in WITH_OWN_DICE:
        return Golden(game, game.SEATS[0])
    record = Record(setup_from_text(f"{name} players={game.SEATS[0]} {WITH_OWN_DICE[name]} table"))
    random = Random(7)
    while actors := game.to_act(record.position):
        record.apply(choose(game, record.position, actors[0], random))
    return Golden.of(record)


def play_golden(
    back: Back,
    golden: Golden,
    first_seat: int = 0,
    decisions: int | None = None,
    after_each: Callable[[], None] = lambda: None,
) -> None:
    """Start and play it, to the end or for a number of decisions; after each action all digests must be equal."""
    back.start(golden.seats(first_seat), golden.setup_text)
    public = golden.record.game.public
    for place, action in enumerate(golden.record.actions):
        if not is_the_boards(golden.record.game, action):
            if decisions == 0:
                return
            decisions = None if decisions is None else decisions - 1
        if len(back.mirror.actions) <= place:
            carry_out(back, action)
        assert back.mirror.actions[place] == public(action)
        told = back.mirror.of_board[place + 1], back.mirror.of_mirror[place + 1]
        assert told == (golden.digests[place], golden.digests[place]), f"after action {place + 1}"
        after_each()
    assert len(back.mirror.actions) == len(golden.record.actions)
