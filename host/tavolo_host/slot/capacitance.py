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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavolo_host.slot.geometry import PADS, Geometry, Rectangle

Floats = NDArray[np.float64]

EPSILON_0 = 8.854e-3  # pF per mm: the permittivity of vacuum
RIM_MM, RIM_POWER = 1.43, 0.6
KEYS = 3
TINY_MM2 = 1e-9
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
    C_pp − C_pf · C_ff⁻¹ · C_fp; its diagonal is the result. The pseudoinverse leaves out conductors without capacitors.
    """
    both = between + between.T
    maxwell = np.diag(both.sum(axis=1) + ground) - both
    to_pads = maxwell[PADS:, :PADS]
    through = to_pads * (np.linalg.pinv(maxwell[PADS:, PADS:], hermitian=True) @ to_pads)
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
        self._faces = _corners([*geometry.pads(), geometry.strip()])
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
        places = np.array([_places(geometry, replace(card, code=0, gap_mm=None)) for card in cards])
        gap_mm = geometry.gap_mm
        for number, card in enumerate(cards):
            before_mm = gap_mm
            gap_mm += geometry.card_thickness_mm if number else 0.0
            gap_mm = gap_mm if card.gap_mm is None else card.gap_mm
            own = slice(PADS + PARTS * number, PADS + PARTS * (number + 1))
            facing = self._facing(places[: number + 1], card, gap_mm)
            joined = np.array([card.code >> pad & 1 for pad in range(PADS)], bool)
            conductor[own][:PADS][joined] = own.stop - 1
            between[own, :PADS] = facing[:, :PADS]
            between[own, own][:PADS, :PADS] = self._edges
            strays = np.where(joined, 0.0, geometry.patch_stray_pf)
            ground[own] = facing[:, PADS] + np.append(strays, geometry.foil_stray_pf + hand * geometry.hand_foil_pf)
            if number:
                below = slice(own.start - PARTS, own.start)
                between[own, below] = self._stacked(places[number - 1 : number + 1], gap_mm - before_mm)
        reach = hand * geometry.hand_fade ** (geometry.rows - 1 - np.arange(PADS) // geometry.columns)
        bare = 1 - self._covered(places)
        # Foil over a bare pad takes the place of its field to ground beside it.
        ground[:PADS] = np.array(self.pad_stray_pf) + self.drift_pf - (1 - bare) * geometry.shielded_pf
        ground[:PADS] += bare * reach * geometry.hand_pad_pf
        if cards:
            ground[-PARTS:-1] += reach * geometry.hand_patch_pf  # of the outermost card
        merged = np.eye(size)[conductor]
        return pads_pf(merged.T @ between @ merged, merged.T @ ground)

    def _covered(self, places: Floats) -> Floats:
        """The share of each pad that foil covers."""
        whole = self.geometry.pad_width_mm * self.geometry.pad_depth_mm
        foil = sum((_common_mm(place[:, None], self._faces[:PADS]).prod(-1).sum(0) for place in places), np.zeros(PADS))
        return np.minimum(1.0, foil / whole)

    def _facing(self, places: Floats, card: InsertedCard, gap_mm: float) -> Floats:
        """Between parts of the last card and the faces: pF where no card below it is in the way.

        The ends of the card are `gap_mm` above the pads.
        """
        *below, place = places
        shares = (place[..., 1].mean(axis=1) - card.short_mm) / self.geometry.card.length_mm
        gaps_mm = gap_mm + card.bow_mm * 4 * shares * (1 - shares)
        free = free_mm(self.geometry, gaps_mm, len(below))[:, None]
        common = _common_mm(place[:, None], self._faces)
        area, edge = common.prod(-1), 2 * common.sum(-1)
        hidden = sum(_common_mm(place[:, None, None], self._faces[:, None], each).prod(-1).sum(-1) for each in below)
        seen = np.maximum(0.0, area - hidden) / np.maximum(area, TINY_MM2)
        return np.asarray(plate_pf((area + edge * rim_mm(free)) * seen, free))

    def _stacked(self, places: Floats, gap_mm: float) -> Floats:
        """Between the parts of a card and those of the card below it, `gap_mm` away: pF through paper and air."""
        paper = min(self.geometry.card_thickness_mm, gap_mm)
        free = paper / self.geometry.paper_permittivity + gap_mm - paper
        return np.asarray(plate_pf(_common_mm(places[1][:, None], places[0]).prod(-1), free))


def _corners(rectangles: Iterable[Rectangle]) -> Floats:
    """The low and the high corner of each rectangle: (rectangle, corner, x and y), in mm."""
    return np.array(
        [[(each.x + end * each.width, each.y + end * each.depth) for end in (-0.5, 0.5)] for each in rectangles]
    )


def _common_mm(*rectangles: Floats) -> Floats:
    """The width and depth of what rectangles have in common, by their corners; 0 if nothing."""
    low = reduce(np.maximum, (each[..., 0, :] for each in rectangles))
    return np.maximum(0.0, reduce(np.minimum, (each[..., 1, :] for each in rectangles)) - low)


@lru_cache(maxsize=1024)
def _places(geometry: Geometry, card: InsertedCard) -> Floats:
    """The corners of the parts of a card that is turned, shifted, short and tilted like `card`."""
    middle, turn = geometry.card.length_mm / 2, rect(-1 if card.turned else 1, radians(card.tilt_deg))
    parts = []
    for face in (*geometry.pads(), geometry.strip()):
        lies = complex(-face.x if card.face_away else face.x, face.y - middle)
        lies = lies * turn + complex(card.shift_mm, card.short_mm + middle)
        parts.append(Rectangle(lies.real, lies.imag, face.width, face.depth).grown(geometry.patch_margin_mm))
    return _corners(parts)


def _edge_couplings(geometry: Geometry) -> Floats:
    """The pF between the edges of neighbouring patches, which falls with their distance; each pair once."""
    patch = geometry.pads()[0].grown(geometry.patch_margin_mm)
    across_pf = geometry.edge_pf * patch.depth / (geometry.column_pitch_mm - patch.width)
    along_pf = geometry.edge_pf * patch.width / (geometry.row_pitch_mm - patch.depth)
    beside = np.arange(PADS - 1) % geometry.columns < geometry.columns - 1
    return np.diag(across_pf * beside, 1) + np.diag(np.full(PADS - geometry.columns, along_pf), geometry.columns)
