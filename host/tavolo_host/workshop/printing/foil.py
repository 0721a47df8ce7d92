"""The foil of a card: nine patches, a ground patch, and the bridges that join four of the patches to it.

Coordinates are those of the slot with the card at its end stop, as its owner sees it with the card's face in front and
the mouth on top: x to the right, 0 in the middle; y upwards from the lower edge, which goes in first.

No pad may lie below a bridge, however deep the card is in. So a bridge goes from its patch straight into a lane, and
there a trunk leads to the ground patch: between the first two columns of patches, for both, and beside the last one, as
far out as possible. A trunk adds a little capacitance to the isolated patches that it passes, and so passes each on one
side at most. A patch of the row nearest the mouth has a bridge straight to the ground patch.
"""

from dataclasses import dataclass

from tavolo.seat.cards import is_code
from tavolo_host.slot.geometry import GRID, PADS, Geometry, Rectangle

BRIDGE_WIDTH_MM = 1.5
EDGE_MM = 2.0  # from the outer trunk to the card's edge: far from the patches, with room for a knife's error
LEAST_GAP_MM = 1.5  # from that trunk to the patches; a narrower card has it on their other side
TURN_MM = 1.0  # from the ground patch's edge to the end of that trunk, which turns to it there

# A sleeve is welded along three edges: what is in it lies this much farther from the end stop than its outside.
SLEEVE_WELD_MM = 1.25


@dataclass(frozen=True)
class Foil:
    """The foil of one card. `bridges` touch each other, the joined patches and the ground patch."""

    code: int
    ground: Rectangle
    patches: tuple[Rectangle, ...]
    bridges: tuple[Rectangle, ...]

    def joined(self) -> tuple[Rectangle, ...]:
        """Return the parts of the one conductor: ground patch, bridges, joined patches."""
        joined = tuple(patch for pad, patch in enumerate(self.patches) if self.code >> pad & 1)
        return (self.ground, *self.bridges, *joined)


def foil_of(code: int, geometry: Geometry = GRID) -> Foil:
    """Return the foil of a code. ValueError unless it is a code of the table, and the slot has three columns."""
    if not is_code(code):
        raise ValueError(f"{code:09b} is no code of a card.")
    ground, patches = conductors(geometry)
    bridges: list[Rectangle] = []
    trunks: dict[float, float] = {}  # where each begins
    for pad in (pad for pad in range(PADS) if code >> pad & 1):
        patch = patches[pad]
        if pad + geometry.columns >= PADS:
            bridges.append(box(patch.x - BRIDGE_WIDTH_MM / 2, patch.y, patch.x + BRIDGE_WIDTH_MM / 2, ground.y))
            continue
        x = _lane_x(geometry, patches, pad % geometry.columns)
        trunks.setdefault(x, patch.y - BRIDGE_WIDTH_MM / 2)  # pads are counted from the deepest row
        bridges.append(box(patch.x, patch.y - BRIDGE_WIDTH_MM / 2, x, patch.y + BRIDGE_WIDTH_MM / 2))
    for x, y in trunks.items():
        bridges += trunk(ground, x, y)
    return Foil(code, ground, patches, tuple(bridges))


def conductors(geometry: Geometry) -> tuple[Rectangle, tuple[Rectangle, ...]]:
    """Return the ground patch, and the nine patches. ValueError unless the slot has three columns."""
    if geometry.columns != 3:
        raise ValueError(f"Foil has three columns of patches, and the slot {geometry.columns}.")
    margin = geometry.patch_margin_mm
    return geometry.strip().grown(margin), tuple(pad.grown(margin) for pad in geometry.pads())


def outer_x(geometry: Geometry) -> float:
    """Return the centre of the lane beside the last column."""
    return geometry.card.width_mm / 2 - EDGE_MM - BRIDGE_WIDTH_MM / 2


def _lane_x(geometry: Geometry, patches: tuple[Rectangle, ...], column: int) -> float:
    """Return the centre of the lane for a column's trunk."""
    if column < 2:
        return (patches[0].x + patches[1].x) / 2
    room = outer_x(geometry) - BRIDGE_WIDTH_MM / 2 - patches[2].x - patches[2].width / 2
    return outer_x(geometry) if room >= LEAST_GAP_MM else (patches[1].x + patches[2].x) / 2


def trunk(ground: Rectangle, x: float, y: float) -> tuple[Rectangle, ...]:
    """Return a trunk in the lane at `x`, from `y` to the ground patch; beyond its end, the trunk turns to it."""
    half, low = BRIDGE_WIDTH_MM / 2, ground.y - ground.depth / 2
    if x + half <= ground.width / 2:
        return (box(x - half, y, x + half, low),)
    end = low + TURN_MM + BRIDGE_WIDTH_MM
    return box(x - half, y, x + half, end), box(ground.width / 2, low + TURN_MM, x + half, end)


def box(x: float, y: float, to_x: float, to_y: float) -> Rectangle:
    """Return an upright rectangle by two opposite corners."""
    return Rectangle((x + to_x) / 2, (y + to_y) / 2, abs(to_x - x), abs(to_y - y))


def key_notch(geometry: Geometry) -> Rectangle:
    """Return the notch of a card for the key of the slot."""
    left = -geometry.card.width_mm / 2
    return box(left, 0.0, left + geometry.key_width_mm, geometry.key_depth_mm)
