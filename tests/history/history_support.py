"""For tests of games that are kept: games of random players, a table that keeps its games, and games that are over."""

from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from tavolo.games import setup_from_text
from tavolo.games.bambuti.events import MOST_POINTS
from tavolo.rules.record import Record
from tavolo_host.history.history import History
from tavolo_host.history.kept_game import OVER, KeptGame, KeptPlayer, Standing
from tavolo_host.history.ledger import Ledger
from tavolo_host.players.playout import playout
from tavolo_host.players.random_player import choose

ADA_AND_BOT = (("Ada", ""), ("Bruno", "normal"))
STEP = 16  # actions at once
SETUP = "kuh-vadis players=2"
MINUTE = 60.0
BEGAN = 1_700_000_000.0
NINE = datetime(2026, 11, 20, 21, 0).timestamp()  # in the evening, by the clock on the wall


def played(text: str, seed: int = 1) -> Record:
    """A game of random players, with all that is hidden."""
    record, random = Record(setup_from_text(f"{text} dealt")), Random(seed)
    game = record.game
    start = game.start(record.setup)
    for action in playout(
        game, start, lambda position, player: choose(game, position, player, random), random.randrange
    ):
        record.apply(action)
    return record


class Clock:
    def __init__(self) -> None:
        self.s = BEGAN

    def __call__(self) -> float:
        return self.s


class Table:
    """A table whose games are kept."""

    def __init__(self, file: Path, place: str = "port 8520", clock: Clock | None = None) -> None:
        self.history = History(file)
        self.clock = clock or Clock()
        self.ledger = Ledger(self.history.file, place, "0123abcd", now=self.clock, passed=self.clock)

    def stand(
        self,
        record: Record,
        length: int,
        people: tuple[tuple[str, str], ...] = ADA_AND_BOT,
        visitors: tuple[str, ...] = (),
    ) -> None:
        outcome = record.game.outcome(record.position) or () if length == len(record.actions) else ()
        actions = list(record.actions)[:length]
        setup = record.setup.text().replace("dealt", "table")
        standing = Standing(setup, tuple(range(len(people))), people, actions, False, outcome, (), visitors=visitors)
        self.ledger.keep(record, standing, "{}")

    def play(self, record: Record, people: tuple[tuple[str, str], ...] = ADA_AND_BOT) -> int:
        for length in range(0, len(record.actions) + 1, STEP):
            self.stand(record, length, people)
            self.clock.s += 1.5
        self.stand(record, len(record.actions), people)
        return self.history.games(limit=1)[0].id

    def close(self) -> None:
        self.history.close()


def ended_game(
    number: int, names: str, points: tuple[float, ...] = (), winners: tuple[int, ...] = (0,), **more: Any
) -> KeptGame:
    """A game of Bambuti, or of another game, that is over."""
    people = tuple(KeptPlayer(seat, seat, name) for seat, name in enumerate(names.split()))
    known = {"game": "bambuti", "ending": OVER, "players": people, "ended": BEGAN + 3600 * number + 1800, **more}
    outcome = (MOST_POINTS, *winners) if known["ending"] == OVER else ()
    setup = f"{known['game']} players={len(people)} table"
    return KeptGame(
        number,
        1,
        known["game"],
        setup,
        BEGAN + 3600 * number,
        known["ended"],
        known["ending"],
        0,
        "",
        "",
        False,
        outcome,
        points,
        known["players"],
    )


def table_at(folder: Path, place: str = "table 8520", now: float = NINE) -> Table:
    table = Table(folder / "tavolo.sqlite", place)
    table.clock.s = now
    return table


def play_game(table: Table, *names: str, pause_s: float = 6 * MINUTE, visitors: tuple[str, ...] = ()) -> int:
    """A game of these people, or of bots alone; return its evening."""
    people = tuple((name, "") for name in names) or (("Bruno", "easy"), ("Carla", "easy"))
    record = played(SETUP)
    table.stand(record, 0, people, visitors)
    table.clock.s += 10 * MINUTE
    table.stand(record, len(record.actions), people, visitors)
    evening = table.ledger.evening()
    table.clock.s += pause_s
    return evening
