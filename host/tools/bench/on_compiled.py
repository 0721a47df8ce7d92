"""Decisions a second with the compiled rules, in a process of their own, counted as in `on_cpython`.

Besides liar's poker, which is written in Python, two games are compared with OpenSpiel's hearts, which is written in
C++ and played from Python.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from host.tools.bench.budgets import COMPILED, HEARTS
from host.tools.bench.report import Row
from tavolo_host.runtime import compiled

AGAINST_HEARTS = ("david-goliath", "kuh-vadis")
HOW = "compiled"


def rows(rounds: int) -> list[Row]:
    """Measure every game, with that many stretches of play for each."""
    before = sys.path[:]
    compiled.prepend()  # for the process that measures
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(rows_there, rounds).result()
    finally:
        sys.path[:] = before


def rows_there(rounds: int) -> list[Row]:
    """Return the rows, in a process that has only the compiled rules."""
    from host.tools.bench.on_cpython import LIARS_POKER, one_core, rows_against
    from tavolo.games import names
    from tavolo.rules import contract

    assert not contract.__file__.endswith(".py"), "There are no compiled rules: `make fast` makes them."
    with one_core():
        found = [row for name in names() for row in rows_against(LIARS_POKER, name, HOW, COMPILED, rounds)]
        return found + [row for name in AGAINST_HEARTS for row in rows_against("hearts", name, HOW, HEARTS, rounds)[1:]]
