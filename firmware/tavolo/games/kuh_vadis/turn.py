"""Kuh Vadis: which cells a roll may mark, and the consequences of the last roll of a turn and of a mark.

Rulebook: course of the game (“Svolgimento del gioco”), end of the game (“Fine del gioco”). The laptop's virtual player
uses the functions that judge dice. The others change the position, and append what happens to `events`.
"""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis.position import MARKING, NO_CELL, OVER, THROW, Position
from tavolo.games.kuh_vadis.sheet import COW, FACES, can_connect, is_connected

NUMBERS_NEEDED = 3  # equal numbers that mark a cell
COWS_NEEDED = 2
FOUR = 4  # of a kind: another turn
BOTH = 0b11  # in `blocked`


def counted(dice: bytearray | tuple[int, ...]) -> bytearray:
    """Return how many dice show each face; index 0 counts those without a face yet (rulebook: course of the game)."""
    counts = bytearray(len(FACES) + 1)
    for face in dice:
        counts[face] += 1
    return counts


def kinds(dice: bytearray | tuple[int, ...]) -> tuple[int, ...]:
    """Return the faces that may be marked: none, one, or a number and COW (rulebook: course of the game)."""
    counts = counted(dice)
    found = []
    for face in FACES:
        if counts[face] >= (COWS_NEEDED if face == COW else NUMBERS_NEEDED):
            found.append(face)
    return tuple(found)


def is_four(dice: bytearray | tuple[int, ...], face: int) -> bool:
    """Return whether four or five dice show the face (rulebook: course of the game)."""
    return counted(dice)[face] >= FOUR


def begin_turn(position: Position, player: int, last: int) -> None:
    """Begin a turn with all dice, every mark adjacent to `last` unless NO_CELL (rulebook: course of the game)."""
    position.turn += 1
    position.player = player
    position.phase = THROW
    position.rolls = position.held = position.changes = 0
    position.last = last


def judge_roll(position: Position, events: list[tuple[int, ...]]) -> None:
    """Judge the last roll: let the player mark, or pass the turn (rulebook: course of the game)."""
    player, dice = position.player, position.dice
    counts, found = counted(dice), kinds(dice)
    if not found:
        cows, most = counts[COW], max(counts[1:COW])
        events.append((code.NOTHING_ROLLED, player, cows, most, COWS_NEEDED, NUMBERS_NEEDED))
    elif len(found) == 2:
        events.append((code.ONE_OF_TWO, player, counts[COW], counts[found[0]], found[0]))
    else:
        face = found[0]
        event = code.FOUR_OF_A_KIND if counts[face] >= FOUR else code.MAY_MARK
        events.append((event, player, counts[face], face))
    for face in found:
        if position.has_cell_of(face):
            position.phase = MARKING
        elif position.last == NO_CELL:
            events.append((code.NONE_FREE, face))
        else:
            events.append((code.NONE_ADJACENT, face, position.last))
    if position.phase != MARKING:
        begin_turn(position, 1 - player, NO_CELL)
        events.append((code.NEXT_TURN, 1 - player))


def mark(position: Position, cell: int, events: list[tuple[int, ...]]) -> None:
    """Mark a cell; connecting the starts wins at once, before a draw is considered (rulebook: end of the game)."""
    player, other, face = position.player, 1 - position.player, position.cells[cell]
    position.marks[cell] = player + 1
    events.append((code.MARKED, player, cell, face))
    if is_connected(position.cells, position.marks, player):
        position.phase = OVER
        return
    # The mark can only have blocked the other player.
    if not position.blocked >> other & 1 and not can_connect(position.cells, position.marks, other):
        position.blocked |= 1 << other
        events.append((code.BLOCKED, other))
    if position.blocked == BOTH:
        position.phase = OVER
    elif is_four(position.dice, face):
        begin_turn(position, player, cell)
        events.append((code.ANOTHER_TURN, player, cell))
    else:
        begin_turn(position, other, NO_CELL)
        events.append((code.NEXT_TURN, other))
