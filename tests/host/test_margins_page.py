"""What the page for builders says of the slot is what is computed."""

from pathlib import Path

from tavolo_host.slot.geometry import GRID
from tavolo_host.slot.margins import margins_report
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge

PAGE = (Path(__file__).resolve().parents[2] / "hardware" / "README.md").read_text(encoding="utf-8")


def test_the_figures_of_the_page_are_those_that_tavolo_margins_computes() -> None:
    rows = {row.case: row for row in margins_report(GRID)}
    for case, name in (
        ("as built", "as built"),
        ("bent card, gap 1.0 mm", "card bent to a gap of 1.0 mm"),
        ("bent, askew, drifted", "bent, askew, and the slot drifted"),
        ("pressed, drifted, fingers", "pressed to 0.4 mm, drifted, fingers at the edge"),
    ):
        row = rows[case]
        assert f"| {name} | {row.weakest_one:.0f} | {row.strongest_zero:.0f} | {row.margin:.1f} |" in PAGE
    full = Charge().empty_counts
    assert f"reading of {full:.0f}, with a pad read as one from {ONE_FROM * full:.0f} and as zero up to" in " ".join(
        PAGE.split()
    )
    assert f"up to {ZERO_UP_TO * full:.1f}:" in PAGE


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
    assert f"| {GRID.gap_mm} as built; read from {GRID.tight_gap_mm} to {GRID.wide_gap_mm} |" in PAGE
