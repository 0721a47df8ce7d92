"""How Tanz der Hornochsen goes on in thought: each plays the tile that is likely to cost least, of a row the best stay.
"""

from random import Random

from tavolo.games.tanz_der_hornochsen.choices import NOTHING, way_of_choosing
from tavolo.games.tanz_der_hornochsen.position import BUY, KEEP, KEEPING, STOP, Position
from tavolo.games.tanz_der_hornochsen.rounds import must_buy
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo_host.games.tanz_der_hornochsen.thinking import Rows, share_left

VISITS = 500
DECISIONS = 0
DEPTH = 1
SHARED = 4
Action = tuple[int, ...]


def likely(position: Position, player: int, random: Random) -> Action:
    """Return the tile that is likely to cost least; () where it is another's turn."""
    hand = position.hands[player]
    others = (position.players - 1) * (1 + position.is_double)
    if position.phase == KEEPING:
        rows = Rows.of(position)
        for entry in position.queue:
            rows.place(entry >> 3)
        others = (position.players - 1) * (1 + rows.is_double())
        tiles = [tile for tile in position.taken if tile not in hand]
        costs = rows.costs(tiles, others)
        return (KEEP, player, tiles[costs.index(min(costs))])
    way = way_of_choosing(position, player)
    if way == NOTHING:
        return ()
    if must_buy(position, player):
        return (BUY, player, 1)
    costs = Rows.of(position).costs(hand, others)
    return (way, player, hand[costs.index(min(costs))])


def candidates(position: Position, player: int) -> list[Action]:
    if position.phase != KEEPING and way_of_choosing(position, player) == NOTHING:
        return []
    return game.legal(position, player)


def worth(position: Position) -> list[float]:
    """Return the pawns and what the hands promise, after the round is played on."""
    rows = Rows.of(position)
    players = position.players
    points = [-float(pawn) for pawn in position.pawns]
    hands = [hand[:] for hand in position.hands]
    queue = position.queue[:]
    if position.phase == KEEPING:
        hand, player = hands[position.actor], position.actor
        if len(hand) < 9:
            after = rows.copy()
            for entry in queue:
                after.place(entry >> 3)
            tiles = [tile for tile in position.taken if tile not in hand]
            costs = after.costs(tiles, players - 1)
            hand.append(tiles[costs.index(min(costs))])
    else:
        for player, tiles in enumerate(position.sealed):
            queue += [tile << 3 | player for tile in tiles]
        others = (players - 1) * (1 + position.is_double)
        for player, hand in enumerate(hands):
            left = min(position.left[player], len(hand))
            if left:
                costs = rows.costs(hand, others)
                for _ in range(left):
                    best = costs.index(min(costs))
                    del costs[best]
                    queue.append(hand.pop(best) << 3 | player)
    queue.sort()
    for entry in queue:
        points[entry & 7] -= rows.place(entry >> 3)
    share = share_left(position)
    return [own - rows.promise(hand, players, share) for own, hand in zip(points, hands)]
