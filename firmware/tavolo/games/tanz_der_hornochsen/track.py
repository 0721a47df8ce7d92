"""Tanz der Hornochsen: the score track. Points move a pawn; happy cows turn them round; bull's eyes open a round.

The functions change the position that they are given and append what happened to `events`.
"""

from tavolo.games.tanz_der_hornochsen.board import HEAP
from tavolo.games.tanz_der_hornochsen.events import (
    BACK,
    BACK_TO_START,
    EYE,
    EYE_IS_OLD,
    FORWARD,
    REACHED_HEAP,
    WENT_FURTHER,
    WENT_FURTHER_BACK,
)
from tavolo.games.tanz_der_hornochsen.position import Position


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
        events.append((FORWARD, player, start, space))
    else:
        events.append((WENT_FURTHER, player, start, wanted, space))
    pawns[player] = space
    for eye in position.board.eyes:
        if start < eye <= space:
            _reach_eye(position, player, eye, events)
    if space >= HEAP:
        if start < HEAP:
            events.append((REACHED_HEAP, player, space))
        position.reached = 1


def move_back(position: Position, player: int, points: int, events: "list[tuple[int, ...]]") -> None:
    """Bonus points: back, never below the start, and further to the first free space when a pawn stands there."""
    pawns = position.pawns
    start = pawns[player]
    wanted = start - points
    if wanted <= 0:
        pawns[player] = 0
        events.append((BACK_TO_START, player, start))
        return
    space = first_free(position, start, -points)
    if space == wanted:
        events.append((BACK, player, start, space))
    else:
        events.append((WENT_FURTHER_BACK, player, start, wanted, space))
    pawns[player] = space


def _reach_eye(position: Position, player: int, eye: int, events: "list[tuple[int, ...]]") -> None:
    """A pawn reaches or passes an eye: the next round is open if no other is on or past it."""
    for other, space in enumerate(position.pawns):
        if other != player and space >= eye:
            events.append((EYE_IS_OLD, player, eye, other))
            return
    position.opens = 1
    events.append((EYE, player, eye))
