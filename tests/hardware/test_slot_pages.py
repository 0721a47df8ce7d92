"""The pages on the model, on measuring and on the drawings agree with the data."""

import re
from pathlib import Path

from tavolo_host.slot.geometry import GRID
from tavolo_host.slot.measured import QUANTITIES
from tavolo_host.slot.reading import Charge
from tavolo_host.workshop.drawings.cut_list import drawings
from tavolo_host.workshop.drawings.dimensions import TABLE
from tests.hardware.guide_commands import table

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
MODEL, MEASURING, README = (
    (HARDWARE / name).read_text(encoding="utf-8") for name in ("model.md", "measuring.md", "README.md")
)


def test_each_quantity_is_on_both_pages_with_its_limits_and_an_assumption_that_is_possible():
    measured = {row[0].strip("`"): row[1:] for row in table(MEASURING, "name", "unit", "possible", "what it is")}
    assumed = {row[0].strip("`"): row[1] for row in table(MODEL, "name", "assumed", "what it is, and where from")}
    assert list(measured) == list(QUANTITIES)
    assert set(assumed) == set(QUANTITIES)
    for name, quantity in QUANTITIES.items():
        assert measured[name] == [quantity.unit, f"{quantity.least:g} to {quantity.greatest:g}", quantity.meaning]
        value = Charge().noise_counts if name == "noise_counts" else getattr(GRID, name)
        assert quantity.least <= value <= quantity.greatest
        assert assumed[name] == f"{value:g}", name


def test_the_figures_of_the_key_follow_from_the_geometry():
    page = MODEL.replace("\n", " ")
    assert f"is {GRID.key_width_mm:g} mm wide and {GRID.key_depth_mm:g} mm deep" in page
    assert f"{GRID.key_clearance_mm:g} mm smaller each way" in page
    assert f"a card {GRID.key_stop_mm():.1f} mm short" in page


def test_the_page_for_builders_lists_every_drawing_and_its_sizes():
    found = re.findall(r"^\| `([\w-]+)\.svg` \|", README, re.MULTILINE)
    assert sorted(found) == sorted(drawings(GRID, TABLE))
    lights = TABLE.lights
    for name in (lights.strip.name, lights.panel.name):
        assert name in README
    assert f"{TABLE.width:.0f} × {TABLE.depth:.0f} mm" in README
    assert f"| keyed corner | {GRID.key_width_mm:g} × {GRID.key_depth_mm:g}" in README
