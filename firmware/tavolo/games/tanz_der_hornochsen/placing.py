"""Tanz der Hornochsen: placing. The row of a tile, the effect of its space, and which tiles of a full row are kept.

Rulebook: playing tiles (“Come si giocano le tessere?”), in which row (“In quale fila piazzare la tessera?”), penalties
(“Come sono assegnate le penalità?”), cow pats (“Le caselle Torta Sterco di Mucca”), happy cows (“Le Mucche Felici”),
score track (“La Pista del Punteggio”), bull's eye (“L'Occhio di Bue osserva per voi”). Placing pauses while a player
may keep tiles. The functions change the position, and append what happens to `events`.
"""

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen.board import HEAP, MOST_SPACES, ROWS
from tavolo.games.tanz_der_hornochsen.position import (
    CHOOSING,
    IN_BOX,
    KEEP,
    KEEPING,
    MOST_IN_HAND,
    STOP,
    TAKEN,
    Position,
)
from tavolo.rules.contract import NO_SUCH_ACTION, NOT_YOUR_TURN

MOST_KEPT = 2  # tiles of a completed row
_NONE = -1


def place_all(position: Position, events: "list[tuple[int, ...]]") -> bool:
    """Place the tiles that are shown, ascending; return False if a player decides first (rulebook: playing tiles)."""
    queue = position.queue
    while queue:
        entry = queue.pop(0)
        player, tile = entry & 7, entry >> 3
        row = _find_row(position, player, tile, events)
        if position.lengths[row] < position.board.spaces[row]:
            _cover(position, player, tile, row, events)
        else:
            _complete(position, player, tile, row, events)
        if position.phase == KEEPING:
            return False
    return True


def _find_row(position: Position, player: int, tile: int, events: "list[tuple[int, ...]]") -> int:
    """Return the row of a tile, with the event that says which of rules 1 to 3 decided (rulebook: in which row)."""
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
    """Lay a tile on a row's next space: a pat scores, a happy cow disappears (rulebook: cow pats, happy cows)."""
    space = position.lengths[row]
    pat = position.board.pats[row * MOST_SPACES + space]
    if pat:
        is_bonus = position.shows_cow()
        events.append((code.PAT_BONUS if is_bonus else code.PAT, player, pat))
        move(position, player, -pat if is_bonus else pat, events)
    position.lay(tile, row)
    if space + 1 == position.board.cows_until[row]:
        other = position.cow_row()
        events.append((code.COWS_COVERED, tile, row) if other == _NONE else (code.COW_COVERED, tile, row, other))


def _complete(position: Position, player: int, tile: int, row: int, events: "list[tuple[int, ...]]") -> None:
    """Cover the bull's head: it brings points, a new row, and the row's tiles (rulebook: penalties)."""
    points = position.board.bulls[row]
    is_bonus = position.shows_cow()
    events.append((code.BULL_BONUS if is_bonus else code.BULL, player, row, points))
    move(position, player, -points if is_bonus else points, events)
    _open_next_row(position, tile, row, events)
    position.taken = position.row(row)
    first = row * MOST_SPACES
    position.rows[first : first + MOST_SPACES] = bytes(MOST_SPACES)
    position.lengths[row] = 0
    _new_group(position, player)
    position.actor = player
    if position.held[player] < MOST_IN_HAND:
        position.phase = KEEPING
    else:
        stop(position, (STOP, player), events)


def _open_next_row(position: Position, tile: int, row: int, events: "list[tuple[int, ...]]") -> None:
    """Move the tile from the completed row to the first space of the next free one (rulebook: penalties)."""
    lengths = position.lengths
    new = (row + 1) % ROWS
    while lengths[new]:
        new = (new + 1) % ROWS
    position.lay(tile, new)
    position.active.remove(row)
    position.active.append(new)
    position.active.sort()
    events.append((code.OPENED_ROW, tile, row, new))
    if position.board.cows_until[new] > 1:
        events.append((code.COWS_SHOW, new))


# ---- the score track


def first_free(position: Position, start: int, points: int) -> int:
    """Return where a pawn ends after this many points, negative ones back, from `start` (rulebook: score track)."""
    pawns = position.pawns
    step = 1 if points > 0 else -1
    space = start + points
    while space > 0 and space in pawns:
        space += step
    return max(space, 0)


