"""How long the pages of all games and of statistics take with 10,000 games in the file, and a step of a replay."""

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

from host.tools.bench.report import Values
from tavolo.games import load, names
from tavolo_host.display.app import collect_garbage_often
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.past_game import past_game
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.past.history_page import HistoryPage
from tavolo_host.display.past.replay_side import ReplaySide
from tavolo_host.display.past.replay_view import ReplayView
from tavolo_host.display.past.statistics_page import Asked, statistics_html
from tavolo_host.history.history import History
from tavolo_host.history.kept_game import KeptPlayer
from tavolo_host.texts.playthrough import record_of, texts_in
from tests.browser.kept_games import keep, kept_game, played
from tests.sources.source_support import awake

GOLDEN = Path("tests/rules/golden")
PEOPLE = [f"Player {number}" for number in range(40)]
DAY_S = 24 * 60 * 60
TIMES = 100  # that a page is built


def pages_and_steps(games: int, different: int) -> Iterator[Values]:
    """Measure a file of that many games, as many `different` ones of each kind, and the longest golden playthroughs."""
    table: Any = awake("kuh-vadis players=2")
    commands = FileCommands(table, "host")
    table.roster.hosts.add("host")
    Client.run_javascript = lambda *_, **__: cast("Any", None)  # type: ignore[method-assign] # there is no browser
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        fill(path, games, different)
        collect_garbage_often()  # as the program does while it shows a table
        yield Values("page", times_of(partial(show_page, path, commands), TIMES), {"games": games})
        yield Values("statistics", times_of(partial(read_statistics, path), TIMES), {"games": games})
    for name in names():
        yield steps(name, table, commands)


def fill(path: Path, games: int, different: int) -> None:
    """Write a file of games among 40 people, a day apart; every other player is a virtual one."""
    chance = Random(1)
    setups = [f"{name} players={load(name).SEATS[0]}" for name in names()]
    records = [played(setup, [0.0] * len(PEOPLE), Random(seed)) for setup in setups for seed in range(different)]
    with History(path) as history:
        history.file.rows("PRAGMA synchronous = OFF")
        for number in range(games):
            record = records[number % len(records)]
            people = enumerate(chance.sample(PEOPLE, record.setup.players))
            players = tuple(KeptPlayer(seat, seat, name, ("", "easy")[seat % 2]) for seat, name in people)
            keep(history, record, players, 1e9 + number * DAY_S)


def show_page(path: Path, commands: FileCommands, number: int) -> None:
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


def steps(name: str, table: TableSource, commands: FileCommands) -> Values:
    """Measure the steps of a game's longest golden playthrough, in any order."""
    file = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    record = max(map(record_of, texts_in(file)), key=lambda each: len(each.actions))
    players = tuple(KeptPlayer(seat, seat, PEOPLE[seat]) for seat in range(record.setup.players))
    length = len(record.actions)
    past = past_game(kept_game(record, players, 0.0), tuple(record.actions), table.past)
    with browser():
        view = ReplayView(past, partial(ReplaySide, past, table, commands, Path("nowhere"), "", tuple))
        taken = times_of(lambda number: view._drag(str(number * 7919 % (length + 1))), max(200, length))
    return Values("step", taken, {"title": record.game.TITLE, "actions": length})


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
