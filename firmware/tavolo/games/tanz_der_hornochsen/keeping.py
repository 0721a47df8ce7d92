"""Tanz der Hornochsen: which tiles of a completed row its player keeps. Placing waits for that, and goes on after it.

The functions that change the position append what happened to `events`.
"""

from tavolo.games.tanz_der_hornochsen.events import (
    HAND_IS_FULL,
    KEEPS_NO_MORE,
    KEEPS_NONE,
    KEEPS_ONE_AT_LEAST,
    KEPT,
    NOT_FROM_THAT_ROW,
)
from tavolo.games.tanz_der_hornochsen.hands import group_in_hand, into_box
from tavolo.games.tanz_der_hornochsen.position import KEEP, KEEPING, MOST_IN_HAND, STOP, Position
from tavolo.rules.contract import NO_SUCH_ACTION, NOT_YOUR_TURN

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
        return None if may_stop(position) else (KEEPS_ONE_AT_LEAST, player)
    hand = position.hands[player]
    if length != (2 if hand is None else 3):
        return (NO_SUCH_ACTION,)
    if hand is not None and (action[2] not in position.taken or action[2] in hand):
        return (NOT_FROM_THAT_ROW, action[2])
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
    events.append((KEPT, player, position.kept_of[group]))
    if position.kept_of[group] < MOST_KEPT and position.held[player] < MOST_IN_HAND:
        return False
    if position.kept_of[group] < MOST_KEPT:
        events.append((HAND_IS_FULL, player, position.held[player]))
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
        events.append((KEEPS_NO_MORE, player, kept, rest))
    else:
        events.append((KEEPS_NONE, player, position.held[player], rest))
    hand, box = position.hands[player], position.box_tiles
    if hand is not None and box is not None:
        box += [tile for tile in position.taken if tile not in hand]
        box.sort()
    if not kept:
        into_box(position, group)
    position.taken = []
    position.actor = 0
