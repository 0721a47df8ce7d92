"""What the reference for strength in Tanz der Hornochsen thinks with, frozen with it."""

from collections.abc import Sequence

from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES, ROWS, Board
from tavolo.games.tanz_der_hornochsen.position import Position


class Rows:
    """The active rows: `ends` has (last tile, row) of each, `lengths` how many tiles lie in each of the twelve."""

    def __init__(self, board: Board, ends: Sequence[tuple[int, int]], lengths: Sequence[int]) -> None:
        self._board = board
        self._ends = list(ends)
        self._lengths = list(lengths)

    @classmethod
    def of(cls, position: Position) -> "Rows":
        """Return the rows of a position."""
        ends = [(position.rows[row * MOST_SPACES + position.lengths[row] - 1], row) for row in sorted(position.active)]
        return cls(position.board, ends, position.lengths)

    def copy(self) -> "Rows":
        """Return rows that can be changed without changing these."""
        return Rows(self._board, self._ends, self._lengths)

    def place(self, tile: int) -> int:
        """Place a tile by the three rules; return the points that it brings, below nothing for a bonus."""
        lower = [end for end in self._ends if end[0] < tile]
        end = max(lower or self._ends)
        row = end[1]
        board, lengths = self._board, self._lengths
        length = lengths[row]
        self._ends.remove(end)
        if length < board.spaces[row]:
            points = board.pats[row * MOST_SPACES + length]
            if points and self._shows_cow():
                points = -points
            lengths[row] = length + 1
        else:
            points = -board.bulls[row] if self._shows_cow() else board.bulls[row]
            new = (row + 1) % ROWS
            while lengths[new]:
                new = (new + 1) % ROWS
            lengths[row], lengths[new] = 0, 1
            row = new
        self._ends.append((tile, row))
        return points

    def _shows_cow(self) -> bool:
        return any(0 < self._lengths[row] < self._board.cows_until[row] for row in self._board.cow_rows)
