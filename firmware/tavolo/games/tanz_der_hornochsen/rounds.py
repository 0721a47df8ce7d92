"""Tanz der Hornochsen: preparation, buying and drawing, the beginning and end of a round, and the end of the game.

Rulebook: preparation (“Preparazione”), buying tiles (“Un giocatore può acquistare tessere”), six new tiles (“Un
giocatore ottiene sei nuove tessere gratis”), double play (“Doppia Giocata”), bull's eye (“L'Occhio di Bue osserva per
voi”), end of the game (“Fine della Partita”; its exception “Eccezione”). The functions change the position, and append
what happens to `events`.
"""

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen.placing import move
from tavolo.games.tanz_der_hornochsen.position import (
    CHOOSING,
    DRAWING,
    FIRST_ROWS,
    HAND,
    MOST_IN_HAND,
    OVER,
    REFILLING,
    TURNING,
    UNSEEN,
    Position,
)
from tavolo.rules.contract import CARD_WAS_PLAYED, NO_SUCH_ACTION, NOT_IN_THE_DECK, WRONG_DEAL
from tavolo.rules.parts import players_with

MOST_BOUGHT = 3


# ---- preparation


def refuse_deal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why tiles may not be dealt like this, None if they may (rulebook: preparation)."""
    tiles = position.players * HAND if position.dealt else 0
    named = action[1:]
    if len(named) != tiles or len(set(named)) != tiles or any([not 0 <= tile < CARDS for tile in named]):
        return (WRONG_DEAL, tiles)
    return None


def deal(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Give six tiles to each player (rulebook: preparation)."""
    players, named = position.players, action[1:]
    position.held = bytearray([HAND] * players)
    if position.dealt:
        position.hands = [sorted(named[p * HAND : (p + 1) * HAND]) for p in range(players)]
        position.reserve_tiles = [tile for tile in range(CARDS) if tile not in named]
        position.box_tiles = []
    position.reserve -= players * HAND
    position.phase = TURNING
    events.append((code.DEALT, HAND))


