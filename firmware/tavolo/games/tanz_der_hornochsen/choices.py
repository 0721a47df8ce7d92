"""Tanz der Hornochsen: what players decide in a round. Buying, then choosing, sealed or open; and the reveal.

One to three tiles are bought, once a round, before choosing; each costs a point.
"""

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen.hands import come_out, may_hold, refuse_tile
from tavolo.games.tanz_der_hornochsen.placing import move_back, move_forward
from tavolo.games.tanz_der_hornochsen.position import (
    BUY,
    CHOOSE,
    CHOOSING,
    DRAWING,
    KEEPING,
    MOST_IN_HAND,
    REVEAL,
    REVEALING,
    SHOW,
    SHOWN,
    UNKNOWN,
    UNSEEN,
    Position,
)
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
        events.append((code.CUT, player, number, left))
        number = left
    position.bought[player] = 1
    if position.bought_bonus and position.shows_cow():
        events.append((code.BOUGHT_BONUS, player, number))
        move_back(position, player, number, events)
    else:
        events.append((code.BOUGHT, player, number))
        move_forward(position, player, number, events)
    position.actor, position.amount = player, number
    position.phase = DRAWING


NOTHING = -1


def next_in_open_round(position: Position) -> list[int]:
    """Return who chooses next in an open round: the lowest pawn; on the start there may be several."""
    pawns = position.pawns
    waiting = [player for player in range(position.players) if position.left[player]]
    lowest = min([pawns[player] for player in waiting]) if waiting else 0
    return [player for player in waiting if pawns[player] == lowest]


def way_of_choosing(position: Position, player: int) -> int:
    """Return whether a player now would CHOOSE (sealed) or SHOW (openly), or NOTHING."""
    if position.phase != CHOOSING or not position.left[player]:
        return NOTHING
    if not position.is_open:
        return CHOOSE
    turn = next_in_open_round(position)
    if player not in turn:
        return NOTHING
    return CHOOSE if len(turn) > 1 or any(position.sealed) else SHOW


def choosers(position: Position) -> tuple[int, ...]:
    """Return who may choose or buy now."""
    left = position.left
    waiting = [player for player in range(position.players) if left[player]]
    if position.is_open:
        turn = next_in_open_round(position)
        waiting = [player for player in waiting if player in turn or tiles_to_buy(position, player)]
    return tuple(waiting)


def must_buy(position: Position, player: int) -> bool:
    """Return whether a player has to buy a tile before choosing."""
    return is_forced(position, player) and tiles_to_buy(position, player) > 0


def forgotten(position: Position) -> tuple[int, ...]:
    """Return the players of whose sealed tiles this position does not know one."""
    return tuple([player for player in range(position.players) if UNKNOWN in position.sealed[player]])


