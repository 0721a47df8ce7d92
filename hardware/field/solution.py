"""Solved fields: how they are made of a case, kept in solution.json and read again.

A field is kept as Maxwell's capacitance matrix, in pF, of the nine pads and of the card's ten pieces of foil (ground
patch, then patches), strip and surroundings being ground. Every code follows from it exactly: joined pieces are one
conductor, so their rows and columns are added, and what floats has no charge. What a hand or damp adds is added to the
diagonal. Beside it stands what each pad has in the same slot without a card.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy

from hardware.field.cases import STRIP, Case
from hardware.field.solver import Box, Layers, Plate, maxwell_pf
from tavolo_host.slot.geometry import PADS

KEPT = Path(__file__).with_name("solution.json")
CELLS = 0.5, 0.25  # mm: what both give is carried on to cells of no size
ROUNDING_PF = 0.0002


@dataclass(frozen=True)
class Solution:
    """A case, its pads without a card, and the matrix with it: pads, ground patch, patches."""

    case: Case
    empty_pf: tuple[float, ...]
    maxwell_pf: tuple[tuple[float, ...], ...]


def solve(case: Case) -> Solution:
    """The field with a card and without: a quarter of a minute."""
    empty, matrix = (_carried_on(case.layers(card), tuple(case.plates(card)), case) for card in (False, True))
    rows = [[value for column, value in enumerate(row) if column != STRIP] for row in matrix]
    del rows[STRIP]
    return Solution(case, tuple(row[number] for number, row in enumerate(empty[:PADS])), tuple(map(tuple, rows)))


def _carried_on(layers: Layers, plates: tuple[Plate, ...], case: Case) -> list[list[float]]:
    """The matrix for cells of no size: an error that is as large as the cell is taken off by two sizes."""
    coarse, fine = (_maxwell_pf(layers, plates, case.box(cell)) for cell in CELLS)
    matrix = 2 * fine - coarse
    return [[round(float(value), 4) for value in row] for row in (matrix + matrix.T) / 2]


@lru_cache(maxsize=4)  # one empty slot serves several cards
def _maxwell_pf(layers: Layers, plates: tuple[Plate, ...], box: Box) -> numpy.ndarray:
    return maxwell_pf(layers, plates, box)


def write(solutions: Sequence[Solution], path: Path = KEPT) -> None:
    """Keep them: a line for each, of the matrix what is up to the diagonal."""
    lines = [
        json.dumps(
            {
                "case": asdict(each.case),
                "empty_pf": each.empty_pf,
                "maxwell_pf": [row[: number + 1] for number, row in enumerate(each.maxwell_pf)],
            },
            separators=(",", ":"),
        )
        for each in solutions
    ]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def read(path: Path = KEPT) -> list[Solution]:
    """What is kept."""
    found = []
    for entry in json.loads(path.read_text(encoding="utf-8")):
        lower = entry["maxwell_pf"]
        size = range(len(lower))
        matrix = tuple(tuple(lower[max(row, column)][min(row, column)] for column in size) for row in size)
        found.append(Solution(Case(**entry["case"]), tuple(entry["empty_pf"]), matrix))
    return found


def farthest(solutions: Sequence[Solution], kept: Sequence[Solution]) -> float:
    """By how many pF solutions and those kept of the same cases differ at most."""
    of_case = {each.case: each for each in kept}
    worst = 0.0
    for each in solutions:
        other = of_case[each.case]
        for row, kept_row in zip((each.empty_pf, *each.maxwell_pf), (other.empty_pf, *other.maxwell_pf), strict=True):
            worst = max(worst, *(abs(one - two) for one, two in zip(row, kept_row, strict=True)))
    return worst
