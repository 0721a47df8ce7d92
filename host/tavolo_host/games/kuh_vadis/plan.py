"""The plan of a turn of Kuh Vadis: the worth of each cell, and which dice to keep for it.

Worths are shares of the win (`network.shares`) after the turn, which may end without a mark: from the resulting sheet,
or, looking further ahead, after the opponent's best next turn.
"""

from functools import lru_cache

import numpy

from tavolo.games.kuh_vadis.position import NO_CELL, Position
from tavolo.games.kuh_vadis.sheet import CELLS, FACES, FREE, adjacent
from tavolo_host.games.kuh_vadis.dice import MARKS, Floats, Rolls
from tavolo_host.games.kuh_vadis.network import Sheets, shares

AGAIN = 0.8  # the share of the best adjacent cell's gain that another turn brings
PROMISING = 2  # cells of each face for which the opponent's turn is examined

_BESIDE = numpy.array([[adjacent(one, other) for other in range(CELLS)] for one in range(CELLS)])


class Plan:
    """The worth of marks and rolls in one turn of a player; `seen` counts the sheets evaluated for it."""

    def __init__(self, cells: bytes, marks: bytes, player: int, last: int = NO_CELL, is_far: bool = False) -> None:
        self._faces = numpy.frombuffer(cells, numpy.uint8)
        sheet = numpy.frombuffer(marks, numpy.uint8)
        may_mark = (sheet == FREE) & (True if last == NO_CELL else _BESIDE[last])
        after = _marked(sheet, player)
        worth = shares(cells, after, player, False)
        self.seen = len(after)
        self.nothing: float = worth[-1]
        plain = numpy.full(CELLS, -numpy.inf)
        plain[sheet == FREE] = worth[:-1]
        beside = numpy.where(_BESIDE, plain, -numpy.inf).max(1)
        gains = numpy.where(plain < 1, AGAIN * numpy.maximum(0, beside - self.nothing), 0)
        self._worth = numpy.where(may_mark, (plain, numpy.minimum(plain + gains, 1)), -numpy.inf)
        if is_far:
            self._look_further(cells, sheet, player)
        self.rolls = Rolls(self._best(), self.nothing)

    def value(self, cell: int, four: bool) -> float:
        """Return the share of the win after marking a cell, with four of a kind or not; -inf where it is no choice."""
        return float(self._worth[int(four), cell])

    def _best(self) -> Floats:
        """Return the highest worth of each of MARKS."""
        return numpy.array(
            [self._worth[int(four), self._faces == face].max(initial=-numpy.inf) for face, four in MARKS]
        )

    def _look_further(self, cells: bytes, sheet: Sheets, player: int) -> None:
        """Let the opponent play the best turn after no mark and after the promising marks; drop the others."""

        def after(marked: Sheets) -> float:
            other = Plan(cells, marked.tobytes(), 1 - player)
            self.seen += other.seen
            return 1 - float(other.rolls.start)

        self.nothing = after(sheet)
        near, self._worth = self._worth, numpy.full_like(self._worth, -numpy.inf)
        for face in FACES:
            found = numpy.flatnonzero((self._faces == face) & (near[0] > -numpy.inf))
            for cell in found[numpy.argsort(-near[:, found].sum(0), kind="stable")][:PROMISING]:
                worth = near[0, cell]
                if worth < 1:
                    marked = sheet.copy()
                    marked[cell] = player + 1
                    worth = after(marked)
                self._worth[:, cell] = numpy.minimum(1, near[:, cell] + worth - near[0, cell])


def _marked(sheet: Sheets, player: int) -> Sheets:
    """Return the sheets after each mark that the player can make, and last the one without it."""
    free = numpy.flatnonzero(sheet == FREE)
    after = numpy.tile(sheet, (len(free) + 1, 1))
    after[numpy.arange(len(free)), free] = player + 1
    return after


_plan = lru_cache(maxsize=8)(Plan)


def plan_of(known: Position, player: int, is_far: bool = False) -> Plan:
    """Return the plan of a turn, the same at each step; `is_far` includes the opponent's next turn."""
    return _plan(bytes(known.cells), bytes(known.marks), player, known.last, is_far)
