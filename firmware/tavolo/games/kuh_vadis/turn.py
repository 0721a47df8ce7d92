"""Kuh Vadis: what the last roll of a turn brings, and what a mark brings. What may be done is in `rules`.

The functions change the position that they are given and append what happened to `events`.
"""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis.dice import COW, COWS_NEEDED, FOUR, NUMBERS_NEEDED, counted, is_four, kinds
from tavolo.games.kuh_vadis.position import MARKING, NO_CELL, OVER, THROW, Position
from tavolo.games.kuh_vadis.sheet import can_connect, is_connected

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    Events = list[tuple[int, ...]]


BOTH = 0b11  # in `blocked`


def begin_turn(position: Position, player: int, last: int) -> None:
    """Let the player roll all dice; every mark has to be adjacent to `last`, unless that is NO_CELL."""
    position.turn += 1
    position.player = player
    position.phase = THROW
    position.rolls = position.held = position.changes = 0
    position.last = last


def judge_roll(position: Position, events: "Events") -> None:
    """The last roll counts: what it lets the player mark, if there is a cell for it; otherwise the turn passes."""
    player, dice = position.player, position.dice
    counts = counted(dice)
    found = kinds(dice)
    open_kinds = [face for face in found if position.has_cell_of(face)]
    if not found:
        cows, most = counts[COW], max(counts[1:COW])
        events.append((code.NOTHING_ROLLED, player, cows, most, COWS_NEEDED, NUMBERS_NEEDED))
    elif len(found) == 2:
        events.append((code.ONE_OF_TWO, player, counts[COW], counts[found[0]], found[0]))
    else:
        face = found[0]
        told = code.FOUR_OF_A_KIND if counts[face] >= FOUR else code.MAY_MARK
        events.append((told, player, counts[face], face))
    for face in found:
        if face not in open_kinds:
            events.append(
                (code.NONE_FREE, face) if position.last == NO_CELL else (code.NONE_ADJACENT, face, position.last)
            )
    if open_kinds:
        position.phase = MARKING
    else:
        _pass_on(position, events)


def mark(position: Position, cell: int, events: "Events") -> None:
    """Mark a cell; who has connected the starts wins at once, and only then it is looked whether all is blocked."""
    player, face = position.player, position.cells[cell]
    position.marks[cell] = player + 1
    events.append((code.MARKED, player, cell, face))
    _look_for_end(position, events)
    if position.result is not None:
        position.phase = OVER
    elif is_four(position.dice, face):
        begin_turn(position, player, cell)
        events.append((code.ANOTHER_TURN, player, cell))
    else:
        _pass_on(position, events)


def find_result(position: Position) -> None:
    """Fill `blocked` and `result` from the marks alone."""
    for player in range(2):
        if is_connected(position.cells, position.marks, player):
            position.result = (code.CONNECTED, player)
        elif not can_connect(position.cells, position.marks, player):
            position.blocked |= 1 << player
    if position.blocked == BOTH:
        position.result = (code.BOTH_BLOCKED, 0, 1)


def _look_for_end(position: Position, events: "Events") -> None:
    """After a mark of the player in turn, who alone can have connected; only the other can have been blocked."""
    player, other = position.player, 1 - position.player
    if is_connected(position.cells, position.marks, player):
        position.result = (code.CONNECTED, player)
    elif not position.blocked >> other & 1 and not can_connect(position.cells, position.marks, other):
        position.blocked |= 1 << other
        events.append((code.BLOCKED, other))
        if position.blocked == BOTH:
            position.result = (code.BOTH_BLOCKED, 0, 1)


def _pass_on(position: Position, events: "Events") -> None:
    begin_turn(position, 1 - position.player, NO_CELL)
    events.append((code.NEXT_TURN, position.player))
