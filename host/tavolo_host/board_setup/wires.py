"""How a strip is wired, found by lighting as few of its pixels as decide.

Whatever a strip may be (in which order its pixels take their colours, how its panels are laid, how long it is) is a
list of candidates. Each says what a person sees when some byte of the wire is lit; an answer leaves those that fit. The
next byte is the one whose worst answer leaves fewest. Where a panel's pixels are says the firmware's own mapping,
`tavolo.lights.layout`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from tavolo.lights.layout import field_places
from tavolo.maker.settings import MOST_TRACK_PIXELS, ORDERS, PANEL_PIXELS, SETTINGS, index_of
from tavolo.wiring import TRACK_PIXELS

C = TypeVar("C")
RED, GREEN, BLUE, WHITE = "red", "green", "blue", "white"
SEEN = {"R": RED, "G": GREEN, "B": BLUE, "W": WHITE}
ORDER_BYTES = range(12)  # that are lit to find an order: four pixels of three bytes, or three of four
STEP_OF_TWO = 2 * TRACK_PIXELS - 1  # pixels from which on every second one is a space of the track

LAST, GOES_ON, NOTHING = "last", "goes on", "nothing"  # how a strip looks when one of its pixels is lit


class Lay(NamedTuple):
    """How a field of one or two panels is laid: the values of `panel_begins`, `panel_rows` and `panel_turn`."""

    panels: int
    begins: str
    rows: str
    turn: int

    @property
    def places(self) -> bytes:
        """The place of the field (row * 16 + column) of each pixel along the wire."""
        return field_places(self.panels, self.begins == "right", self.rows == "serpentine", self.turn // 90)


def lays(panels: int) -> list[Lay]:
    """Return all ways to lay so many panels; the beginning of a single one makes no difference."""
    begins, rows, turns = (SETTINGS[index_of(name)].choices for name in ("panel_begins", "panel_rows", "panel_turn"))
    firsts = begins if panels > 1 else begins[:1]
    return [Lay(panels, first, way, int(turn)) for first in firsts for way in rows for turn in turns]


def colour_seen(order: str, byte: int) -> str:
    """Return the colour that a lit byte of the wire shows on pixels of this order."""
    return SEEN[order[byte % len(order)]]


def best(candidates: Sequence[C], places: Sequence[int], seen: Callable[[C, int], object]) -> int:
    """Return the place (a byte, a pixel) whose worst answer leaves fewest candidates, and then on average."""

    def left(place: int) -> tuple[int, int]:
        counts = Counter(seen(each, place) for each in candidates).values()
        return max(counts), sum(count * count for count in counts)

    return min(places, key=left)


def order_after(answers: Sequence[str]) -> tuple[Sequence[str], int]:
    """Return (orders that fit what was seen so far, the byte to light next); the first byte is the wire's first."""
    candidates: Sequence[str] = ORDERS
    asked = best(candidates, ORDER_BYTES, colour_seen)
    for answer in answers:
        candidates = [order for order in candidates if colour_seen(order, asked) == answer]
        asked = best(candidates, ORDER_BYTES, colour_seen) if candidates else 0
    return candidates, asked


@cache
def lay_pixels(panels: int) -> tuple[int, int]:
    """Return two pixels of the wire each of which alone decides how the panels are laid: to ask, and to make sure.

    The second one is on the last panel, to which data come through all others.
    """
    ways = [lay.places for lay in lays(panels)]
    first = best(ways, range(PANEL_PIXELS), lambda places, pixel: places[pixel])
    others = [pixel for pixel in range((panels - 1) * PANEL_PIXELS, panels * PANEL_PIXELS) if pixel != first]
    return first, best(ways, others[::-1], lambda places, pixel: places[pixel])


def lay_at(panels: int, place: int) -> Lay | None:
    """Return how the panels are laid if the first pixel of `lay_pixels` lights up there; None if that cannot be."""
    pixel = lay_pixels(panels)[0]
    return next((lay for lay in lays(panels) if lay.places[pixel] == place), None)


def length_after(answers: Sequence[str]) -> tuple[range, int]:
    """Return (numbers of pixels that fit what was seen so far, the number whose last pixel to light next).

    The commonest are tried first: 64, and 144, the most.
    """
    left = range(TRACK_PIXELS, MOST_TRACK_PIXELS + 1)
    asked = TRACK_PIXELS
    for answer in answers:
        if answer == LAST:
            return range(asked, asked + 1), asked
        left = range(asked + 1, left.stop) if answer == GOES_ON else range(left.start, asked)
        is_first = answers[0] is answer and asked == TRACK_PIXELS
        asked = MOST_TRACK_PIXELS if is_first and left else (left.start + left.stop - 1) // 2
    return left, asked


def track_of(pixels: int) -> dict[str, str]:
    """Return the settings of a track with so many pixels: its middle ones, or every second one of a long strip."""
    step = 2 if pixels >= STEP_OF_TWO else 1
    skip = (pixels - step * (TRACK_PIXELS - 1) - 1) // 2
    return {"track_pixels": str(pixels), "track_skip": str(skip), "track_step": str(step)}
