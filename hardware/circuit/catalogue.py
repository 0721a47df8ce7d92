"""What the table is built of: each kind of part once, with its KiCad symbol, its package, and what it costs.

Prices are typical ones for a private buyer in the euro area, VAT included, of the month PRICES_OF; no shop's quotation.
"""

from dataclasses import dataclass

PRICES_OF = "2026-11"


@dataclass(frozen=True)
class Kind:
    """A kind of part. `symbol` is KiCad's "library:name", or "tavolo:name" for one of `symbols`.

    `pack` is how many come in what is bought at `price_euro`; one part is `pieces` of those, as a strip of
    64 pixels is 64 of a reel's 120.
    """

    name: str
    value: str
    package: str
    symbol: str
    price_euro: float
    alternatives: str = ""
    pack: int = 1
    pieces: int = 1


@dataclass(frozen=True)
class Material:
    """What is bought beside the parts of the netlist: `count` pieces, `pack` of which cost `price_euro`."""

    name: str
    count: int
    price_euro: float
    alternatives: str = ""
    pack: int = 1


STRIP = "WS2812B strip, 60 a metre"

KINDS = {
    "pico": Kind(
        "Raspberry Pi Pico H", "RP2040", "module, 40 pins", "tavolo:Pico", 5.50,
        "Pico without the H, whose pins you solder on yourself",
    ),
    "mpr121": Kind(
        "MPR121 breakout with pins", "3.3 V", "module, 18 pins", "tavolo:MPR121", 5.00,
        "Adafruit 1982 (about 9 EUR); Adafruit 4830, which takes crocodile clips instead of pins",
    ),
    "shifter": Kind(
        "level shifter", "74AHCT125", "DIP-14", "74xx:74LS125", 0.80,
        "SN74AHCT125N; not 74HCT125, whose input diodes would feed the 5 V of the pixels from USB; not 74HC125 either",
    ),
    "data_resistor": Kind(
        "resistor", "330 Ω", "axial, 0.25 W", "Device:R", 0.05, "220 to 470 Ω",
    ),
    "pull_up": Kind(
        "resistor", "4.7 kΩ", "axial, 0.25 W", "Device:R", 0.05, "see \"Pull-ups\" on the page",
    ),
    "bulk_capacitor": Kind(
        "electrolytic capacitor", "1000 µF 10 V", "radial, 10 mm", "Device:C_Polarized", 0.40,
        "470 to 2200 µF, 6.3 V or more",
    ),
    "decoupling_capacitor": Kind(
        "ceramic capacitor", "100 nF", "radial, 5 mm", "Device:C", 0.10,
    ),
    "schottky": Kind(
        "Schottky diode", "1N5817", "DO-41", "Device:D_Schottky", 0.25,
        "1N5819, SB120; the P-channel transistor of the Pico's datasheet, section 4.5",
    ),
    "silicon_diode": Kind(
        "silicon diode", "1N4001", "DO-41", "Device:D", 0.10, "1N4002 to 1N4007; no Schottky diode",
    ),
    "fuse": Kind(
        "fuse with its holder", "1.25 A slow", "5 × 20 mm", "Device:Fuse", 1.20,
        "1 A slow, with a limit of 500 mA; no resettable fuse, which takes too much of the 5 V",
    ),
    "reverse_transistor": Kind(
        "P-channel transistor", "AO3401A", "SOT-23", "Device:Q_PMOS_GSD", 0.20,
        "another of at most 60 mΩ at 4.5 V: IRLML6401; IPP80P03P4L-07 in TO-220, whose pins are gate, drain, source",
    ),
    "jack": Kind(
        "socket for the supply", "5.5 × 2.1 mm", "barrel, panel mount", "Connector:Barrel_Jack", 1.00,
        "screw terminal and a cable with the socket",
    ),
    "supply": Kind(
        "plug-in supply", "5 V 3 A", "5.5 × 2.1 mm, plus inside", "tavolo:Supply", 11.00,
        "5 V 4 A; its plug alone tells nothing: others with the same one give 9 or 12 V, which kill pixels and Pico",
    ),
    "bus_socket": Kind(
        "plug and socket, 4 pins", "JST XH", "2.5 mm", "Connector_Generic:Conn_01x04", 0.40,
        "screw terminal; soldered wires",
    ),
    "pixel_socket": Kind(
        "plug and socket, 3 pins", "JST XH", "2.5 mm", "Connector_Generic:Conn_01x03", 0.35,
        "JST SM, as many strips have it; screw terminal",
    ),
    "slot": Kind(
        "pin strip of a slot", "10 pins", "2.54 mm", "Connector_Generic:Conn_01x10", 0.20,
        "wires soldered to the pads",
    ),
    "keys": Kind(
        "pin strip of the keys", "3 pins", "2.54 mm", "Connector_Generic:Conn_01x03", 0.10,
        "wires soldered to the keys",
    ),
    "taped_slot": Kind(
        "slot of copper tape", "10 wires", "a bared wire under each piece of tape", "Connector_Generic:Conn_01x10",
        0.00,
    ),
    "taped_keys": Kind(
        "keys of copper tape", "3 wires", "a bared wire under each piece of tape", "Connector_Generic:Conn_01x03", 0.00,
    ),
    "panel": Kind(
        "8×8 NeoPixel panel", "64 × WS2812B", "65 × 65 to 80 × 80 mm", "tavolo:Pixels", 11.00,
        "Adafruit NeoMatrix 1487 (about 35 EUR)",
    ),
    "track": Kind(
        STRIP, "64 pixels", "cut from the reel", "tavolo:Pixels", 14.00,
        "30 or 144 a metre, by the length of your track", pack=120, pieces=64,
    ),
    "lamp": Kind(
        STRIP, "1 pixel", "cut from the reel", "tavolo:Pixels", 14.00,
        "single WS2812B on round boards", pack=120,
    ),
}  # fmt: skip

