"""Small parts that rules share: drawing and taking cards, who has a value; and some verbs of `contract`.

Those are as they are in a game that has no sealed choices and no wishes that come at once.
"""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tavolo.rules.game import Position


def drawn(cards: "list[int]", number: int, below: "Callable[[int], int]") -> tuple[int, ...]:
    """Return so many of the cards in the order drawn, each as likely; below(n) gives a number from 0 to n - 1."""
    order = cards[:]
    for first in range(number):
        other = first + below(len(order) - first)
        order[first], order[other] = order[other], order[first]
    return tuple(order[:number])


def without(cards: "list[int]", taken: tuple[int, ...]) -> "list[int] | None":
    """Return what is left of cards when some are taken; None when those are not all there."""
    left = cards[:]
    try:
        for card in taken:
            left.remove(card)
    except ValueError:
        return None
    return left


def players_with(value: int, values: "Sequence[int]") -> tuple[int, ...]:
    """Return the players who have this value, of one for each."""
    return tuple([player for player in range(len(values)) if values[player] == value])


def secret(position: "Position", player: int) -> bool:
    """Return False: what a player does is seen by all."""
    return False


def forgotten(position: "Position") -> tuple[int, ...]:
    """Return (): nothing is sealed."""
    return ()


def may_act(position: "Position") -> tuple[int, ...]:
    """Return (): nobody may do anything without being waited for."""
    return ()


def waits(action: tuple[int, ...]) -> bool:
    """Return False: an action is carried out at once."""
    return False


def in_order(position: "Position", actions: "list[tuple[int, ...]]") -> "list[tuple[int, ...]]":
    """Return the actions as they came."""
    return actions
