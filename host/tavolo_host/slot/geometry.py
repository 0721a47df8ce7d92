"""The geometry of a slot and of a card's foil: data, each with its unit.

Coordinates: x runs across the mouth, 0 in the middle of the slot; y runs from the end stop (0) towards the
mouth; as one sees it with the card's face in front and the mouth on top, x goes to the right. Pad n is bit n of
a code. Pads are counted row by row from the deepest, each row from left to right:
in the 3×3 grid 0, 1, 2 lie deepest and 6, 7, 8 nearest the mouth. A card carries a patch over each pad and
a ground patch over the ground strip, all a little larger than what they lie over, so that a card need not
lie exactly.
"""

from dataclasses import dataclass, replace
from math import radians, sin, sqrt

PADS = 9


@dataclass(frozen=True)
class Rectangle:
    """An upright rectangle by its centre and its size, in mm."""

    x: float
    y: float
    width: float
    depth: float

    def grown(self, margin: float) -> "Rectangle":
        """A rectangle with the same centre that is `margin` larger on every side."""
        return Rectangle(self.x, self.y, self.width + 2 * margin, self.depth + 2 * margin)

    def overlap_mm2(self, other: "Rectangle") -> float:
        """The area that both cover."""
        across = (self.width + other.width) / 2 - abs(self.x - other.x)
        along = (self.depth + other.depth) / 2 - abs(self.y - other.y)
        if across <= 0 or along <= 0:
            return 0.0
        return min(across, self.width, other.width) * min(along, self.depth, other.depth)


@dataclass(frozen=True)
class CardSize:
    """The outside of a card, in mm."""

    name: str
    width_mm: float
    length_mm: float
    corner_radius_mm: float = 3.0  # of the corners that are not keyed


POKER = CardSize("poker", 63.0, 88.0)
BRIDGE = CardSize("bridge", 56.0, 87.0)
# The outside of a sleeve for poker cards; a bridge card of a printed game and a foil insert lie in it.
SLEEVE = CardSize("sleeve", 66.0, 91.0)


