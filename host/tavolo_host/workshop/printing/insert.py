"""The universal insert: a bridge joins each of the nine patches to the ground patch, and five bridges are punched out.

One drawing serves all codes and all games, as a sheet of copper film on paper or as a thin board. Coordinates are
those of the slot with the insert in a sleeve at the end stop, as in `tavolo_host.workshop.printing.foil`: x to the
right, 0 in the middle; y upwards from the end stop.

Two trunks stay on every insert: one in the lane between the first two columns of patches, for both, and one beside the
last column, as far out as possible, so that a trunk passes each patch on one side at most. A bridge goes from its
patch's corner nearest the mouth into the lane, where no pad ever lies below it, and over to the trunk; those of the row
nearest the mouth go straight to the ground patch. On each bridge there is room for a round hole that takes away its
whole width, even when it is punched a millimetre beside the mark.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin

from tavolo_host.slot.geometry import GRID, PADS, Geometry, Rectangle
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, SLEEVE_WELD_MM, box, conductors, outer_x, trunk
from tavolo_host.workshop.printing.ink import Point

PUNCH_MM = 4.0  # the hole's diameter: one of the usual tubes of revolving pliers
WEB_MM = 0.5  # at least, between a hole on its mark and the outer trunk, which has to stay whole
CLEARANCE_MM = 1.6  # from a bridge to the next patch
# The last patch of the middle column feels neighbours and fingers most: the trunk passes it this much farther off.
ASIDE_MM = 0.6
CORNER_STEPS = 6  # straight pieces of a round corner


@dataclass(frozen=True)
class Bridge:
    """The bridge of a pad's patch, the centre of the hole that cuts it, and that of its number.

    `near` is the copper on the patch's side of that centre, `far` that on the ground patch's.
    """

    pad: int
    near: tuple[Rectangle, ...]
    far: tuple[Rectangle, ...]
    hole: Point
    number: Point


@dataclass(frozen=True)
class Insert:
    """The copper of an insert before it is punched: one piece."""

    geometry: Geometry
    ground: Rectangle
    patches: tuple[Rectangle, ...]
    trunks: tuple[Rectangle, ...]
    bridges: tuple[Bridge, ...]

    def copper(self) -> tuple[Rectangle, ...]:
        """Return all rectangles of the copper, in mm."""
        bridges = (piece for bridge in self.bridges for piece in (*bridge.near, *bridge.far))
        return (self.ground, *self.patches, *self.trunks, *bridges)

    def punched(self, code: int) -> tuple[Bridge, ...]:
        """Return the bridges to punch for a code: those of the pads that it does not join."""
        return tuple(bridge for bridge in self.bridges if not code >> bridge.pad & 1)

    def reach_mm(self) -> float:
        """Return the reach of the pliers: from the card's edge to the centre of the hole farthest in."""
        half, far = self.geometry.card.width_mm / 2, self.geometry.card.length_mm + SLEEVE_WELD_MM
        return max(min(half - abs(x), y - SLEEVE_WELD_MM, far - y) for x, y in (bridge.hole for bridge in self.bridges))

    def edge(self) -> tuple[Point, ...]:
        """Return the outline of the card in its sleeve, counter-clockwise, with round corners except at the notch.

        A cutter of up to 1 mm radius may round the notch's inner corner: the slot's block keeps half a millimetre away.
        """
        geometry, weld = self.geometry, SLEEVE_WELD_MM
        card = geometry.card
        side, low, far, radius = card.width_mm / 2, weld, weld + card.length_mm, card.corner_radius_mm
        notch, shoulder = geometry.key_width_mm - side, weld + geometry.key_depth_mm
        round_ones = (
            (side - radius, low + radius, -90),
            (side - radius, far - radius, 0),
            (radius - side, far - radius, 90),
        )
        points = [(notch, low)]
        for x, y, first in round_ones:
            for step in range(CORNER_STEPS + 1):
                angle = radians(first + 90 * step / CORNER_STEPS)
                points.append((x + radius * cos(angle), y + radius * sin(angle)))
        return (*points, (-side, shoulder), (notch, shoulder))


@lru_cache(maxsize=8)
def insert_of(geometry: Geometry = GRID) -> Insert:
    """Return the insert for a slot. ValueError where a card is too narrow."""
    ground, patches = conductors(geometry)
    inner = (patches[0].x + patches[1].x) / 2
    lanes, half = (inner, outer_x(geometry)), BRIDGE_WIDTH_MM / 2
    top, step = (_join_y(patches, row) - half for row in (0, 1))
    trunks = (
        box(inner - half, top, inner + half, step),
        *trunk(ground, inner - ASIDE_MM, step),
        *trunk(ground, lanes[1], top),
    )
    bridges = tuple(_bridge(geometry, patches, ground, pad, lanes[pad % 3 == 2]) for pad in range(PADS))
    if bridges[2].hole[0] + PUNCH_MM / 2 + WEB_MM > lanes[1] - half:
        card = geometry.card
        raise ValueError(
            f"The insert does not fit a card of {card.width_mm:.0f} × {card.length_mm:.0f} mm: it is for sleeves of"
            " poker cards, into which cards of bridge size go too."
        )
    return Insert(geometry, ground, patches, trunks, bridges)


def _bridge(geometry: Geometry, patches: tuple[Rectangle, ...], ground: Rectangle, pad: int, trunk_x: float) -> Bridge:
    patch, half = patches[pad], BRIDGE_WIDTH_MM / 2
    near = patch.y + patch.depth / 2  # the patch's edge towards the mouth
    if pad + geometry.columns >= PADS:
        low = ground.y - ground.depth / 2
        hole = patch.x, (near + low) / 2
        left, right = patch.x - half, patch.x + half
        pieces = (box(left, near, right, hole[1]),), (box(left, hole[1], right, low),)
        return Bridge(pad, *pieces, hole, (patch.x + PUNCH_MM, hole[1]))
    towards = 1 if trunk_x > patch.x else -1
    # Beside the pad, by the shift and the turn that the walls allow a card.
    lever = geometry.card.length_mm / 2 - geometry.deepest_row_mm
    play = geometry.shift_mm + sin(radians(geometry.tilt_deg)) * lever
    x = patch.x + towards * (geometry.pad_width_mm / 2 + play + half)
    join = _join_y(patches, pad // geometry.columns)
    hole = x, (near + join - half) / 2
    beside = box(patch.x + towards * patch.width / 2, near - 2 * half, x + towards * half, near)
    here = beside, box(x - half, near - 2 * half, x + half, hole[1])
    there = box(x - half, hole[1], x + half, join + half), box(x, join - half, trunk_x, join + half)
    return Bridge(pad, here, there, hole, (x - towards * PUNCH_MM, hole[1]))


def _join_y(patches: tuple[Rectangle, ...], row: int) -> float:
    """Return where bridges of a row go over to the trunk: as far from their hole as the next row's patches allow."""
    below = patches[3 * (row + 1)]
    return below.y - below.depth / 2 - CLEARANCE_MM - BRIDGE_WIDTH_MM / 2
