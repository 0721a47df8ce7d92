"""Tanz der Hornochsen: a round as it begins and ends, what is drawn, and the end of the game.

The functions change the position that they are given and append what happened to `events`.
"""

from tavolo.games.tanz_der_hornochsen.events import (
    DOUBLE_ROUND,
    DREW,
    DREW_FROM_BOX,
    ENDED_BY_HEAP,
    ENDED_WITHOUT_TILE,
    LOSES,
    NO_REFILL,
    OPEN_ROUND,
    REFILLED,
    RESERVE_IS_EMPTY,
    ROUND,
)
from tavolo.games.tanz_der_hornochsen.position import CHOOSING, DRAWING, HAND, OVER, REFILLING, Position, buying_order


def begin_round(position: Position, events: "list[tuple[int, ...]]") -> None:
    """Look up what kind of round begins: double, open, and whether the reserve is empty already."""
    position.round += 1
    events.append((ROUND, position.round))
    if not position.reserve and not position.late:
        position.late = 1
        events.append((RESERVE_IS_EMPTY,))
    row = position.board.double_row
    covered, spaces = position.lengths[row], position.board.spaces[row]
    position.is_double = 1 if 0 < covered < spaces else 0
    if position.is_double:
        events.append((DOUBLE_ROUND, row, spaces - covered))
    position.is_open, position.opens = position.opens, 0
    if position.is_open:
        events.append((OPEN_ROUND,))
    for player in range(position.players):
        position.bought[player] = position.chosen[player] = 0
        position.left[player] = 1 + position.is_double
    position.phase = CHOOSING


# ---- drawing


def to_draw(position: Position) -> tuple[int, int]:
    """Return who draws now, and how many tiles."""
    if position.phase == DRAWING:
        return position.actor, position.amount
    return position.drawing[0], min(HAND, _for_refill(position))


def draw(position: Position, player: int, number: int, tiles: "tuple[int, ...]") -> list[tuple[int, ...]]:
    """Move tiles into a hand, from the reserve, or from the box once that is empty; go on where the round stands.

    `tiles` are empty where they are not known.
    """
    events: list[tuple[int, ...]] = []
    if position.phase == REFILLING:
        events.append((REFILLED, player, number))
    source = position.reserve_tiles
    if position.reserve:
        position.reserve -= number
        events.append((DREW, player, number, position.reserve))
    else:
        source = position.box_tiles
        position.box -= number
        position.kept[player] += number
        position.drew[player] = 1
        events.append((DREW_FROM_BOX, player, number, position.box))
    position.held[player] += number
    _into_hand(position, player, tiles, source)
    if position.phase == DRAWING:
        position.actor = position.amount = 0
        position.phase = CHOOSING
    else:
        position.drawing.pop(0)
        _go_on_refilling(position, events)
    return events


def _into_hand(position: Position, player: int, tiles: "tuple[int, ...]", source: "list[int] | None") -> None:
    hand = position.hands[player]
    if hand is None:
        return
    if source is None:
        position.hands[player] = None  # a player's own view, which does not learn the tiles in this way
        return
    for tile in tiles:
        source.remove(tile)
    hand += tiles
    hand.sort()


# ---- the end of a round


def end_round(position: Position, events: "list[tuple[int, ...]]") -> None:
    """All tiles are placed: who has none draws six free of charge, in the order of buying."""
    position.drawing = buying_order(position, [p for p in range(position.players) if not position.held[p]])
    position.phase = REFILLING
    _go_on_refilling(position, events)


def _for_refill(position: Position) -> int:
    return position.reserve or (position.box if position.box_refills else 0)


def _go_on_refilling(position: Position, events: "list[tuple[int, ...]]") -> None:
    if position.drawing and _for_refill(position):
        return
    for player in position.drawing:
        events.append((NO_REFILL, player))
    position.drawing = []
    without = [p for p in range(position.players) if not position.held[p]]
    if not position.reached and not without:
        begin_round(position, events)
        return
    if position.reached:
        events.append((ENDED_BY_HEAP,))
    if without:
        events.append((ENDED_WITHOUT_TILE,) + tuple(without))
    position.phase = OVER
    farthest = max(position.pawns)
    if farthest:
        events.append((LOSES, position.pawns.index(farthest), farthest))
