"""What a slot's electrodes see: from cards, hands and the slot's geometry to twelve capacitances in pF.

The model. Two conductors that face each other are a parallel-plate capacitor, C = ε0·εr·A/d, with the area
A in which they overlap. The chip measures one electrode while it grounds the others (MPR121 data sheet,
section 3), so a pad sees the card's foil (ground patch and joined patches) in series with all that ties
this foil to ground: the ground strip, the other joined pads, a hand. A patch that is not joined sees only
its small stray. Fringe fields are in `patch_stray_pf` and `edge_pf`, which are estimates; tilt moves
patches and does not turn them, which is right to better than 1 % of their overlap below 2 degrees.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from tavolo_host.slot.geometry import PADS, Geometry, Rectangle
from tavolo_host.slot.network import Network

EPSILON_0 = 8.854e-3  # pF per mm: the permittivity of vacuum
KEYS = 3


def plate_pf(area_mm2: float, gap_mm: float, permittivity: float) -> float:
    """Capacitance of two parallel plates."""
    return EPSILON_0 * permittivity * area_mm2 / gap_mm


@dataclass(frozen=True)
class InsertedCard:
    """A card in the slot: its code and how it lies.

    `short_mm` from the end stop, `shift_mm` to the right, `tilt_deg` turned about its centre. `gap_mm` is
    from the pads to its foil; None is the slot's own gap, or, behind another card, that card's gap and a
    card's thickness. `turned` is end for end in its plane, `face_away` turned over about its long axis:
    what the keyed corner forbids.
    """

    code: int
    short_mm: float = 0.0
    shift_mm: float = 0.0
    tilt_deg: float = 0.0
    gap_mm: float | None = None
    turned: bool = False
    face_away: bool = False


@dataclass(frozen=True)
class _Conductor:
    """A patch or ground patch of a card as it lies, and the floating conductor it belongs to."""

    place: Rectangle
    node: int


class Slot:
    """One slot. Pads differ by up to the geometry's tolerance, drawn once from `random`; None is a perfect
    slot.

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
        """All twelve electrodes of a seat, in pF: nine pads, then the keys ◀ ▶ ✓ touched by `keys` (0..1
        each)."""
        if len(keys) != KEYS:
            raise ValueError(f"A seat has {KEYS} keys, not {len(keys)}.")
        pads = self.capacitances(cards, hand)
        return pads + [self.key_capacitance(touch, number) for number, touch in enumerate(keys)]

    def key_capacitance(self, touched: float, number: int = 0) -> float:
        """A key's electrode in pF; `touched` is the share of it that a finger covers, True for all."""
        return self.key_stray_pf[number] + self.drift_pf + touched * self.geometry.key_touch_pf

    def capacitances(self, cards: Sequence[InsertedCard], hand: float = 0.0) -> list[float]:
        """The nine pads in pF. `cards` from the pads outwards; `hand` from 0 (none) to 1 (fingers pressed
        on all)."""
        geometry = self.geometry
        lying = _number_conductors(geometry, cards)
        network = Network(PADS, 1 + max((c.node for card in lying for c in card), default=-1))
        for pad in range(PADS):
            network.ground_terminal(pad, self.pad_stray_pf[pad] + self.drift_pf)
        gap_mm = geometry.gap_mm
        for number, (card, conductors) in enumerate(zip(cards, lying, strict=True)):
            behind_mm = gap_mm
            gap_mm += geometry.card_thickness_mm if number else 0.0
            gap_mm = gap_mm if card.gap_mm is None else card.gap_mm
            below = [conductor for other in lying[:number] for conductor in other]
            self._add_card(network, conductors, below, gap_mm)
            if number:
                self._stack(network, conductors, lying[number - 1], gap_mm - behind_mm)
        if hand:
            self._add_hand(network, lying, hand)
        return network.to_ground()

    def _add_card(self, network: Network, conductors: list[_Conductor], below: list[_Conductor], gap_mm: float) -> None:
        """The card's foil against pads and strip, as far as no card below it is in the way, and its
        strays."""
        geometry = self.geometry
        network.ground(conductors[0].node, geometry.foil_stray_pf)
        places = tuple(conductor.place for conductor in conductors)
        for part, pad, area in _overlaps(geometry, places):
            covered = sum(other.place.overlap_mm2(self._faces[pad]) for other in below)
            if area > covered:
                coupling_pf = plate_pf(area - covered, gap_mm, geometry.permittivity)
                if pad == PADS:
                    network.ground(conductors[part].node, coupling_pf)
                else:
                    network.join_terminal(conductors[part].node, pad, coupling_pf)
        for conductor in conductors[1:]:
            if conductor.node != conductors[0].node:
                network.ground(conductor.node, geometry.patch_stray_pf)
        for first, second, picofarads in self._edges:
            network.join(conductors[1 + first].node, conductors[1 + second].node, picofarads)

    def _stack(self, network: Network, conductors: list[_Conductor], below: list[_Conductor], gap_mm: float) -> None:
        """A card's conductors against those of the card it lies on, `gap_mm` from them."""
        for conductor in conductors:
            for other in below:
                area = conductor.place.overlap_mm2(other.place)
                if area:
                    coupling_pf = plate_pf(area, gap_mm, self.geometry.permittivity)
                    network.join(conductor.node, other.node, coupling_pf)

    def _add_hand(self, network: Network, lying: list[list[_Conductor]], hand: float) -> None:
        """A hand: on bare pads, on the patches of the outermost card, and on every card's foil, which it
        holds."""
        geometry = self.geometry
        conductors = [conductor for card in lying for conductor in card]
        for pad, rectangle in enumerate(self._faces[:PADS]):
            reach = hand * geometry.hand_fade ** (geometry.rows - 1 - pad // geometry.columns)
            area = geometry.pad_width_mm * geometry.pad_depth_mm
            bare = _free_overlap(rectangle, rectangle, conductors) / area
            network.ground_terminal(pad, bare * reach * geometry.hand_pad_pf)
            if lying:
                network.ground(lying[-1][1 + pad].node, reach * geometry.hand_patch_pf)
        for card in lying:
            network.ground(card[0].node, hand * geometry.hand_foil_pf)


def _number_conductors(geometry: Geometry, cards: Sequence[InsertedCard]) -> list[list[_Conductor]]:
    """Each card's conductors as they lie: the ground patch first, then the nine patches.

    Conductors of one potential have one number.
    """
    lying = []
    node = 0
    for card in cards:
        foil = node
        places = _places(geometry, replace(card, code=0, gap_mm=None))
        conductors = [_Conductor(places[0], foil)]
        for pad in range(PADS):
            joined = card.code >> pad & 1
            node += not joined
            conductors.append(_Conductor(places[1 + pad], foil if joined else node))
        lying.append(conductors)
        node += 1
    return lying


@lru_cache(maxsize=64)
def _faces(geometry: Geometry) -> tuple[Rectangle, ...]:
    """What lies under the cards: the nine pads, then the ground strip."""
    return (*geometry.pads(), geometry.strip())


@lru_cache(maxsize=1024)
def _places(geometry: Geometry, card: InsertedCard) -> tuple[Rectangle, ...]:
    """Where ground patch and patches come to lie on a card that is turned, shifted, short and tilted as
    `card`."""
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
def _overlaps(geometry: Geometry, places: tuple[Rectangle, ...]) -> list[tuple[int, int, float]]:
    """Which parts of a card face which pads (the strip is number 9), and with how many mm²."""
    found = []
    for part, place in enumerate(places):
        for number, face in enumerate(_faces(geometry)):
            area = place.overlap_mm2(face)
            if area:
                found.append((part, number, area))
    return found


def _free_overlap(place: Rectangle, other: Rectangle, below: Sequence[_Conductor]) -> float:
    """The overlap in mm² that no conductor in `below` covers; these do not overlap one another much."""
    area = place.overlap_mm2(other)
    if area:
        area -= sum(conductor.place.overlap_mm2(other) for conductor in below)
    return max(0.0, area)


def _edge_couplings(geometry: Geometry) -> list[tuple[int, int, float]]:
    """Neighbouring patches and the pF between their edges, which falls with their distance."""
    couplings = []
    patch = geometry.pads()[0].grown(geometry.patch_margin_mm)
    across_pf = geometry.edge_pf * patch.depth / (geometry.column_pitch_mm - patch.width)
    along_pf = geometry.edge_pf * patch.width / (geometry.row_pitch_mm - patch.depth) if geometry.rows > 1 else 0.0
    for pad in range(PADS):
        if pad % geometry.columns < geometry.columns - 1:
            couplings.append((pad, pad + 1, across_pf))
        if pad + geometry.columns < PADS:
            couplings.append((pad, pad + geometry.columns, along_pf))
    return couplings