def move(position: Position, player: int, points: int, events: "list[tuple[int, ...]]") -> None:
    """Move a pawn, back for negative points, past others, never below the start (rulebook: score track)."""
    start = position.pawns[player]
    wanted, space = start + points, first_free(position, start, points)
    position.pawns[player] = space
    if wanted <= 0:
        events.append((code.BACK_TO_START, player, start))
    elif space == wanted:
        events.append((code.FORWARD if points > 0 else code.BACK, player, start, space))
    else:
        events.append((code.WENT_FURTHER if points > 0 else code.WENT_FURTHER_BACK, player, start, wanted, space))
    for eye in position.board.eyes:
        if start < eye <= space:
            _reach_eye(position, player, eye, events)
    if space >= HEAP > start:
        events.append((code.REACHED_HEAP, player, space))
    position.reached = position.reached or space >= HEAP


def _reach_eye(position: Position, player: int, eye: int, events: "list[tuple[int, ...]]") -> None:
    """Open the next round unless another pawn was on or past the eye before this round (rulebook: bull's eye)."""
    crossed, together = position.crossed, _NONE
    if eye << 3 | player not in crossed:
        crossed.append(eye << 3 | player)
    for other, space in enumerate(position.pawns):
        if other != player and space >= eye:
            if eye << 3 | other not in crossed:
                events.append((code.EYE_IS_OLD, player, eye, other))
                return
            together = other
    position.opens = True
    events.append((code.EYE, player, eye) if together == _NONE else (code.EYE_TOGETHER, player, eye, together))


# ---- keeping tiles of a completed row


def ways_to_keep(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return a player's ways to keep one of the row's tiles, known or not, or no more (rulebook: penalties)."""
    hand = position.hands[player]
    actions: list[tuple[int, ...]] = [(KEEP, player)]
    if hand is not None:
        actions = [(KEEP, player, tile) for tile in sorted(position.taken) if tile not in hand]
    if position.kept_of[group_in_hand(position)] >= position.least_kept:
        actions.append((STOP, player))
    return actions


def refuse_keeping(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a tile may not be kept, or keeping may not end; None if it may (rulebook: penalties)."""
    verb, player = action[0], action[1]
    if player != position.actor:
        return (NOT_YOUR_TURN, player)
    hand = position.hands[player]
    if verb == KEEP and len(action) == 3 and hand is not None:
        fits = action[2] in position.taken and action[2] not in hand
        return None if fits else (code.NOT_FROM_THAT_ROW, action[2])
    if action in ways_to_keep(position, player):
        return None
    return (code.KEEPS_ONE_AT_LEAST, player) if verb == STOP and len(action) == 2 else (NO_SUCH_ACTION,)


def keep(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Keep one tile of the row; after the second, or with a full hand, no more (rulebook: penalties)."""
    player, group = action[1], group_in_hand(position)
    position.kept_of[group] += 1
    position.held[player] += 1
    position.kept[player] += 1
    hand = position.hands[player]
    if hand is not None:
        hand.append(action[2])
        hand.sort()
    events.append((code.KEPT, player, position.kept_of[group]))
    if position.kept_of[group] < MOST_KEPT:
        if position.held[player] < MOST_IN_HAND:
            return
        events.append((code.HAND_IS_FULL, player, position.held[player]))
    stop(position, action, events)


def stop(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Keep no more: the other tiles go into the box, and placing continues (rulebook: penalties)."""
    player, group = action[1], group_in_hand(position)
    kept = position.kept_of[group]
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
    position.phase = CHOOSING


def _new_group(position: Position, player: int) -> None:
    """Begin the group of a row's tiles that a player takes, without any kept yet (rulebook: penalties)."""
    group = bytes(position.kept_of).find(b"\0")
    if group < 0:
        group = len(position.owners)
        position.owners.append(player)
        position.kept_of.append(0)
    position.owners[group] = player
    for tile in position.taken:
        position.where[tile] = TAKEN + group


def group_in_hand(position: Position) -> int:
    """Return the group of the row's tiles that are being taken."""
    return position.where[position.taken[0]] - TAKEN


def into_box(position: Position, group: int) -> None:
    """Note that the tiles of a group are in no hand, unless drawn from the box (rulebook: penalties)."""
    position.owners[group] = position.kept_of[group] = 0
    where = position.where
    for tile in range(CARDS):
        if where[tile] == TAKEN + group:
            where[tile] = IN_BOX
