"""How the pixels of a matrix are wired: found from where a person sees single ones lit, with as few as possible.

A place of a matrix is row * columns + column, from the top left as one looks at it. The words are those of a board's
settings (see `tavolo.lights.layout`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

FORWARD, SERPENTINE = "forward", "serpentine"
LEFT, RIGHT = "left", "right"
TURNS = (0, 90, 180, 270)
PANEL = 8  # columns and rows of the panels that matrices are made of


@dataclass(frozen=True)
class Wiring:
    """The wire runs row by row from the top left, then everything is turned clockwise by `turn` degrees.

    `rows` says whether all rows run the same way or to and fro. In a matrix of several `panels` side by side each is
    wired so, and the wire `begins` at the left or the right one; in a single one it begins there at the top.
    """

    begins: str = LEFT
    rows: str = FORWARD
    turn: int = 0
    panels: int = 1


@lru_cache(maxsize=256)
def places_of(columns: int, rows: int, wiring: Wiring) -> tuple[int, ...]:
    """Return the place of each pixel along the wire."""
    width = columns // wiring.panels
    is_upright = wiring.turn % 180 == 0
    across, down = (width, rows) if is_upright else (rows, width)
    is_mirrored = wiring.panels == 1 and wiring.begins == RIGHT
    places = []
    for number in range(wiring.panels):
        left = width * (wiring.panels - 1 - number if wiring.begins == RIGHT else number)
        for line in range(down):
            runs_back = (wiring.rows == SERPENTINE and line % 2 == 1) != is_mirrored
            for step in range(across):
                column, row = _turned(across - 1 - step if runs_back else step, line, across, down, wiring.turn)
                places.append(row * columns + left + column)
    return tuple(places)


def _turned(column: int, row: int, columns: int, rows: int, turn: int) -> tuple[int, int]:
    for _ in range(turn // 90):
        column, row, columns, rows = rows - 1 - row, column, rows, columns
    return column, row


@lru_cache(maxsize=32)
def wirings(columns: int, rows: int) -> tuple[Wiring, ...]:
    """Return all wirings of a matrix, those that put every pixel to the same place once."""
    is_of_panels = rows == PANEL and columns > PANEL and columns % PANEL == 0
    found: dict[tuple[int, ...], Wiring] = {}
    for panels in (1, columns // PANEL) if is_of_panels else (1,):
        for turn in TURNS:
            for running in (FORWARD, SERPENTINE):
                for begins in (LEFT, RIGHT):
                    wiring = Wiring(begins, running, turn, panels)
                    found.setdefault(places_of(columns, rows, wiring), wiring)
    return tuple(found.values())


def fitting(columns: int, rows: int, seen: Mapping[int, int]) -> list[Wiring]:
    """Return the wirings with which each pixel in `seen` is at the place where it was seen."""
    return [
        each
        for each in wirings(columns, rows)
        if all(places_of(columns, rows, each)[pixel] == place for pixel, place in seen.items())
    ]


def next_pixel(columns: int, rows: int, seen: Mapping[int, int]) -> int | None:
    """Return the pixel to ask about next, None if the wiring is known, or if none fits what was `seen`.

    It leaves the fewest wirings, wherever it is seen; among those it is the one nearest to the edge, where people find
    a place without counting.
    """
    left = fitting(columns, rows, seen)
    if len(left) < 2:
        return None
    orders = [places_of(columns, rows, each) for each in left]

    def cost(pixel: int) -> tuple[int, int, int]:
        at = Counter(order[pixel] for order in orders)
        return max(at.values()), -len(at), sum(_from_edge(place, columns, rows) for place in at)

    return min(range(columns * rows), key=cost)


def _from_edge(place: int, columns: int, rows: int) -> int:
    row, column = divmod(place, columns)
    return min(row, rows - 1 - row) + min(column, columns - 1 - column)
