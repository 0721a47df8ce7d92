"""How long the pages of all games and of statistics take with 10,000 games in the file, and a step of a replay."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, cast

from nicegui import Client
from nicegui.page import page

from host.tools.bench.budgets import HISTORY_PAGE, REPLAY_STEP, STATISTICS
from host.tools.bench.report import Row, percentile
from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.app import collect_garbage_often
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.past_game import past_game
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.past.history_page import HistoryPage
from tavolo_host.display.past.replay_side import ReplaySide
from tavolo_host.display.past.replay_view import ReplayView
from tavolo_host.display.past.statistics_page import Asked, statistics_html
from tavolo_host.history.history import History
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import OVER, KeptAction, KeptGame, KeptPlayer
from tavolo_host.players.of_game import choose, final_points
from tavolo_host.players.playout import playout
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.playthrough import record_of, texts_in
from tests.sources.source_support import awake, commands_of

GOLDEN = Path("tests/rules/golden")
PEOPLE = [f"Player {number}" for number in range(40)]
USUAL = 95  # of a hundred times
DAY_S = 24 * 60 * 60


def rows(games: int, different: int) -> list[Row]:
    """Measure a file of that many games, as many `different` ones of each kind, and the longest golden playthroughs."""
    table: Any = awake("kuh-vadis players=2")
    commands = commands_of(table, "host")
    table.roster.hosts.add("host")
    Client.run_javascript = lambda *_, **__: cast("Any", None)  # type: ignore[method-assign] # there is no browser
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        fill(path, games, different)
        with garbage_as_in_play():
            pages = times_of(partial(show_page, path, commands), 100)
            read = times_of(partial(read_statistics, path), 100)
        row = Row(
            f"the page of {games:,} games, filtered or not, 95th percentile", percentile(pages, USUAL), HISTORY_PAGE
        )
        what = f"the statistics of {games:,} games, of one game or player or of all, 95th percentile"
        statistics = Row(what, percentile(read, USUAL), STATISTICS)
        return [row, statistics, *(step_row(name, table, commands) for name in names())]


def fill(path: Path, games: int, different: int) -> None:
    """Write a file of games among 40 people, a day apart."""
    chance = Random(1)
    played = [game_of(name, seed) for name in names() for seed in range(different)]
    with History(path) as history:
        history.file.rows("PRAGMA synchronous = OFF")
        for number in range(games):
            record = played[number % len(played)]
            setup, outcome = record.setup, record.game.outcome(record.position) or ()
            counted = final_points(record.game, record.position)
            people = chance.sample(PEOPLE, setup.players)
            players = tuple(
                KeptPlayer(player, player, name, ("", "easy")[player % 2]) for player, name in enumerate(people)
            )
            about = (0, 0, record.game.NAME, setup.text(), 1e9 + number * DAY_S, 1e9 + number * DAY_S + 600, OVER, 0)
            kept = KeptGame(*about, firmware_digests()[1], "", False, outcome, counted, players)
            add_game(history.file, kept, [KeptAction(action, 500 * at) for at, action in enumerate(record.actions)])


def game_of(name: str, seed: int) -> Record:
    """Play a whole game of easy players."""
    game, chance = load(name), Random(seed)
    setup = Setup(game, game.SEATS[0], dealt=True)
    record = Record(setup)
    view = game.view

    def decide(position: Any, player: int) -> tuple[int, ...]:
        return choose(game, view(position, player), player, chance)

    for action in playout(game, game.start(setup), decide, chance.randrange):
        record.apply(action)
    return record


def show_page(path: Path, commands: Commands, number: int) -> None:
    """Build the page, with another filter each time."""
    chance = Random(number)
    query = {"player": chance.choice(("", *PEOPLE)), "game": chance.choice(("", *names())), "page": str(number % 3 + 1)}
    with browser():
        HistoryPage(path, commands, query)


def read_statistics(path: Path, number: int) -> None:
    """Make the content of the page of statistics, with another filter each time."""
    chance = Random(number)
    with History(path) as history:
        statistics_html(Asked(chance.choice(("", *names())), chance.choice(("", *PEOPLE))), history)


def step_row(name: str, table: TableSource, commands: Commands) -> Row:
    """Measure the steps of a game's longest golden playthrough, in any order."""
    file = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    record = max(map(record_of, texts_in(file)), key=lambda each: len(each.actions))
    players = tuple(KeptPlayer(seat, seat, PEOPLE[seat]) for seat in range(record.setup.players))
    outcome, length = record.game.outcome(record.position) or (), len(record.actions)
    kept = KeptGame(0, 0, name, record.setup.text(), 0.0, 1.0, OVER, length, "", "", False, outcome, (), players)
    past = past_game(kept, tuple(record.actions), table.past)
    with browser():
        view = ReplayView(past, partial(ReplaySide, past, table, commands, Path("nowhere"), "", tuple))
        steps = times_of(lambda number: view._drag(str(number * 7919 % (length + 1))), max(200, length))
    what = f"a step of a replay of {record.game.TITLE}, {length} actions, 95th percentile"
    return Row(what, percentile(steps, USUAL), REPLAY_STEP)


@contextmanager
def garbage_as_in_play() -> Iterator[None]:
    """Collect garbage as often as the program does while it shows a table."""
    before = gc.get_threshold()
    collect_garbage_often()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def browser() -> Iterator[None]:
    """Build what follows into a page of its own."""
    client = Client(page("/"), request=None)
    with client:
        yield
    client.delete()


def times_of(action: Callable[[int], object], times: int) -> list[float]:
    """Return how many ms an action takes, each of that many times."""
    taken = []
    for number in range(times):
        began = perf_counter()
        action(number)
        taken.append((perf_counter() - began) * 1000)
    return taken
