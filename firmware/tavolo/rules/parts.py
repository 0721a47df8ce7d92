"""Small parts that rules share: drawing and taking cards, players with a value; and functions of `contract`.

Those are for games without sealed choices and simultaneous actions.
"""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tavolo.rules.game import Position


def drawn(cards: "list[int]", number: int, below: "Callable[[int], int]") -> tuple[int, ...]:
    """Return `number` random cards in the order drawn; below(n) returns a random number from 0 to n - 1."""
    order = cards[:]
    for first in range(number):
        other = first + below(len(order) - first)
        order[first], order[other] = order[other], order[first]
    return tuple(order[:number])


def without(cards: "list[int]", taken: tuple[int, ...]) -> "list[int] | None":
    """Return the cards that are left after some are taken; None if those are not all there."""
    left = cards[:]
    try:
        for card in taken:
            left.remove(card)
    except ValueError:
        return None
    return left


def players_with(value: int, values: "Sequence[int]") -> tuple[int, ...]:
    """Return the players with this value; `values` has one for each."""
    return tuple([player for player in range(len(values)) if values[player] == value])


def secret(position: "Position", player: int) -> bool:
    """Return False: nothing that a player does is secret."""
    return False


def forgotten(position: "Position") -> tuple[int, ...]:
    """Return (): nothing is sealed."""
    return ()


def may_act(position: "Position") -> tuple[int, ...]:
    """Return (): nobody may act without being waited for."""
    return ()


def waits(action: tuple[int, ...]) -> bool:
    """Return False: an action is applied at once."""
    return False


def in_order(position: "Position", actions: "list[tuple[int, ...]]") -> "list[tuple[int, ...]]":
    """Return the actions as they came."""
    return actions
