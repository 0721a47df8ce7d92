"""Tanz der Hornochsen: the deal, a round as it begins and ends, what is drawn, and the end of the game.

The functions change the position that they are given and append what happened to `events`.
"""

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES
from tavolo.games.tanz_der_hornochsen.choices import sealed_tiles
from tavolo.games.tanz_der_hornochsen.position import (
    CHOOSING,
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    FIRST_ROWS,
    HAND,
    OVER,
    REFILLING,
    REVEALING,
    TURN,
    TURNING,
    UNSEEN,
    Position,
    buying_order,
)
from tavolo.rules.contract import CARD_WAS_PLAYED, CHANCE_IS_NEXT, NO_SUCH_ACTION, NOT_IN_THE_DECK, WRONG_DEAL

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable


def begin_round(position: Position, events: "list[tuple[int, ...]]") -> None:
    """Look up what kind of round begins: double, open, and whether the reserve is empty already."""
    position.round += 1
    events.append((code.ROUND, position.round))
    if not position.reserve and not position.late:
        position.late = 1
        events.append((code.RESERVE_IS_EMPTY,))
    row = position.board.double_row
    covered, spaces = position.lengths[row], position.board.spaces[row]
    position.is_double = 1 if 0 < covered < spaces else 0
    if position.is_double:
        events.append((code.DOUBLE_ROUND, row, spaces - covered))
    position.is_open, position.opens = position.opens, 0
    if position.is_open:
        events.append((code.OPEN_ROUND,))
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
        events.append((code.REFILLED, player, number))
    source = position.reserve_tiles
    if position.reserve:
        position.reserve -= number
        events.append((code.DREW, player, number, position.reserve))
    else:
        source = position.box_tiles
        position.box -= number
        position.kept[player] += number
        position.drew[player] = 1
        events.append((code.DREW_FROM_BOX, player, number, position.box))
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
        events.append((code.NO_REFILL, player))
    position.drawing = []
    without = [p for p in range(position.players) if not position.held[p]]
    if not position.reached and not without:
        begin_round(position, events)
        return
    if position.reached:
        events.append((code.ENDED_BY_HEAP,))
    if without:
        events.append((code.ENDED_WITHOUT_TILE,) + tuple(without))
    position.phase = OVER
    farthest = max(position.pawns)
    if farthest:
        events.append((code.LOSES, position.pawns.index(farthest), farthest))


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return what chance does now, drawn with below(n); None where a tile has to be shown or put in again."""
    phase = position.phase
    if phase == REVEALING:
        return sealed_tiles(position)
    if phase == DEALING:
        return (DEAL,) + _drawn(list(range(CARDS)), position.players * HAND, below) if position.dealt else (DEAL,)
    reserve, box = position.reserve_tiles, position.box_tiles
    if phase == TURNING:
        return None if reserve is None else (TURN, reserve[below(len(reserve))])
    player, number = to_draw(position)
    if reserve is None or box is None:
        return (DRAW, player, number)
    return (DRAW, player, number) + _drawn((reserve or box)[:], number, below)


def _drawn(tiles: "list[int]", number: int, below: "Callable[[int], int]") -> "tuple[int, ...]":
    """Return so many tiles, taken at random out of a list."""
    return tuple([tiles.pop(below(len(tiles))) for _ in range(number)])


# ---- dealing


def refuse_deal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why tiles may not be dealt so, or None when they may."""
    if position.phase != DEALING:
        return (NO_SUCH_ACTION,)
    tiles = position.players * HAND if position.dealt else 0
    named = action[1:]
    if len(named) != tiles or len(set(named)) != tiles or any([not 0 <= tile < CARDS for tile in named]):
        return (WRONG_DEAL, tiles)
    return None


def deal(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Give six tiles to each player."""
    for player in range(position.players):
        position.held[player] = HAND
        if position.dealt:
            position.hands[player] = sorted(action[1 + player * HAND : 1 + (player + 1) * HAND])
    if position.dealt:
        named = action[1:]
        position.reserve_tiles = [tile for tile in range(CARDS) if tile not in named]
        position.box_tiles = []
    position.reserve -= position.players * HAND
    position.phase = TURNING
    return [(code.DEALT, HAND)]


# ---- the first tile of each of the first rows


def tiles_to_turn(position: Position) -> list[tuple[int, ...]]:
    """Return the tiles that may be turned up, as actions."""
    if position.reserve_tiles is not None:
        return [(TURN, tile) for tile in position.reserve_tiles]
    return [(TURN, tile) for tile in range(CARDS) if position.where[tile] == UNSEEN]


def refuse_turn(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a tile may not be turned up, or None when it may."""
    if len(action) != 2 or position.phase not in (DEALING, TURNING):
        return (NO_SUCH_ACTION,)
    if position.phase == DEALING:
        return (CHANCE_IS_NEXT,)
    tile = action[1]
    if not 0 <= tile < CARDS:
        return (NOT_IN_THE_DECK, tile)
    if position.where[tile] != UNSEEN:
        return (CARD_WAS_PLAYED, tile)
    if position.reserve_tiles is not None and tile not in position.reserve_tiles:
        return (code.NOT_IN_RESERVE, tile)
    return None


def turn(position: Position, tile: int) -> list[tuple[int, ...]]:
    """Lay a tile on the first space of the next of the first rows; after the last of them the game begins."""
    row = len(position.active)
    position.active.append(row)
    position.rows[row * MOST_SPACES] = tile
    position.lengths[row] = 1
    position.where[tile] = row + 1
    position.reserve -= 1
    if position.reserve_tiles is not None:
        position.reserve_tiles.remove(tile)
    events: list[tuple[int, ...]] = [(code.TURNED, tile, row)]
    if row + 1 == FIRST_ROWS:
        begin_round(position, events)
    return events


# ---- drawing


def refuse_draw(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why tiles may not be drawn so, or None when they may: as many as are due, by whom they are due to."""
    if position.phase not in (DRAWING, REFILLING):
        return (NO_SUCH_ACTION,)
    player, number = to_draw(position)
    wrong = (code.WRONG_DRAW, player, number)
    if action[1:3] != (player, number):
        return wrong
    tiles = action[3:]
    reserve, box = position.reserve_tiles, position.box_tiles
    if reserve is None or box is None:
        return wrong if tiles else None
    if len(tiles) != number or len(set(tiles)) != number:
        return wrong
    source = reserve or box
    for tile in tiles:
        if tile not in source:
            return wrong
    return None
