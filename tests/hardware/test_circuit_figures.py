"""Voltages, edges and currents: what is computed keeps within its limits, and what does not is found."""

import math
import re
from pathlib import Path

import pytest

from hardware.circuit import bus, current, levels, page
from hardware.circuit.catalogue import KINDS
from hardware.circuit.wiring import FULL
from tavolo import wiring
from tavolo.lights import power
from tests.hardware import circuits

STARTER_GUIDE = Path(__file__).resolve().parents[2] / "hardware" / "starter.md"


def test_nothing_that_the_circuit_relies_on_is_out_of_its_limits() -> None:
    assert {name: table.broken for name, table in page.tables(circuits.both()).items() if table.broken} == {}


def test_the_level_shifter_is_needed_and_does_what_it_is_for() -> None:
    straight = [level for level in levels.levels() if not level.used]
    assert [level.margin < 0 for level in straight] == [True]
    assert all(level.margin > 0 for level in levels.levels() if level.used)


def test_a_diode_that_drops_too_little_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "DIODE_V", (0.3, 0.45))  # a Schottky diode
    assert levels.level_table().broken
    assert "starter: USB voltage up to which 3.3 V are enough for the panel" in levels.edge_table().broken


def test_the_rise_time_is_that_from_30_to_70_percent_of_the_supply() -> None:
    ohm, picofarad = 1632.0, 200.0
    when = [-ohm * picofarad * 1e-12 * math.log(1 - part) * 1e9 for part in (0.3, 0.7)]
    assert bus.rise_ns(ohm, picofarad) == pytest.approx(when[1] - when[0], rel=1e-4)


def test_what_hangs_on_a_bus_line_is_counted_in_the_netlist() -> None:
    found = {line.name: line for line in bus.lines(FULL, circuits.parts(FULL))}
    assert len(found) == 2 * len(wiring.BUSES)
    # The Pico, four chips, and the ADDR pin of the one at 0x5C: six pins; four breakouts; two metres.
    assert found["I2C0_SDA"].breakouts == 4
    assert found["I2C0_SDA"].picofarad == pytest.approx(6 * 10 + 4 * 5 + 2 * 60)


def test_every_line_rises_in_time_and_can_be_held_down() -> None:
    for size in circuits.SIZES:
        for line in bus.lines(size, circuits.parts(size)):
            ohm = line.lifts(bus.TYPICAL.lifts, bus.OURS_OHM)
            assert 0.8473 * ohm * line.picofarad / 1000 <= 300
            assert (3.3 - 0.4) / ohm <= 0.003
            longest = bus.longest_metres(size, line, ohm)
            more = (longest - bus.CABLE_METRES[size]) * bus.CABLE_PF_PER_METRE
            assert bus.rise_ns(ohm, line.picofarad + more) == pytest.approx(300)


def test_a_cable_that_is_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bus.CABLE_METRES, FULL, 3.0)
    assert bus.line_table(circuits.both()).broken


@pytest.mark.parametrize("boards", bus.BOARDS, ids=lambda boards: boards.what)
def test_for_every_kind_of_breakout_there_is_a_choice_of_pull_ups_that_fits(boards: bus.Board) -> None:
    for line in bus.lines(FULL, circuits.parts(FULL)):
        removed, ours = bus.advice(line, boards)
        kept = line.breakouts - removed
        lifts = bus.parallel(*[boards.lifts] * kept, ours)
        loads = bus.parallel(*[boards.loads] * kept, ours)
        assert bus.rise_ns(lifts, line.picofarad) <= bus.RISE_NS
        assert bus.sink_ma(loads) <= bus.SINK_MA


def test_pull_ups_that_are_right_already_are_left_alone() -> None:
    (line, *_) = bus.lines(FULL, circuits.parts(FULL))
    assert bus.advice(line, bus.TYPICAL) == (0, bus.OURS_OHM)
    assert bus.advice(line, bus.Board("strong", 2_200.0, 2_200.0))[0] > 0


def test_the_brightness_of_a_limit_is_the_most_that_keeps_to_it() -> None:
    for limit in (wiring.CURRENT_LIMIT_MA, 1000):
        white = current.brightest(current.PIXELS, limit)
        drawn = [power.milliamperes(current.PIXELS, current.PIXELS * 3 * value) for value in (white, white + 1)]
        assert drawn[0] <= limit < drawn[1]


def test_a_starter_that_is_set_as_its_guide_says_lives_on_usb() -> None:
    ((_, set_ma),) = re.findall(r"tavolo settings (\S+ )+limit_ma=(\d+)", STARTER_GUIDE.read_text(encoding="utf-8"))
    assert int(set_ma) == current.STARTER_LIMIT_MA
    ((drawn, most),) = [row[1:] for row in current.rows(circuits.both()) if row[0] == "starter: all of it, from USB"]
    assert most is not None
    assert int(set_ma) + current.PICO_MA < drawn <= most


def test_the_pixels_of_the_currents_are_all_that_the_board_has() -> None:
    assert current.PIXELS == wiring.TRACK_PIXELS + wiring.FIELD_COLUMNS * wiring.FIELD_ROWS + wiring.LAMPS == 200


def broken_currents() -> tuple[str, ...]:
    return current.current_table(circuits.both()).broken


def broken_way() -> tuple[str, ...]:
    return current.way_table(current.rail_ma(FULL, circuits.parts(FULL))).broken


def test_a_limit_that_is_too_high_for_the_fuse_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiring, "CURRENT_LIMIT_MA", 710)
    assert broken_currents() == ("the whole table, against what the fuse holds at 50 °C for good",)


def test_a_fuse_that_the_supply_does_not_open_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current, "FUSE_MA", 1600)
    (found,) = broken_currents()
    assert found.startswith("2.1 times the fuse")


def test_fuse_and_supply_of_the_figures_are_those_of_the_parts_list() -> None:
    assert KINDS["fuse"].value == f"{current.FUSE_MA / 1000:g} A slow"
    assert KINDS["supply"].value == f"5 V {current.SUPPLY_MA / 1000:g} A"


def test_a_resettable_fuse_or_a_diode_in_the_way_would_leave_the_level_shifter_too_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert broken_way() == ()
    monkeypatch.setattr(current, "FUSE_V", 0.4)
    assert broken_way() == ("5 V at the level shifter, lowest",)
    monkeypatch.setattr(current, "FUSE_V", 0.25)
    monkeypatch.setattr(current, "TRANSISTOR_OHM", 0.45 / 0.838)  # a Schottky diode at that current
    assert broken_way() == ("5 V at the level shifter, lowest",)


def test_a_transistor_whose_gate_does_not_bear_the_supply_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current, "TRANSISTOR_GATE_V", 5)
    assert broken_way() == ("its gate, either way round",)
