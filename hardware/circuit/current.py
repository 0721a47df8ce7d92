"""Currents: what the limiter leaves for light, and the load on supply, fuse, USB port and the Pico's 3.3 V."""

import math

from hardware.circuit import bus, levels
from hardware.circuit.netlist import Netlist
from hardware.circuit.tables import Table, limited
from tavolo import wiring
from tavolo.lights import power

PIXELS = wiring.TRACK_PIXELS + wiring.FIELD_COLUMNS * wiring.FIELD_ROWS + wiring.LAMPS
WHITE = 3 * power.FULL  # light of a pixel, all three channels at full

PICO_MA = 100  # Pico datasheet, section 3.2: 93 mA at most in the busiest of its measured programs
BREAKOUT_MA = 3  # the MPR121 takes 0.4 at its quickest sampling (its datasheet, table 2); the rest is a board's own LED
SHIFTER_MA = 6  # 74AHCT125 datasheet: 1.5 mA for each input at 3.4 V, three of them; 3 × 115 pF at 800 kHz and 5 V
SUPPLY_MA = 3000
FUSE_MA = 1250
FUSE_PART = 0.75  # of its rating: what a fuse may carry permanently
FUSE_WARM = 0.9  # of that, in a box at 50 °C: makers' derating curves for slow fuses
FUSE_OPENS = 2.1  # times its rating: blows within two minutes (IEC 60127-2, sheet 3, slow with a glass tube)
FUSES_MA = (1000, 1250, 1600, 2000, 2500)
SUPPLIES_MA = (3000, 4000, 5000, 6000)
LIMITS_MA = (400, 500, 1000, 1500)
USB_LIMITS_MA = {"starter": 150, "panel": 150, "lights": 380, "keys": 300}  # as the guides set them
USB_MA = 500  # USB 2.0, section 7.2.1
RAIL_33_MA = 300  # Pico datasheet, section 2.1, what 3V3 may give to others

FUSE_V = 0.25  # at its rating, at most (IEC 60127-2, sheets 3 and 5, 1.25 A)
TRANSISTOR_OHM = 0.06 * 1.5  # AO3401A datasheet: at 4.5 V, at most; half as much again at 125 °C
TRANSISTOR_V, TRANSISTOR_GATE_V = 30, 12  # the same: what it blocks, what its gate withstands
TRANSISTOR_W = 0.9  # the same, at 70 °C
DIODE_V = 0.45  # 1N5817 datasheet, at 1 A; the Pico takes a tenth
PICO_V = 1.8  # Pico datasheet, section 2.1: VSYS from here on
WIRE_OHM = 0.0178 * 2 * 2.5 / 0.75  # copper, 2.5 m there and back, 0.75 mm²

Row = tuple[str, int, int | None]  # what, mA, at most mA


def brightest(pixels: int, limit_ma: int) -> int:
    """Return the value, of 255, at which all pixels can be white at this limit."""
    limiter = power.Limiter(limit_ma, pixels)
    return limiter.allowed // (pixels * 3)


def rows(netlists: dict[str, Netlist]) -> list[Row]:
    """Return each current, rounded up, and its limit where it has one."""
    limit = wiring.CURRENT_LIMIT_MA
    rail = rail_ma("full", netlists["full"])
    on_usb = [(size, ma, PICO_MA + rail_ma(size, netlists[size])) for size, ma in USB_LIMITS_MA.items()]
    return [
        (f"the {PIXELS} pixels, dark", power.milliamperes(PIXELS, 0), limit),
        (f"the {PIXELS} pixels at the limiter's setting", limit, None),
        (f"the {PIXELS} pixels all white, without a limit", power.milliamperes(PIXELS, PIXELS * WHITE), None),
        ("3.3 V: eight breakouts, and all four bus lines held low", rail, RAIL_33_MA),
        ("the whole table, against what the fuse carries permanently at 50 °C", table_ma(limit, rail),
         held_ma(FUSE_MA)),
        ("2.1 times the fuse's rating, which blows it within two minutes, against what the supply delivers",
         opens_ma(FUSE_MA), SUPPLY_MA),
        *((f"{size}: all of it, from USB, with its pixels at {ma}", ma + more, USB_MA) for size, ma, more in on_usb),
    ]  # fmt: skip


