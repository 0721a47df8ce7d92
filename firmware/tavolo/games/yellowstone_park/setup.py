"""Yellowstone Park: the deal, the first card, and what chance does in general."""

from tavolo.games.yellowstone_park import marks
from tavolo.games.yellowstone_park.events import DEALT, TURNED_UP
from tavolo.games.yellowstone_park.position import (
    BEFORE_DEAL,
    CENTRE,
    DEAL,
    DRAW,
    DRAWING_OWN,
    FIRST_CARD,
    HAND,
    NUMBERS,
    PLACING,
    TURN_UP,
    Position,
)

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable


def deal(position: Position, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Give everybody a hand, of `cards` player by player where the position knows them; return what happened."""
    players = position.players
    if position.pile is not None:
        position.hands = [sorted(cards[p * HAND : (p + 1) * HAND]) for p in range(players)]
        for card in cards:
            position.pile.remove(card)
    for player in range(players):
        position.hand_counts[player] = HAND
        marks.draw(position, player, False)
    position.pile_count -= players * HAND
    position.phase = FIRST_CARD
    return [(DEALT, HAND, position.pile_count)]


def turn_up(position: Position, card: int) -> list[tuple[int, ...]]:
    """Lay the first card of the draw pile into the centre column, in its row; return what happened."""
    if position.pile is not None:
        position.pile.remove(card)
    position.pile_count -= 1
    position.columns[card // NUMBERS] = CENTRE
    position.board = 1 << card
    marks.turn_up(position, card)
    position.phase = PLACING
    return [(TURNED_UP, card, CENTRE)]


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return the deal, the first card or what is drawn, by below(n) in dealt play.

    At the table people deal and draw, and the first card has to be shown: None.
    """
    player = position.player()
    if position.phase == FIRST_CARD:
        return None if position.pile is None else (TURN_UP, position.pile[below(len(position.pile))])
    if position.phase == BEFORE_DEAL:
        if position.pile is None:
            return (DEAL,)
        return (DEAL,) + _drawn(position.pile, position.players * HAND, below)
    number = position.draw_count()
    if position.pile is None or position.penalties is None:
        return (DRAW, player, number)
    source = position.penalties[player] if position.phase == DRAWING_OWN else position.pile
    return (DRAW, player, number) + _drawn(source, number, below)


def _drawn(source: list[int], number: int, below: "Callable[[int], int]") -> tuple[int, ...]:
    cards = source[:]
    for first in range(number):
        other = first + below(len(cards) - first)
        cards[first], cards[other] = cards[other], cards[first]
    return tuple(cards[:number])
