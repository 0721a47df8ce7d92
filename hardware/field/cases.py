"""The slots and cards to solve: the first design, and others around it as a basis for the search.

All lengths in mm. A gap reaches from pad to foil, through film, air and the card's back.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.field.solver import Box, Layer, Layers, Plate
from tavolo_host.slot.geometry import (
    GRID,
    MASK_MM,
    MASK_PERMITTIVITY,
    PADS,
    SLOT_BOARD,
    THICKNESSES,
    Geometry,
    Rectangle,
)

STRIP, FOIL, FIRST_PATCH = PADS, PADS + 1, PADS + 2  # conductors after the pads; FOIL is the ground patch
FARTHEST_GAP = 1.0  # a card bent up to the hood
GROUND = 40.0  # mm of air behind the base and in front of the hood, then ground, about as far as the next conductors
HOOD = Layer(3.0, 3.0)  # acrylic or plywood
USUAL = replace(GRID, film_mm=0.25, foil_depth_mm=0.15, card_thickness_mm=0.3)
FIRST_DESIGN = {
    "pad_width_mm": 8.0,
    "pad_depth_mm": 8.0,
    "column_pitch_mm": 18.0,
    "row_pitch_mm": 18.0,
    "patch_margin_mm": 1.0,
    "deepest_row_mm": 13.0,
    "strip_mm": 66.0,
}


@dataclass(frozen=True)
class Case:
    """A slot with its base, and the card's position in it."""

    gap: float
    slot: Geometry = USUAL
    base: float = 3.0
    base_permittivity: float = 3.0
    grounded_back: bool = False  # ground all over the back of the base
    short: float = 0.0
    shift: float = 0.0

    def of(self, **changes: float) -> "Case":
        """The same with another slot."""
        return replace(self, slot=replace(self.slot, **changes))  # type: ignore[arg-type]

    @property
    def air(self) -> float:
        """The air between film and card."""
        return self.gap - self.slot.film_mm - self.slot.foil_depth_mm

    @property
    def channel(self) -> float:
        """The space from film to hood."""
        return FARTHEST_GAP - self.slot.film_mm - self.slot.foil_depth_mm + self.slot.card_thickness_mm

    def box(self, cell: float) -> Box:
        """The area around the copper; its periodic copies are farther away than the field reaches in the layers."""
        return Box(-40.0, -10.0, 80.0, 96.0, cell)

    def layers(self, card: bool) -> Layers:
        """The slot's layers, with or without a card."""
        slot = self.slot
        below = (Layer(self.base, self.base_permittivity), *(() if self.grounded_back else (Layer(GROUND, 1.0),)))
        film = Layer(slot.film_mm, slot.film_permittivity)
        if not card:
            return Layers(below, (film,), (Layer(self.channel, 1.0), HOOD, Layer(GROUND, 1.0)))
        back = Layer(slot.foil_depth_mm, slot.paper_permittivity)
        front = Layer(slot.card_thickness_mm - slot.foil_depth_mm, slot.paper_permittivity)
        rest = self.channel - self.air - slot.card_thickness_mm
        between = (film, Layer(self.air, 1.0), back)
        above = (front, Layer(rest, 1.0), HOOD, Layer(GROUND, 1.0))
        return Layers(below, _without_empty(between), _without_empty(above))

    def plates(self, card: bool) -> list[Plate]:
        """Pads and strip, and the card's ground patch and patches."""
        pads, strip = self.slot.pads(), self.slot.strip()
        plates = [_plate(number, 0, place) for number, place in enumerate([*pads, strip])]
        if card:
            for number, part in enumerate([strip, *pads]):
                patch = replace(part, x=part.x + self.shift, y=part.y + self.short).grown(self.slot.patch_margin_mm)
                plates.append(_plate(FOIL + number, 1, patch))
        return plates


def _without_empty(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    return tuple(layer for layer in layers if layer.thickness > 1e-9)


def _plate(number: int, plane: int, place: Rectangle) -> Plate:
    across, along = place.width / 2, place.depth / 2
    return Plate(number, plane, place.x - across, place.x + across, place.y - along, place.y + along)


def all_cases() -> Iterator[Case]:
    """Yield every case of solution.json."""
    usual = Case(0.5)
    yield from _at(usual, 0.4, 0.45, 0.5, 0.6, 0.65, 0.7, 0.85, 1.0)
    thin = usual.of(film_mm=0.1)
    yield from _at(thin, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0)
    yield from _at(thin.of(foil_depth_mm=0.08), 0.18, 0.3, 0.5, 0.7, 1.0)
    thick = {"foil_depth_mm": 0.3, "card_thickness_mm": 0.65}
    yield from _at(thin.of(**thick), 0.4, 0.5, 0.7, 1.0)
    yield from _at(usual.of(**thick), 0.55, 0.7, 1.0)
    # A board: solder mask on FR-4, with nothing or with ground behind it.
    board = replace(usual, base=1.6, base_permittivity=4.4).of(film_mm=MASK_MM, film_permittivity=MASK_PERMITTIVITY)
    yield from _at(board, 0.175, 0.3, 0.5, 0.7, 1.0)
    yield from _at(board.of(**thick), 0.325, 0.5, 0.7, 1.0)
    yield from _at(replace(board, grounded_back=True), 0.3, 0.7)
    # Every class of cards, on film and on a board: pressed, lying, bent up to the hood.
    for like, slot in ((thin, GRID), (board, SLOT_BOARD)):
        for cards in map(slot.for_cards, THICKNESSES.values()):
            case = like.of(foil_depth_mm=cards.foil_depth_mm, card_thickness_mm=cards.card_thickness_mm)
            yield from _at(case, cards.tight_gap_mm, cards.gap_mm, cards.wide_gap_mm)
    # Other sizes; the first is the first design.
    for change in (
        FIRST_DESIGN,
        {"pad_width_mm": 8.0, "pad_depth_mm": 8.0},
        FIRST_DESIGN | {"pad_width_mm": 7.0, "pad_depth_mm": 7.0},
        {"patch_margin_mm": 1.0, "row_pitch_mm": 20.0, "deepest_row_mm": 10.0},
        {"strip_depth_mm": 10.0},
        {"strip_width_mm": 48.0, "strip_depth_mm": 6.0},
    ):
        yield from _at(thin.of(**change), 0.3, 0.7)
    # Slightly out of place, and half in.
    yield from _at(replace(usual, short=1.0, shift=0.5), 0.4, 0.7, 1.0)
    for short in (4.0, 9.0):
        yield replace(usual, short=short)


def _at(case: Case, *gaps: float) -> Iterator[Case]:
    for gap in gaps:
        yield replace(case, gap=gap)
