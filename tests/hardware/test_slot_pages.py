"""What the pages on the model, on measuring and on the drawings say is what the data say."""

import re
from dataclasses import fields
from pathlib import Path

from tavolo_host.drawings.__main__ import sheets
from tavolo_host.drawings.dimensions import TABLE
from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.slot.measured import QUANTITIES
from tavolo_host.slot.reading import Charge

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


def test_the_figures_of_the_key_follow_from_the_geometry():
    page = MODEL.replace("\n", " ")
    assert f"is {GRID.key_width_mm:g} mm wide and {GRID.key_depth_mm:g} mm deep" in page
    assert f"{GRID.key_clearance_mm:g} mm smaller each way" in page
    assert f"a card {GRID.key_stop_mm():.1f} mm short" in page


def test_the_page_for_builders_lists_every_drawing_and_its_sizes():
    found = re.findall(r"^\| `([\w-]+)\.svg` \|", README, re.MULTILINE)
    assert sorted(found) == sorted(sheets(GRID, TABLE))
    lights = TABLE.lights
    for name in (lights.strip.name, lights.panel.name):
        assert name in README
    assert f"{TABLE.width:.0f} × {TABLE.depth:.0f} mm" in README
    assert f"| keyed corner | {GRID.key_width_mm:g} × {GRID.key_depth_mm:g}" in README
