"""Solving the field of a case, and keeping the solutions in solution.json.

A solution is Maxwell's capacitance matrix, in pF, of the nine pads and of the card's ten pieces of foil (ground patch,
then patches), with strip and surroundings as ground. Every code follows from it exactly: joined pieces are one
conductor, so their rows and columns add up, and floating ones have no charge. A hand or damp adds to the diagonal.
Beside the matrix are the pads' capacitances in the same slot without a card.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy

from hardware.field.cases import STRIP, Case
from hardware.field.solver import Box, Layers, Plate, maxwell_pf
from tavolo_host.slot.geometry import GRID, PADS

KEPT = Path(__file__).with_name("solution.json")
SLOT = (  # what the field depends on
    "film_mm", "film_permittivity", "foil_depth_mm", "card_thickness_mm", "paper_permittivity", "pad_width_mm",
    "pad_depth_mm", "column_pitch_mm", "row_pitch_mm", "patch_margin_mm", "deepest_row_mm", "strip_width_mm",
    "strip_depth_mm", "strip_mm",
)  # fmt: skip
CELLS = 0.5, 0.25  # mm; their results are extrapolated to cells of no size


@dataclass(frozen=True)
class Solution:
    """A case, its pads without a card, and the matrix with it: pads, ground patch, patches."""

    case: Case
    empty_pf: tuple[float, ...]
    maxwell_pf: tuple[tuple[float, ...], ...]


def solve(case: Case) -> Solution:
    """Solve the field with a card and without: a quarter of a minute."""
    empty, matrix = (_extrapolated(case.layers(card), tuple(case.plates(card)), case) for card in (False, True))
    rows = [[value for column, value in enumerate(row) if column != STRIP] for row in matrix]
    del rows[STRIP]
    return Solution(case, tuple(row[number] for number, row in enumerate(empty[:PADS])), tuple(map(tuple, rows)))


def _extrapolated(layers: Layers, plates: tuple[Plate, ...], case: Case) -> list[list[float]]:
    """The matrix for cells of no size: two sizes cancel an error proportional to the size."""
    coarse, fine = (_maxwell_pf(layers, plates, case.box(cell)) for cell in CELLS)
    matrix = 2 * fine - coarse
    return [[round(float(value), 4) for value in row] for row in (matrix + matrix.T) / 2]


@lru_cache(maxsize=4)  # several cards share one empty slot
def _maxwell_pf(layers: Layers, plates: tuple[Plate, ...], box: Box) -> numpy.ndarray:
    return maxwell_pf(layers, plates, box)


def write(solutions: Sequence[Solution]) -> None:
    """Write solution.json: a line for each solution, with its matrix up to the diagonal."""
    lines = [
        json.dumps(
            {
                "case": vars(each.case) | {"slot": {name: getattr(each.case.slot, name) for name in SLOT}},
                "empty_pf": each.empty_pf,
                "maxwell_pf": [row[: number + 1] for number, row in enumerate(each.maxwell_pf)],
            },
            separators=(",", ":"),
        )
        for each in solutions
    ]
    KEPT.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def read() -> list[Solution]:
    """Read solution.json."""
    found = []
    for entry in json.loads(KEPT.read_text(encoding="utf-8")):
        lower = entry["maxwell_pf"]
        size = range(len(lower))
        matrix = tuple(tuple(lower[max(row, column)][min(row, column)] for column in size) for row in size)
        case = Case(**entry["case"] | {"slot": replace(GRID, **entry["case"]["slot"])})
        found.append(Solution(case, tuple(entry["empty_pf"]), matrix))
    return found
