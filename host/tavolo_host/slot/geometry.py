"""The geometry of a slot and of a card's foil: data, each with its unit.

Coordinates: x runs across the mouth, 0 in the middle of the slot; y runs from the end stop (0) towards the mouth. Seen
with the card's face in front and the mouth on top, x goes to the right. Pad n is bit n of a code. Pads are counted row
by row from the deepest, each row from left to right: in the 3×3 grid 0, 1, 2 lie deepest and 6, 7, 8 nearest the mouth.
A card carries a patch over each pad and a ground patch over the ground strip, all a little larger than what they cover,
so that its position need not be exact.
"""

from dataclasses import asdict, dataclass, field, replace
from math import radians, sin, sqrt
from typing import Any, ClassVar

PADS = 9
# Of the chip that reads a slot, and of its readings.
CHARGE_TIMES = range(1, 8)  # codes of the chip's register: 0.5 µs, and each further one doubles it
WIDTH_IN_DEVIATIONS = 3.53  # the expected width of sixteen normally distributed readings


def measurable(assumed: float, unit: str, least: float, greatest: float, meaning: str) -> Any:
    """A field that a measured value can replace, within these limits (`tavolo_host.slot.measured`)."""
    return field(default=assumed, metadata={"unit": unit, "least": least, "greatest": greatest, "meaning": meaning})


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


@dataclass(frozen=True)
class CardSize:
    """The outside of a card, in mm."""

    name: str
    width_mm: float
    length_mm: float
    corner_radius_mm: float = 3.0  # of the corners that are not keyed


POKER = CardSize("poker", 63.0, 88.0)
BRIDGE = CardSize("bridge", 56.0, 87.0)
SIZES = {size.name: size for size in (POKER, BRIDGE)}
# The outside of a sleeve for poker cards; a bridge card of a printed game and a foil insert lie in it.
SLEEVE = CardSize("sleeve", 66.0, 91.0)


@dataclass(frozen=True)
class Thickness:
    """A class of cards that a table is built for, and the channel between film and hood that its spacer makes.

    Cards are within `thickness_tolerance_mm` of `card_thickness_mm`, and their foil within `foil_depth_tolerance_mm` of
    `foil_depth_mm` below the face on the film. The channels are what stock sheets and a layer of transfer tape (0.1 mm)
    give: `tests/hardware/choosing.py` found them.
    """

    name: str
    meaning: str
    card_thickness_mm: float
    thickness_tolerance_mm: float
    foil_depth_mm: float
    foil_depth_tolerance_mm: float
    channel_mm: float

    @property
    def thinnest_mm(self) -> float:
        """The thinnest card of the class."""
        return round(self.card_thickness_mm - self.thickness_tolerance_mm, 6)

    @property
    def thickest_mm(self) -> float:
        """The thickest card of the class."""
        return round(self.card_thickness_mm + self.thickness_tolerance_mm, 6)


THIN = Thickness("thin", "cards of thin paper, glued: 120 and 160 g", 0.35, 0.05, 0.17, 0.03, 0.5)
GLUED = Thickness("glued", "cards of stiff paper, glued: 160 and 200 g", 0.45, 0.05, 0.22, 0.04, 0.6)
SLEEVED = Thickness("sleeved", "a card and an insert in a sleeve", 0.675, 0.075, 0.1, 0.04, 0.85)
THICKNESSES = {thickness.name: thickness for thickness in (THIN, GLUED, SLEEVED)}


