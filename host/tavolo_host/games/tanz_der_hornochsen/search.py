"""Tanz der Hornochsen for the strong player's search: to the end of the round, then an evaluation of pawns and hands.

What follows the reveal is as unpredictable as the others' tiles, so the search weighs one decision in many
determinizations rather than several decisions in few.

In its determinizations, the tiles of others come from the reserve, from rows that they took, or from the box. It is
public how many of each player's tiles came from the reserve, unseen, and how many from rows or box. A player kept as
many tiles of a row as the position says, and none of them has come back. A player who has drawn from the box may hold
any tile that can be there; then the tiles kept from that player's rows are no longer counted, except those of the row
being taken. Whatever is dealt first leaves equally many ways for the rest, so all determinizations are equally likely.
"""

from random import Random

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen import position as at
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import NOTHING, way_of_choosing
from tavolo.games.tanz_der_hornochsen.placing import MOST_KEPT, group_in_hand
from tavolo.games.tanz_der_hornochsen.position import Position
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.games.tanz_der_hornochsen import player as sensible
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
    if position.phase == at.KEEPING:
        return actions
    if way_of_choosing(position, player) == NOTHING:
        return []
    return [action for action in actions if action[0] != at.BUY] if position.chosen[player] else actions


def shortlist(known: Position, player: int, _random: Random) -> list[Action]:
    """Return the actions of `prune`; for a player who may only buy, the one of waiting."""
    return prune(known, player) or [sensible.WAIT]


def evaluate(position: Position) -> list[float]:
    """Return the worth of pawns and hands of a dealt position after the round, in points.

    All players place their cheapest tiles, and keep as many tiles of a row as they may.
    """
    rows, players = Rows.of(position), position.players
    hands = [[*(hand or [])] for hand in position.hands]
    queue = position.queue[:]
    if position.phase == at.KEEPING:
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
    number = min(MOST_KEPT - position.kept_of[group_in_hand(position)], at.MOST_IN_HAND - len(hand))
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
    if known.phase == at.DEALING:
        return found
    sealed, where, everybody = known.sealed, known.where, range(known.players)
    mine = [[*(known.hands[each] or []), *[tile for tile in sealed[each] if tile != UNKNOWN]] for each in everybody]
    own = {tile for tiles in mine for tile in tiles}
    # Of each player's unknown tiles, those from rows or box; all others come from the reserve.
    seen = [known.kept[each] - sum(where[tile] != at.UNSEEN for tile in mine[each]) for each in everybody]
    unseen = [tile for tile in range(CARDS) if where[tile] == at.UNSEEN and tile not in own]
    random.shuffle(unseen)
    given = [
        _taken_from(unseen, known.held[each] + len(sealed[each]) - len(mine[each]) - seen[each]) for each in everybody
    ]
    found.box_tiles = sorted(_give_seen(known, mine, seen, given, random))
    found.reserve_tiles = sorted(_taken_from(unseen, known.reserve))
    if unseen:
        raise ValueError("More tiles are unseen than hands and the reserve can hold.")
    for each, tiles in enumerate(given):
        random.shuffle(tiles)
        found.sealed[each] = [tiles.pop() if tile == UNKNOWN else tile for tile in sealed[each]]
        if found.hands[each] is None:
            found.hands[each] = sorted(tiles)
    return found


def _taken_from(tiles: list[int], number: int) -> list[int]:
    """Take `number` tiles from the end; ValueError if there are fewer."""
    if not 0 <= number <= len(tiles):
        raise ValueError("There are fewer tiles than the hands hold.")
    rest = len(tiles) - number
    taken = tiles[rest:]
    del tiles[rest:]
    return taken


def _give_seen(
    known: Position, mine: list[list[int]], seen: list[int], given: list[list[int]], random: Random
) -> list[int]:
    """Give each player as many unknown tiles from rows or box as it has `seen`; return what is left in the box."""
    taking, box = group_in_hand(known) if known.phase == at.KEEPING else None, []
    groups: dict[int, list[int]] = {}  # tiles that may be in a hand or the box, by row that was taken; -1 is the box
    own = {tile for tiles in mine for tile in tiles}
    for tile in range(CARDS):
        if known.where[tile] > at.SHOWN and tile not in own:
            groups.setdefault(known.where[tile] - at.TAKEN, []).append(tile)
    for group, tiles in groups.items():
        if group >= 0 and (group == taking or not known.drew[known.owners[group]]):
            owner = known.owners[group]
            kept = known.kept_of[group] - sum(known.where[tile] == at.TAKEN + group for tile in mine[owner])
            if kept:
                random.shuffle(tiles)
                given[owner] += _taken_from(tiles, kept)
                seen[owner] -= kept
        if group != taking:
            box += tiles
    random.shuffle(box)
    for each, number in enumerate(seen):
        if number and not known.drew[each]:
            raise ValueError("A player holds more tiles from rows than were kept.")
        given[each] += _taken_from(box, number)
    if len(box) != known.box:
        raise ValueError("The number of tiles left does not match the box.")
    return box
