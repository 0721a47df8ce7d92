"""Voltages, edges and currents: what is computed keeps within its limits, and what does not is found."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from hardware.circuit import bus, current, levels, page
from hardware.circuit.catalogue import KINDS
from hardware.circuit.wiring import FULL, KEYS, STARTER
from tavolo import wiring
from tavolo.lights import power
from tests.hardware import circuits

STARTER_GUIDE = Path(__file__).resolve().parents[2] / "hardware" / "starter.md"


def test_nothing_that_the_circuit_relies_on_is_out_of_its_limits() -> None:
    assert {name: table.broken for name, table in page.tables(circuits.every()).items() if table.broken} == {}


@pytest.mark.parametrize("boards", bus.BOARDS, ids=lambda boards: boards.what)
def test_for_every_kind_of_breakout_there_is_a_choice_of_pull_ups_that_fits(boards: bus.Board) -> None:
    for line in bus.lines(FULL, circuits.parts(FULL)):
        removed, ours = bus.advice(line, boards)
        kept = line.breakouts - removed
        lifts = bus.parallel(*[boards.lifts] * kept, ours)
        loads = bus.parallel(*[boards.loads] * kept, ours)
        assert bus.rise_ns(lifts, line.picofarad) <= bus.RISE_NS
        assert bus.sink_ma(loads) <= bus.SINK_MA


def test_the_brightness_of_a_limit_is_the_most_that_keeps_to_it() -> None:
    for limit in (wiring.CURRENT_LIMIT_MA, 1000):
        white = current.brightest(current.PIXELS, limit)
        drawn = [power.milliamperes(current.PIXELS, current.PIXELS * 3 * value) for value in (white, white + 1)]
        assert drawn[0] <= limit < drawn[1]


def test_a_starter_that_is_set_as_its_guide_says_lives_on_usb() -> None:
    (_, set_ma), *_ = re.findall(r"tavolo settings (\S+ )+limit_ma=(\d+)", STARTER_GUIDE.read_text(encoding="utf-8"))
    assert int(set_ma) == current.USB_LIMITS_MA["starter"]
    what = f"starter: all of it, from USB, with its pixels at {set_ma}"
    ((drawn, most),) = [row[1:] for row in current.rows(circuits.every()) if row[0] == what]
    assert most is not None
    assert int(set_ma) + current.PICO_MA < drawn <= most


def test_fuse_and_supply_of_the_figures_are_those_of_the_parts_list() -> None:
    assert KINDS["fuse"].value == f"{current.FUSE_MA / 1000:g} A slow"
    assert KINDS["supply"].value == f"5 V {current.SUPPLY_MA / 1000:g} A"


@pytest.mark.parametrize(
    ("where", "name", "value", "broken"),
    [
        (levels, "DIODE_V", (0.3, 0.45), "starter: USB voltage up to which"),  # a Schottky diode
        (bus, "CABLE_METRES", {FULL: 3.0, STARTER: 1.0, KEYS: 0.3}, "I2C0_SDA"),
        (wiring, "CURRENT_LIMIT_MA", 710, "the whole table, against what the fuse carries permanently at 50 °C"),
        (current, "FUSE_MA", 1600, "2.1 times the fuse's rating"),
        (current, "FUSE_V", 0.4, "5 V at the level shifter, lowest"),  # a resettable one
        (current, "TRANSISTOR_OHM", 1.2, "5 V at the level shifter, lowest"),  # as much as a diode in the way
        (current, "TRANSISTOR_GATE_V", 5, "its gate, either way round"),
    ],
)
def test_what_is_out_of_its_limits_is_found(
    where: ModuleType, name: str, value: object, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, value)
    found = [line for table in page.tables(circuits.every()).values() for line in table.broken]
    assert any(line.startswith(broken) for line in found), found