@dataclass(frozen=True)
class Geometry:
    """One slot with its cards. The defaults are the table's, for glued cards."""

    columns: ClassVar[int] = 3
    rows: ClassVar[int] = 3
    pad_width_mm: float = 9.0
    pad_depth_mm: float = 9.0
    column_pitch_mm: float = 19.0
    row_pitch_mm: float = 19.0  # not less than pad and patch together: see tavolo_host.slot.insertion
    patch_margin_mm: float = 0.5  # by which a patch extends beyond its pad on every side
    deepest_row_mm: float = 11.0  # y of the pads' centres; a card turned end for end covers none of them
    strip_width_mm: float = 40.0
    strip_depth_mm: float = 8.0
    # y of the strip's centre: nearer the mouth than any pad, and farther than a patch is long, which would join them.
    strip_mm: float = 67.0
    mouth_mm: float = 72.0  # how deep the pocket is
    card: CardSize = POKER
    shift_mm: float = measurable(0.5, "mm", 0.0, 2.0, "how far the walls let a card shift, either way")
    tilt_deg: float = measurable(0.6, "°", 0.0, 5.0, "how far they let it turn")

    # The keyed corner: cut from the card's left edge at the end that goes in first, and how much smaller the slot's
    # block is. It holds a card the wrong way round where nothing can be read.
    key_width_mm: float = 3.5
    key_depth_mm: float = 20.0
    key_clearance_mm: float = 0.5

    # Between pad and foil, in this order: film, air, the card's back. A card bends within the channel.
    film_mm: float = measurable(0.1, "mm", 0.01, 1.0, "the film over the pads")
    film_permittivity: float = measurable(
        3.2, "", 1.0, 10.0, "of the film, and of what else affects a pressed card's reading"
    )
    air_mm: float = measurable(0.05, "mm", 0.0, 2.0, "under a card that is not pressed")
    foil_depth_mm: float = measurable(
        GLUED.foil_depth_mm, "mm", 0.01, 1.0, "of a card's foil, below the face that lies on the film"
    )
    foil_depth_tolerance_mm: float = GLUED.foil_depth_tolerance_mm
    paper_permittivity: float = measurable(3.0, "", 1.0, 10.0, "of what lies between that face and the foil")
    card_thickness_mm: float = measurable(GLUED.card_thickness_mm, "mm", 0.1, 1.0, "a card with its foil")
    thickness_tolerance_mm: float = GLUED.thickness_tolerance_mm
    channel_mm: float = measurable(GLUED.channel_mm, "mm", 0.1, 3.0, "from film to hood")
    channel_tolerance_mm: float = 0.05
    stray_pf: float = measurable(12.0, "pF", 1.0, 38.0, "an electrode of the empty slot, trace and pin included")
    stray_tolerance_pf: float = measurable(1.5, "pF", 0.0, 15.0, "how far the nine pads differ from that, either way")
    patch_stray_pf: float = measurable(0.54, "pF", 0.0, 5.0, "an isolated patch to its surroundings")
    shielded_pf: float = measurable(0.395, "pF", 0.0, 5.0, "what a patch takes from the pad's own field")
    drift_pf: float = measurable(0.1, "pF", 0.0, 5.0, "how far an electrode wanders with damp and heat, either way")
    foil_stray_pf: float = measurable(0.7, "pF", 0.0, 20.0, "the joined foil to its surroundings, strip and pads apart")
    edge_pf: float = measurable(0.02, "pF", 0.0, 1.0, "between neighbouring patches: a mm of edge, 1 mm apart")

    hand_pad_pf: float = measurable(3.0, "pF", 0.0, 50.0, "a finger pressed on the film over a pad")
    hand_patch_pf: float = measurable(4.0, "pF", 0.0, 50.0, "a finger pressed on a card over a patch")
    hand_foil_pf: float = 100.0  # the hand that holds the card to its foil
    edge_hand: float = measurable(
        0.05, "", 0.0, 1.0, "the share of a hand that is felt while fingers hold the card's edge"
    )
    hand_fade: float = 0.9  # of the hand's effect, from a row of the grid to the next deeper one
    key_stray_pf: float = measurable(12.0, "pF", 1.0, 38.0, "a key's electrode, untouched")
    key_touch_pf: float = measurable(2.0, "pF", 0.1, 50.0, "what a finger adds to a key")

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
        """The card's corners at the end stop, centred, clockwise from the keyed corner.

        The notch is the keyed corner; the other corners are rounded with the card's `corner_radius_mm`.
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
        """How short of the end stop the key holds a card the wrong way round, in the worst case; 0 if it does not.

        The worst case is a tilted card at the other wall, whose round corner meets the edge of the block.
        """
        block, radius = self.key(), self.card.corner_radius_mm
        beside = 2 * self.shift_mm + radius - block.width  # from the block's edge to the centre of the rounding
        if beside >= radius:
            return 0.0
        sunk = radius - sqrt(radius**2 - max(0.0, beside) ** 2)
        return block.depth - sunk - self.card.width_mm / 2 * sin(radians(self.tilt_deg))

    @property
    def gap_mm(self) -> float:
        """From pad to foil, for a card that is not pressed."""
        return round(self.tight_gap_mm + self.air_mm, 6)

    @property
    def tight_gap_mm(self) -> float:
        """The same for a card pressed on the film."""
        return round(self.film_mm + self.foil_depth_mm, 6)

    @property
    def wide_gap_mm(self) -> float:
        """The same for the thinnest card bent up to the hood of the widest channel."""
        room = self.channel_mm + self.channel_tolerance_mm - self.card_thickness_mm + self.thickness_tolerance_mm
        return round(self.tight_gap_mm + room, 6)

    @property
    def excludes_two(self) -> bool:
        """Whether even the widest channel is too narrow for two of the thinnest cards."""
        thinnest_mm = self.card_thickness_mm - self.thickness_tolerance_mm
        return 2 * thinnest_mm > self.channel_mm + self.channel_tolerance_mm

    def for_cards(self, thickness: Thickness) -> "Geometry":
        """The same slot with the spacer for another class of cards."""
        own = asdict(thickness)
        return replace(self, **{name: own[name] for name in own if name not in ("name", "meaning")})

    def extremes(self) -> "tuple[Geometry, Geometry]":
        """The same slot for the shallowest and for the deepest foil of the cards' class."""
        shallow, deep = (
            replace(self, foil_depth_mm=round(self.foil_depth_mm + away, 6), foil_depth_tolerance_mm=0.0)
            for away in (-self.foil_depth_tolerance_mm, self.foil_depth_tolerance_mm)
        )
        return shallow, deep


GRID = Geometry()
# The same on a manufactured board, whose solder mask is the film.
MASK_MM, MASK_PERMITTIVITY = 0.025, 3.5
SLOT_BOARD = replace(GRID, film_mm=MASK_MM, film_permittivity=MASK_PERMITTIVITY)
