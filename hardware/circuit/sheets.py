"""The sheets of the schematic: where each part is drawn. What joins them is the netlist's."""

from dataclasses import dataclass

from hardware.circuit import rules
from hardware.circuit.netlist import Netlist
from hardware.circuit.schematic import ROW, Place, draw
from hardware.circuit.symbols import ELECTRODES, PICO_GPIOS
from tavolo import wiring

POWER_PINS = ("VBUS", "VSYS", "3V3", None, "3V3_EN", "RUN", "ADC_VREF", None)
GROUND_PINS = ("3", "8", "13", "18", "23", "28", "33", "38")
PIXEL_PINS = ("1", "3", "2")  # 5 V, data in, ground: in the order of the sockets
OUTPUTS = (wiring.TRACK_PIN, wiring.FIELD_PIN, wiring.LAMPS_PIN)
LINE_ROWS = 5  # between two data lines


@dataclass(frozen=True)
class Sheet:
    """A sheet of one size's schematic, and its extent in pixels."""

    file: str
    size: str
    title: str
    places: tuple[Place, ...]
    width: float
    height: float


def layouts(netlists: dict[str, Netlist]) -> list[Sheet]:
    """Return every sheet of both sizes."""
    full, starter = netlists["full"], netlists["starter"]
    title = "Tavolo, sheet 1 of 3: Pico, supply, level shifter, pixels, buses"
    sheets = [Sheet("schematic-1-pico-and-pixels.svg", "full", title, _core(full), 1460, 920)]
    for bus in range(len(wiring.BUSES)):
        seats = [seat for seat in range(wiring.SEATS) if wiring.seat_place(seat)[0] == bus]
        name = f"schematic-{bus + 2}-seats-{seats[0] + 1}-to-{seats[-1] + 1}.svg"
        title = f"Tavolo, sheet {bus + 2} of 3: seats {seats[0] + 1} to {seats[-1] + 1}, on bus {bus}"
        places = [
            place
            for at, seat in enumerate(seats)
            for place in _seat(full, seat, 170 + at % 2 * 600, 110 + at // 2 * 370)
        ]
        sheets.append(Sheet(name, "full", title, tuple(places), 1180, 800))
    title = "Tavolo, the starter: one seat, one panel"
    return [*sheets, Sheet("schematic-starter.svg", "starter", title, _starter(starter), 1080, 660)]


def all_sheets(netlists: dict[str, Netlist]) -> dict[str, str]:
    """Return every sheet as SVG, by the name of its file."""
    return {
        sheet.file: draw(netlists[sheet.size], sheet.places, sheet.width, sheet.height, sheet.title)
        for sheet in layouts(netlists)
    }


def _pico(x: float, y: float, used: tuple[str | None, ...]) -> Place:
    spare = tuple(f"GP{gpio}" for gpio in PICO_GPIOS if f"GP{gpio}" not in used)
    return Place("U1", x, y, 120, (*POWER_PINS, *GROUND_PINS), (*used, None, *spare), caption="Raspberry Pi Pico")


def _used() -> tuple[str | None, ...]:
    """The pins of the data lines, each in its row, then those of the buses."""
    pins: list[str | None] = []
    for gpio in OUTPUTS:
        pins += [f"GP{gpio}", *[None] * (LINE_ROWS - 1)]
    for data, clock in wiring.BUSES:
        pins += [f"GP{data}", f"GP{clock}"]
    return tuple(pins)


def _core(netlist: Netlist) -> tuple[Place, ...]:
    x, y = 150, 190
    places = [
        Place("PS1", 60, 90, 70, right=("1", "2"), caption="supply, 5 V"),
        Place("J1", 210, 90, 60, left=("1", "2"), right=("1",), caption="socket"),
        Place("F1", 350, 90, left=("1",), right=("2",)),
        Place("Q1", 500, 90, 60, left=("D",), right=("S",), bottom=("G",), caption="AO3401A"),
        Place("D1", 710, 90, left=("A",), right=("K",)),
        Place("C1", 940, 90, left=("1",), right=("2",)),
        Place("C2", 1140, 90, left=("1",), right=("2",)),
        _pico(x, y, _used()),
        _shifter(x + 310, y),
    ]
    chains = (("TRACK1",), ("PANEL1", "PANEL2"), ())
    for number, chain in enumerate(chains):
        row = y + number * LINE_ROWS * ROW
        places.append(Place(f"R{number + 1}", x + 500, row, left=("1",), right=("2",)))
        left, right = (None, "2", None), ("1", "2", "3")
        places.append(Place(f"J{number + 4}", x + 640, row - ROW, 46, left, right, caption="5 V, data, 0 V"))
        for at, reference in enumerate(chain):
            into, out = PIXEL_PINS, (None, "4", None)
            caption = netlist.parts[reference].value
            places.append(Place(reference, x + 800 + at * 260, row - ROW, 80, into, out, caption=caption))
    places += _buses(x + 360, y + 400)
    for lamp in range(wiring.LAMPS):
        at = x + 320 + lamp * 118
        places.append(Place(f"LAMP{lamp + 1}", at, y + 590, 74, ("3",), ("4",), ("1",), ("2",)))
    return tuple(places)


def _shifter(x: float, y: float) -> Place:
    """Each buffer's input in the row of its data line; the supply in the last row."""
    gap = [None] * (LINE_ROWS - 2)
    left = ("2", "1", *gap, "5", "4", *gap, "9", "10", None, "12", "13", None, "14")
    right = ("3", None, *gap, "6", None, *gap, "8", None, None, "11", None, None, "7")
    return Place("U2", x, y, 80, left, right, caption="74AHCT125")


def _buses(x: float, y: float) -> list[Place]:
    places = []
    for bus in range(len(wiring.BUSES)):
        left = x + bus * 420
        places += [
            Place(f"R{4 + 2 * bus}", left, y, left=("1",), right=("2",)),
            Place(f"R{5 + 2 * bus}", left, y + 3 * ROW, left=("1",), right=("2",)),
            Place(
                f"J{bus + 2}", left + 190, y, 60, ("1", None, None, "4"), ("1", "2", "3", "4"), caption=f"to bus {bus}"
            ),
        ]
    return places


def _seat(netlist: Netlist, seat: int, x: float, y: float) -> list[Place]:
    number = seat + 1
    chip = netlist.parts[f"MPR{number}"]
    address = rules.address(chip)
    caption = "no address" if address is None else f"MPR121 at 0x{address:X}"
    electrodes = [f"E{electrode}" for electrode in range(ELECTRODES)]
    right = (*electrodes[: wiring.PADS], *[None] * 3, *electrodes[wiring.PADS :])
    slot = tuple(str(pin) for pin in range(1, wiring.PADS + 2))
    return [
        Place(
            f"MPR{number}", x, y, 90, ("VCC", "GND", "SDA", "SCL", None, "ADDR", None, "IRQ"), right, caption=caption
        ),
        Place(f"SLOT{number}", x + 260, y, 60, slot, caption="pads"),
        Place(f"KEYS{number}", x + 260, y + (wiring.PADS + 3) * ROW, 60, ("1", "2", "3"), caption="◀ ▶ ✓"),
    ]


def _starter(netlist: Netlist) -> tuple[Place, ...]:
    x, y = 150, 110
    data, clock = (f"GP{gpio}" for gpio in wiring.BUSES[0])
    places = [
        _pico(x, y, (f"GP{wiring.FIELD_PIN}", None, None, data, clock)),
        Place("R1", x + 270, y, left=("1",), right=("2",)),
        Place("PANEL1", x + 470, y, 90, ("3",), ("4",), ("1",), ("2",)),
        Place("D1", x + 720, y, left=("A",), right=("K",)),
        Place("R4", x + 320, y + 110, left=("1",), right=("2",)),
        Place("R5", x + 320, y + 110 + 3 * ROW, left=("1",), right=("2",)),
    ]
    return (*places, *_seat(netlist, 0, x + 470, y + 230))
