"""How pads, film and channels were chosen: every possible slot, and its margin in the worst case.

A patch is as wide as copper tape is sold, so larger pads leave a smaller margin around them, which still has to absorb
how far the side walls let a card shift. Rows are a pad and a patch apart (`tavolo_host.slot.insertion`), as near to the
mouth as the ground strip lets them: an isolated patch between it and the last row may not touch both. A channel is
wider than the thickest card of its class by the error of its spacer, and that much again. `python -m
tests.hardware.choosing` prints the table of `hardware/model.md`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tavolo_host.slot.geometry import GRID, THICKNESSES, Geometry
from tavolo_host.slot.insertion import CODES
from tavolo_host.slot.margins import extreme_slots, tolerances, worst_drops
from tavolo_host.slot.reading import Charge

TAPE_MM = 10.0
AROUND_MM = (0.5, 0.75, 1.0)  # of a patch around its pad: 0.5 is what the walls let a card shift
FILMS_MM = (0.1, 0.25)  # polyester film, as sold; a board's solder mask is thinner than both, and better
CLEARANCES_MM = (0.05, 0.1, 0.15, 0.2)  # over the thickest card; a spacer may be off by 0.05
LEAST_MARGIN_COUNTS = 8.0
BRIDGES_COUNTS = 4.1  # at most, by which the bridges of a foil lower an isolated pad further
# Between the thresholds. A hand, which lowers all pads nearly alike, is at least half of it away from any code.
BAND_COUNTS = 15.0
FEW_CODES = 12  # every twelfth of the 111 codes; all others differ from these by a tenth of a count


@dataclass(frozen=True)
class Design:
    """A possible slot, in mm, and its worst counts over all classes of cards."""

    pad_mm: float
    around_mm: float
    film_mm: float
    clearance_mm: float
    weakest_one: float
    strongest_zero: float

    @property
    def margin(self) -> float:
        """How far the worst pad is from a threshold half way between joined and isolated."""
        return (self.weakest_one - self.strongest_zero - BAND_COUNTS) / 2


def laid_out(around_mm: float, film_mm: float) -> Geometry:
    """The grid with pads that leave this much of the tape around them."""
    pad = TAPE_MM - 2 * around_mm
    pitch = pad + TAPE_MM
    last_row_ends = GRID.strip_mm - GRID.strip_depth_mm / 2 - TAPE_MM + GRID.shift_mm
    return replace(
        GRID,
        pad_width_mm=pad,
        pad_depth_mm=pad,
        patch_margin_mm=around_mm,
        column_pitch_mm=pitch,
        row_pitch_mm=pitch,
        deepest_row_mm=last_row_ends - 2 * pitch - pad / 2,
        film_mm=film_mm,
    )


def worst_counts(geometry: Geometry, charge: Charge) -> tuple[float, float]:
    """The weakest joined and the strongest isolated pad, in counts, of all that has to be read."""
    slots, codes = extreme_slots(geometry), CODES[::FEW_CODES]
    cases = [worst_drops(slots, number, codes, charge) for number in range(len(tolerances(geometry)))]
    ones, zeros = zip(*cases, strict=True)
    return min(ones) * charge.empty_counts, max(zeros) * charge.empty_counts + BRIDGES_COUNTS


def designs() -> Iterator[Design]:
    """Every possible slot, with its margin."""
    charge = Charge()
    for around, film, clearance in product(AROUND_MM, FILMS_MM, CLEARANCES_MM):
        slots = [
            replace(laid_out(around, film).for_cards(cards), channel_mm=cards.thickest_mm + clearance)
            for cards in THICKNESSES.values()
        ]
        ones, zeros = zip(*(worst_counts(slot, charge) for slot in slots), strict=True)
        yield Design(slots[0].pad_width_mm, around, film, clearance, min(ones), max(zeros))


def chosen(found: list[Design]) -> Design:
    """The easiest to make of those with enough margin: wide channels first, then thick films."""
    enough = [each for each in found if each.margin >= LEAST_MARGIN_COUNTS]
    return max(enough, key=lambda each: (each.clearance_mm, each.film_mm, each.margin))


def as_table(found: list[Design]) -> str:
    """The margins in Markdown: a line for pads and film, a column for each clearance."""
    lines = [
        "| pads, mm | film, mm | " + " | ".join(f"{clearance:g} mm" for clearance in CLEARANCES_MM) + " |",
        "| --- | --- |" + " --- |" * len(CLEARANCES_MM),
    ]
    best = chosen(found)
    for around, film in product(AROUND_MM, FILMS_MM):
        own = [each for each in found if (each.around_mm, each.film_mm) == (around, film)]
        cells = [f"**{each.margin:.1f}**" if each == best else f"{each.margin:.1f}" for each in own]
        lines.append(f"| {own[0].pad_mm:g} | {film:g} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(as_table(list(designs())))
