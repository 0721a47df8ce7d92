"""Voltages: whether a chip's output suits the next input, and what a resistor does to a data line's edges."""

from hardware.circuit.tables import Table, limited

RAIL_33 = 3.3  # V: what the Pico's regulator gives
SUPPLY_V = (4.75, 5.25)  # a 5 V supply, or USB at the computer: 5 V, 5 % either way (USB 2.0, section 7.2.2)

# RP2040 datasheet, section 5.5.3.4, at 3.3 V: outputs at their rated current, inputs.
PICO_HIGH, PICO_LOW = 2.62, 0.5
PICO_WANTS_HIGH, PICO_WANTS_LOW = 2.0, 0.8
# 74AHCT125 datasheet, static characteristics: inputs at 4.5 to 5.5 V; outputs at 50 µA, more than an input takes.
SHIFTER_WANTS_HIGH, SHIFTER_WANTS_LOW = 2.0, 0.8
SHIFTER_DROP = 0.1
SHIFTER_SUPPLY_V = (4.5, 5.5)  # recommended; `current` computes what the table's own 5 V come to
# WS2812B datasheet, "Electrical Characteristics": DIN in parts of its supply, whose range is in volts.
PIXEL_WANTS_HIGH, PIXEL_WANTS_LOW = 0.7, 0.3
PIXEL_SUPPLY_V = (3.5, 5.3)
# MPR121 datasheet, table 4, "I2C DC characteristics", in parts of its supply.
TOUCH_WANTS_HIGH, TOUCH_WANTS_LOW = 0.7, 0.3
# UM10204, table 9: low level of an open-drain output at 3 mA.
BUS_LOW = 0.4
# 1N4001 datasheet, "Typical forward characteristics": at the panel's dark 64 mA when warm, and at 0.5 A.
DIODE_V = (0.65, 0.95)

DATA_RESISTOR = 330.0  # Ω
DATA_LINE_PF = 115.0  # one metre of wire, 100 pF, and an input of 15 pF (WS2812B datasheet)
PIXEL_SHORT_NS = 220.0  # the shortest pulse, the high of a zero (WS2812B datasheet, V5)


def level_table() -> Table:
    """Return whether each output suits its input, in V: the lowest high and the highest low against the thresholds."""
    low, high = SHIFTER_SUPPLY_V[0], SUPPLY_V[1]
    panel = high - DIODE_V[0]
    shifter = [
        (f"74AHCT125 into a WS2812B, both at {volts} V",
         volts - SHIFTER_DROP, PIXEL_WANTS_HIGH * volts, SHIFTER_DROP, PIXEL_WANTS_LOW * volts)
        for volts in (low, high)
    ]  # fmt: skip
    unused = f"for comparison: Pico straight into a WS2812B at {high} V"
    levels = [
        ("Pico into the 74AHCT125", PICO_HIGH, SHIFTER_WANTS_HIGH, PICO_LOW, SHIFTER_WANTS_LOW),
        *shifter,
        (f"starter: Pico into the panel behind its diode, {panel:.2f} V, USB at {high} V",
         RAIL_33, PIXEL_WANTS_HIGH * panel, PICO_LOW, PIXEL_WANTS_LOW * panel),
        (unused, RAIL_33, PIXEL_WANTS_HIGH * high, PICO_LOW, PIXEL_WANTS_LOW * high),
        ("bus into an MPR121 at 3.3 V", RAIL_33, TOUCH_WANTS_HIGH * RAIL_33, BUS_LOW, TOUCH_WANTS_LOW * RAIL_33),
        ("bus into the Pico", RAIL_33, PICO_WANTS_HIGH, BUS_LOW, PICO_WANTS_LOW),
    ]  # fmt: skip
    lines, broken = [], []
    for what, *volts in levels:
        margin = round(min(volts[0] - volts[1], volts[3] - volts[2]), 3)
        lines.append((what, *(f"{each:.2f}" for each in (*volts, margin)), "yes" if margin > 0 else "**no**"))
        broken += [what] if margin <= 0 and what != unused else []
    head = ("what", "high, V", "needs at least", "low, V", "needs at most", "margin, V", "holds")
    return Table("levels", head, tuple(lines), tuple(broken))


def edge_table() -> Table:
    """Return what the resistor of a data line and the starter's diode do, against what the pixels need."""
    dark, bright = SUPPLY_V[1] - DIODE_V[0], SUPPLY_V[0] - DIODE_V[1]
    return limited(
        "edges",
        ("rise of a data line, 10 to 90 %: 2.2 × 330 Ω × 115 pF", 2.2 * DATA_RESISTOR * DATA_LINE_PF / 1000, ".0f ns",
         ("under", PIXEL_SHORT_NS)),
        ("starter: supply of the bright panel, lowest", bright, ".2f V", ("at least", PIXEL_SUPPLY_V[0])),
        ("starter: supply of the dark panel, highest", dark, ".2f V", ("at most", PIXEL_SUPPLY_V[1])),
        ("starter: USB voltage up to which 3.3 V are enough for the panel", RAIL_33 / PIXEL_WANTS_HIGH + DIODE_V[0],
         ".2f V", ("at least", SUPPLY_V[1])),
    )  # fmt: skip
