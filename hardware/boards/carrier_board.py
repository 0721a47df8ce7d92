"""The carrier: the Pico on sockets, supply, level shifter, and a socket for each seat and each strip of pixels.

The circuit (`hardware.circuit`) gives parts and nets; this module places them. A bus has one socket in the circuit, and
here one for each of its seats, since a slot board has one cable.
"""

from hardware.boards import footprints
from hardware.boards.model import BACK, FRONT, Board, Footprint, Part, Point, Text
from hardware.circuit.netlist import Netlist
from tavolo import wiring
from tavolo_host.workshop.drawings.shapes import box

WIDTH, DEPTH = 100.0, 70.0
SCREW, SCREW_INSET = 3.2, 4.0  # holes for M3

# Each part's footprint, the place of its origin (mostly pin 1), its turn, and the place of the reference.
PLACES: dict[str, tuple[Footprint, float, float, float, Point | None]] = {
    "U1": (footprints.PICO, 3.0, 41.11, 90.0, (26.5, 46.5)),
    "J1": (footprints.JACK, 14.0, 18.0, 0.0, (4.2, 18.0)),
    "F1": (footprints.FUSE, 22.25, 10.0, 0.0, (33.5, 12.8)),
    "Q1": (footprints.SOT23, 50.0, 10.0, 180.0, (50.0, 13.2)),
    "C1": (footprints.ELECTROLYTIC, 49.5, 21.5, 0.0, (52.0, 27.8)),
    "D1": (footprints.DIODE, 25.92, 30.0, 0.0, (31.0, 32.6)),
    "U2": (footprints.DIP14, 63.88, 28.19, 90.0, (71.5, 32.0)),
    "C2": (footprints.CERAMIC, 57.5, 39.5, 0.0, (60.0, 42.2)),
    "R1": (footprints.RESISTOR, 62.8, 11.92, 90.0, (60.5, 17.0)),
    "R2": (footprints.RESISTOR, 71.5, 11.92, 90.0, (69.2, 17.0)),
    "R3": (footprints.RESISTOR, 83.0, 11.92, 90.0, (80.7, 17.0)),
    "R4": (footprints.RESISTOR, 59.92, 57.0, 0.0, (65.0, 54.7)),
    "R5": (footprints.RESISTOR, 59.92, 51.0, 0.0, (65.0, 48.7)),
    "R6": (footprints.RESISTOR, 75.42, 57.0, 0.0, (80.5, 54.7)),
    "R7": (footprints.RESISTOR, 75.42, 51.0, 0.0, (80.5, 48.7)),
    "J4": (footprints.XH3, 57.0, 5.3, 0.0, None),
    "J5": (footprints.XH3, 68.5, 5.3, 0.0, None),
    "J6": (footprints.XH3, 80.0, 5.3, 0.0, None),
}
STRIPS = {"J4": "track", "J5": "field", "J6": "lamps"}
SEAT_SOCKETS = {0: "J2", 1: "J3"}  # of the circuit, by bus
FIRST_PIN = 3.75  # from the centre of a socket of four pins


def seat_place(seat: int) -> tuple[float, float, float]:
    """The centre of the socket of a seat (0-7), and its turn: bus 0 along the upper edge, bus 1 along the right one."""
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
        if footprint is footprints.JACK:
            nets["3"] = nets["2"]  # its switch, which the circuit does not use
        found.append(Part(reference, part.value, footprint, x, y, nets, turn, names=names, label=label))
    for seat in range(wiring.SEATS):
        socket = netlist.parts[SEAT_SOCKETS[wiring.seat_place(seat)[0]]]
        x, y, turn = seat_place(seat)
        x, y = (x + FIRST_PIN, y) if turn == 180.0 else (x, y - FIRST_PIN)
        nets = {pin.number: pin.net for pin in socket.pins}
        found.append(Part(f"J1{seat + 1}", "JST XH 4", footprints.XH4, x, y, nets, turn))
    return found


def board(netlist: Netlist) -> Board:
    """Return the carrier."""
    holes = box(WIDTH / 2, DEPTH / 2, WIDTH - 2 * SCREW_INSET, DEPTH - 2 * SCREW_INSET)
    texts = [
        Text("TAVOLO  carrier", 26.5, 53.5, 2.0),
        Text("USB", 8.5, 50.0, 1.5, turn=90.0),
        Text("5 V =, + inside", 9.0, 24.5, 1.2),
    ]
    for socket, words in STRIPS.items():
        _, x, y, *_ = PLACES[socket]
        texts.append(Text(f"{socket} {words}", x + 2.5, y + 4.0, 1.1))
        texts += [Text(words, x + 2.5 * pin, 0.95, 0.8) for pin, words in enumerate(("5V", "D", "0V"))]
    for seat in range(wiring.SEATS):
        x, y, turn = seat_place(seat)
        upright = turn == 180.0
        at = (x, y - 3.8) if upright else (x - 4.0, y)
        texts.append(Text(f"J1{seat + 1} seat {seat + 1}", *at, 1.1, turn=0.0 if upright else 90.0))
    return Board(
        "carrier",
        "Tavolo: carrier of Pico, supply, level shifter, seats and pixels",
        tuple(box(WIDTH / 2, DEPTH / 2, WIDTH, DEPTH)),
        tuple((x, y, SCREW) for x, y in holes),
        tuple(parts(netlist)),
        tuple(texts),
        poured=tuple(box(WIDTH / 2, DEPTH / 2, WIDTH - 1.0, DEPTH - 1.0)),
        poured_sides=(FRONT, BACK),
    )
