"""How Tanz der Hornochsen goes on in thought: to the end of the round; then pawns and hands tell how everybody stands.

What comes after the reveal is no more foreseen than the tiles that others choose, so that the search weighs one
decision against many worlds instead of several decisions against few.
"""

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import NOTHING, way_of_choosing
from tavolo.games.tanz_der_hornochsen.placing import MOST_KEPT, group_in_hand
from tavolo.games.tanz_der_hornochsen.position import BUY, KEEPING, MOST_IN_HAND, Position
from tavolo_host.games.tanz_der_hornochsen.thinking import Rows, share_left

VISITS = 600
SHARED = 8
DEPTH = 1
DECISIONS = 0
EXPLORING = 0.2
WINNING = 0.0  # who leads after a round says little of who wins

Action = tuple[int, ...]


def candidates(position: Position, player: int) -> list[Action]:
    """Return all that is legal, but no purchase once a tile is chosen; nothing for who is not waited for."""
    actions = game.legal(position, player)
    if position.phase == KEEPING:
        return actions
    if way_of_choosing(position, player) == NOTHING:
        return []
    return [action for action in actions if action[0] != BUY] if position.chosen[player] else actions


def worth(position: Position) -> list[float]:
    """Return what pawns and hands of a dealt position promise when the round is over, in points.

    Everybody places the tiles that are likely to cost least, and keeps as many of a row as may be kept.
    """
    rows, players = Rows.of(position), position.players
    hands = [[*(hand or [])] for hand in position.hands]
    queue = position.queue[:]
    if position.phase == KEEPING:
        _keep(position, rows, hands[position.actor])
    elif any(position.chosen) or any(position.bought):
        others = (players - 1) * (1 + position.is_double)
        for player, hand in enumerate(hands):
            for tile in rows.least(hand, position.left[player], others):
                hand.remove(tile)
                queue.append(tile << 3 | player)
            queue += [tile << 3 | player for tile in position.sealed[player]]
    points = [-float(pawn) for pawn in position.pawns]
    kept = [0] * players
    for entry in sorted(queue):
        points[entry & 7] -= rows.place(entry >> 3)
        if rows.completed:
            kept[entry & 7] += MOST_KEPT
    share = share_left(position)
    return [points[each] - rows.promise(hands[each], players, share, kept[each]) for each in range(players)]


def _keep(position: Position, rows: Rows, hand: list[int]) -> None:
    """Take into the hand what its player may still keep of the row."""
    number = min(MOST_KEPT - position.kept_of[group_in_hand(position)], MOST_IN_HAND - len(hand))
    tiles = [tile for tile in position.taken if tile not in hand]
    after = rows.copy()
    for entry in position.queue:
        after.place(entry >> 3)
    hand += after.least(tiles, number, (position.players - 1) * (1 + after.is_double()))
