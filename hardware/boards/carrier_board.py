"""The carrier: the Pico on sockets, supply, level shifter, and a socket for each seat and each strip of pixels.

Its parts and nets are the circuit's (`hardware.circuit`), here is only where they lie. Each bus, one socket in the
circuit, has one for each of its seats here, since a slot board has one cable.
"""

from hardware.boards import footprints
from hardware.boards.model import Board, Footprint, Part, Point, Pour, Text
from hardware.circuit.netlist import Netlist
from tavolo import wiring
from tavolo_host.workshop.drawings.shapes import box

WIDTH, DEPTH = 100.0, 70.0
SCREW, SCREW_INSET = 3.2, 4.0  # holes for M3
POWER_WIDTH, SUPPLY_WIDTH, SIGNAL_WIDTH = 1.5, 0.8, 0.3

# Where each part of the circuit is: its footprint, its middle and turn, and where its reference is written.
PLACES: dict[str, tuple[Footprint, float, float, float, Point | None]] = {
    "U1": (footprints.pico(), 26.5, 50.0, 90.0, (26.5, 46.5)),
    "J1": (footprints.jack(), 13.7, 18.0, 0.0, (4.2, 18.0)),
    "F1": (footprints.fuse(), 33.5, 10.0, 0.0, (33.5, 12.8)),
    "Q1": (footprints.sot23(), 50.0, 10.0, 180.0, (50.0, 13.2)),
    "C1": (footprints.electrolytic(), 52.0, 21.5, 0.0, (52.0, 19.0)),
    "D1": (footprints.diode(), 31.0, 30.0, 0.0, (31.0, 32.6)),
    "U2": (footprints.dip14(), 71.5, 32.0, 90.0, (71.5, 32.0)),
    "C2": (footprints.ceramic(), 60.0, 39.5, 0.0, (60.0, 42.2)),
    "R1": (footprints.resistor(), 62.8, 17.0, 90.0, (60.5, 17.0)),
    "R2": (footprints.resistor(), 71.5, 17.0, 90.0, (69.2, 17.0)),
    "R3": (footprints.resistor(), 83.0, 17.0, 90.0, (80.7, 17.0)),
    "R4": (footprints.resistor(), 65.0, 57.0, 0.0, (65.0, 54.7)),
    "R5": (footprints.resistor(), 65.0, 51.0, 0.0, (65.0, 48.7)),
    "R6": (footprints.resistor(), 80.5, 57.0, 0.0, (80.5, 54.7)),
    "R7": (footprints.resistor(), 80.5, 51.0, 0.0, (80.5, 48.7)),
    "J4": (footprints.xh(3), 59.5, 5.0, 0.0, None),
    "J5": (footprints.xh(3), 71.0, 5.0, 0.0, None),
    "J6": (footprints.xh(3), 82.5, 5.0, 0.0, None),
}
STRIPS = {"J4": "track", "J5": "field", "J6": "lamps"}
SEAT_SOCKETS = {0: "J2", 1: "J3"}  # of the circuit, by bus


def seat_place(seat: int) -> tuple[float, float, float]:
    """Where the socket of a seat (0-7) is, and its turn: bus 0 along the upper edge, bus 1 along the right one."""
    bus, address = wiring.seat_place(seat)
    along = 13.5 * wiring.ADDRESSES.index(address)
    return (43.6 + along, 65.4, 180.0) if bus == 0 else (95.4, 55.3 - along, 90.0)


def parts(netlist: Netlist) -> list[Part]:
    """Return all parts, from the netlist of the full table."""
    found = []
    for reference, (footprint, x, y, turn, label) in PLACES.items():
        part = netlist.parts[reference]
        nets = {pin.number: pin.net for pin in part.pins}
        names = {pin.number: pin.name for pin in part.pins}
        found.append(Part(reference, part.value, footprint, x, y, nets, turn, names=names, label=label))
    for seat in range(wiring.SEATS):
        socket = netlist.parts[SEAT_SOCKETS[wiring.seat_place(seat)[0]]]
        x, y, turn = seat_place(seat)
        nets = {pin.number: pin.net for pin in socket.pins}
        found.append(Part(f"J1{seat + 1}", "JST XH 4", footprints.xh(4), x, y, nets, turn))
    return found


def screws() -> list[Point]:
    """The middles of the four holes, from the lower left."""
    near, right, up = SCREW_INSET, WIDTH - SCREW_INSET, DEPTH - SCREW_INSET
    return [(near, near), (right, near), (right, up), (near, up)]


def board(netlist: Netlist) -> Board:
    """Return the carrier."""
    outline = tuple(box(WIDTH / 2, DEPTH / 2, WIDTH, DEPTH))
    ground = tuple(box(WIDTH / 2, DEPTH / 2, WIDTH - 1.0, DEPTH - 1.0))
    texts = [
        Text("TAVOLO  carrier", 26.5, 53.5, 2.0),
        Text("USB", 8.5, 50.0, 1.5, turn=90.0),
        Text("5 V =, + inside", 9.0, 24.5, 1.2),
    ]
    for socket, words in STRIPS.items():
        _, x, y, *_ = PLACES[socket]
        texts.append(Text(f"{socket} {words}", x, y + 4.2, 1.1))
        texts += [Text(words, x + 2.5 * pin, 0.95, 0.8) for pin, words in ((-1, "5V"), (0, "D"), (1, "0V"))]
    for seat in range(wiring.SEATS):
        x, y, turn = seat_place(seat)
        upright = turn == 180.0
        at = (x, y - 3.8) if upright else (x - 4.0, y)
        texts.append(Text(f"J1{seat + 1} seat {seat + 1}", *at, 1.1, turn=0.0 if upright else 90.0))
    power = dict.fromkeys(("SUPPLY", "FUSED", "+5V"), POWER_WIDTH)
    return Board(
        "carrier",
        "Tavolo: carrier of Pico, supply, level shifter, seats and pixels",
        outline,
        tuple((x, y, SCREW) for x, y in screws()),
        tuple(parts(netlist)),
        tuple(texts),
        pours=(Pour(ground, ("F", "B")),),
        width=SIGNAL_WIDTH,
        widths={**power, "VSYS": SUPPLY_WIDTH, "3V3": SUPPLY_WIDTH, "GND": SUPPLY_WIDTH},
    )
