"""A slot's reading of a cut foil, from the outlines of a cutting file and the slot's own figures.

Areas are those of the outlines themselves, wherever they lie, so bridges count as what they are. Edges that face
each other are found by rays from the sides of isolated patches to what is met first; both as
`tavolo_host.slot.capacitance` reckons them for patches alone.
"""

import itertools
import re
from dataclasses import dataclass, replace
from functools import cached_property
from xml.etree import ElementTree

import numpy
import shapely
from shapely import affinity

from tavolo_host.slot.capacitance import free_mm, pads_pf, plate_pf, rim_mm
from tavolo_host.slot.geometry import GRID, PADS, CardSize, Geometry, Rectangle
from tavolo_host.slot.reading import Charge, drops

SVG = "{http://www.w3.org/2000/svg}"
RAY_MM = 0.5  # from ray to ray
FARTHEST_MM = 20.0


@dataclass(frozen=True)
class Pose:
    """A card's position, as in `tavolo_host.slot.capacitance.InsertedCard`."""

    short_mm: float = 0.0
    shift_mm: float = 0.0
    tilt_deg: float = 0.0
    turned: bool = False
    face_away: bool = False


@dataclass(frozen=True)
class Around:
    """The conditions: the gap, an electrode's stray, drift since calibration, fingers at the edge."""

    gap_mm: float = GRID.gap_mm
    stray_pf: float = GRID.stray_pf
    drift_pf: float = 0.0
    hand: float = 0.0


@dataclass(frozen=True, eq=False)
class CutFoil:
    """The foil of one card in the slot at its stop: x to the right, y upwards, as its owner sees it."""

    name: str
    joined: shapely.Polygon
    isolated: tuple[shapely.Polygon, ...]

    @property
    def key(self) -> bytes:
        """A key that equal foils share."""
        parts = [self.joined, *self.isolated]
        return b"".join(shapely.set_precision(part, 0.01).normalize().wkb for part in parts)

    @cached_property
    def facing_pf(self) -> numpy.ndarray:
        """Between conductors (0 is the joined foil): pF between edges that face each other."""
        parts = [self.joined, *self.isolated]
        found = numpy.zeros((len(parts), len(parts)))
        for number, patch in enumerate(self.isolated, 1):
            starts, ends, stands_for = _rays(patch)
            rays = shapely.linestrings(numpy.stack([starts, ends], axis=1))
            away = numpy.full((len(parts), len(rays)), numpy.inf)
            for other, part in enumerate(parts):
                met = shapely.distance(shapely.intersection(rays, part), shapely.points(starts))
                away[other] = numpy.where(numpy.isnan(met), numpy.inf, met)
            nearest = away.argmin(axis=0)
            for ray, other in enumerate(nearest):
                if other != number and numpy.isfinite(away[other, ray]):
                    # Two isolated patches are found from both sides.
                    share = GRID.edge_pf * stands_for[ray] / away[other, ray] * (0.5 if other else 1.0)
                    found[number, other] += share
                    found[other, number] += share
        return found


def _rays(patch):
    """Rays from a conductor's sides at right angles: starts, ends, and the mm of edge that each represents."""
    corners = numpy.array(shapely.geometry.polygon.orient(patch).exterior.coords)
    starts, ends, stands_for = [], [], []
    for corner, following in itertools.pairwise(corners):
        along = following - corner
        length = numpy.hypot(*along)
        many = max(1, round(length / RAY_MM))
        outward = numpy.array([along[1], -along[0]]) / length
        for number in range(many):
            start = corner + along * (number + 0.5) / many
            starts.append(start + 1e-6 * outward)
            ends.append(start + FARTHEST_MM * outward)
            stands_for.append(length / many)
    return numpy.array(starts), numpy.array(ends), numpy.array(stands_for)


