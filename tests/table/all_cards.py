"""Where all cards of a game are: the same deck in every position, as cards in dealt play, as numbers at the table.

A game that has no lines here is not counted.
"""

from typing import Any

from tavolo.games.bambuti import rules as bambuti
from tavolo.games.david_goliath import rules as david_goliath
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.games.tanz_der_hornochsen.placing import group_in_hand
from tavolo.games.tanz_der_hornochsen.position import DEALING
from tavolo.games.yellowstone_park import rules as park


def cards_and_deck(game: Any, position: Any) -> tuple[list[int], list[int]]:
    """All cards in a dealt position, and those that must be there, both sorted."""
    found, deck = _IN_DEALT_PLAY.get(game.NAME, lambda _: ([], []))(position)
    return sorted(found), sorted(deck)


def count_and_size(game: Any, position: Any) -> tuple[int, int]:
    """How many cards there are in any position, and how many there must be."""
    return _AT_THE_TABLE.get(game.NAME, lambda _: (0, 0))(position)


def _of_david_and_goliath(position: Any) -> tuple[list[int], list[int]]:
    captured = [card for card in range(david_goliath.CARDS) if position.where[card] < position.players]
    found = _in(position.hands) + position.trick + captured
    return found, david_goliath.deck(position.players) if _is_dealt(position) else []


def _is_dealt(position: Any) -> bool:
    """Whether the first deal of David & Goliath has happened."""
    return bool(position.deal or position.remaining or any(position.counts))


def _of_bambuti(position: Any) -> tuple[list[int], list[int]]:
    lying = list(position.rows) + _covered(position)
    return _in(position.hands) + _in(position.sealed) + position.pile + lying, list(range(bambuti.CARDS))


def _covered(position: Any) -> list[int]:
    """The masks of Bambuti that lie under others."""
    return [mask for mask in range(bambuti.CARDS) if position.seen[mask] and mask not in position.rows]


def _of_yellowstone(position: Any) -> tuple[list[int], list[int]]:
    held = _in(position.hands) + _in(position.penalties) + position.pile
    return held + _on_the_board(position), 2 * list(range(park.CARDS))


def _on_the_board(position: Any) -> list[int]:
    """The faces on Yellowstone's board; one that lies there twice counts twice."""
    return [face for bits in (position.board, position.doubles) for face in range(park.CARDS) if bits >> face & 1]


def _of_hornochsen(position: Any) -> tuple[list[int], list[int]]:
    if position.phase == DEALING:
        return [], []
    hands = _in(position.hands)
    taken = [tile for tile in position.taken if tile not in hands]
    piles = position.reserve_tiles + position.box_tiles
    return hands + _in(position.sealed) + _placed(position) + taken + piles, list(range(hornochsen.CARDS))


def _placed(position: Any) -> list[int]:
    """The tiles that lie open: in rows, or shown and to be placed."""
    rows = [tile for row in range(len(position.lengths)) for tile in position.row(row)]
    return rows + [shown >> 3 for shown in position.queue]


def _in(hands: list[list[int] | None]) -> list[int]:
    return [card for hand in hands for card in hand or []]


def _count_david_and_goliath(position: Any) -> tuple[int, int]:
    captured = sum(position.counts)
    return captured + len(position.trick) + position.remaining, 15 * position.players if _is_dealt(position) else 0


def _count_bambuti(position: Any) -> tuple[int, int]:
    sealed = sum(len(masks) for masks in position.sealed)
    lying = len(list(position.rows) + _covered(position))
    return sum(position.held) + sealed + lying + position.pile_count, bambuti.CARDS


def _count_yellowstone(position: Any) -> tuple[int, int]:
    counts = sum(position.hand_counts) + sum(position.penalty_counts) + position.pile_count
    return counts + len(_on_the_board(position)), 2 * park.CARDS


def _count_hornochsen(position: Any) -> tuple[int, int]:
    sealed = sum(len(tiles) for tiles in position.sealed)
    kept = position.kept_of[group_in_hand(position)] if position.taken else 0
    counts = position.reserve + position.box + sum(position.held) + sealed + len(_placed(position))
    return counts + len(position.taken) - kept, hornochsen.CARDS


_IN_DEALT_PLAY = {
    david_goliath.NAME: _of_david_and_goliath,
    bambuti.NAME: _of_bambuti,
    park.NAME: _of_yellowstone,
    hornochsen.NAME: _of_hornochsen,
}
_AT_THE_TABLE = {
    david_goliath.NAME: _count_david_and_goliath,
    bambuti.NAME: _count_bambuti,
    park.NAME: _count_yellowstone,
    hornochsen.NAME: _count_hornochsen,
}
