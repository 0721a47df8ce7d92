"""The capacitances of a slot's twelve electrodes in pF, from cards, hands and the slot's geometry.

The model. Film, air and paper between two conductors are capacitors in series, so they face each other through
Σ thickness/permittivity of *free space*; a card that bends changes only the air. For the fringing field each edge is
extended by `rim_mm`. The chip measures one electrode while it grounds the others (MPR121 data sheet, section 3), so a
pad sees the card's foil (ground patch and joined patches) in series with all that ties this foil to ground: the ground
strip, the other joined pads, a hand. An isolated patch sees only its small stray, and shields the pad below it from a
part of the pad's own field. `hardware/model.md` compares the model with the slot solved as a field. Tilt moves patches
and does not turn them, which is right to better than 1 % of their overlap below 2 degrees.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from tavolo_host.slot.geometry import PADS, Geometry, Rectangle
from tavolo_host.slot.network import GROUND, Network

EPSILON_0 = 8.854e-3  # pF per mm: the permittivity of vacuum
RIM_MM, RIM_POWER = 1.43, 0.6
KEYS = 3


def plate_pf(area_mm2: float, gap_mm: float, permittivity: float = 1.0) -> float:
    """Capacitance of two parallel plates, their edges left out."""
    return EPSILON_0 * permittivity * area_mm2 / gap_mm


def rim_mm(free_mm: float) -> float:
    """How far an edge seems to extend towards a larger plate over it, through this much free space.

    Fitted to the slot solved as a field (`hardware/field`). It is wider than between plates in one medium, as film and
    base lead the field sideways.
    """
    return RIM_MM * math.pow(free_mm, RIM_POWER)


def free_mm(geometry: Geometry, gap_mm: float, behind: int = 0) -> float:
    """The free space of a gap from pad to foil: film, paper, also of whole cards `behind`, and air."""
    film = min(geometry.film_mm, gap_mm)
    paper = min(geometry.foil_depth_mm + behind * geometry.card_thickness_mm, gap_mm - film)
    return film / geometry.film_permittivity + paper / geometry.paper_permittivity + gap_mm - film - paper


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
    """A card in the slot: where its ground patch and then its nine patches are, and the conductors that they belong to.

    Joined patches belong to the ground patch's. Conductors are numbered from PADS on: the pads come first.
    """

    places: tuple[Rectangle, ...]
    nodes: list[int]


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
        geometry = self.geometry
        lying = _lying(geometry, cards)
        network = Network(PADS, sum(len(set(card.nodes)) for card in lying))
        covered = self._covered(lying)
        for pad, stray_pf in enumerate(self.pad_stray_pf):
            # Foil over a bare pad takes the place of its field to ground beside it.
            network.join(pad, GROUND, stray_pf + self.drift_pf - covered[pad] * geometry.shielded_pf)
        gap_mm = geometry.gap_mm
        for number, card in enumerate(cards):
            behind_mm = gap_mm
            gap_mm += geometry.card_thickness_mm if number else 0.0
            gap_mm = gap_mm if card.gap_mm is None else card.gap_mm
            self._add_card(network, lying[: number + 1], _free_of(geometry, card, lying[number].places, gap_mm, number))
            if number:
                self._stack(network, lying[number], lying[number - 1], gap_mm - behind_mm)
        if hand:
            self._add_hand(network, lying, covered, hand)
        return network.to_ground()

    def _covered(self, lying: list[_Lying]) -> list[float]:
        """The share of each pad that foil covers."""
        whole = self.geometry.pad_width_mm * self.geometry.pad_depth_mm
        covered = [0.0] * PADS
        for card in lying:
            for _, face, area, _ in _overlaps(self.geometry, card.places):
                if face != GROUND:
                    covered[face] = min(1.0, covered[face] + area / whole)
        return covered

    def _add_card(self, network: Network, lying: list[_Lying], free_of: list[float]) -> None:
        """Add the last card's foil against pads and strip, where no card below it is in the way, and its strays.

        `free_of` is the free space below each of its parts.
        """
        *below, (places, nodes) = lying
        network.join(nodes[0], GROUND, self.geometry.foil_stray_pf)
        for part, face, area, edge in _overlaps(self.geometry, places):
            bare = area
            if below:
                seen = places[part].common(self._faces[face])
                bare -= sum(place.overlap_mm2(seen) for other in below for place in other.places)
            if bare > 0:
                free = free_of[part]
                network.join(nodes[part], face, plate_pf((area + edge * rim_mm(free)) * bare / area, free))
        for node in set(nodes) - {nodes[0]}:
            network.join(node, GROUND, self.geometry.patch_stray_pf)
        for first, second, picofarads in self._edges:
            network.join(nodes[1 + first], nodes[1 + second], picofarads)

    def _stack(self, network: Network, card: _Lying, below: _Lying, gap_mm: float) -> None:
        """Add a card's conductors against those of the card below it, `gap_mm` away: a card's paper, and air."""
        paper = min(self.geometry.card_thickness_mm, gap_mm)
        free = paper / self.geometry.paper_permittivity + gap_mm - paper
        for (place, node), (other, node_below) in product(zip(*card, strict=True), zip(*below, strict=True)):
            network.join(node, node_below, plate_pf(place.overlap_mm2(other), free))

    def _add_hand(self, network: Network, lying: list[_Lying], covered: list[float], hand: float) -> None:
        """Add a hand: on bare pads, on the patches of the outermost card, and on every card's foil, which it holds."""
        geometry = self.geometry
        for pad in range(PADS):
            reach = hand * geometry.hand_fade ** (geometry.rows - 1 - pad // geometry.columns)
            network.join(pad, GROUND, (1 - covered[pad]) * reach * geometry.hand_pad_pf)
            if lying:
                network.join(lying[-1].nodes[1 + pad], GROUND, reach * geometry.hand_patch_pf)
        for card in lying:
            network.join(card.nodes[0], GROUND, hand * geometry.hand_foil_pf)


def _free_of(
    geometry: Geometry, card: InsertedCard, places: Sequence[Rectangle], gap_mm: float, behind: int
) -> list[float]:
    """The free space below each part of a card whose ends are `gap_mm` above the pads."""
    if not card.bow_mm:
        return [free_mm(geometry, gap_mm, behind)] * len(places)
    shares = [(place.y - card.short_mm) / geometry.card.length_mm for place in places]
    return [free_mm(geometry, gap_mm + card.bow_mm * 4 * share * (1 - share), behind) for share in shares]


def _lying(geometry: Geometry, cards: Sequence[InsertedCard]) -> list[_Lying]:
    """The cards in position, with their conductors."""
    lying, free = [], PADS
    for card in cards:
        nodes = [free] * (1 + PADS)
        for pad in range(PADS):
            if not card.code >> pad & 1:
                free += 1
                nodes[1 + pad] = free
        lying.append(_Lying(_places(geometry, replace(card, code=0, gap_mm=None)), nodes))
        free += 1
    return lying


@lru_cache(maxsize=64)
def _faces(geometry: Geometry) -> tuple[Rectangle, ...]:
    """The conductors under the cards: the nine pads, then the ground strip."""
    return (*geometry.pads(), geometry.strip())


@lru_cache(maxsize=1024)
def _places(geometry: Geometry, card: InsertedCard) -> tuple[Rectangle, ...]:
    """Where ground patch and patches are on a card that is turned, shifted, short and tilted like `card`."""
    cosine, sine = math.cos(math.radians(card.tilt_deg)), math.sin(math.radians(card.tilt_deg))
    middle = geometry.card.length_mm / 2
    places = []
    for part in (geometry.strip(), *geometry.pads()):
        across = -part.x if card.turned != card.face_away else part.x
        along = middle - part.y if card.turned else part.y - middle
        lies_x = across * cosine - along * sine + card.shift_mm
        lies_y = across * sine + along * cosine + card.short_mm + middle
        places.append(Rectangle(lies_x, lies_y, part.width, part.depth).grown(geometry.patch_margin_mm))
    return tuple(places)


@lru_cache(maxsize=1024)
def _overlaps(geometry: Geometry, places: tuple[Rectangle, ...]) -> list[tuple[int, int, float, float]]:
    """Which parts of a card face which pads, or GROUND, the strip: on how many mm², with an edge of how many mm."""
    found = []
    for part, place in enumerate(places):
        for number, face in zip((*range(PADS), GROUND), _faces(geometry), strict=True):
            across, along = place.overlap_mm(face)
            if across > 0 and along > 0:
                found.append((part, number, across * along, 2 * (across + along)))
    return found


def _edge_couplings(geometry: Geometry) -> list[tuple[int, int, float]]:
    """Neighbouring patches and the pF between their edges, which falls with their distance."""
    couplings = []
    patch = geometry.pads()[0].grown(geometry.patch_margin_mm)
    across_pf = geometry.edge_pf * patch.depth / (geometry.column_pitch_mm - patch.width)
    along_pf = geometry.edge_pf * patch.width / (geometry.row_pitch_mm - patch.depth)
    for pad in range(PADS):
        if pad % geometry.columns < geometry.columns - 1:
            couplings.append((pad, pad + 1, across_pf))
        if pad + geometry.columns < PADS:
            couplings.append((pad, pad + geometry.columns, along_pf))
    return couplings
