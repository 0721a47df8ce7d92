"""What the page for builders says of the slot is what is computed."""

import re
from pathlib import Path

from tavolo_host.drawings.dimensions import TABLE
from tavolo_host.drawings.outlines import spacer_sheet_mm
from tavolo_host.slot.geometry import GRID, ROW, THICKNESSES
from tavolo_host.slot.margins import MUST_READ, cards_rows, margins_report
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge

PAGE = (Path(__file__).resolve().parents[2] / "hardware" / "README.md").read_text(encoding="utf-8")


def test_the_figures_of_the_page_are_those_that_tavolo_margins_computes() -> None:
    rows = {row.case: row for row in margins_report(GRID)}
    for case in (
        "as built",
        "bent up to the hood",
        "bent, askew, drifted",
        "bent, askew, drifted, fingers",
        "pressed, askew, drifted, fingers",
    ):
        row = rows[case]
        assert f"| {case} | {row.weakest_one:.0f} | {row.strongest_zero:.0f} | {row.margin:.1f} |" in PAGE
    full = Charge().empty_counts
    assert f"reading of {full:.0f}, with a pad read as one from {ONE_FROM * full:.0f} and as zero up to" in " ".join(
        PAGE.split()
    )
    assert f"up to {ZERO_UP_TO * full:.1f}:" in PAGE


def test_the_classes_of_the_page_are_those_that_are_computed() -> None:
    for row in cards_rows():
        gaps = f"{row.gap_mm[0]:.2f} to {row.gap_mm[1]:.2f}"
        figures = f"{row.weakest_one:.0f} | {row.strongest_zero:.0f} | {row.margin:.1f}"
        assert f"| {row.slot} | {row.cards} | {gaps} | {figures} |" in PAGE
        assert row.margin >= 8
        thick = " to ".join(f"{each:.2f}" for each in row.thickness_mm)
        sheet = spacer_sheet_mm(GRID.for_cards(THICKNESSES[row.cards]), TABLE.slot)
        assert re.search(rf"\| {thick} \| {row.channel_mm:g} \| {sheet:g} \| `cards={row.cards}`", PAGE), row.cards
    single = [row for row in margins_report(ROW) if row.demand == MUST_READ]
    zero, one = max(row.strongest_zero or 0 for row in single), min(row.weakest_one or 0 for row in single)
    assert f"isolated pad reaches {zero:.0f} counts and the weakest joined one {one:.0f}," in " ".join(PAGE.split())


def test_the_sizes_of_the_page_are_those_of_the_geometry() -> None:
    pads = GRID.pads()
    assert (
        f"| pads | {pads[0].width:.0f} × {pads[0].depth:.0f}, their centres {pads[1].x - pads[0].x:.0f} apart" in PAGE
    )
    assert pads[1].x - pads[0].x == pads[3].y - pads[0].y
    assert f"| rows, from the end stop | {pads[0].y:.0f}, {pads[3].y:.0f}, {pads[6].y:.0f} |" in PAGE
    strip = GRID.strip()
    assert f"| ground strip | {strip.depth:.0f} × {strip.width:.0f}, at {strip.y:.0f} from the end stop" in PAGE
    assert f"| pocket | {GRID.mouth_mm:.0f} deep" in PAGE
    gaps = f"{GRID.gap_mm} as built; from {GRID.tight_gap_mm}, pressed, to {GRID.wide_gap_mm}, bent up to the hood"
    assert f"| gap between pad and foil | {gaps} |" in PAGE
