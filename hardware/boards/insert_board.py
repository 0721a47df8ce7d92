"""The universal insert of a card as a thin board: one piece of copper under solder mask, whose bridges are punched out.

`tavolo_host.workshop.printing.insert` lays the copper out, as for sheets. It is on the side away from the card's face.
Rings and numbers of the bridges are printed on both sides, since pliers come from either.
"""

from math import cos, pi, sin

from hardware.boards.model import BACK, FRONT, Board, Footprint, Pad, Part, Point, Text
from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.workshop.printing.insert import PUNCH_MM, insert_of

THICKNESS = 0.4  # the thinnest FR-4 that is cheap everywhere; 0.2 mm does as well
RING = 0.2  # how wide its line is: the narrowest print of a factory is 0.15 mm
RING_STEPS = 48


def ring(middle: Point) -> tuple[Point, ...]:
    """A ring as one outline, round the outside and back round the inside."""
    turns = [2 * pi * step / RING_STEPS for step in range(RING_STEPS + 1)]
    outside, inside = PUNCH_MM / 2, PUNCH_MM / 2 - RING
    way = [(outside, turn) for turn in turns] + [(inside, turn) for turn in reversed(turns)]
    return tuple((middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)) for radius, turn in way)


def board(geometry: Geometry = GRID) -> Board:
    """Return the insert."""
    insert = insert_of(geometry)
    # As seen from the back, where it is: mirrored.
    copper = tuple(Pad("1", -part.x, part.y, part.width, part.depth, bare=False) for part in insert.copper())
    foil = Footprint("Insert", copper)
    return Board(
        "insert",
        "Tavolo: insert of a card",
        insert.edge(),
        parts=(Part("S1", "foil", foil, 0.0, 0.0, {"1": "FOIL"}, side=BACK, bought=False),),
        texts=tuple(Text(str(each.pad), *each.number, 1.5, side) for side in (FRONT, BACK) for each in insert.bridges),
        marks=tuple((side, ring(each.hole)) for side in (FRONT, BACK) for each in insert.bridges),
        thickness=THICKNESS,
    )
