"""The capacitances of a slot's twelve electrodes in pF, from cards, hands and the slot's geometry.

The model. Film, air and paper between two conductors are capacitors in series, so they face each other through
Σ thickness/permittivity of *free space*; a card that bends changes only the air. For the fringing field each edge is
extended by `rim_mm`. The chip measures one electrode while it grounds the others (MPR121 data sheet, section 3), so a
pad sees the card's foil (ground patch and joined patches) in series with all that ties this foil to ground: the ground
strip, the other joined pads, a hand. An isolated patch sees only its small stray, and shields the pad below it from a
part of the pad's own field. `hardware/model.md` compares the model with the slot solved as a field. Tilt moves patches
and does not turn them, which is right to better than 1 % of their overlap below 2 degrees.
"""

from cmath import rect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from math import radians
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolo_host.slot.geometry import PADS, Geometry, Rectangle

Floats = NDArray[np.floating[Any]]

EPSILON_0 = 8.854e-3  # pF per mm: the permittivity of vacuum
RIM_MM, RIM_POWER = 1.43, 0.6
KEYS = 3
TINY = 1e-12  # pF, or mm², that make no difference
PARTS = PADS + 1  # of a card: its nine patches, then its ground patch; under them lie as many faces


def plate_pf(area_mm2: Any, gap_mm: Any, permittivity: float = 1.0) -> Any:
    """Capacitance of two parallel plates, their edges left out."""
    return EPSILON_0 * permittivity * area_mm2 / gap_mm


def rim_mm(free_mm: Any) -> Any:
    """How far an edge seems to extend towards a larger plate over it, through this much free space.

    Fitted to the slot solved as a field (`hardware/field`). It is wider than between plates in one medium, as film and
    base lead the field sideways.
    """
    return RIM_MM * free_mm**RIM_POWER


def free_mm(geometry: Geometry, gap_mm: Any, behind: int = 0) -> Any:
    """The free space of a gap from pad to foil: film, paper, also of whole cards `behind`, and air."""
    film = np.minimum(geometry.film_mm, gap_mm)
    paper = np.minimum(geometry.foil_depth_mm + behind * geometry.card_thickness_mm, gap_mm - film)
    return film / geometry.film_permittivity + paper / geometry.paper_permittivity + gap_mm - film - paper


def pads_pf(between: Floats, ground: Floats) -> list[float]:
    """The capacitance of each pad in pF, while all other pads are grounded and the conductors after the pads float.

    `between` has the pF between conductors, once for each pair, and `ground` those to ground. In Maxwell's matrix in
    blocks (pads p, floating conductors f) the floating charges are zero, so the matrix between the pads is
    C_pp − C_pf · C_ff⁻¹ · C_fp; its diagonal is the result. C_ff is made regular for conductors without capacitors.
    """
    both = between + between.T
    maxwell = np.diag(both.sum(axis=1) + ground) - both
    to_pads = maxwell[PADS:, :PADS]
    through = to_pads * np.linalg.solve(maxwell[PADS:, PADS:] + TINY * np.eye(len(to_pads)), to_pads)
    pads: list[float] = (np.diag(maxwell)[:PADS] - through.sum(axis=0)).tolist()
    return pads


@dataclass(frozen=True)
class InsertedCard:
    """A card in the slot: its code and its position.

    `short_mm` from the end stop, `shift_mm` to the right, `tilt_deg` turned about its centre. `gap_mm` is from the pads
    to its foil; None means the slot's own gap, or, behind another card, that card's gap and a card's thickness. What
    film and paper leave of it is air. `bow_mm` is how much farther away the middle of a card bent lengthways is
    than its ends. `turned` is end for end in its plane, `face_away` turned over about its long axis: the keyed corner
    forbids both.
    """

    code: int
    short_mm: float = 0.0
    shift_mm: float = 0.0
    tilt_deg: float = 0.0
    gap_mm: float | None = None
    turned: bool = False
    face_away: bool = False
    bow_mm: float = 0.0


