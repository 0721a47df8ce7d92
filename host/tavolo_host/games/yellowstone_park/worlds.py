"""Worlds of Yellowstone Park: each card is in one of the places where its mark says that it may be.

Two cards of a face are never told apart, but each has its own mark. Who holds one of them cannot say which of the two
it is: both ways count.
"""

from functools import cache
from random import Random

from tavolo.games.yellowstone_park import CARDS
from tavolo.games.yellowstone_park.position import BOARD, COPIES, PENALTY, PILE, Position
from tavolo_host.players.dealing import Ways, deal

_PLACES = BOARD.bit_length() - 1  # of a mark, all but the board: hands, draw pile, penalty piles
_PILE = PILE.bit_length() - 1
_PENALTIES = PENALTY.bit_length() - 1


def world(known: Position, player: int, random: Random) -> Position:
    """Return a dealt position that agrees with `known`, a view of `player`; each that does is as likely.

    ValueError when none agrees.
    """
    own = known.hands[player] if player >= 0 else None
    rooms = [0] * _PLACES
    rooms[_PILE] = known.pile_count
    for each in range(known.players):
        if own is None or each != player:
            rooms[each] = known.hand_counts[each]
        rooms[_PENALTIES + each] = known.penalty_counts[each]
    dealt = deal(_groups(known, own or [], 0 if own is None else 1 << player), rooms, random)
    found = known.copy()
    found.dealt = True
    for each in range(known.players):
        if known.hands[each] is None:
            found.hands[each] = sorted(dealt[each])
    found.pile = sorted(dealt[_PILE])
    found.penalties = [sorted(dealt[_PENALTIES + each]) for each in range(known.players)]
    return found


def _groups(known: Position, own: list[int], hand: int) -> dict[Ways, list[int]]:
    """Return the faces of all cards that neither lie on the board nor in the own hand, by where those can be."""
    groups: dict[Ways, list[int]] = {}
    marks = known.marks
    for card in range(CARDS):
        for ways in _ways(marks[COPIES * card], marks[COPIES * card + 1], own.count(card), hand):
            groups.setdefault(ways, []).append(card)
    return groups


@cache
def _ways(first: int, second: int, held: int, hand: int) -> tuple[Ways, ...]:
    """Return, for both cards of a face with their marks, in how many ways those can be in each place that are not held.

    So many are `held` in the own `hand`, and all of those. ValueError when no card can be there.
    """
    one, other = [[mark >> place & 1 for place in range(_PLACES)] for mark in (first & ~hand, second & ~hand)]
    if not held:
        return tuple([tuple(ways) for mark, ways in ((first, one), (second, other)) if mark != BOARD])
    may_be_first, may_be_second = int(first & hand > 0), int(second & hand > 0)
    if held == COPIES and may_be_first and may_be_second:
        return ()
    if held > 1 or not (may_be_first or may_be_second):
        raise ValueError("A card is in the own hand that cannot be there.")
    if second == BOARD:
        return ()
    return (tuple([may_be_first * b + may_be_second * a for a, b in zip(one, other, strict=True)]),)