@dataclass(frozen=True)
class Geometry:
    """One slot with its cards. The defaults are the 3×3 grid that the table uses."""

    name: str = "3×3 grid"
    columns: int = 3
    rows: int = 3
    pad_width_mm: float = 8.0
    pad_depth_mm: float = 8.0
    column_pitch_mm: float = 18.0
    row_pitch_mm: float = 18.0  # not less than pad and patch together: see tavolo_host.slot.insertion
    patch_margin_mm: float = 1.0  # by which a patch outreaches its pad on every side
    deepest_row_mm: float = 13.0  # y of the pads' centres; a card turned end for end meets none of them
    strip_width_mm: float = 40.0
    strip_depth_mm: float = 8.0
    strip_mm: float = 66.0  # y of the strip's centre: nearer the mouth than any pad
    mouth_mm: float = 72.0  # how deep the pocket is
    card: CardSize = POKER
    card_thickness_mm: float = 0.3
    shift_mm: float = 0.5  # how far the side walls let a card shift either way
    tilt_deg: float = 0.6  # how far they let it turn

    # The keyed corner: what is cut from the card's left edge at the end that goes in first, and by how much the
    # slot's block is smaller. A card the wrong way round is held by it where nothing can be read.
    key_width_mm: float = 3.5
    key_depth_mm: float = 20.0
    key_clearance_mm: float = 0.5

    gap_mm: float = 0.5  # pad to foil: half the card, the cover over the pads, some air
    tight_gap_mm: float = 0.4  # a card pressed on the pads
    wide_gap_mm: float = 1.0  # a bent card
    permittivity: float = 3.0  # of what lies in the gap, relative
    stray_pf: float = 12.0  # of an electrode with its trace and its pin
    stray_tolerance_pf: float = 1.5  # from pad to pad, either way
    patch_stray_pf: float = 0.4  # of a patch to its surroundings
    drift_pf: float = 0.1  # of an electrode by damp and heat since the slot was last seen empty, either way
    foil_stray_pf: float = 0.5  # of the joined foil to its surroundings, ground strip and pads apart
    edge_pf: float = 0.02  # between the edges of neighbouring patches: a mm of edge, 1 mm apart

    hand_pad_pf: float = 3.0  # a finger pressed on a bare pad
    hand_patch_pf: float = 4.0  # a finger pressed on the card over a patch
    hand_foil_pf: float = 100.0  # the hand that holds the card to its foil
    edge_hand: float = 0.05  # how much of a hand there is while fingers hold the card's edge outside the slot
    hand_fade: float = 0.9  # of the hand's reach, from a row of the grid to the next deeper one
    key_stray_pf: float = 12.0
    key_touch_pf: float = 2.0  # a finger on a key

    def __post_init__(self) -> None:
        if self.rows * self.columns != PADS:
            raise ValueError(f"{self.rows} rows of {self.columns} pads are not {PADS} pads.")

    def pads(self) -> list[Rectangle]:
        """The nine pads, in the order of a code's bits."""
        middle = (self.columns - 1) / 2
        return [
            Rectangle(
                (column - middle) * self.column_pitch_mm,
                self.deepest_row_mm + row * self.row_pitch_mm,
                self.pad_width_mm,
                self.pad_depth_mm,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def strip(self) -> Rectangle:
        """The ground strip."""
        return Rectangle(0.0, self.strip_mm, self.strip_width_mm, self.strip_depth_mm)

    def card_outline(self) -> list[tuple[float, float]]:
        """The card's corners when it lies at the end stop, in the middle, clockwise from the keyed corner.

        The notch is the keyed corner; the other corners are rounded besides, with the card's `corner_radius_mm`.
        """
        side, end = self.card.width_mm / 2, self.card.length_mm
        notch, shoulder = self.key_width_mm - side, self.key_depth_mm
        return [(notch, 0.0), (notch, shoulder), (-side, shoulder), (-side, end), (side, end), (side, 0.0)]

    def key(self) -> Rectangle:
        """The slot's block in the keyed corner: along the left wall, from the end stop."""
        width, depth = self.key_width_mm - self.key_clearance_mm, self.key_depth_mm - self.key_clearance_mm
        return Rectangle(width / 2 - self.pocket_width_mm / 2, depth / 2, width, depth)

    @property
    def pocket_width_mm(self) -> float:
        """From side wall to side wall."""
        return self.card.width_mm + 2 * self.shift_mm

    def key_stop_mm(self) -> float:
        """How short of the end stop the key holds a card the wrong way round, in the worst case; 0 when it does not.

        Worst is a card at the other wall, tilted, whose round corner meets the edge of the block.
        """
        block, radius = self.key(), self.card.corner_radius_mm
        beside = 2 * self.shift_mm + radius - block.width  # from the block's edge to the middle of the rounding
        if beside >= radius:
            return 0.0
        sunk = radius - sqrt(radius**2 - max(0.0, beside) ** 2)
        return block.depth - sunk - self.card.width_mm / 2 * sin(radians(self.tilt_deg))

    @property
    def cover_mm(self) -> float:
        """The insulating film over the pads: a card pressed on it has its foil at the tight gap."""
        return self.tight_gap_mm - self.card_thickness_mm / 2

    @property
    def channel_mm(self) -> float:
        """From the film to the hood, which keeps a bent card's foil within the wide gap."""
        return self.wide_gap_mm - self.tight_gap_mm + self.card_thickness_mm

    def fits(self, card: CardSize, edge_mm: float = 3.0) -> bool:
        """Whether a card of this size carries all patches, each at least `edge_mm` from the card's outer edges."""
        foil = [place.grown(self.patch_margin_mm) for place in [*self.pads(), self.strip()]]
        right = max(place.x + place.width / 2 for place in foil)
        far = max(place.y + place.depth / 2 for place in foil)
        near = min(place.y - place.depth / 2 for place in foil)
        return near >= edge_mm and right <= card.width_mm / 2 - edge_mm and far <= card.length_mm - edge_mm


GRID = Geometry()

# Nine pads of the same area in one row, as wide as a bridge card leaves room for.
ROW = replace(
    GRID,
    name="single row",
    columns=9,
    rows=1,
    pad_width_mm=4.0,
    pad_depth_mm=16.0,
    column_pitch_mm=5.5,
    patch_margin_mm=0.25,  # leaves 1 mm between patches
    deepest_row_mm=12.0,
    strip_mm=30.0,
    mouth_mm=38.0,
)
