"""The foil of a card: nine patches, a ground patch, and the bridges that join four of the patches to it.

Coordinates are those of the slot with the card at its end stop, as its owner sees it with the card's face in front and
the mouth on top: x to the right, 0 in the middle; y upwards from the lower edge, which goes in first.

Bridges run in lanes: between the columns of patches, and between the outer columns and the card's edges. There no pad
lies below them, however deep the card is in. A bridge adds a little capacitance to the edges of isolated patches that
it passes, so it takes the way that passes the fewest, as far from them as possible.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from tavolo.seat.cards import is_code
from tavolo_host.slot.geometry import GRID, PADS, Geometry, Rectangle

BRIDGE_WIDTH_MM = 1.5
RIM_MM = 1.4  # from bridges to the card's edges and from the notch of its key
LANE_MM = 4.0  # from a patch to the centre of the lane beside it, where the card is wide enough

# A sleeve is welded along three edges: a card in it lies this much farther from the end stop than its outside.
SLEEVE_WELD_MM = 1.25

# A way costs its length in mm, and this times the square of the facing edges of each isolated patch (their length over
# their distance). Squares, because the patch with the most of it has to be told from a one.
FACING_COST = 60.0

GROUND = -1  # where bridges end; patches are 0 to 8, turns in the lanes follow


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

    def isolated(self) -> tuple[Rectangle, ...]:
        """Return the patches that are not joined."""
        return tuple(patch for pad, patch in enumerate(self.patches) if not self.code >> pad & 1)


@lru_cache(maxsize=256)
def foil_of(code: int, geometry: Geometry = GRID) -> Foil:
    """Return the foil of a code. ValueError unless it is a code of the table."""
    if not is_code(code):
        raise ValueError(f"{code:09b} is no code of a card.")
    ways = _Ways(code, geometry)
    joined = [pad for pad in range(PADS) if code >> pad & 1]
    for pad in sorted(joined, key=lambda pad: -(pad // geometry.columns)):  # the nearest to the ground patch first
        ways.join(pad)
    return Foil(code, ways.ground, tuple(ways.patches), tuple(ways.laid))


def key_notch(geometry: Geometry) -> Rectangle:
    """Return the notch of a card for the key of the slot."""
    left = -geometry.card.width_mm / 2
    width, depth = geometry.key_width_mm, geometry.key_depth_mm
    return Rectangle(left + width / 2, depth / 2, width, depth)


def facing(one: Rectangle, other: Rectangle) -> float:
    """Return how much the edges of two rectangles face each other: their common length over their distance."""
    across = abs(one.x - other.x) - (one.width + other.width) / 2
    along = abs(one.y - other.y) - (one.depth + other.depth) / 2
    if across > 0 >= along:
        return min(-along, one.depth, other.depth) / across
    if along > 0 >= across:
        return min(-across, one.width, other.width) / along
    return 0.0


@dataclass
class _Way:
    """A straight or angled piece of foil between two places."""

    ends: tuple[int, int]
    pieces: tuple[Rectangle, ...]
    length_mm: float = field(init=False)

    def __post_init__(self) -> None:
        self.length_mm = sum(max(piece.width, piece.depth) for piece in self.pieces)


class _Ways:
    """All possible ways of a code's bridges, and those that are laid."""

    def __init__(self, code: int, geometry: Geometry) -> None:
        self._geometry = geometry
        self._code = code
        self.ground = geometry.strip().grown(geometry.patch_margin_mm)
        self.patches = [pad.grown(geometry.patch_margin_mm) for pad in geometry.pads()]
        self.laid: list[Rectangle] = []
        self._isolated = [patch for pad, patch in enumerate(self.patches) if not code >> pad & 1]
        self._faced = [0.0] * len(self._isolated)
        self._reached = {GROUND}
        self._from: dict[int, list[_Way]] = {}
        notch = key_notch(geometry).grown(RIM_MM)
        for way in (*self._straight_ways(), *self._lane_ways()):
            for end in () if any(piece.overlap_mm2(notch) for piece in way.pieces) else way.ends:
                self._from.setdefault(end, []).append(way)

    def join(self, pad: int) -> None:
        """Lay the cheapest bridge from a patch to the part that is joined already."""
        came_by: dict[int, _Way | None] = {}
        queue: list[tuple[float, int, int, _Way | None]] = [(0.0, 0, pad, None)]
        pushed = 0  # the earlier of two that cost the same
        while queue:
            cost, _, place, way = heapq.heappop(queue)
            if place in came_by:
                continue
            came_by[place] = way
            if place in self._reached:
                self._lay(place, came_by)
                return
            for onward in self._from.get(place, ()):
                other = sum(onward.ends) - place
                if other not in came_by:
                    pushed += 1
                    heapq.heappush(queue, (cost + self._cost(onward), pushed, other, onward))
        raise ValueError(f"No bridge leads from pad {pad} to the ground patch.")

    def _lay(self, place: int, came_by: "dict[int, _Way | None]") -> None:
        self._reached.add(place)
        while (way := came_by[place]) is not None:
            self.laid += way.pieces
            for number, patch in enumerate(self._isolated):
                self._faced[number] += sum(facing(piece, patch) for piece in way.pieces)
            place = sum(way.ends) - place
            self._reached.add(place)

    def _cost(self, way: _Way) -> float:
        cost = way.length_mm
        for faced, patch in zip(self._faced, self._isolated, strict=True):
            more = sum(facing(piece, patch) for piece in way.pieces)
            cost += FACING_COST * more * (more + 2 * faced)
        return cost

    def _straight_ways(self) -> Iterator[_Way]:
        """Yield ways between joined patches of one row, and from the last row straight to the ground patch."""
        columns = self._geometry.columns
        for pad, patch in enumerate(self.patches):
            if not self._code >> pad & 1:
                continue
            right, low = patch.x + patch.width / 2, patch.y + patch.depth / 2
            if pad % columns < columns - 1 and self._code >> pad + 1 & 1:
                beside = self.patches[pad + 1]
                yield _Way((pad, pad + 1), (_strip(right, patch.y, beside.x - beside.width / 2, patch.y, 0.0),))
            if pad + columns >= PADS:
                yield _Way((pad, GROUND), (_strip(patch.x, low, patch.x, self._ground_top(), 0.0),))

    def _lane_ways(self) -> Iterator[_Way]:
        """Yield ways along the lanes, from turn to turn, and from the turns to the joined patches beside them."""
        geometry = self._geometry
        columns, rows = geometry.columns, geometry.rows
        turns = [self._turn_y(row) for row in range(rows)]
        for lane in range(columns + 1):
            x = self._lane_x(lane)
            for row in range(rows):
                turn = PADS + lane * rows + row
                if row + 1 < rows:
                    yield _Way((turn, turn + 1), (_strip(x, turns[row], x, turns[row + 1]),))
                for column in (lane - 1, lane):
                    if 0 <= column < columns:
                        yield from self._ways_to_patches(turn, x, turns[row], row, column)
            last = PADS + lane * rows + rows - 1
            yield _Way((last, GROUND), self._to_ground(x, turns[-1]))

    def _ways_to_patches(self, turn: int, x: float, turn_y: float, row: int, column: int) -> Iterator[_Way]:
        """Yield ways from a turn in a lane to the patches of the rows above and below it."""
        half = BRIDGE_WIDTH_MM / 2
        for pad in (row * self._geometry.columns + column, (row + 1) * self._geometry.columns + column):
            if pad >= PADS or not self._code >> pad & 1:
                continue
            patch = self.patches[pad]
            inward = patch.depth / 2 - half
            y = patch.y + inward if patch.y < turn_y else patch.y - inward
            edge = patch.x + patch.width / 2 if patch.x < x else patch.x - patch.width / 2
            reach = x + half if edge < x else x - half
            yield _Way((pad, turn), (_strip(edge, y, reach, y, 0.0), _strip(x, y, x, turn_y)))

    def _to_ground(self, x: float, y: float) -> tuple[Rectangle, ...]:
        half = BRIDGE_WIDTH_MM / 2
        side = self.ground.width / 2
        if abs(x) + half <= side:
            return (_strip(x, y, x, self._ground_top(), 0.0),)
        low = self._ground_top() + 1.0 + half
        edge = side if x > 0 else -side
        return (_strip(x, y, x, low), _strip(edge, low, x, low, 0.0))

    def _lane_x(self, lane: int) -> float:
        """Return the centre of a lane: half way between two columns, or beside the outermost one."""
        geometry = self._geometry
        outermost = max(patch.x + patch.width / 2 for patch in self.patches)
        room = min(LANE_MM, (geometry.card.width_mm / 2 - outermost) / 2)
        if lane == 0:
            return -outermost - room
        if lane == geometry.columns:
            return outermost + room
        return (self.patches[lane - 1].x + self.patches[lane].x) / 2

    def _turn_y(self, row: int) -> float:
        """Return the place half way between a row and the next patch towards the mouth."""
        here = self.patches[row * self._geometry.columns]
        below = (row + 1) * self._geometry.columns
        end = self._ground_top() if below >= PADS else self.patches[below].y - here.depth / 2
        return (here.y + here.depth / 2 + end) / 2

    def _ground_top(self) -> float:
        return self.ground.y - self.ground.depth / 2


def _strip(x: float, y: float, to_x: float, to_y: float, beyond: float = BRIDGE_WIDTH_MM / 2) -> Rectangle:
    """Return a bridge along an upright or level line, reaching `beyond` both its ends."""
    long = abs(to_x - x) + abs(to_y - y) + 2 * beyond
    middle = (x + to_x) / 2, (y + to_y) / 2
    if x == to_x:
        return Rectangle(*middle, BRIDGE_WIDTH_MM, long)
    return Rectangle(*middle, long, BRIDGE_WIDTH_MM)
