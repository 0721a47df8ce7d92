"""The rules on MicroPython's WebAssembly build under Node, against CPython: what is slow on the chip shows early here.

Both play the same random games in this computer's own time, each the best of several runs. A game whose ratio is much
lower than the others' uses something that MicroPython is slow at.
"""

from pathlib import Path

from host.tools.bench.on_node import decisions
from host.tools.bench.report import Row
from tavolo.games import names
from tests.micropython.node import run_on_micropython

SCRIPT = Path(decisions.__file__)
US = 1_000_000


def rows(rounds: int, runs: int) -> list[Row]:
    """Measure every game: decisions a second on MicroPython, and relative to CPython's; the best of several `runs`."""
    found = []
    for name in names():
        there = max(rate(lines_there(name, rounds)) for _ in range(runs))
        here = max(rate(list(decisions.timed_games(name, rounds))) for _ in range(runs))
        found.append(Row(f"decisions a second, {name}, MicroPython under Node", there, unit="a second"))
        found.append(Row(f"decisions, {name}, MicroPython under Node against CPython", there / here, unit="times"))
    return found


def lines_there(name: str, rounds: int) -> list[tuple[int, int]]:
    """Return the decisions and microseconds of each game on MicroPython."""
    told = run_on_micropython(SCRIPT, name, str(rounds))
    assert told.returncode == 0, told.stderr
    pairs = [line.split() for line in told.stdout.splitlines()]
    return [(int(count), int(took)) for count, took in pairs]


def rate(games: list[tuple[int, int]]) -> float:
    return sum(count for count, _ in games) * US / sum(took for _, took in games)
