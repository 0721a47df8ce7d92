"""What only the chip itself can tell: the processor time of a repaint and of an action, and the free heap."""

from typing import Any

from host.tools.bench.budgets import ACTION, HEAP_FROZEN, HEAP_ROMFS, REPAINT
from host.tools.bench.long_games import SEED, journal_of, longest_game
from host.tools.bench.on_the_chip import run_on_chip
from host.tools.bench.report import Row, percentile
from host.tools.bench.watched_table import FROZEN, ROMFS
from tavolo.games import load, names
from tavolo.rules.contract import Setup

KILOBYTE = 1000
REPAINTS = 40


def rows(actions: int) -> list[Row]:
    """Of every game; `actions` are timed of each."""
    found = []
    for name in names():
        game = load(name)
        found += [*action_rows(game, actions), *repaint_rows(game), *heap_rows(game)]
    return found


def action_rows(game: Any, actions: int) -> list[Row]:
    setups = [Setup(game, players, None, True).text() for players in range(game.SEATS[0], game.SEATS[1] + 1)]
    setups.append(longest_game(game).setup.text())
    (_, games), *took = run_on_chip(FROZEN, ("actions",), f"actions({actions}, {setups})")
    milliseconds = [int(each) / 1000 for (each,) in took]
    what = f"{len(milliseconds):,} actions of {games} random games of {game.NAME} (legal, apply, digest)"
    return [
        Row(f"one of {what}, 99th percentile", percentile(milliseconds), ACTION),
        Row(f"the slowest of {what}", max(milliseconds), ACTION),
    ]


def repaint_rows(game: Any) -> list[Row]:
    record = longest_game(game)
    step = max(1, len(record.actions) // REPAINTS)
    took = run_on_chip(FROZEN, ("table", "repaint"), f"repaints(the_table(), {step})", SEED, journal_of(record))
    lobby, played = ([int(each) / 1000 for what, each in took if what == where] for where in ("lobby", "game"))
    return [
        Row(f"whole repaint in the lobby, the slowest of {len(lobby)}", max(lobby), REPAINT),
        Row(f"whole repaint in {game.NAME}'s longest game, the slowest of {len(played)}", max(played), REPAINT),
    ]


def heap_rows(game: Any) -> list[Row]:
    record = longest_game(game)
    found = []
    for variant, key in ((FROZEN, HEAP_FROZEN), (ROMFS, HEAP_ROMFS)):
        ((what, free, count),) = run_on_chip(
            variant, ("table", "heap"), "free_heap(the_table())", SEED, journal_of(record)
        )
        name = f"free heap in {game.NAME}'s longest game, {len(record.actions) - 1} actions, {variant.name}"
        if what == "exhausted":
            name += f", when no piece was large enough any more, after {count}"
        found.append(Row(name, int(free) / KILOBYTE, key))
    return found
