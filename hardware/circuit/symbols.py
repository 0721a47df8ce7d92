"""The pins of every symbol in the catalogue, as (number, name, function), with KiCad's words for functions.

KiCad's library has no Pico, no breakout of the MPR121, and neither pixels nor supply; these are "tavolo:…" here. The
others have the pins of KiCad's symbols.
"""

Pins = tuple[tuple[str, str, str], ...]

# Of the Pico's 40 pins those that are no GPIO (Pico datasheet, section 2.1, "Raspberry Pi Pico pinout").
PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
PICO_POWER = {
    30: ("RUN", "input"),
    35: ("ADC_VREF", "passive"),
    36: ("3V3", "power_out"),
    37: ("3V3_EN", "input"),
    39: ("VSYS", "power_in"),
    40: ("VBUS", "power_out"),
}
PICO_PINS = 40
# The GPIOs in the order of the remaining pins: 23 to 25 and 29 stay on the board.
PICO_GPIOS = (*range(23), 26, 27, 28)

ELECTRODES = 12

# The 74AHCT125's buffers: output enable (low: on), input, output; and its supply (datasheet, "Pinning").
BUFFERS = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))
SHIFTER_SUPPLY, SHIFTER_GROUND = "14", "7"


def pico() -> Pins:
    """The Raspberry Pi Pico."""
    gpios = iter(PICO_GPIOS)
    pins = dict(PICO_POWER) | dict.fromkeys(PICO_GROUNDS, ("GND", "power_in"))
    for number in range(1, PICO_PINS + 1):
        if number not in pins:
            pins[number] = (f"GP{next(gpios)}", "bidirectional")
    return tuple((str(number), *pins[number]) for number in sorted(pins))


def mpr121() -> Pins:
    """A breakout of the MPR121. The boards differ in the order of their pins; the names are on all of them."""
    bus = [("VCC", "power_in"), ("GND", "power_in"), ("SDA", "bidirectional"), ("SCL", "input"), ("ADDR", "input"),
           ("IRQ", "open_collector")]  # fmt: skip
    electrodes = [(f"E{electrode}", "bidirectional") for electrode in range(ELECTRODES)]
    return tuple((str(number), *pin) for number, pin in enumerate(bus + electrodes, 1))


def _shifter() -> Pins:
    functions = {SHIFTER_GROUND: ("GND", "power_in"), SHIFTER_SUPPLY: ("VCC", "power_in")}
    for enable, into, out in BUFFERS:
        functions |= {enable: ("~", "input"), into: ("~", "input"), out: ("~", "tri_state")}
    return tuple((number, *functions[number]) for number in sorted(functions, key=int))


def _passive(*names: str) -> Pins:
    return tuple((str(number), name, "passive") for number, name in enumerate(names, 1))


def _row(count: int) -> Pins:
    return _passive(*(f"Pin_{number}" for number in range(1, count + 1)))


PINS: dict[str, Pins] = {
    "tavolo:Pico": pico(),
    "tavolo:MPR121": mpr121(),
    "tavolo:Pixels": (
        ("1", "5V", "power_in"), ("2", "GND", "power_in"), ("3", "DIN", "input"), ("4", "DOUT", "output"),
    ),
    "tavolo:Supply": (("1", "5V", "power_out"), ("2", "GND", "power_out")),
    "74xx:74LS125": _shifter(),
    "Device:Q_PMOS_GSD": (("1", "G", "input"), ("2", "S", "passive"), ("3", "D", "passive")),
    "Device:D": _passive("K", "A"),
    "Device:D_Schottky": _passive("K", "A"),
    **{f"Device:{name}": _passive("~", "~") for name in ("R", "C", "C_Polarized", "Fuse")},
    "Connector:Barrel_Jack": _passive("~", "~"),
    **{f"Connector_Generic:Conn_01x{count:02}": _row(count) for count in (3, 4, 10)},
}  # fmt: skip