def refuse_turn(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a tile may not be turned up, or None if it may (rulebook: preparation)."""
    if len(action) != 2:
        return (NO_SUCH_ACTION,)
    tile = action[1]
    if not 0 <= tile < CARDS:
        return (NOT_IN_THE_DECK, tile)
    if position.where[tile] != UNSEEN:
        return (CARD_WAS_PLAYED, tile)
    if position.reserve_tiles is not None and tile not in position.reserve_tiles:
        return (code.NOT_IN_RESERVE, tile)
    return None


def turn(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Begin the next of the first rows with a tile; after the last row the game begins (rulebook: preparation)."""
    tile, row = action[1], len(position.active)
    position.active.append(row)
    position.lay(tile, row)
    position.reserve -= 1
    if position.reserve_tiles is not None:
        position.reserve_tiles.remove(tile)
    events.append((code.TURNED, tile, row))
    if row + 1 == FIRST_ROWS:
        _begin_round(position, events)


def _begin_round(position: Position, events: "list[tuple[int, ...]]") -> None:
    """Determine a round's kind: double, open, with an empty reserve (rulebook: double play, bull's eye)."""
    position.round += 1
    events.append((code.ROUND, position.round))
    if not position.reserve and not position.late:
        position.late = True
        events.append((code.RESERVE_IS_EMPTY,))
    row = position.board.double_row
    covered, spaces = position.lengths[row], position.board.spaces[row]
    position.is_double = 0 < covered < spaces
    if position.is_double:
        events.append((code.DOUBLE_ROUND, row, spaces - covered))
    position.is_open, position.opens = position.opens, False
    if position.is_open:
        events.append((code.OPEN_ROUND,))
    players = position.players
    position.crossed = []
    position.bought, position.chosen = bytearray(players), bytearray(players)
    position.left = bytearray([1 + position.is_double] * players)
    position.phase = CHOOSING


# ---- buying


def refuse_purchase(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why tiles may not be bought, or None: 1 to 3, once, before the reveal (rulebook: buying tiles)."""
    if len(action) != 3:
        return (NO_SUCH_ACTION,)
    _, player, number = action
    if is_shown(position, player):
        return (code.BUYS_TOO_LATE, player)
    if position.bought[player]:
        return (code.HAS_BOUGHT, player)
    if not 1 <= number <= MOST_BOUGHT:
        return (code.ONE_TO_THREE,)
    if position.held[player] + number > MOST_IN_HAND:
        return (code.HAND_LIMIT, player, position.held[player], number)
    most = tiles_to_buy(position, player)
    if number <= most:
        return None
    return (code.ONLY_WHAT_IS_FORCED,) if most else (code.NOTHING_TO_BUY,)


def is_shown(position: Position, player: int) -> bool:
    """Return whether a tile that a player has chosen in this round lies open (rulebook: buying tiles)."""
    return position.chosen[player] > len(position.sealed[player])


def is_forced(position: Position, player: int) -> bool:
    """Return whether a player needs another tile, because double play asks for two (rulebook: double play)."""
    return position.is_double and not position.chosen[player] and position.held[player] == 1


def must_buy(position: Position, player: int) -> bool:
    """Return whether a player has to buy a tile before choosing (rulebook: double play)."""
    return is_forced(position, player) and tiles_to_buy(position, player) > 0


def tiles_to_buy(position: Position, player: int) -> int:
    """Return how many tiles a player may buy, 0 to 3, whether or not so many are left.

    In the round in which the last tile of the reserve is drawn the box serves too; later it serves only the one tile
    that double play forces (rulebook: end of the game, exception).
    """
    if position.bought[player] or is_shown(position, player):
        return 0
    if position.late:
        return 1 if position.box and is_forced(position, player) else 0
    if not position.reserve and not position.box:
        return 0
    return min(MOST_BOUGHT, MOST_IN_HAND - position.held[player])


def buy(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Pay, in one move, for tiles that reserve or box have; then they are drawn (rulebook: buying tiles)."""
    _, player, number = action
    left = position.reserve or position.box
    if number > left:
        events.append((code.CUT, player, number, left))
        number = left
    position.bought[player] = 1
    is_bonus = position.bought_bonus and position.shows_cow()
    events.append((code.BOUGHT_BONUS if is_bonus else code.BOUGHT, player, number))
    move(position, player, -number if is_bonus else number, events)
    position.actor, position.amount = player, number
    position.phase = DRAWING


# ---- drawing


def to_draw(position: Position) -> tuple[int, int]:
    """Return who draws now, and how many tiles (rulebook: buying tiles, six new tiles)."""
    if position.phase == DRAWING:
        return position.actor, position.amount
    return position.drawing[0], min(HAND, _for_refill(position))


def to_draw_from(position: Position) -> "list[int] | None":
    """Return the tiles to draw from, reserve or else box; None if unknown (rulebook: end of the game)."""
    return position.reserve_tiles or position.box_tiles


def refuse_draw(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why these tiles may not be drawn, None if they may: player, number, tiles (rulebook: buying tiles)."""
    player, number = to_draw(position)
    source, tiles = to_draw_from(position), action[3:]
    if source is None:
        fits = not tiles
    else:
        fits = len(tiles) == len(set(tiles)) == number and all([tile in source for tile in tiles])
    return None if fits and action[1:3] == (player, number) else (code.WRONG_DRAW, player, number)


def draw(position: Position, action: tuple[int, ...], events: "list[tuple[int, ...]]") -> None:
    """Move tiles into a hand, and continue the round (rulebook: buying tiles)."""
    player, number = action[1:3]
    if position.phase == REFILLING:
        events.append((code.REFILLED, player, number))
    source, hand = to_draw_from(position), position.hands[player]
    if source is None:
        position.hands[player] = None  # a player's own view does not learn the tiles like this
    elif hand is not None:
        for tile in action[3:]:
            source.remove(tile)
        hand += action[3:]
        hand.sort()
    if position.reserve:
        position.reserve -= number
        events.append((code.DREW, player, number, position.reserve))
    else:
        position.box -= number
        position.kept[player] += number
        position.drew[player] = 1
        events.append((code.DREW_FROM_BOX, player, number, position.box))
    position.held[player] += number
    if position.phase == DRAWING:
        position.actor = position.amount = 0
        position.phase = CHOOSING
    else:
        position.drawing.pop(0)
        _go_on_refilling(position, events)


# ---- the end of a round, and of the game


def buying_order(position: Position) -> list[int]:
    """Return the players, most points first; level ones, on the start, by number (rulebook: buying tiles)."""
    pawns = position.pawns
    return sorted(range(position.players), key=lambda player: (-pawns[player], player))


def end_round(position: Position, events: "list[tuple[int, ...]]") -> None:
    """End the round: players without a tile draw six free of charge, in buying order (rulebook: six new tiles)."""
    position.drawing = [player for player in buying_order(position) if not position.held[player]]
    position.phase = REFILLING
    _go_on_refilling(position, events)


def _for_refill(position: Position) -> int:
    """Return how many tiles are left for empty hands (rulebook: six new tiles)."""
    return position.reserve or (position.box if position.box_refills else 0)


def _go_on_refilling(position: Position, events: "list[tuple[int, ...]]") -> None:
    """Let the next player draw; else begin a round, or end the game (rulebook: end of the game)."""
    if position.drawing and _for_refill(position):
        return
    for player in position.drawing:
        events.append((code.NO_REFILL, player))
    position.drawing = []
    without = players_with(0, position.held)
    if not position.reached and not without:
        _begin_round(position, events)
        return
    if position.reached:
        events.append((code.ENDED_BY_HEAP,))
    if without:
        events.append((code.ENDED_WITHOUT_TILE,) + without)
    position.phase = OVER
    farthest = max(position.pawns)
    if farthest:
        events.append((code.LOSES, position.pawns.index(farthest), farthest))
