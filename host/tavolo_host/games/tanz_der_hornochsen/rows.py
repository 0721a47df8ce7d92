"""A fast model of Tanz der Hornochsen for virtual players: rows, the points of tiles in them, the worth of a hand.

It contains only what placing needs, because a decision tries a round some hundred times. The figures of a hand were
fitted by least squares to some 1200 games of four sensible players, who sometimes bought at random: a player's later
loss against the others' mean, from the hands at a moment.
"""

from bisect import bisect, insort
from collections.abc import Sequence
from functools import cache
from math import comb

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen.board import HEAP, MOST_SPACES, ROWS, Board
from tavolo.games.tanz_der_hornochsen.position import HAND, MOST_IN_HAND, Position

BETWEEN = 0.012  # the chance, per number in between, of another tile between a row's end and the next tile
MOST_BETWEEN = 0.8
# Points until the end, by the number of tiles in hand, compared with six; an empty hand draws six unseen ones.
NUMBER = (-0.9, 1.8, 2.3, 2.2, 1.9, 1.0, 0.0, -1.1, -2.3, -3.6)
COW = 0.4  # the same for each tile above six while a happy cow shows
# The shares of the likely costs that count: of the best tile, the second best, and each other one.
SINGLE = (0.6, 0.2, 0.03)
DOUBLE = (0.4, 0.5, 0.0)
DOUBLE_PAIR = -1.7  # for the last two tiles, which a double round uses together
OUTER, OUTER_TILES = -0.5, (11, 86)  # for each tile below the first or from the second on: few can come before it
FADING = 15  # spaces before the heap within which the number of tiles counts less and less


class Rows:
    """The active rows: `ends` has (last tile, row) of each, ascending, `lengths` how many tiles lie in each row."""

    def __init__(self, board: Board, ends: Sequence[tuple[int, int]], lengths: Sequence[int]) -> None:
        self._board = board
        self._ends = list(ends)
        self._lengths = list(lengths)
        self.completed = False  # whether the last tile that was placed lay on a bull's head

    @classmethod
    def of(cls, position: Position) -> "Rows":
        """Return the rows of a position."""
        rows, lengths = position.rows, position.lengths
        ends = [(rows[row * MOST_SPACES + lengths[row] - 1], row) for row in position.active]
        ends.sort()
        return cls(position.board, ends, lengths)

    def copy(self) -> "Rows":
        """Return rows that can be changed without changing these."""
        return Rows(self._board, self._ends, self._lengths)

    def place(self, tile: int) -> int:
        """Place a tile by the three rules; return the points that it brings, below nothing for a bonus."""
        ends = self._ends
        _, row = ends.pop(bisect(ends, (tile,)) - 1)  # lower than all: the last, which is the highest
        board, lengths = self._board, self._lengths
        length = lengths[row]
        self.completed = length == board.spaces[row]
        if not self.completed:
            points = board.pats[row * MOST_SPACES + length]
            if points and self.shows_cow():
                points = -points
            lengths[row] = length + 1
        else:
            points = -board.bulls[row] if self.shows_cow() else board.bulls[row]
            new = (row + 1) % ROWS
            while lengths[new]:
                new = (new + 1) % ROWS
            lengths[row], lengths[new] = 0, 1
            row = new
        insort(ends, (tile, row))
        return points

    def shows_cow(self) -> bool:
        """Return whether points are bonuses now."""
        return any(0 < self._lengths[row] < self._board.cows_until[row] for row in self._board.cow_rows)

    def is_double(self) -> bool:
        """Return whether a round that began now would take two tiles of each."""
        row = self._board.double_row
        return 0 < self._lengths[row] < self._board.spaces[row]

    def costs(self, hand: Sequence[int], others: int) -> list[float]:
        """Return the likely points of each tile of a hand if it is placed next, among this many other tiles."""
        ends, lengths, board = self._ends, self._lengths, self._board
        found = []
        for tile in hand:
            place = bisect(ends, (tile,)) - 1
            end, row = ends[place]
            found.append(_likely(board, row, lengths[row], others)[tile - end - 1 if place >= 0 else tile])
        return [-cost for cost in found] if self.shows_cow() else found

    def least(self, hand: Sequence[int], number: int, others: int) -> list[int]:
        """Return the `number` cheapest tiles of a hand, placed among `others` other tiles."""
        costs = self.costs(hand, others)
        if number == 1 and costs:
            return [hand[costs.index(min(costs))]]
        return [hand[place] for place in sorted(range(len(hand)), key=costs.__getitem__)[:number]]

    def promise(self, hand: Sequence[int], players: int, share: float, kept: int = 0) -> float:
        """Return the likely cost of a hand from the next round on, with `kept` more unknown tiles.

        `share` is that of `share_left`.
        """
        number = min(MOST_IN_HAND, len(hand) + kept)
        if not hand:
            return share * NUMBER[number]
        is_double = self.is_double()
        costs = sorted(self.costs(hand, (players - 1) * (1 + is_double)))
        best, second, rest = DOUBLE if is_double else SINGLE
        cost = best * costs[0]
        if len(costs) > 1:
            cost += second * costs[1] + rest * sum(costs[2:])
        low, high = OUTER_TILES
        more = NUMBER[number] + OUTER * sum([tile < low or tile >= high for tile in hand])
        if self.shows_cow():
            more += COW * (number - HAND)
        if is_double and number == 2:
            more += DOUBLE_PAIR
        return cost + share * more


def share_left(position: Position) -> float:
    """Return the weight of the number of tiles, from 1 to 0 as the first pawn nears the heap."""
    return max(0.0, min(1.0, (HEAP - max(position.pawns)) / FADING))


@cache
def _likely(board: Board, row: int, length: int, others: int) -> list[float]:
    """Return the likely cost of a tile for a row of this length, by how many numbers are between its end and the tile.

    `others` tiles may come before it; if they fill the row, the tile begins a new one.
    """
    first, free = row * MOST_SPACES, board.spaces[row] - length
    points = [*board.pats[first + length : first + board.spaces[row]], board.bulls[row]]
    found = []
    for numbers in range(CARDS):
        chance = min(MOST_BETWEEN, BETWEEN * numbers)
        found.append(
            sum(
                points[before] * comb(others, before) * chance**before * (1 - chance) ** (others - before)
                for before in range(min(free, others) + 1)
            )
        )
    return found
