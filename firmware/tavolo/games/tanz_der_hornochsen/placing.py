"""Tanz der Hornochsen: placing. The row of a tile, what its space does, and which tiles of a full row
are kept.

Points move a pawn; happy cows turn them round; bull's eyes open a round. Placing waits where tiles may be kept, and
goes on after that.

The functions change the position that they are given and append what happened to `events`.
"""

from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen.board import HEAP, MOST_SPACES, ROWS
from tavolo.games.tanz_der_hornochsen.hands import group_in_hand, into_box, new_group
from tavolo.games.tanz_der_hornochsen.position import KEEP, KEEPING, MOST_IN_HAND, STOP, Position
from tavolo.rules.contract import NO_SUCH_ACTION, NOT_YOUR_TURN

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
        events.append((code.LOWER_THAN_ALL, player, tile, lowest, highest_row, highest))
        return highest_row
    if second_row == _NONE:
        events.append((code.ONLY_LOWER, player, tile, best_row, best, tile - best))
    else:
        events.append((code.SMALLEST_DIFFERENCE, player, tile, best_row, best, tile - best, second, tile - second))
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
        events.append((code.PAT_BONUS, player, pat))
        move_back(position, player, pat, events)
    elif pat:
        events.append((code.PAT, player, pat))
        move_forward(position, player, pat, events)
    if showed and space + 1 == position.board.cows_until[row]:
        other = position.cow_row()
        events.append((code.COWS_COVERED, tile, row) if other == _NONE else (code.COW_COVERED, tile, row, other))


def _complete(position: Position, player: int, tile: int, row: int, events: "list[tuple[int, ...]]") -> bool:
    """A tile on the bull's head: points, a new row, and the row's tiles; return whether its player has to decide."""
    points = position.board.bulls[row]
    if position.shows_cow():
        events.append((code.BULL_BONUS, player, row, points))
        move_back(position, player, points, events)
    else:
        events.append((code.BULL, player, row, points))
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
    events.append((code.OPENED_ROW, tile, row, new))
    if position.board.cows_until[new] > 1:
        events.append((code.COWS_SHOW, new))


def first_free(position: Position, start: int, points: int) -> int:
    """Return the space on which a pawn ends that goes so many points from `start`, back when they are negative."""
    pawns = position.pawns
    step = 1 if points > 0 else -1
    space = start + points
    while space > 0 and space in pawns:
        space += step
    return max(space, 0)


def move_forward(position: Position, player: int, points: int, events: "list[tuple[int, ...]]") -> None:
    """Penalty points: forward, and further to the first free space when a pawn stands there."""
    pawns = position.pawns
    start = pawns[player]
    wanted = start + points
    space = first_free(position, start, points)
    if space == wanted:
        events.append((code.FORWARD, player, start, space))
    else:
        events.append((code.WENT_FURTHER, player, start, wanted, space))
    pawns[player] = space
    for eye in position.board.eyes:
        if start < eye <= space:
            _reach_eye(position, player, eye, events)
    if space >= HEAP:
        if start < HEAP:
            events.append((code.REACHED_HEAP, player, space))
        position.reached = 1


def move_back(position: Position, player: int, points: int, events: "list[tuple[int, ...]]") -> None:
    """Bonus points: back, never below the start, and further to the first free space when a pawn stands there."""
    pawns = position.pawns
    start = pawns[player]
    wanted = start - points
    if wanted <= 0:
        pawns[player] = 0
        events.append((code.BACK_TO_START, player, start))
        return
    space = first_free(position, start, -points)
    if space == wanted:
        events.append((code.BACK, player, start, space))
    else:
        events.append((code.WENT_FURTHER_BACK, player, start, wanted, space))
    pawns[player] = space


def _reach_eye(position: Position, player: int, eye: int, events: "list[tuple[int, ...]]") -> None:
    """A pawn reaches or passes an eye: the next round is open if no other is on or past it."""
    for other, space in enumerate(position.pawns):
        if other != player and space >= eye:
            events.append((code.EYE_IS_OLD, player, eye, other))
            return
    position.opens = 1
    events.append((code.EYE, player, eye))


MOST_KEPT = 2  # tiles of a completed row


def ways_to_keep(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return what the player who keeps tiles may do: keep one of the row's, known or not, or keep no more."""
    hand = position.hands[player]
    actions: list[tuple[int, ...]] = [(KEEP, player)]
    if hand is not None:
        actions = [(KEEP, player, tile) for tile in position.taken if tile not in hand]
        actions.sort()
    if may_stop(position):
        actions.append((STOP, player))
    return actions


def refuse_keeping(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a tile may not be kept, or keeping not be ended; None when it may."""
    length = len(action)
    if length < 2 or not 0 <= action[1] < position.players:
        return (NO_SUCH_ACTION,)
    verb, player = action[0], action[1]
    if position.phase != KEEPING:
        return (NO_SUCH_ACTION,)
    if player != position.actor:
        return (NOT_YOUR_TURN, player)
    if verb == STOP:
        if length != 2:
            return (NO_SUCH_ACTION,)
        return None if may_stop(position) else (code.KEEPS_ONE_AT_LEAST, player)
    hand = position.hands[player]
    if length != (2 if hand is None else 3):
        return (NO_SUCH_ACTION,)
    if hand is not None and (action[2] not in position.taken or action[2] in hand):
        return (code.NOT_FROM_THAT_ROW, action[2])
    return None


def may_stop(position: Position) -> bool:
    """Return whether the player who keeps tiles has kept enough."""
    return position.kept_of[group_in_hand(position)] >= position.least_kept


def keep(position: Position, player: int, tile: int, events: "list[tuple[int, ...]]") -> bool:
    """Keep one tile of the row, UNKNOWN when it is not known; return whether the player keeps no more after it."""
    group = group_in_hand(position)
    position.kept_of[group] += 1
    position.held[player] += 1
    position.kept[player] += 1
    hand = position.hands[player]
    if hand is not None:
        hand.append(tile)
        hand.sort()
    events.append((code.KEPT, player, position.kept_of[group]))
    if position.kept_of[group] < MOST_KEPT and position.held[player] < MOST_IN_HAND:
        return False
    if position.kept_of[group] < MOST_KEPT:
        events.append((code.HAND_IS_FULL, player, position.held[player]))
    end_taking(position, events)
    return True


def end_taking(position: Position, events: "list[tuple[int, ...]]") -> None:
    """What was not kept goes into the box."""
    group = group_in_hand(position)
    kept = position.kept_of[group]
    player = position.actor
    rest = len(position.taken) - kept
    position.box += rest
    if kept or position.held[player] < MOST_IN_HAND:
        events.append((code.KEEPS_NO_MORE, player, kept, rest))
    else:
        events.append((code.KEEPS_NONE, player, position.held[player], rest))
    hand, box = position.hands[player], position.box_tiles
    if hand is not None and box is not None:
        box += [tile for tile in position.taken if tile not in hand]
        box.sort()
    if not kept:
        into_box(position, group)
    position.taken = []
    position.actor = 0