FULL_MATERIALS = (
    Material("stripboard, 100 × 160 mm", 1, 4.00, "perforated board"),
    Material("socket strip, 20 pins, for the Pico", 2, 0.80, "the Pico soldered in"),
    Material("socket, DIP-14, for the level shifter", 1, 0.20),
    Material("adapter, SOT-23 to pins, for the transistor", 1, 0.50, "none, for a transistor in TO-220"),
    Material("ribbon cable, 4 wires, 5 m: two buses of 2 m, and data", 1, 4.00, "4 single wires, side by side"),
    Material("wire, 2 × 0.75 mm², 5 m: 5 V and ground", 1, 4.00, "0.5 mm² at least"),
    Material("jumper wires with sockets, 40 pieces: 13 a seat", 3, 3.50, "ribbon cable with crimped sockets"),
    Material("copper tape, 30 mm × 10 m: pads, strips and keys", 1, 8.00, "copper-clad board"),
    Material("USB cable, micro-B, with data wires", 1, 3.00),
    Material("USB socket for a panel, with 0.5 m of cable to micro-B", 1, 6.00, "the USB cable, tied below the top"),
)
STARTER_MATERIALS = (
    Material("breadboard, 830 holes", 1, 4.50, "two of 400 holes"),
    Material("jumper wires, 40 with pins and sockets, 40 with pins", 1, 5.00),
    Material("copper tape, 30 mm × 5 m: nine pads, a strip, three keys, and foil for the first cards", 1, 5.00),
    Material("USB cable, micro-B, with data wires", 1, 3.00),
)

# What is neither circuit nor counted on the drawings.
GLUE = (
    Material("wood glue, 100 g", 1, 4.00, "acrylic cement, for sheets of acrylic"),
    Material("transfer tape, 10 mm: film and spacer on the base", 1, 5.00, "thin double-sided tape"),
    Material("foam tape: breakouts", 1, 3.00, "hot glue"),
    Material("black paint for the wells, matt", 1, 6.00, "black acrylic or black card"),
    Material("batten, 20 × 60 mm, 2.5 m: below the edges", 1, 7.00, "a frame with legs"),
)
TOOLS = (
    Material("soldering iron with a fine tip, and a stand", 1, 30.00),
    Material("solder, 100 g", 1, 9.00),
    Material("side cutters", 1, 8.00),
    Material("wire stripper", 1, 9.00, "a knife and patience"),
    Material("tweezers", 1, 4.00),
    Material("meter that beeps at a joint", 1, 18.00),
    Material("knife", 1, 5.00),
    Material("steel rule", 1, 5.00),
    Material("scissors", 1, 4.00),
    Material("screwdriver and spanner for M3", 1, 6.00),
    Material("drill with a bit of 3.2 mm", 1, 40.00, "borrowed"),
    Material("jigsaw, for the top", 1, 45.00, "borrowed; the shop that sells the board"),
    Material("two hours of a laser, for the sheets", 1, 40.00, "a fretsaw and many evenings"),
)
