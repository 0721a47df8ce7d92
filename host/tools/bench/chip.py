"""Figures that only the chip itself knows: the processor time of an action and of a repaint, and the free heap."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mpremote.transport_serial import SerialTransport

from host.tools.bench.long_games import SEED, journal_of, longest_game
from host.tools.bench.report import Values
from host.tools.bench.watched_table import FIRMWARE, WatchedTable
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


def costs(actions: int) -> Iterator[Values]:
    """Measure so many actions of each game, and repaints and heap in its longest one."""
    for name in names():
        game = load(name)
        yield times_of_actions(game, actions)
        yield from times_of_repaints(game)
        for variant in FIRMWARE:
            yield free_heap(game, variant)


def times_of_actions(game: Any, actions: int) -> Values:
    setups = [Setup(game, players, None, True).text() for players in range(game.SEATS[0], game.SEATS[1] + 1)]
    setups.append(longest_game(game).setup.text())
    (_, games), *took = run_on_chip("frozen", ("actions",), f"actions({actions}, {setups})")
    return Values("actions", [int(each) / 1000 for (each,) in took], {"game": game.NAME, "games": games})


def times_of_repaints(game: Any) -> Iterator[Values]:
    record = longest_game(game)
    step = max(1, len(record.actions) // REPAINTS)
    took = run_on_chip("frozen", ("table", "repaint"), f"repaints(the_table(), {step})", SEED, journal_of(record))
    for where in ("lobby", "game"):
        yield Values(where, [int(each) / 1000 for what, each in took if what == where], {"game": game.NAME})


def free_heap(game: Any, variant: str) -> Values:
    record = longest_game(game)
    ((what, free, count),) = run_on_chip(variant, ("table", "heap"), "free_heap(the_table())", SEED, journal_of(record))
    actions = f"{len(record.actions) - 1} actions"
    if what == "exhausted":
        actions += f", when no block was large enough any more, after {count}"
    words = {"game": game.NAME, "variant": variant, "actions": actions}
    return Values(f"heap, {variant}", [int(free) / KILOBYTE], words)


def run_on_chip(
    variant: str, modules: tuple[str, ...], call: str, seed: int = 41, journal: bytes | None = None
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
