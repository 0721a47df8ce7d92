"""Tanz der Hornochsen for the strong player's search: to the end of the round, then an evaluation of pawns and hands.

What follows the reveal is as unpredictable as the others' tiles, so the search weighs one decision in many
determinizations rather than several decisions in few.

In its determinizations, the tiles of others come from the reserve, from rows that they took, or from the box. It is
public how many of each player's tiles came from the reserve, unseen, and how many from rows or box. A player kept as
many tiles of a row as the position says, and none of them has come back. A player who has drawn from the box may hold
any tile that can be there; then the tiles kept from that player's rows are no longer counted, except those of the row
being taken. Whatever is dealt first leaves equally many ways for the rest, so all determinizations are equally likely.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import NOTHING, way_of_choosing
from tavolo.games.tanz_der_hornochsen.placing import MOST_KEPT, group_in_hand
from tavolo.games.tanz_der_hornochsen.position import (
    BUY,
    DEALING,
    KEEPING,
    MOST_IN_HAND,
    SHOWN,
    TAKEN,
    UNSEEN,
    Position,
)
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.games.tanz_der_hornochsen.rows import Rows, share_left

ITERATIONS = 600
SHARED = 8
DEPTH = 1
DECISIONS = 0
EXPLORING = 0.2
WINNING = 0.0  # the lead after a round says little about the winner

Action = tuple[int, ...]


def prune(position: Position, player: int) -> list[Action]:
    """Return all legal actions except purchases after choosing; none for a player who may only buy."""
    actions = game.legal(position, player)
    if position.phase == KEEPING:
        return actions
    if way_of_choosing(position, player) == NOTHING:
        return []
    return [action for action in actions if action[0] != BUY] if position.chosen[player] else actions


def evaluate(position: Position) -> list[float]:
    """Return the worth of pawns and hands of a dealt position after the round, in points.

    All players place their cheapest tiles, and keep as many tiles of a row as they may.
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
    """Add to the hand the tiles of the row that its player may still keep."""
    number = min(MOST_KEPT - position.kept_of[group_in_hand(position)], MOST_IN_HAND - len(hand))
    tiles = [tile for tile in position.taken if tile not in hand]
    after = rows.copy()
    for entry in position.queue:
        after.place(entry >> 3)
    hand += after.least(tiles, number, (position.players - 1) * (1 + after.is_double()))


def determinize(known: Position, player: int, random: Random) -> Position:
    """Return a random dealt position that agrees with `known`, a view of `player`, each with equal probability.

    ValueError when none agrees.
    """
    found = known.copy()
    found.dealt = True
    if known.phase == DEALING:
        return found
    holders = [_Holder.of(known, each) for each in range(known.players)]
    own = {tile for holder in holders for tile in holder.mine}
    unseen = [tile for tile in range(CARDS) if known.where[tile] == UNSEEN and tile not in own]
    random.shuffle(unseen)
    given = [_taken_from(unseen, holder.unseen) for holder in holders]
    _give_seen(known, holders, own, given, found, random)
    found.reserve_tiles = sorted(_taken_from(unseen, known.reserve))
    if unseen:
        raise ValueError("More tiles are unseen than hands and the reserve can hold.")
    for each, tiles in enumerate(given):
        _hand_over(found, each, tiles, random)
    return found


class _Holder(NamedTuple):
    """A player's unknown tiles: how many from the reserve, and how many from rows or box."""

    unseen: int
    seen: int
    mine: Sequence[int]  # those that are known

    @staticmethod
    def of(known: Position, player: int) -> "_Holder":
        """Return what a player holds, in the hand and sealed."""
        mine = (known.hands[player] or []) + [tile for tile in known.sealed[player] if tile != UNKNOWN]
        seen = sum(known.where[tile] != UNSEEN for tile in mine)
        number = known.held[player] + len(known.sealed[player]) - len(mine)
        return _Holder(number - known.kept[player] + seen, known.kept[player] - seen, mine)


def _taken_from(tiles: list[int], number: int) -> list[int]:
    """Take `number` tiles from the end; ValueError if there are fewer."""
    if not 0 <= number <= len(tiles):
        raise ValueError("There are fewer tiles than the hands hold.")
    rest = len(tiles) - number
    taken = tiles[rest:]
    del tiles[rest:]
    return taken


def _give_seen(
    known: Position,
    holders: Sequence[_Holder],
    own: set[int],
    given: list[list[int]],
    found: Position,
    random: Random,
) -> None:
    """Give the tiles from rows or box to their holders, and the rest to the box."""
    taking = group_in_hand(known) if known.phase == KEEPING else None
    box: list[int] = []
    wanting = [holder.seen for holder in holders]
    for group, tiles in _groups(known, own).items():
        kept = _kept_of(known, group, holders, group == taking)
        if kept:
            random.shuffle(tiles)
            given[known.owners[group]] += _taken_from(tiles, kept)
            wanting[known.owners[group]] -= kept
        if group != taking:
            box += tiles
    random.shuffle(box)
    for each, number in enumerate(wanting):
        if number and not known.drew[each]:
            raise ValueError("A player holds more tiles from rows than were kept.")
        given[each] += _taken_from(box, number)
    if len(box) != known.box:
        raise ValueError("The number of tiles left does not match the box.")
    found.box_tiles = sorted(box)


def _groups(known: Position, own: set[int]) -> dict[int, list[int]]:
    """Return the tiles that may be in a hand or the box, except `own`, by group; -1 is the box."""
    groups: dict[int, list[int]] = {}
    for tile in range(CARDS):
        if known.where[tile] > SHOWN and tile not in own:
            groups.setdefault(known.where[tile] - TAKEN, []).append(tile)
    return groups


def _kept_of(known: Position, group: int, holders: Sequence[_Holder], is_taking: bool) -> int:
    """Return how many unknown tiles of a group its owner certainly holds; 0 for the box."""
    if group < 0:
        return 0
    owner = known.owners[group]
    if known.drew[owner] and not is_taking:
        return 0
    return known.kept_of[group] - sum(known.where[tile] == TAKEN + group for tile in holders[owner].mine)


def _hand_over(found: Position, player: int, tiles: list[int], random: Random) -> None:
    """Put tiles into an unknown hand, and into unknown sealed places."""
    random.shuffle(tiles)
    found.sealed[player] = [tiles.pop() if tile == UNKNOWN else tile for tile in found.sealed[player]]
    if found.hands[player] is None:
        found.hands[player] = sorted(tiles)
