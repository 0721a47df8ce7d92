"""A virtual player of Tanz der Hornochsen: tries its tiles against guessed tiles of the others.

The others' tiles are guessed some dozens of times out of those that it has not seen; what counts is what a tile would
bring it, and a little what the others would get. It buys when tiles that it does not know are likely to be so much
better that they are worth their price, and keeps of a row what it would like best to play next.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import NOTHING, way_of_choosing
from tavolo.games.tanz_der_hornochsen.position import BUY, KEEP, KEEPING, UNSEEN, Position
from tavolo.games.tanz_der_hornochsen.rounds import is_forced
from tavolo_host.display.words import _, figure
from tavolo_host.games.tanz_der_hornochsen.thinking import Rows, share_left
from tavolo_host.virtual.reasons import compared, names, only_one

WAIT: tuple[int, ...] = ()
PLACINGS = 3000  # that are tried for one decision, about
GUESSES = (8, 40)  # fewest and most
UNKNOWN_TRIED = 8  # tiles that might be drawn
OTHERS = 0.6  # how much the others' points count, shared among them
TILE_COST = 1.0  # points
MARGIN = 0.5  # by how many points a purchase has to be better
SECOND_KEPT = 3.0  # points at most for which a second tile of a row is kept

Action = tuple[int, ...]
Tiles = tuple[int, ...]
Guess = list[tuple[int, int]]  # (tile, player), of everybody but oneself


def points(position: Position) -> list[float]:
    """Return how far everybody's pawn has gone, less than nothing: the fewer spaces, the better."""
    return [-pawn for pawn in position.pawns]


def choose(known: Position, player: int, random: Random) -> Action:
    """Return what `player` does, whose own hand `known` holds; WAIT while others choose first in an open round."""
    actions: list[Action] = game.legal(known, player)
    if known.phase == KEEPING:
        return _keep(known, player, actions, random)
    if way_of_choosing(known, player) == NOTHING:
        return WAIT
    purchases = [action for action in actions if action[0] == BUY]
    if len(purchases) == len(actions):
        return purchases[0]  # double play forces it
    if len(actions) == 1:
        return actions[0]
    costs = _costs_of_hand(known, player, random)
    best = min(costs, key=lambda tiles: costs[tiles])
    gains = _gains(known, player, costs, len(purchases), random)
    number = gains.index(max(gains))
    if number:
        return purchases[number - 1]
    return next(action for action in actions if action[0] != BUY and action[2] == best[0])


def why(known: Position, player: int, action: Action, random: Random, is_own: bool) -> str:
    """Return what a tile is likely to cost, or what buying saves."""
    actions: list[Action] = game.legal(known, player)
    called = names(game, known)
    if known.phase == KEEPING:
        return _of_keeping(known, player, action, random)
    purchases = [each for each in actions if each[0] == BUY]
    if len(purchases) == len(actions):
        return _("Double play takes two tiles, so one has to be bought.")
    costs = _costs_of_hand(known, player, random)
    least = min(costs.values())
    if action[0] == BUY:
        gains = _gains(known, player, costs, len(purchases), random)
        saved = gains[action[2]] + MARGIN if action[2] < len(gains) else -TILE_COST * action[2]
        sentence = _("{}: the best tile in hand costs about {}; what is drawn should save {}, its price paid.")
        return sentence.format(called(action), figure(least), figure(saved))
    values = {
        each: -min(cost for tiles, cost in costs.items() if each[2] in tiles) for each in actions if each[0] != BUY
    }
    sentence = _("{}: tried {} times against what the others may hold, it costs {} points on average, theirs set off.")
    if values[action] > 0:
        sentence = _("{}: tried {} times against what the others may hold, it is {} points ahead of theirs on average.")
    told = sentence.format(called(action), _tries(known, len(costs)), figure(abs(values[action])))
    return f"{told} {compared(values, action, called if is_own else None)}"


def _of_keeping(known: Position, player: int, action: Action, random: Random) -> str:
    costs = _costs_of_row(known, player, random)
    if action in costs:
        sentence = _("{}: played next, it would cost about {}.")
        if costs[action] < 0:
            sentence = _("{}: played next, it would gain about {}.")
        told = sentence.format(names(game, known)(action), figure(abs(costs[action])))
        return f"{told} {compared({each: -cost for each, cost in costs.items()}, action, names(game, known))}"
    if not costs:
        return only_one()
    return _("The best tile left would cost about {}; a second one is kept below {}.").format(
        figure(min(costs.values())), figure(SECOND_KEPT)
    )


def _costs_of_hand(known: Position, player: int, random: Random) -> dict[Tiles, float]:
    """Return what the tiles that can be placed in this round are likely to cost."""
    options = list(combinations(known.hands[player] or [], min(known.left[player], known.held[player])))
    return dict(zip(options, _costs(known, player, options, random), strict=True))


def _costs_of_row(known: Position, player: int, random: Random) -> dict[Action, float]:
    """Return what the tiles that can be kept would cost if they were played next."""
    ways = [action for action in game.legal(known, player) if action[0] == KEEP]
    return dict(zip(ways, _costs(known, player, [(way[2],) for way in ways], random, next_round=True), strict=True))


