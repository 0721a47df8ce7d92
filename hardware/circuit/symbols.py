"""The symbols that KiCad's library of Debian 12 does not have: the Pico, the MPR121's breakout, pixels, the supply.

A pin is (number, name, function), its function one of SKiDL's.
"""

Pin = tuple[str, str, str]

# Of the Pico's 40 pins those that are no GPIO (Pico datasheet, section 2.1, "Raspberry Pi Pico pinout").
PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
PICO_POWER = {
    30: ("RUN", "INPUT"),
    35: ("ADC_VREF", "PASSIVE"),
    36: ("3V3", "PWROUT"),
    37: ("3V3_EN", "INPUT"),
    39: ("VSYS", "PWRIN"),
    40: ("VBUS", "PWROUT"),
}
PICO_PINS = 40
# The GPIOs in the order of the remaining pins: 23 to 25 and 29 stay on the board.
PICO_GPIOS = (*range(23), 26, 27, 28)

ELECTRODES = 12


def pico() -> list[Pin]:
    """The Raspberry Pi Pico."""
    gpios = iter(PICO_GPIOS)
    pins = []
    for number in range(1, PICO_PINS + 1):
        if number in PICO_GROUNDS:
            pins.append((str(number), "GND", "PWRIN"))
        elif number in PICO_POWER:
            pins.append((str(number), *PICO_POWER[number]))
        else:
            pins.append((str(number), f"GP{next(gpios)}", "BIDIR"))
    return pins


def mpr121() -> list[Pin]:
    """A breakout of the MPR121. The boards differ in the order of their pins; the names are on all of them."""
    bus = [
        ("VCC", "PWRIN"),
        ("GND", "PWRIN"),
        ("SDA", "BIDIR"),
        ("SCL", "INPUT"),
        ("ADDR", "INPUT"),
        ("IRQ", "OPENCOLL"),
    ]
    electrodes = [(f"E{electrode}", "BIDIR") for electrode in range(ELECTRODES)]
    return [(str(number), *pin) for number, pin in enumerate(bus + electrodes, 1)]


def pixels() -> list[Pin]:
    """A chain of WS2812B, from one to a whole panel."""
    return [("1", "5V", "PWRIN"), ("2", "GND", "PWRIN"), ("3", "DIN", "INPUT"), ("4", "DOUT", "OUTPUT")]


def supply() -> list[Pin]:
    """A plug-in supply, at its plug."""
    return [("1", "5V", "PWROUT"), ("2", "GND", "PWROUT")]


OWN = {"Pico": pico, "MPR121": mpr121, "Pixels": pixels, "Supply": supply}
