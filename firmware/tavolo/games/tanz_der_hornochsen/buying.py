"""Tanz der Hornochsen: buying. One to three tiles, once a round, before choosing; each costs a point."""

from tavolo.games.tanz_der_hornochsen.events import (
    BOUGHT,
    BOUGHT_BONUS,
    BUYS_TOO_LATE,
    CUT,
    HAND_LIMIT,
    HAS_BOUGHT,
    NOTHING_TO_BUY,
    ONE_TO_THREE,
    ONLY_WHAT_IS_FORCED,
)
from tavolo.games.tanz_der_hornochsen.position import BUY, CHOOSING, DRAWING, KEEPING, MOST_IN_HAND, Position
from tavolo.games.tanz_der_hornochsen.track import move_back, move_forward
from tavolo.rules.contract import CHANCE_IS_NEXT, NO_SUCH_ACTION, NOT_YOUR_TURN

MOST_BOUGHT = 3


def purchases(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return what a player may ask for, as actions."""
    return [(BUY, player, number) for number in range(1, tiles_to_buy(position, player) + 1)]


def refuse_purchase(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why tiles may not be bought, or None when they may."""
    if len(action) != 3 or not 0 <= action[1] < position.players:
        return (NO_SUCH_ACTION,)
    _, player, number = action
    if position.phase != CHOOSING:
        return (NOT_YOUR_TURN, player) if position.phase == KEEPING else (CHANCE_IS_NEXT,)
    if position.chosen[player] or not position.left[player]:
        return (BUYS_TOO_LATE, player)
    if position.bought[player]:
        return (HAS_BOUGHT, player)
    if not 1 <= number <= MOST_BOUGHT:
        return (ONE_TO_THREE,)
    if position.held[player] + number > MOST_IN_HAND:
        return (HAND_LIMIT, player, position.held[player], number)
    most = tiles_to_buy(position, player)
    if number <= most:
        return None
    return (ONLY_WHAT_IS_FORCED,) if most else (NOTHING_TO_BUY,)


def is_forced(position: Position, player: int) -> bool:
    """Return whether a player needs another tile, because double play asks for two."""
    return bool(position.is_double) and not position.chosen[player] and position.held[player] == 1


def tiles_to_buy(position: Position, player: int) -> int:
    """Return how many tiles a player may ask for, 0 to 3; that there are so many left is not asked.

    In the round in which the last tile of the reserve is drawn the box serves too; later it serves only the one tile
    that double play forces.
    """
    if position.bought[player] or position.chosen[player] or not position.left[player]:
        return 0
    if position.late:
        return 1 if position.box and is_forced(position, player) else 0
    if not position.reserve and not position.box:
        return 0
    return min(MOST_BOUGHT, MOST_IN_HAND - position.held[player])


def buy(position: Position, player: int, number: int, events: "list[tuple[int, ...]]") -> None:
    """Pay for tiles, in one move of the pawn, for no more than are left; drawing them comes next.

    What is left is the reserve, and once it is empty the box.
    """
    left = position.reserve or position.box
    if number > left:
        events.append((CUT, player, number, left))
        number = left
    position.bought[player] = 1
    if position.bought_bonus and position.shows_cow():
        events.append((BOUGHT_BONUS, player, number))
        move_back(position, player, number, events)
    else:
        events.append((BOUGHT, player, number))
        move_forward(position, player, number, events)
    position.actor, position.amount = player, number
    position.phase = DRAWING
