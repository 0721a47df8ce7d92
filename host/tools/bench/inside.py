"""Figures that only the chip itself knows: the processor time of a repaint and of an action, and the free heap."""

from pathlib import Path
from typing import Any

from host.tools.bench.budgets import ACTION, HEAP_FROZEN, HEAP_ROMFS, REPAINT
from host.tools.bench.long_games import SEED, journal_of, longest_game
from host.tools.bench.report import Row, percentile
from host.tools.bench.watched_table import FROZEN, MS, ROMFS, Variant, WatchedTable
from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo_host.board.port import Port
from tavolo_host.board.rescue import RescueClient

KILOBYTE = 1000
REPAINTS = 40
SCRIPTS = Path(__file__).parent / "on_pico"
BOOT_MS = 1000
SLICE_MS = 5
LIMIT_MS = 300_000
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

    Returns the words of each line of results.
    """
    text = "".join((SCRIPTS / f"{name}.py").read_text(encoding="utf-8") for name in modules) + call
    with WatchedTable(variant, seed, journal=journal) as table:
        table.wait_ms(BOOT_MS)
        prompt = Prompt(table)
        prompt.restart()
        return prompt.run(text)


class Prompt:
    """The raw prompt of a board whose program has ended."""

    def __init__(self, table: WatchedTable) -> None:
        self._table = table

    def restart(self) -> None:
        """End the board's program, and start the interpreter without it, as an empty line at the prompt does."""
        client = RescueClient(Port("cable", opener=self._table.open_port, first_session=1), self._table.pass_time)
        client.go_to_the_prompt()
        self._port = self._table.open_port()
        self._say(b"\r", b">>>")
        self._say(b"\x01", b"raw REPL")
        self._say(b"\x04", b"raw REPL")

    def _say(self, data: bytes, awaited: bytes) -> bytes:
        self._port.write(data)
        return self._until(awaited, 1)

    def run(self, script: str) -> list[list[str]]:
        """Return the results of a script; AssertionError with its traceback if it fails."""
        self._port.write(script.encode() + b"\x04")
        answer = self._until(b"\x04", 2)
        printed, trouble, _ = answer.split(b"\x04")[:3]
        assert not trouble, trouble.decode()
        lines = printed.decode(errors="replace").replace("\r", "").split("\n")
        return [line.removeprefix(MARK).split() for line in lines if line.startswith(MARK)]

    def _until(self, awaited: bytes, times: int) -> bytes:
        answer = b""
        for _ in range(LIMIT_MS // SLICE_MS):
            self._table.pico.advance_ns(SLICE_MS * MS)
            answer += self._port.read()
            if answer.count(awaited) >= times:
                self._table.wait_ms(SLICE_MS)
                return answer + self._port.read()
        raise AssertionError(f"The prompt does not answer; so far: {answer[-300:]!r}")
