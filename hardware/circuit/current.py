"""Currents: what the limiter leaves for light, and what supply, fuse, USB port and the Pico's 3.3 V have to give."""

import math

from hardware.circuit import bus
from hardware.circuit.netlist import Netlist
from hardware.circuit.tables import Table
from tavolo import wiring
from tavolo.lights import power

PIXELS = wiring.TRACK_PIXELS + wiring.FIELD_COLUMNS * wiring.FIELD_ROWS + wiring.LAMPS
PANEL_PIXELS = 64
WHITE = 3 * power.FULL  # light of a pixel, all three channels at full

PICO_MA = 100  # Pico datasheet, section 3.2: 93 mA at most in the busiest of its measured programs
BREAKOUT_MA = 3  # the MPR121 takes 0.4 at its quickest sampling (its datasheet, table 2); the rest is a board's own LED
SUPPLY_MA = 3000
FUSE_MA = 1000
FUSE_PART = 0.75  # of its rating, what a fuse is used at for good
FUSES_MA = (1000, 1600, 2000, 3150)
LIMITS_MA = (300, 600, 1000, 2000)
USB_MA = 500  # USB 2.0, section 7.2.1
RAIL_33_MA = 300  # Pico datasheet, section 2.1, what 3V3 may give to others

Row = tuple[str, int, int | None]  # what, mA, at most mA


def brightest(pixels: int, limit_ma: int) -> int:
    """Return the value, of 255, at which all pixels can be white at this limit."""
    limiter = power.Limiter(limit_ma, pixels)
    return limiter.allowed // (pixels * 3)


def rows(netlists: dict[str, Netlist]) -> list[Row]:
    """Return each current, rounded up, and its limit where it has one."""
    limit = wiring.CURRENT_LIMIT_MA
    full, starter = netlists["full"], netlists["starter"]
    rail, starter_rail = rail_ma("full", full), rail_ma("starter", starter)
    table = limit + PICO_MA + rail
    panel = limit - power.milliamperes(PIXELS - PANEL_PIXELS, 0)
    return [
        (f"the {PIXELS} pixels, dark", power.milliamperes(PIXELS, 0), limit),
        (f"the {PIXELS} pixels at the limiter's setting", limit, None),
        (f"the {PIXELS} pixels all white, if nothing limited them", power.milliamperes(PIXELS, PIXELS * WHITE), None),
        ("3.3 V: eight breakouts, and all four bus lines held down", rail, RAIL_33_MA),
        ("the whole table, against three quarters of the fuse", table, int(FUSE_MA * FUSE_PART)),
        ("twice the fuse, which opens it within two minutes, against what the supply gives", 2 * FUSE_MA, SUPPLY_MA),
        ("starter: its panel, until the settings say that only the panel is there", panel, None),
        ("starter: all of it, from USB", panel + PICO_MA + starter_rail, USB_MA),
    ]


def rail_ma(size: str, netlist: Netlist) -> int:
    """Return what the Pico's 3.3 V give to the breakouts, and to the pull-ups while every line is held down; in mA."""
    held = sum(bus.sink_ma(line.lifts(bus.TYPICAL.loads, bus.OURS_OHM)) for line in bus.lines(size, netlist))
    return math.ceil(len(netlist.of_kind("mpr121")) * BREAKOUT_MA + held)


def current_table(netlists: dict[str, Netlist]) -> Table:
    """Return the currents as a table."""
    found = rows(netlists)
    lines = tuple((what, f"{ma:,}", "" if most is None else f"{most:,}") for what, ma, most in found)
    broken = tuple(what for what, ma, most in found if most is not None and ma > most)
    return Table("currents", ("what", "mA", "at most"), lines, broken)


def brightness_table(rail_ma: int) -> Table:
    """Return what different limits mean for light, beside `rail_ma` on 3.3 V."""
    lines = []
    for limit in sorted({wiring.CURRENT_LIMIT_MA, *LIMITS_MA}):
        single = min(power.Limiter(limit, PIXELS).allowed // WHITE, PIXELS)
        fuse = next(ma for ma in FUSES_MA if limit + PICO_MA + rail_ma <= ma * FUSE_PART)
        supply = f"{fuse / 1000:g} A, {max(2 * fuse, SUPPLY_MA) / 1000:g} A"
        lines.append((str(limit), f"{brightest(PIXELS, limit)} of 255", str(single), supply))
    head = ("limit, mA", f"all {PIXELS} pixels white, each at", "or so many fully white, the rest dark", "fuse, supply")
    return Table("brightness", head, tuple(lines))
