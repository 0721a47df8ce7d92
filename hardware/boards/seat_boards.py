"""A seat's boards: the slot board in place of the slot's base, the board of its keys, and the slot's back plate.

The slot board has the outline and holes of the base. `Geometry` places its pads and ground strip, copper under the
solder mask. Cards slide over its front, so nothing sticks out there: breakout and cable are on surfaces of the back,
and the only holes besides the screws' are vias, which the mask closes. No ground runs behind the pads: at 1.6 mm it
would add some 2 pF to a pad's 12 pF. Tracks run on the back, and cross on the front only beside the patches of a card.

The keys lie flat on the seat's panel while the slot leans, so they are a separate board. A finger touches its front;
copper and wires are on its back. The back plate, on spacers, covers breakout and tracks.
"""

from hardware.boards import footprints
from hardware.boards.model import BACK, FRONT, Board, Part, Point, Text
from hardware.circuit.netlist import Netlist
from hardware.circuit.wiring import ADDRESS_STRAPS, KEY_NETS
from tavolo import wiring
from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import TABLE, TableParts
from tavolo_host.workshop.drawings.seat_sheets import key_places, key_sign
from tavolo_host.workshop.drawings.shapes import box, rounded

EDGE = 0.5  # from copper to the board's edge
PAD_FREE = 3.0  # from ground to what lies behind a pad
SIDE_X, CABLE_Y, JUMPER_Y, JUMPER_PITCH = 30.5, 50.0, 24.5, 4.0
PIN_WORDS = 0.36  # how far from the breakout's centre towards a pin its name is written, as a share
BACK_LOW = 10.0  # a lower edge would meet the panel: see `back_clearance_mm`
BACK_SPACERS = 12.0  # the breakout on its pin strips is some 8 mm high
NOTCH_WIDTH, NOTCH_DEPTH = 12.0, 3.0  # through which the cables leave

CABLE = ("SDA", "3V3", "GND", "SCL")  # as the circuit's sockets of the buses


def any_seat(net: str | None, seat: int) -> str | None:
    """The name on a slot board, the same at each seat, of a net that the circuit has for one seat (0-7)."""
    return net and net.removeprefix(f"SEAT{seat + 1}_").removeprefix(f"I2C{wiring.seat_place(seat)[0]}_")


def slot_parts(netlist: Netlist, geometry: Geometry) -> list[Part]:
    """Return the parts of a slot board, from those of seat 1 in the netlist of the full table.

    Only ADDR differs from seat to seat: here it is a separate net, with a solder bridge to each of its choices.
    """
    chip, slot, keys = (netlist.parts[name] for name in ("MPR1", "SLOT1", "KEYS1"))
    chip_nets = {pin.number: any_seat(pin.net, 0) for pin in chip.pins}
    chip_nets[chip.pin("ADDR").number] = "ADDR"
    middle = geometry.pads()[4]
    found = [
        Part("S1", "pads", footprints.slot_pads(geometry), 0.0, 0.0,
             {pin.number: any_seat(pin.net, 0) for pin in slot.pins}, bought=False),
        Part("U1", "MPR121 breakout", footprints.breakout(), middle.x, middle.y, chip_nets, side=BACK,
             names={pin.number: pin.name for pin in chip.pins}, label=(middle.x, middle.y)),
        Part("J1", "to the carrier", footprints.wires(4), SIDE_X, CABLE_Y,
             {str(number): net for number, net in enumerate(CABLE, 1)}, side=BACK, label=(SIDE_X, CABLE_Y - 6.2)),
        Part("J2", "to the keys", footprints.wires(3), -SIDE_X, CABLE_Y,
             {pin.number: any_seat(pin.net, 0) for pin in keys.pins}, side=BACK, label=(-SIDE_X, CABLE_Y - 5.0)),
    ]  # fmt: skip
    straps = {"VCC": "3V3"}
    for number, (address, pin) in enumerate(ADDRESS_STRAPS.items(), 1):
        y = JUMPER_Y - JUMPER_PITCH * (number - 1)
        nets: dict[str, str | None] = {"1": straps.get(pin, pin), "2": "ADDR"}
        value = f"0x{address:X}: ADDR to {straps.get(pin, pin)}"
        found.append(
            Part(f"JP{number}", value, footprints.BRIDGE, SIDE_X, y, nets, side=BACK, bought=False,
                 label=(SIDE_X + 4.2, y))
        )  # fmt: skip
    return found