def _gains(known: Position, player: int, costs: dict[Tiles, float], most: int, random: Random) -> list[float]:
    """Return what it is likely to save to buy 0 to `most` tiles, of what the best in hand costs and the rest of it."""
    unseen = _unseen(known, player)
    gains = [0.0]
    if known.is_double or not most or len(unseen) < UNKNOWN_TRIED:
        return gains
    hand = known.hands[player] or []
    drawn = random.sample(unseen, UNKNOWN_TRIED)
    tiles = hand + drawn
    now = dict(zip(tiles, _costs(known, player, [(tile,) for tile in tiles], random, is_alone=True), strict=True))
    rows, share = Rows.of(known), share_left(known) * HANDW

    def cost(hand: list[int]) -> float:
        best = min(hand, key=lambda tile: now[tile])
        return now[best] + rows.promise([tile for tile in hand if tile != best], known.players, share)

    before = cost(hand)
    for number in range(1, most + 1):
        after = [cost(hand + drawn[first : first + number]) for first in range(UNKNOWN_TRIED - number + 1)]
        gains.append(before - sum(after) / len(after) - number * TILE_COST - MARGIN)
    return gains


def _keep(known: Position, player: int, actions: list[Action], random: Random) -> Action:
    """Keep the tile that would cost least if it were played next, and another one if it is good or the hand empty."""
    costs = _costs_of_row(known, player, random)
    best = min(costs, key=lambda way: costs[way], default=WAIT)
    is_free = len(costs) == len(actions)  # of choice whether to stop
    if costs and (is_free or costs[best] < SECOND_KEPT or is_forced(known, player)):
        return best
    return actions[-1]


# ---- trying out


def _costs(
    known: Position, player: int, options: Sequence[Tiles], random: Random, next_round: bool = False, is_alone: bool = False
) -> list[float]:
    """Return what each of the options, the tiles of `player` to be placed, is likely to cost, the rest of the hand too.

    In the next round
    """
    count = _tries(known, len(options))
    rows = Rows.of(known)
    own: Tiles = tuple(known.sealed[player])
    if next_round:
        own = ()
        for entry in known.queue:
            rows.place(entry >> 3)
    unseen = _unseen(known, player)
    hand = known.hands[player] or []
    rests = [[tile for tile in hand if tile not in tiles] for tiles in options]
    share = share_left(known) * HANDW
    totals = [0.0] * len(options)
    for _try in range(count):
        guess = _guess(known, player, rows, unseen, random, next_round)
        for number, tiles in enumerate(options):
            after = rows.copy()
            totals[number] += _cost(after, player, known.players, own + tiles, guess)
            if not next_round and not is_alone:
                totals[number] += after.promise(rests[number], known.players, share)
    return [total / count for total in totals]


HANDW = 1.0
SMART = 1
SIX = 6


def _tries(known: Position, options: int) -> int:
    """Return how often so many options are tried."""
    fewest, most = GUESSES
    placings = max(1, options * known.players * (1 + known.is_double))
    return min(most, max(fewest, PLACINGS // placings))


def _unseen(known: Position, player: int) -> list[int]:
    """Return the tiles that nobody has shown and that `player` does not hold."""
    own = (known.hands[player] or []) + known.sealed[player]
    return [tile for tile in range(CARDS) if known.where[tile] == UNSEEN and tile not in own]


def _guess(known: Position, player: int, rows: Rows, unseen: list[int], random: Random, next_round: bool) -> Guess:
    """Return tiles that the others may place with the own ones; those that lie open are known."""
    guess: Guess = [] if next_round else [(entry >> 3, entry & 7) for entry in known.queue]
    if not SMART or next_round:
        owners = []
        for other in range(known.players):
            if other != player:
                owners += [other] * (1 if next_round else known.left[other] + len(known.sealed[other]))
        tiles = random.sample(unseen, min(len(unseen), len(owners)))
        return guess + list(zip(tiles, owners, strict=False))
    held=[known.held[other]+len(known.sealed[other]) for other in range(known.players)]
    pool=random.sample(unseen,min(len(unseen),sum(held)-held[player]))
    others=(known.players-1)*(1+known.is_double)
    for other in range(known.players):
        if other==player: continue
        n=known.left[other] + len(known.sealed[other])
        hand=pool[:held[other]]; del pool[:held[other]]
        if not hand: continue
        costs=rows.costs(hand,others)
        for _ in range(min(n,len(hand))):
            i=costs.index(min(costs)); del costs[i]
            guess.append((hand.pop(i),other))
    return guess


def _cost(rows: Rows, player: int, players: int, own: Tiles, guess: Guess) -> float:
    """Return the points of `player` from a whole round, less a part of the others'."""
    mine = others = 0
    for tile, owner in sorted([*guess, *[(tile, player) for tile in own]]):
        points = rows.place(tile)
        if owner == player:
            mine += points
        else:
            others += points
    return mine - OTHERS * others / (players - 1)
