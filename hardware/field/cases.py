"""The slots and cards to solve: the first design, and others around it as a basis for the search.

All lengths in mm. A gap reaches from pad to foil, through film, air and the card's back.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.field.solver import Box, Layer, Layers, Plate
from tavolo_host.slot.geometry import GRID, PADS, SLOT_BOARD, THICKNESSES, Geometry, Rectangle

STRIP, FOIL, FIRST_PATCH = PADS, PADS + 1, PADS + 2  # conductors after the pads; FOIL is the ground patch
FARTHEST_GAP = 1.0  # a card bent up to the hood
GROUND = 40.0  # mm of air behind the base and in front of the hood, then ground, about as far as the next conductors
HOOD = Layer(3.0, 3.0)  # acrylic or plywood
FIRST_DESIGN = {
    "pad_width": 8.0,
    "pad_depth": 8.0,
    "column_pitch": 18.0,
    "row_pitch": 18.0,
    "patch_margin": 1.0,
    "deepest_row": 13.0,
    "strip": 66.0,
}


@dataclass(frozen=True)
class Case:
    """A slot and the card's position in it."""

    gap: float
    film: float = 0.25
    film_permittivity: float = 3.2
    foil_depth: float = 0.15
    card_thickness: float = 0.3
    paper_permittivity: float = 3.0
    base: float = 3.0
    base_permittivity: float = 3.0
    grounded_back: bool = False  # ground all over the back of the base
    short: float = 0.0
    shift: float = 0.0
    pad_width: float = GRID.pad_width_mm
    pad_depth: float = GRID.pad_depth_mm
    column_pitch: float = GRID.column_pitch_mm
    row_pitch: float = GRID.row_pitch_mm
    patch_margin: float = GRID.patch_margin_mm
    deepest_row: float = GRID.deepest_row_mm
    strip_width: float = GRID.strip_width_mm
    strip_depth: float = GRID.strip_depth_mm
    strip: float = GRID.strip_mm

    @property
    def air(self) -> float:
        """The air between film and card."""
        return self.gap - self.film - self.foil_depth

    @property
    def channel(self) -> float:
        """The space from film to hood."""
        return FARTHEST_GAP - self.film - self.foil_depth + self.card_thickness

    def geometry(self) -> Geometry:
        """The copper's geometry."""
        return Geometry(
            pad_width_mm=self.pad_width,
            pad_depth_mm=self.pad_depth,
            column_pitch_mm=self.column_pitch,
            row_pitch_mm=self.row_pitch,
            patch_margin_mm=self.patch_margin,
            deepest_row_mm=self.deepest_row,
            strip_width_mm=self.strip_width,
            strip_depth_mm=self.strip_depth,
            strip_mm=self.strip,
        )

    def box(self, cell: float) -> Box:
        """The area around the copper; its periodic copies are farther away than the field reaches in the layers."""
        return Box(-40.0, -10.0, 80.0, 96.0, cell)

    def layers(self, card: bool) -> Layers:
        """The slot's layers, with or without a card."""
        below = (Layer(self.base, self.base_permittivity), *(() if self.grounded_back else (Layer(GROUND, 1.0),)))
        film = Layer(self.film, self.film_permittivity)
        if not card:
            return Layers(below, (film,), (Layer(self.channel, 1.0), HOOD, Layer(GROUND, 1.0)))
        back = Layer(self.foil_depth, self.paper_permittivity)
        front = Layer(self.card_thickness - self.foil_depth, self.paper_permittivity)
        rest = self.channel - self.air - self.card_thickness
        between = (film, Layer(self.air, 1.0), back)
        above = (front, Layer(rest, 1.0), HOOD, Layer(GROUND, 1.0))
        return Layers(below, _without_empty(between), _without_empty(above))

    def plates(self, card: bool) -> list[Plate]:
        """Pads and strip, and the card's ground patch and patches."""
        geometry = self.geometry()
        plates = [_plate(number, 0, place) for number, place in enumerate([*geometry.pads(), geometry.strip()])]
        if card:
            for number, part in enumerate([geometry.strip(), *geometry.pads()]):
                patch = replace(part, x=part.x + self.shift, y=part.y + self.short).grown(self.patch_margin)
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
    thin = replace(usual, film=0.1)
    yield from _at(thin, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0)
    yield from _at(replace(thin, foil_depth=0.08), 0.18, 0.3, 0.5, 0.7, 1.0)
    yield from _at(replace(thin, foil_depth=0.3, card_thickness=0.65), 0.4, 0.5, 0.7, 1.0)
    yield from _at(replace(usual, foil_depth=0.3, card_thickness=0.65), 0.55, 0.7, 1.0)
    # A board: solder mask on FR-4, with nothing or with ground behind it.
    board = replace(usual, film=0.025, film_permittivity=3.5, base=1.6, base_permittivity=4.4)
    yield from _at(board, 0.175, 0.3, 0.5, 0.7, 1.0)
    yield from _at(replace(board, foil_depth=0.3, card_thickness=0.65), 0.325, 0.5, 0.7, 1.0)
    yield from _at(replace(board, grounded_back=True), 0.3, 0.7)
    # Every class of cards, on film and on a board: pressed, lying, bent up to the hood.
    for like, slot in ((thin, GRID), (board, SLOT_BOARD)):
        for cards in map(slot.for_cards, THICKNESSES.values()):
            layers = {"foil_depth": cards.foil_depth_mm, "card_thickness": cards.card_thickness_mm}
            yield from _at(replace(like, **layers), cards.tight_gap_mm, cards.gap_mm, cards.wide_gap_mm)
    # Other sizes; the first is the first design.
    for change in (
        FIRST_DESIGN,
        {"pad_width": 8.0, "pad_depth": 8.0},
        FIRST_DESIGN | {"pad_width": 7.0, "pad_depth": 7.0},
        {"patch_margin": 1.0, "row_pitch": 20.0, "deepest_row": 10.0},
        {"strip_depth": 10.0},
        {"strip_width": 48.0, "strip_depth": 6.0},
    ):
        yield from _at(replace(thin, **change), 0.3, 0.7)  # type: ignore[arg-type]
    # Slightly out of place, and half in.
    yield from _at(replace(usual, short=1.0, shift=0.5), 0.4, 0.7, 1.0)
    for short in (4.0, 9.0):
        yield replace(usual, short=short)


def _at(case: Case, *gaps: float) -> Iterator[Case]:
    for gap in gaps:
        yield replace(case, gap=gap)