def slot_board(netlist: Netlist, geometry: Geometry = GRID, table: TableParts = TABLE) -> Board:
    """Return the slot board."""
    sizes = table.slot
    pads = geometry.pads()
    left, right = (pads[at].x + way * pads[at].width / 2 for at, way in ((0, -1), (-1, 1)))
    low, high = (pads[at].y + way * pads[at].depth / 2 for at, way in ((0, -1), (-1, 1)))
    film = outlines.film(geometry, sizes)
    board_parts = slot_parts(netlist, geometry)
    texts = [
        Text("TAVOLO  slot board", 0.0, (high + geometry.strip_mm) / 2, 1.8, BACK),
        Text("mouth", 0.0, geometry.strip().y, 2.0, BACK),
        Text("chip of the breakout towards you", 0.0, low - 5.0, 1.3, BACK),
    ]
    texts += [Text(words, SIDE_X - 5.0, CABLE_Y + 3.81 - 2.54 * n, 1.2, BACK) for n, words in enumerate(CABLE)]
    texts += [Text(words, -SIDE_X + 4.6, CABLE_Y + 2.54 - 2.54 * n, 1.2, BACK) for n, words in enumerate("<>v")]
    chip = next(part for part in board_parts if part.reference == "U1")
    for pad in chip.footprint.pads:
        words = chip.names[pad.number].replace("VCC", "3V3").removeprefix("E")
        texts.append(Text(words, chip.x - pad.x * PIN_WORDS, chip.y + pad.y, 1.0, BACK))
    for number, address in enumerate(ADDRESS_STRAPS):
        seats = [str(seat + 1) for seat in range(wiring.SEATS) if wiring.seat_place(seat)[1] == address]
        texts.append(Text(" ".join(seats), SIDE_X - 3.6, JUMPER_Y - JUMPER_PITCH * number, 1.3, BACK))
    texts.append(Text("seats", SIDE_X - 2.0, JUMPER_Y + 2.6, 1.2, BACK))
    return Board(
        "slot",
        "Tavolo: slot board of a seat",
        tuple(outlines.base_outline(geometry, sizes)),
        tuple((x, y, sizes.screw) for x, y in outlines.screws(sizes)),
        tuple(board_parts),
        tuple(texts),
        poured=tuple(box(film.x, film.y, film.width - 2 * EDGE, film.depth - 2 * EDGE)),
        poured_sides=(BACK,),
        unpoured=(((left - PAD_FREE, low - PAD_FREE), (right + PAD_FREE, high + PAD_FREE)),),
    )


def key_board(netlist: Netlist, table: TableParts = TABLE) -> Board:
    """Return the board of the keys, whose copper is on its back and whose signs are on its front."""
    keys = table.keys
    nets = {pin.number: any_seat(pin.net, 0) for pin in netlist.parts["KEYS1"].pins}
    signs = tuple(
        (FRONT, tuple((x + across, y + up) for across, up in key_sign(key)))
        for key, (x, y) in enumerate(key_places(keys))
    )
    discs = footprints.key_discs(keys, keys.diameter, bare=False)
    wires = footprints.key_discs(keys, keys.wire, bare=True)
    texts = [Text("TAVOLO  keys of a seat", 0.0, keys.diameter / 2 + 3.0, 1.8, BACK)]
    for key, (x, _) in zip((wiring.KEY_LEFT, wiring.KEY_RIGHT, wiring.KEY_TAKE), key_places(keys), strict=True):
        texts.append(Text(KEY_NETS[key].lower(), x, -keys.diameter / 2 - 2.5, 1.5, BACK))
    return Board(
        "keys",
        "Tavolo: touch keys of a seat",
        tuple(rounded(0.0, 0.0, keys.plate_width, keys.plate_depth, keys.corner)),
        parts=(
            Part("S1", "keys", discs, 0.0, 0.0, nets, side=BACK, bought=False),
            Part("J1", "wires", wires, 0.0, 0.0, nets, side=BACK, bought=False),
        ),
        texts=tuple(texts),
        marks=signs,
    )


def back_plate(geometry: Geometry = GRID, table: TableParts = TABLE) -> Board:
    """Return the slot's back plate: the upper four screws hold it, and a notch below lets the cables out."""
    sizes = table.slot
    side, high = sizes.outer_width / 2, geometry.mouth_mm + sizes.lead_in - sizes.finger_notch_depth
    notch, floor = NOTCH_WIDTH / 2, BACK_LOW + NOTCH_DEPTH
    outline: tuple[Point, ...] = (
        (-side, BACK_LOW), (-side, high), (side, high), (side, BACK_LOW),
        (notch, BACK_LOW), (notch, floor), (-notch, floor), (-notch, BACK_LOW),
    )  # fmt: skip
    screws = [(x, y) for x, y in outlines.screws(sizes) if y > BACK_LOW]
    text = Text(f"TAVOLO  back of a slot, on spacers of {BACK_SPACERS:.0f} mm", 0.0, high / 2 + 5.0, 2.0, BACK)
    return Board(
        "back", "Tavolo: back plate of a slot", outline, tuple((x, y, sizes.screw) for x, y in screws), texts=(text,)
    )


def back_clearance_mm(table: TableParts = TABLE, thickness: float = 1.6) -> float:
    """How high the back plate's lowest edge is above the seat's panel, with the slot board at the base's front."""
    behind = 2 * thickness + BACK_SPACERS
    return outlines.seen_from_side(BACK_LOW, -behind, table.slot)[1]