class _Lying(NamedTuple):
    """A card in the slot: the corners of its parts; their area in common with each face, in mm², and its edge, in mm.

    `covered` is the share of each pad below foil, `bent` by which share of its bow each part of the card is higher.
    """

    places: Floats
    area: Floats
    edge: Floats
    covered: Floats
    bent: Floats


class Slot:
    """One slot. Pads differ by up to the geometry's tolerance, drawn once from `random`; None is a perfect slot.

    `drift_pf` is what damp and heat add to every electrode.
    """

    def __init__(self, geometry: Geometry, random: Random | None = None) -> None:
        self.geometry = geometry
        self.drift_pf = 0.0
        reach = geometry.stray_tolerance_pf
        spread = [random.uniform(-reach, reach) if random else 0.0 for _ in range(PADS + KEYS)]
        self.pad_stray_pf = [geometry.stray_pf + offset for offset in spread[:PADS]]
        self.key_stray_pf = [geometry.key_stray_pf + offset for offset in spread[PADS:]]
        self._faces = _faces(geometry)
        self._edges = _edge_couplings(geometry)

    def electrodes(self, cards: Sequence[InsertedCard], hand: float, keys: Sequence[float]) -> list[float]:
        """All twelve electrodes of a seat, in pF: nine pads, then the keys ◀ ▶ ✓, each touched by a share in `keys`."""
        if len(keys) != KEYS:
            raise ValueError(f"A seat has {KEYS} keys, not {len(keys)}.")
        pads = self.capacitances(cards, hand)
        key_pf = self.geometry.key_touch_pf
        return pads + [
            stray + self.drift_pf + touch * key_pf for stray, touch in zip(self.key_stray_pf, keys, strict=True)
        ]

    def capacitances(self, cards: Sequence[InsertedCard], hand: float = 0.0) -> list[float]:
        """The nine pads in pF. `cards` from the pads outwards; `hand` from 0 (none) to 1 (fingers pressed on all)."""
        geometry, size = self.geometry, PADS + PARTS * len(cards)
        between, ground, conductor = np.zeros((size, size)), np.zeros(size), np.arange(size)
        lying = [_lying(geometry, replace(card, code=0, gap_mm=None, bow_mm=0.0)) for card in cards]
        gap_mm = geometry.gap_mm
        for number, card in enumerate(cards):
            before_mm = gap_mm
            gap_mm += geometry.card_thickness_mm if number else 0.0
            gap_mm = gap_mm if card.gap_mm is None else card.gap_mm
            own = slice(PADS + PARTS * number, PADS + PARTS * (number + 1))
            facing = self._facing(lying[: number + 1], gap_mm + card.bow_mm * lying[number].bent)
            joined = (card.code >> np.arange(PADS) & 1).astype(bool)
            conductor[own][:PADS][joined] = own.stop - 1  # one conductor with the ground patch
            between[own, :PADS] = facing[:, :PADS]
            between[own, own][:PADS, :PADS] = self._edges
            ground[own] = facing[:, PADS]
            ground[own][:PADS] += np.where(joined, 0.0, geometry.patch_stray_pf)
            ground[own.stop - 1] += geometry.foil_stray_pf + hand * geometry.hand_foil_pf
            if number:
                below = slice(own.start - PARTS, own.start)
                between[own, below] = self._stacked(lying[number], lying[number - 1], gap_mm - before_mm)
        reach = hand * geometry.hand_fade ** (geometry.rows - 1 - np.arange(PADS) // geometry.columns)
        if cards:
            ground[-PARTS:-1] += reach * geometry.hand_patch_pf  # of the outermost card
        ground[:PADS] = self._pads_to_ground(np.minimum(1.0, sum(each.covered for each in lying)), reach)
        merged = np.eye(size)[conductor]
        return pads_pf(merged.T @ between @ merged, merged.T @ ground)

    def _pads_to_ground(self, covered: Floats, reach: Floats) -> Floats:
        """The pF of each pad to ground, by the share of it that foil covers, and how far a hand reaches it."""
        own_pf = np.array(self.pad_stray_pf) + self.drift_pf
        # Foil over a bare pad takes the place of its field to ground beside it.
        return own_pf - covered * self.geometry.shielded_pf + (1 - covered) * reach * self.geometry.hand_pad_pf

    def _facing(self, lying: Sequence[_Lying], gap_mm: Floats) -> Floats:
        """Between parts of the last card, each so far above the pads, and the faces: pF where no card is in the way."""
        *below, card = lying
        free = free_mm(self.geometry, gap_mm, len(below))[:, None]
        facing = plate_pf(card.area + card.edge * rim_mm(free), free)
        if below:
            seen = card.places[:, None, None], self._faces[:, None]
            hidden = sum(_common_mm(*seen, other.places).prod(-1).sum(-1) for other in below)
            facing *= np.maximum(0.0, card.area - hidden) / np.maximum(card.area, TINY)
        return np.asarray(facing)

    def _stacked(self, card: _Lying, below: _Lying, gap_mm: float) -> Floats:
        """Between the parts of a card and those of the card below it, `gap_mm` away: pF through paper and air."""
        paper = min(self.geometry.card_thickness_mm, gap_mm)
        free = paper / self.geometry.paper_permittivity + gap_mm - paper
        return np.asarray(plate_pf(_common_mm(card.places[:, None], below.places).prod(-1), free))


def _corners(rectangles: Iterable[Rectangle]) -> Floats:
    """The low and the high corner of each rectangle: (rectangle, corner, x and y), in mm."""
    return np.array(
        [[(each.x + end * each.width, each.y + end * each.depth) for end in (-0.5, 0.5)] for each in rectangles]
    )


def _common_mm(*rectangles: Floats) -> Floats:
    """The width and depth of what rectangles have in common, by their corners; 0 if nothing."""
    low = reduce(np.maximum, (each[..., 0, :] for each in rectangles))
    return np.maximum(0.0, reduce(np.minimum, (each[..., 1, :] for each in rectangles)) - low)


def _faces(geometry: Geometry) -> Floats:
    """The conductors under the cards: the nine pads, then the ground strip."""
    return _corners([*geometry.pads(), geometry.strip()])


@lru_cache(maxsize=1024)
def _lying(geometry: Geometry, card: InsertedCard) -> _Lying:
    """A card that is turned, shifted, short and tilted like `card`."""
    middle, turn = geometry.card.length_mm / 2, rect(-1 if card.turned else 1, radians(card.tilt_deg))
    parts = []
    for face in (*geometry.pads(), geometry.strip()):
        lies = complex(-face.x if card.face_away else face.x, face.y - middle)
        lies = lies * turn + complex(card.shift_mm, card.short_mm + middle)
        parts.append(Rectangle(lies.real, lies.imag, face.width, face.depth).grown(geometry.patch_margin_mm))
    places = _corners(parts)
    common = _common_mm(places[:, None], _faces(geometry))
    area = common.prod(-1)
    along = np.array([part.y - card.short_mm for part in parts]) / geometry.card.length_mm
    covered = area[:, :PADS].sum(0) / (geometry.pad_width_mm * geometry.pad_depth_mm)
    return _Lying(places, area, 2 * common.sum(-1) * (area > 0), covered, 4 * along * (1 - along))


def _edge_couplings(geometry: Geometry) -> Floats:
    """The pF between the edges of neighbouring patches, which falls with their distance; each pair once."""
    patch = geometry.pads()[0].grown(geometry.patch_margin_mm)
    across_pf = geometry.edge_pf * patch.depth / (geometry.column_pitch_mm - patch.width)
    along_pf = geometry.edge_pf * patch.width / (geometry.row_pitch_mm - patch.depth)
    beside = np.arange(PADS - 1) % geometry.columns < geometry.columns - 1
    return np.diag(across_pf * beside, 1) + np.diag(np.full(PADS - geometry.columns, along_pf), geometry.columns)
