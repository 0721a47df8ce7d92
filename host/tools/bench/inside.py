"""Figures that only the chip itself knows: the processor time of a repaint and of an action, and the free heap."""

from pathlib import Path
from typing import Any

from mpremote.transport_serial import SerialTransport

from host.tools.bench.budgets import ACTION, HEAP_FROZEN, HEAP_ROMFS, REPAINT
from host.tools.bench.long_games import SEED, journal_of, longest_game
from host.tools.bench.report import Row, percentile
from host.tools.bench.watched_table import FROZEN, ROMFS, Variant, WatchedTable
from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo_host.board.port import Port
from tavolo_host.board.rescue import RescueClient
from tests.pico.emulated_line import within_reach_of_mpremote

KILOBYTE = 1000
REPAINTS = 40
SCRIPTS = Path(__file__).parent / "on_pico"
BOOT_MS = 1000
LIMIT_S = 300
MARK = "bench "  # starts a line with results; the table's own lines to the laptop come in between


def rows(actions: int) -> list[Row]:
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
    for variant, budget in ((FROZEN, HEAP_FROZEN), (ROMFS, HEAP_ROMFS)):
        ((what, free, count),) = run_on_chip(
            variant, ("table", "heap"), "free_heap(the_table())", SEED, journal_of(record)
        )
        name = f"free heap in {game.NAME}'s longest game, {len(record.actions) - 1} actions, {variant.name}"
        if what == "exhausted":
            name += f", when no block was large enough any more, after {count}"
        found.append(Row(name, int(free) / KILOBYTE, budget))
    return found


# ---- scripts on the emulated Pico, through its raw prompt


def run_on_chip(
    variant: Variant, modules: tuple[str, ...], call: str, seed: int = 41, journal: bytes | None = None
) -> list[list[str]]:
    """Send the modules of `on_pico` to a fresh interpreter that has not run `main`, and make a call.

    Returns the words of each line of results; AssertionError with the script's traceback if it fails.
    """
    text = "".join((SCRIPTS / f"{name}.py").read_text(encoding="utf-8") for name in modules) + call
    with WatchedTable(variant, seed, journal=journal) as table:
        table.wait_ms(BOOT_MS)
        RescueClient(Port("cable", opener=table.open_port, first_session=1), table.pass_time).go_to_the_prompt()
        table.wait_ms(BOOT_MS)
        with within_reach_of_mpremote(table.pico):
            prompt = SerialTransport("cable")
            prompt.use_raw_paste = False  # which compiles the script in other memory, and so changes what is free
            prompt.enter_raw_repl()
            printed, trouble = prompt.exec_raw(text, LIMIT_S)
    assert not trouble, trouble.decode()
    lines = printed.decode(errors="replace").replace("\r", "").split("\n")
    return [line.removeprefix(MARK).split() for line in lines if line.startswith(MARK)]
