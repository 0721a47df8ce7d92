"""Tanz der Hornochsen: placing. Into which row a tile goes, and what its space does.

The functions change the position that they are given and append what happened to `events`.
"""

from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES, ROWS
from tavolo.games.tanz_der_hornochsen.events import (
    BULL,
    BULL_BONUS,
    COW_COVERED,
    COWS_COVERED,
    COWS_SHOW,
    LOWER_THAN_ALL,
    ONLY_LOWER,
    OPENED_ROW,
    PAT,
    PAT_BONUS,
    SMALLEST_DIFFERENCE,
)
from tavolo.games.tanz_der_hornochsen.hands import new_group
from tavolo.games.tanz_der_hornochsen.keeping import end_taking
from tavolo.games.tanz_der_hornochsen.position import KEEPING, MOST_IN_HAND, Position
from tavolo.games.tanz_der_hornochsen.track import move_back, move_forward

_NONE = -1


def place_all(position: Position, events: "list[tuple[int, ...]]") -> bool:
    """Place the tiles that are shown, in ascending order; return False where a player has to decide first."""
    queue = position.queue
    while queue:
        entry = queue.pop(0)
        player, tile = entry & 7, entry >> 3
        row = find_row(position, player, tile, events)
        if position.lengths[row] < position.board.spaces[row]:
            _cover(position, player, tile, row, events)
        elif _complete(position, player, tile, row, events):
            return False
    return True


def find_row(position: Position, player: int, tile: int, events: "list[tuple[int, ...]]") -> int:
    """Return the row into which a tile goes, by the three rules, and tell which of them decided."""
    rows, lengths = position.rows, position.lengths
    best = second = highest = -1
    best_row = second_row = highest_row = _NONE
    for row in position.active:
        last = rows[row * MOST_SPACES + lengths[row] - 1]
        if last > tile:
            if last > highest:
                highest, highest_row = last, row
        elif last > best:
            second, second_row = best, best_row
            best, best_row = last, row
        elif last > second:
            second, second_row = last, row
    if best_row == _NONE:
        lowest = min([rows[row * MOST_SPACES + lengths[row] - 1] for row in position.active])
        events.append((LOWER_THAN_ALL, player, tile, lowest, highest_row, highest))
        return highest_row
    if second_row == _NONE:
        events.append((ONLY_LOWER, player, tile, best_row, best, tile - best))
    else:
        events.append((SMALLEST_DIFFERENCE, player, tile, best_row, best, tile - best, second, tile - second))
    return best_row


def _cover(position: Position, player: int, tile: int, row: int, events: "list[tuple[int, ...]]") -> None:
    """Lay a tile on the next free space of a row: a cow pat scores, a happy cow disappears."""
    space = position.lengths[row]
    index = row * MOST_SPACES + space
    pat = position.board.pats[index]
    showed = space < position.board.cows_until[row]
    bonus = pat and position.shows_cow()
    position.rows[index] = tile
    position.lengths[row] = space + 1
    position.where[tile] = row + 1
    if bonus:
        events.append((PAT_BONUS, player, pat))
        move_back(position, player, pat, events)
    elif pat:
        events.append((PAT, player, pat))
        move_forward(position, player, pat, events)
    if showed and space + 1 == position.board.cows_until[row]:
        other = position.cow_row()
        events.append((COWS_COVERED, tile, row) if other == _NONE else (COW_COVERED, tile, row, other))


def _complete(position: Position, player: int, tile: int, row: int, events: "list[tuple[int, ...]]") -> bool:
    """A tile on the bull's head: points, a new row, and the row's tiles; return whether its player has to decide."""
    points = position.board.bulls[row]
    if position.shows_cow():
        events.append((BULL_BONUS, player, row, points))
        move_back(position, player, points, events)
    else:
        events.append((BULL, player, row, points))
        move_forward(position, player, points, events)
    _open_next_row(position, tile, row, events)
    position.taken = position.row(row)
    first = row * MOST_SPACES
    for index in range(first, first + MOST_SPACES):
        position.rows[index] = 0
    position.lengths[row] = 0
    new_group(position, player, position.taken)
    position.actor = player
    if position.held[player] < MOST_IN_HAND:
        position.phase = KEEPING
        return True
    end_taking(position, events)
    return False


def _open_next_row(position: Position, tile: int, row: int, events: "list[tuple[int, ...]]") -> None:
    """The tile goes down from the completed row to the first space of the next free one."""
    lengths = position.lengths
    new = (row + 1) % ROWS
    while lengths[new]:
        new = (new + 1) % ROWS
    position.rows[new * MOST_SPACES] = tile
    lengths[new] = 1
    position.where[tile] = new + 1
    position.active.remove(row)
    position.active.append(new)
    position.active.sort()
    events.append((OPENED_ROW, tile, row, new))
    if position.board.cows_until[new] > 1:
        events.append((COWS_SHOW, new))
