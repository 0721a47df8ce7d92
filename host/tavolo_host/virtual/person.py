"""One of the people at a virtual table: the hands at a seat, what they are doing, and how a lamp looks to them."""

from tavolo import palette
from tavolo.board import SEATS
from tavolo.rules.contract import NO_CARD
from tavolo_host.virtual.body import Body
from tavolo_host.virtual.heads import Action

Colours = list[tuple[int, int, int]]


def looks_accepted(colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the green of `palette.ACCEPTED`, however dimmed."""
    red, green, blue = colour
    accepted = palette.RGB[palette.ACCEPTED]
    return green > 0 and red * 8 <= green and blue * accepted[1] <= green * (accepted[2] + 4)


def looks_refused(colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the red of `palette.REFUSED`, however dimmed."""
    red, green, blue = colour
    return red > 0 and green * 8 <= red and blue * 8 <= red


def places(count: int) -> tuple[int, ...]:
    """Return the seats that a number of people takes, spread around the table."""
    return tuple((number * SEATS + count // 2) // count for number in range(count))


class Person:
    """Who plays for one seat: a virtual person, or a visitor's hands (`is_visitor`).

    `card` is in the slot, or NO_CARD; `meant` is the action that is being said to the board with it or with keys.
    """

    def __init__(self, seat: int, body: Body) -> None:
        self.seat = seat
        self.body = body
        self.is_visitor = False
        self.card = NO_CARD
        self.meant: Action | None = None
        self.is_played = False  # whether what the card says is carried out already
        self.waited_ms = 0
        self.thinking_ms = 0
