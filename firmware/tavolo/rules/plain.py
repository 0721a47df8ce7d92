"""The verbs of `contract` as they are in a game that has no sealed choices and no wishes that come at once.

Such a game takes them from here.
"""

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.rules.game import Position


def secret(position: "Position", player: int) -> bool:
    """Return False: what a player does is seen by all."""
    return False


def forgotten(position: "Position") -> tuple[int, ...]:
    """Return (): nothing is sealed."""
    return ()


def waits(action: tuple[int, ...]) -> bool:
    """Return False: an action is carried out at once."""
    return False


def in_order(position: "Position", actions: "list[tuple[int, ...]]") -> "list[tuple[int, ...]]":
    """Return the actions as they came."""
    return actions
