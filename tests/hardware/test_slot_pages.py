"""What the pages on the model, on measuring and on the drawings say is what the data say."""

import re
from dataclasses import fields
from pathlib import Path

from tavolo_host.drawings.__main__ import sheets
from tavolo_host.drawings.dimensions import TABLE
from tavolo_host.slot.capacitance import RIM_MM, RIM_POWER, free_mm, plate_pf, rim_mm
from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.slot.insertion import codes_of, wrong_way_in
from tavolo_host.slot.measured import QUANTITIES
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
MODEL, MEASURING, README, CARDS = (
    (HARDWARE / name).read_text(encoding="utf-8") for name in ("model.md", "measuring.md", "README.md", "cards.md")
)


def rows(text: str) -> dict[str, list[str]]:
    """Each row of a page's tables that begins with a name in code."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:3] == "| `"]
    return {row[0].strip("`"): row[1:] for row in cells}


def test_each_quantity_of_the_measuring_page_is_one_that_is_taken_with_the_same_limits():
    found = rows(MEASURING)
    assert list(found) == list(QUANTITIES)
    for name, quantity in QUANTITIES.items():
        assert found[name] == [quantity.unit, f"{quantity.least:g} to {quantity.greatest:g}", quantity.meaning]


def test_each_quantity_is_one_of_the_model_and_its_assumption_is_possible_and_on_the_models_page():
    found = rows(MODEL)
    assert set(found) == set(QUANTITIES)
    known = {field.name for field in fields(Geometry)}
    for name, quantity in QUANTITIES.items():
        assumed = Charge().noise_counts if name == "noise_counts" else getattr(GRID, name)
        assert name == "noise_counts" or name in known
        assert quantity.least <= assumed <= quantity.greatest
        assert found[name][0] == f"{assumed:g}", name


def test_the_names_in_the_tables_of_measuring_by_hand_exist():
    for name in re.findall(r"\| `(\w+)` \|$", MEASURING, re.MULTILINE):
        assert name in QUANTITIES
    for name in re.findall(r"`(\w+_(?:mm|pf|hand|counts|deg))`", MEASURING):
        assert name in QUANTITIES


def test_the_figures_of_the_models_page_follow_from_the_model():
    page = " ".join(MODEL.split())
    free = free_mm(GRID, GRID.gap_mm)
    assert f"0.1 mm / 3.2 + 0.05 mm / 1 + 0.22 mm / 3 = {free:.3f} mm" in page
    pad, strip = (plate_pf(area + edge * rim_mm(free), free) for area, edge in ((81, 36), (320, 96)))
    assert f"at {GRID.gap_mm:g} mm: {pad:.1f} pF. The ground strip, 8 × 40 mm: {strip:.0f} pF." in page
    one = pad * strip / (pad + strip)
    assert f"*C1·C2 / (C1 + C2)*: {one:.1f} pF." in page
    assert f"{GRID.shielded_pf} pF from what the bare pad had" in page
    assert f"so {one - GRID.shielded_pf:.1f} pF are left for one joined patch" in page
    beyond = strip + 3 * pad + GRID.foil_stray_pf
    four = pad * beyond / (pad + beyond) - GRID.shielded_pf
    assert f"like the strip: {four:.1f} pF each." in page
    assert f"r = {RIM_MM} mm · (f / mm)^{RIM_POWER}" in page
    one, zero = ONE_FROM / (1 - ONE_FROM), ZERO_UP_TO / (1 - ZERO_UP_TO)
    assert f"is {one:.3f} of *C*" in MODEL
    assert f"is {zero:.3f} of *C*: with 12 pF, {12 * one:.2f} and {12 * zero:.2f} pF." in MODEL.replace("\n", " ")
    assert f"an electrode of 12 pF reads {Charge().counts(12.0, 50):.0f}." in MODEL
    keys = TABLE.keys
    area = 3.14159 * (keys.diameter / 2) ** 2
    assert f"{plate_pf(area, keys.cover, keys.permittivity):.2f} by the plate formula" in MODEL


def test_the_pages_agree_on_the_thresholds_and_on_how_far_out_the_key_has_to_hold_a_card():
    readme, cards = README.replace("\n", " "), CARDS.replace("\n", " ")
    one, zero = (share * Charge().empty_counts for share in (ONE_FROM, ZERO_UP_TO))
    assert f"as one from {one:.0f} and as zero up to {zero:.1f}:" in readme
    assert f"where {zero:.1f} are allowed" in cards
    (nothing_from,) = re.findall(r"nothing is read from (\d+) mm on", MODEL.replace("\n", " "))
    assert f"at least {nothing_from} mm short of the end stop" in cards


def test_the_figures_of_the_key_follow_from_the_geometry():
    page = MODEL.replace("\n", " ")
    assert f"is {GRID.key_width_mm:g} mm wide and {GRID.key_depth_mm:g} mm deep" in page
    assert f"{GRID.key_clearance_mm:g} mm smaller each way" in page
    assert f"a card {GRID.key_stop_mm():.1f} mm short" in page
    gaps = GRID.tight_gap_mm, GRID.gap_mm, GRID.wide_gap_mm
    taken, nearest = wrong_way_in(GRID, Charge(), codes_of(GRID), gaps, step_mm=3.0)
    assert taken == 0
    assert nearest * Charge().empty_counts > 30


def test_the_page_for_builders_lists_every_drawing_and_its_sizes():
    found = re.findall(r"^\| `([\w-]+)\.svg` \|", README, re.MULTILINE)
    assert sorted(found) == sorted(sheets(GRID, TABLE))
    lights = TABLE.lights
    for name in (lights.strip.name, lights.panel.name):
        assert name in README
    assert f"{TABLE.width:.0f} × {TABLE.depth:.0f} mm" in README
    assert f"| keyed corner | {GRID.key_width_mm:g} × {GRID.key_depth_mm:g}" in README