def choices(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return the tiles that a player may choose now, as actions in ascending order."""
    verb = CHOOSE
    if UNKNOWN not in position.sealed[player]:
        verb = way_of_choosing(position, player)
        if verb == NOTHING or must_buy(position, player):
            return []
    hand = position.hands[player]
    if hand is not None:
        return [(verb, player, tile) for tile in hand]
    return [(verb, player, tile) for tile in range(CARDS) if refuse_tile(position, player, tile) is None]


def refuse_choice(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a tile may not be chosen so, or None when it may."""
    if not 2 <= len(action) <= 3 or not 0 <= action[1] < position.players:
        return (NO_SUCH_ACTION,)
    verb, player = action[0], action[1]
    if verb == CHOOSE and len(action) == 3 and UNKNOWN in position.sealed[player]:
        return refuse_tile(position, player, action[2])
    if position.phase != CHOOSING:
        return (NOT_YOUR_TURN, player) if position.phase == KEEPING else (CHANCE_IS_NEXT,)
    if not position.left[player]:
        return (code.HAS_CHOSEN, player)
    way = way_of_choosing(position, player)
    if way == NOTHING:
        return (code.LOWER_PAWN_FIRST, player, next_in_open_round(position)[0])
    if must_buy(position, player):
        return (code.MUST_BUY_FIRST, player)
    if verb != way:
        return (NO_SUCH_ACTION,)
    if len(action) == 3:
        return refuse_tile(position, player, action[2])
    return (NO_SUCH_ACTION,) if verb == SHOW or position.hands[player] is not None else None


def choose(position: Position, player: int, tile: int) -> list[tuple[int, ...]]:
    """Seal a tile, UNKNOWN when it is not known; or take the content of one that was sealed and forgotten."""
    sealed = position.sealed[player]
    if tile != UNKNOWN and UNKNOWN in sealed:
        sealed[sealed.index(UNKNOWN)] = tile
        if position.phase == REVEALING:
            _forget_what_is_double(position)
        return []
    sealed.append(tile)
    _leave_hand(position, player, tile)
    return [(code.CHOSE, player)]


def show(position: Position, player: int, tile: int) -> list[tuple[int, ...]]:
    """Choose a tile openly."""
    come_out(position, player, tile)
    position.queue.append(tile << 3 | player)
    position.queue.sort()
    _leave_hand(position, player, tile)
    return [(code.SHOWED, player, tile)]


def _leave_hand(position: Position, player: int, tile: int) -> None:
    hand = position.hands[player]
    if hand is not None:
        hand.remove(tile)
    position.held[player] -= 1
    position.chosen[player] += 1
    position.left[player] -= 1
    if not position.held[player]:
        position.left[player] = 0  # nothing could be bought in a double round: the only tile is enough


def is_all_chosen(position: Position) -> bool:
    """After a choice or a purchase: turn to revealing when that is due; return whether all tiles lie open."""
    if any(position.sealed):
        waiting = next_in_open_round(position) if position.is_open and any(position.left) else []
        if not any(position.left) or (position.is_open and position.pawns[waiting[0]]):
            position.phase = REVEALING
            _forget_what_is_double(position)
        return False
    return not any(position.left)


def _forget_what_is_double(position: Position) -> None:
    """Forget all that is sealed when a tile is twice among it, as soon as all of it is known."""
    tiles = [tile for sealed in position.sealed for tile in sealed]
    if UNKNOWN not in tiles and len(set(tiles)) < len(tiles):
        position.sealed = [[UNKNOWN] * len(sealed) for sealed in position.sealed]


def sealed_tiles(position: Position) -> "tuple[int, ...] | None":
    """Return the action that reveals all that is sealed, None when some of it is not known."""
    action = [REVEAL]
    for tiles in position.sealed:
        if UNKNOWN in tiles:
            return None
        action += tiles
    return tuple(action)


def refuse_reveal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why sealed tiles cannot be these, or None: known ones are equal, others can be in those hands."""
    wrong = (code.WRONG_REVEAL, sum([len(tiles) for tiles in position.sealed]))
    if position.phase != REVEALING:
        return (NO_SUCH_ACTION,)
    if len(action) != 1 + wrong[1] or len(set(action[1:])) != wrong[1]:
        return wrong
    place = 1
    for player, tiles in enumerate(position.sealed):
        before: list[int] = []
        for tile in tiles:
            shown = action[place]
            place += 1
            if not (_can_be(position, player, shown, before) if tile == UNKNOWN else shown == tile):
                return wrong
            before.append(shown)
    return None


def _can_be(position: Position, player: int, tile: int, before: "list[int]") -> bool:
    if not 0 <= tile < CARDS or UNSEEN < position.where[tile] <= SHOWN:
        return False
    return may_hold(position, player, tile, before)


def reveal(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Show all that is sealed."""
    events: list[tuple[int, ...]] = []
    place = 1
    for player, tiles in enumerate(position.sealed):
        for _ in tiles:
            tile = action[place]
            place += 1
            come_out(position, player, tile)
            position.queue.append(tile << 3 | player)
            events.append((code.SHOWED, player, tile))
        if tiles:
            position.sealed[player] = []
    position.queue.sort()
    position.phase = CHOOSING
    return events