def foils_of(svg: str, corners, size: CardSize, weld_mm: float = 0.0) -> list[CutFoil]:
    """The foils on a cutting sheet of cards of this size, whose top left corners, seen from behind, are given.

    In a sleeve they lie `weld_mm` from where the card would.
    """
    foils = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        named = re.fullmatch(r"place-(\d+)-(\w+)", group.get("id", ""))
        if not named:
            continue
        left, top = corners[int(named[1]) - 1]
        across, down = re.findall(r"[\d.]+", group.get("transform"))
        assert (float(across), float(down)) == (round(left, 4), round(top, 4))
        joined, isolated = [], []
        for outline in group.iter(f"{SVG}polygon"):
            shape = affinity.translate(_polygon(outline.get("points")), -size.width_mm / 2, -size.length_mm - weld_mm)
            shape = affinity.scale(shape, -1, -1, origin=(0, 0))  # the sheet shows it from behind, and y downwards
            (joined if outline.get("id").endswith("-joined") else isolated).append(shape)
        outer, *holes = sorted(joined, key=lambda shape: -shape.area)
        for hole in holes:
            outer = outer.difference(hole)
        foils.append(CutFoil(named[2], outer, tuple(isolated)))
    return foils


def _polygon(points: str) -> shapely.Polygon:
    return shapely.Polygon([tuple(map(float, point.split(","))) for point in points.split()])


def box_of(face: Rectangle) -> shapely.Polygon:
    across, along = face.width / 2, face.depth / 2
    return shapely.box(face.x - across, face.y - along, face.x + across, face.y + along)


class CutSlot:
    """Reads a foil in any pose; geometry only fixes pads, strip and the card's length."""

    def __init__(self, geometry: Geometry = GRID) -> None:
        self.geometry = geometry
        self.faces = numpy.array([box_of(face) for face in (*geometry.pads(), geometry.strip())])

    def lying(self, foil: CutFoil, pose: Pose) -> numpy.ndarray:
        """The foil's conductors in their position."""
        middle = self.geometry.card.length_mm / 2
        shapes = [foil.joined, *foil.isolated]
        if pose.face_away:
            shapes = [affinity.scale(shape, -1, 1, origin=(0, middle)) for shape in shapes]
        angle = pose.tilt_deg + (180.0 if pose.turned else 0.0)
        shapes = [affinity.rotate(shape, angle, origin=(0, middle)) for shape in shapes]
        return numpy.array([affinity.translate(shape, pose.shift_mm, pose.short_mm) for shape in shapes])

    def areas(self, foil: CutFoil, pose: Pose) -> numpy.ndarray:
        """By conductor and face (nine pads, the strip): the overlap in mm², and its edges in mm."""
        over = shapely.intersection(self.lying(foil, pose)[:, None], self.faces[None, :])
        return numpy.stack([shapely.area(over), shapely.length(over)])

    def drops(self, foil: CutFoil, areas: numpy.ndarray, around: Around) -> list[float]:
        """Each pad's drop: the share of its empty reading that it loses."""
        geometry = replace(self.geometry, stray_pf=around.stray_pf)
        areas, edges = areas
        free = free_mm(geometry, around.gap_mm)
        whole = geometry.pad_width_mm * geometry.pad_depth_mm
        covered = numpy.minimum(1.0, areas[:, :PADS].sum(axis=0) / whole)
        size = PADS + len(areas)
        between, ground = numpy.zeros((size, size)), numpy.zeros(size)
        ground[:PADS] = around.stray_pf + around.drift_pf - covered * geometry.shielded_pf
        ground[PADS] = geometry.foil_stray_pf + around.hand * geometry.hand_foil_pf
        ground[PADS + 1 :] = geometry.patch_stray_pf
        facing = plate_pf(areas + edges * rim_mm(free), free) * (areas > 1e-9)
        between[PADS:, :PADS], between[PADS:, PADS:] = facing[:, :PADS], numpy.tril(foil.facing_pf)
        ground[PADS:] += facing[:, PADS]
        # Fingers at the card: on the bare parts of the pads, and on the patches, most on the row at the mouth.
        reach = around.hand * geometry.hand_fade ** (geometry.rows - 1 - numpy.arange(PADS) // geometry.columns)
        ground[:PADS] += (1 - covered) * reach * geometry.hand_pad_pf
        over = areas[:, :PADS].argmax(axis=0)
        numpy.add.at(ground, PADS + over, (areas[over, range(PADS)] > 0) * reach * geometry.hand_patch_pf)
        return drops(Charge(), [around.stray_pf] * PADS, pads_pf(between, ground))