def table_ma(limit_ma: int, rail_ma: int) -> int:
    """Return what the whole table draws from its supply: pixels at this limit, the Pico with its 3.3 V, the chip."""
    return limit_ma + PICO_MA + rail_ma + SHIFTER_MA


def held_ma(fuse_ma: int) -> int:
    """Return what a fuse of this rating carries permanently in the warm box."""
    return int(fuse_ma * FUSE_PART * FUSE_WARM)


def opens_ma(fuse_ma: int) -> int:
    """Return the current that blows a fuse of this rating within two minutes."""
    return math.ceil(fuse_ma * FUSE_OPENS)


def way_table(rail_ma: int) -> Table:
    """Return what fuse and transistor leave of the supply's 5 V, and what they withstand."""
    ampere = table_ma(wiring.CURRENT_LIMIT_MA, rail_ma) / 1000
    low, high = levels.SUPPLY_V
    fuse, transistor = FUSE_V * ampere / FUSE_MA * 1000, TRANSISTOR_OHM * ampere
    rail = low - fuse - transistor
    far = rail - WIRE_OHM * wiring.CURRENT_LIMIT_MA / 1000
    return limited(
        "way",
        (f"fuse, at {ampere * 1000:.0f} mA", fuse * 1000, ".0f mV", None),
        ("transistor, hot", transistor * 1000, ".0f mV", None),
        ("5 V at the level shifter, lowest", rail, ".2f V", ("at least", levels.SHIFTER_SUPPLY_V[0])),
        ("5 V at the end of 2.5 m of wire, lowest", far, ".2f V", ("at least", levels.PIXEL_SUPPLY_V[0])),
        ("VSYS behind D1, lowest", rail - DIODE_V, ".2f V", ("at least", PICO_V)),
        ("heat of the transistor", transistor * ampere, ".2f W", ("at most", TRANSISTOR_W)),
        ("plug reversed: what the transistor blocks", high, "g V", ("at most", TRANSISTOR_V)),
        ("its gate, either way round", high, "g V", ("at most", TRANSISTOR_GATE_V)),
    )


def rail_ma(size: str, netlist: Netlist) -> int:
    """Return the load on the Pico's 3.3 V in mA: the breakouts, and the pull-ups with every line low."""
    lines = bus.lines(size, netlist)
    held = sum(line.figures(bus.TYPICAL, bus.OURS_OHM, line.breakouts)[1] for line in lines)
    return math.ceil(len(netlist.of_kind("mpr121")) * BREAKOUT_MA + held)


def current_table(netlists: dict[str, Netlist]) -> Table:
    """Return the currents as a table."""
    found = rows(netlists)
    lines = tuple((what, f"{ma:,}", "" if most is None else f"{most:,}") for what, ma, most in found)
    broken = tuple(what for what, ma, most in found if most is not None and ma > most)
    return Table("currents", ("what", "mA", "at most"), lines, broken)


def brightness_table(rail_ma: int) -> Table:
    """Return how much light different limits allow, with `rail_ma` on 3.3 V."""
    lines = []
    for limit in sorted({wiring.CURRENT_LIMIT_MA, *LIMITS_MA}):
        single = min(power.Limiter(limit, PIXELS).allowed // WHITE, PIXELS)
        fuse = next(ma for ma in FUSES_MA if table_ma(limit, rail_ma) <= held_ma(ma))
        supply = f"{fuse / 1000:g} A, {next(ma for ma in SUPPLIES_MA if opens_ma(fuse) <= ma) / 1000:g} A"
        lines.append((str(limit), f"{brightest(PIXELS, limit)} of 255", str(single), supply))
    head = (
        "limit, mA",
        f"all {PIXELS} pixels white, each at",
        "or this many fully white, the rest dark",
        "fuse, supply",
    )
    return Table("brightness", head, tuple(lines))
