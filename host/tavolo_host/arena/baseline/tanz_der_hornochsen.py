"""The baseline for strength in Tanz der Hornochsen: its first sensible virtual player, frozen."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import NOTHING, way_of_choosing
from tavolo.games.tanz_der_hornochsen.position import BUY, KEEP, KEEPING, UNSEEN, Position
from tavolo.games.tanz_der_hornochsen.rounds import is_forced
from tavolo_host.games.tanz_der_hornochsen.rows import Rows

WAIT: tuple[int, ...] = ()
PLACINGS = 3000  # approximate number of placings tried for one decision
GUESSES = (8, 40)  # fewest and most
UNKNOWN_TRIED = 8  # tiles that might be drawn
OTHERS = 0.6  # how much the others' points count, shared among them
TILE_COST = 1.0  # points
MARGIN = 0.5  # points by which a purchase has to be better
SECOND_KEPT = 3.0  # points, at most, for which a second tile of a row is kept

Action = tuple[int, ...]
Tiles = tuple[int, ...]
Guess = list[tuple[int, int]]  # (tile, player), of everybody else


def choose(known: Position, player: int, random: Random) -> Action:
    """Return the action of `player`, whose own hand is in `known`; WAIT while others choose first in an open round."""
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
    gains = _gains(known, player, costs[best], len(purchases), random)
    number = gains.index(max(gains))
    if number:
        return purchases[number - 1]
    return next(action for action in actions if action[0] != BUY and action[2] == best[0])


def _costs_of_hand(known: Position, player: int, random: Random) -> dict[Tiles, float]:
    """Return the expected cost of the tiles that can be placed in this round."""
    options = list(combinations(known.hands[player] or [], min(known.left[player], known.held[player])))
    return dict(zip(options, _costs(known, player, options, random), strict=True))


def _costs_of_row(known: Position, player: int, random: Random) -> dict[Action, float]:
    """Return the expected cost of the tiles that can be kept, if they were played next."""
    ways = [action for action in game.legal(known, player) if action[0] == KEEP]
    return dict(zip(ways, _costs(known, player, [(way[2],) for way in ways], random, next_round=True), strict=True))


def _gains(known: Position, player: int, cost: float, most: int, random: Random) -> list[float]:
    """Return the expected savings of buying 0 to `most` tiles, where the best in hand costs `cost`."""
    unseen = _unseen(known, player)
    if known.is_double or not most or cost < TILE_COST + MARGIN or len(unseen) < UNKNOWN_TRIED:
        return [0.0]
    costs = _costs(known, player, [(tile,) for tile in random.sample(unseen, UNKNOWN_TRIED)], random)
    gains = [0.0]
    for number in range(1, most + 1):
        best = [min(cost, *drawn) for drawn in combinations(costs, number)]
        gains.append(cost - sum(best) / len(best) - number * TILE_COST - MARGIN)
    return gains


def _keep(known: Position, player: int, actions: list[Action], random: Random) -> Action:
    """Keep the tile that would cost least if it were played next, and another if it is good or the hand is empty."""
    costs = _costs_of_row(known, player, random)
    best = min(costs, key=lambda way: costs[way], default=WAIT)
    is_free = len(costs) == len(actions)  # to stop or not
    if costs and (is_free or costs[best] < SECOND_KEPT or is_forced(known, player)):
        return best
    return actions[-1]


# ---- trying out


def _costs(
    known: Position, player: int, options: Sequence[Tiles], random: Random, next_round: bool = False
) -> list[float]:
    """Return the expected cost of each of the options, the tiles that `player` places."""
    count = _tries(known, len(options))
    rows = Rows.of(known)
    own: Tiles = tuple(known.sealed[player])
    if next_round:
        own = ()
        for entry in known.queue:
            rows.place(entry >> 3)
    unseen = _unseen(known, player)
    totals = [0.0] * len(options)
    for _try in range(count):
        guess = _guess(known, player, unseen, random, next_round)
        for number, tiles in enumerate(options):
            totals[number] += _cost(rows.copy(), player, known.players, own + tiles, guess)
    return [total / count for total in totals]


def _tries(known: Position, options: int) -> int:
    """Return how often that many options are tried."""
    fewest, most = GUESSES
    placings = max(1, options * known.players * (1 + known.is_double))
    return min(most, max(fewest, PLACINGS // placings))


def _unseen(known: Position, player: int) -> list[int]:
    """Return the tiles that nobody has shown and `player` does not hold."""
    own = (known.hands[player] or []) + known.sealed[player]
    return [tile for tile in range(CARDS) if known.where[tile] == UNSEEN and tile not in own]


def _guess(known: Position, player: int, unseen: list[int], random: Random, next_round: bool) -> Guess:
    """Return tiles that the others may place with the player's own; open ones are known."""
    guess: Guess = [] if next_round else [(entry >> 3, entry & 7) for entry in known.queue]
    owners = []
    for other in range(known.players):
        if other != player:
            owners += [other] * (1 if next_round else known.left[other] + len(known.sealed[other]))
    tiles = random.sample(unseen, min(len(unseen), len(owners)))
    return guess + list(zip(tiles, owners, strict=False))


def _cost(rows: Rows, player: int, players: int, own: Tiles, guess: Guess) -> float:
    """Return the points of `player` in a whole round, less a share of the others'."""
    mine = others = 0
    for tile, owner in sorted([*guess, *[(tile, player) for tile in own]]):
        points = rows.place(tile)
        if owner == player:
            mine += points
        else:
            others += points
    return mine - OTHERS * others / (players - 1)
