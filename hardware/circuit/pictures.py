"""The wiring pictures: where parts lie and where the trunks of the nets run. The netlist decides what is wired."""

from hardware.circuit import boards
from hardware.circuit.boards import PICO_WIDTH
from hardware.circuit.netlist import Netlist
from hardware.circuit.wires import FAINT, Loom, colour
from tavolo import wiring

RAIL = 15  # between two rails of a bus
BUS_RAILS = (385, 905)
PICO_X = 1010
SUPPLY_Y = 470
NOTES = (
    "Where lines cross without a dot they do not touch.",
    "Of the Pico's GND pins one is enough: inside they are the same.",
    "The wire at ADDR gives a breakout its address.",
    "A bus is a ribbon cable: SDA, 3.3 V, ground, SCL, in this order.",
    "Sockets J4 to J6: 5 V, data, ground.",
)
OUTPUT_ROWS = (530, 640, 845)  # of the data lines to track, field, lamps, left of the level shifter
ACROSS = ("left", "right")


def looms(netlists: dict[str, Netlist]) -> dict[str, Loom]:
    """Return both wiring pictures, with their wires drawn, by the name of their file."""
    found = {"wiring-full.svg": _full(netlists["full"]), "wiring-starter.svg": _starter(netlists["starter"])}
    for loom in found.values():
        loom.draw()
    return found


def _full(netlist: Netlist) -> Loom:
    loom = Loom(1720, 1340, "Tavolo: wiring of the full table")
    loom.text(24, 34, "Tavolo: wiring of the full table", size=18, bold=True)
    for seat in range(wiring.SEATS):
        bus, _ = wiring.seat_place(seat)
        place = seat % len(wiring.ADDRESSES)
        # The seats of bus 1 sit opposite: clockwise, so from the right.
        column = place if bus == 0 else len(wiring.ADDRESSES) - 1 - place
        x, y = 30 + column * 415, 70 if bus == 0 else 1000
        boards.seat(loom, netlist, seat + 1, x, y, up=bus == 0)
        loom.trunk("GND", (x + 34, y + 16 if bus == 0 else y + 274), (x + 34, BUS_RAILS[bus] + 2 * RAIL))
    boards.pico(loom, netlist.parts["U1"], PICO_X, 482)
    _buses(loom, netlist)
    _supply(loom, netlist, PICO_X + PICO_WIDTH)
    _shifted(loom, netlist, PICO_X + 7)
    _pixels(loom, netlist)
    for line, note in enumerate(NOTES):
        loom.text(1310, 764 + 17 * line, note, size=11, fill=FAINT)
    return loom


def _buses(loom: Loom, netlist: Netlist) -> None:
    """Four rails a bus, in the order of its ribbon cable, and the lanes from the Pico to them."""
    right = PICO_X + PICO_WIDTH
    for bus, rail in enumerate(BUS_RAILS):
        lines = (f"I2C{bus}_SDA", f"I2C{bus}_SCL")
        names = (f"SDA {bus}", "3.3 V", "ground", f"SCL {bus}")
        for place, (net, name) in enumerate(zip((lines[0], "3V3", "GND", lines[1]), names, strict=True)):
            loom.trunk(net, (40, rail + place * RAIL), (1650, rail + place * RAIL))
            loom.text(1660, rail + place * RAIL + 4, name, size=10, fill=colour(net), bold=True)
        y, way = ((rail + 76, "up"), (rail - 30, "down"))[bus]
        for line, net in enumerate(lines):
            lane = PICO_X - 72 + bus * 26 + line * 13
            loom.trunk(net, (lane, rail + 3 * RAIL * line), (lane, loom.row(net)))
            boards.two_ended(loom, netlist.parts[f"R{4 + 2 * bus + line}"], 1384 + line * 80, y, "1", way, way)
        boards.socket(loom, netlist.parts[f"J{bus + 2}"], 1545, y, (22, 0), (way,), f", to bus {bus}")
    for net, lane, rail in (("3V3", right + 26, 1), ("GND", right + 46, 2)):
        loom.trunk(net, (lane, BUS_RAILS[0] + rail * RAIL), (lane, BUS_RAILS[1] + rail * RAIL))


def _supply(loom: Loom, netlist: Netlist, right: float) -> None:
    """At the right: supply, socket, fuse, transistor, capacitor, and the diode to VSYS."""
    parts = netlist.parts
    boards.two_ended(loom, parts["D1"], right + 110, 540, "K")
    boards.transistor(loom, parts["Q1"], right + 244, 600)
    boards.two_ended(loom, parts["F1"], right + 312, 600, "2")
    boards.two_ended(loom, parts["C1"], right + 290, 684, "1")
    boards.socket(loom, parts["J1"], right + 415, 640, (0, 44), ACROSS)
    boards.supply(loom, parts["PS1"], right + 480, 640, 44)
    loom.trunk("VSYS", (right + 86, loom.row("VSYS")), (right + 86, 540))
    loom.trunk("+5V", (440, SUPPLY_Y), (right + 220, SUPPLY_Y), (right + 220, 684))
    loom.trunk("SUPPLY", (right + 390, 600), (right + 390, 640))
    loom.trunk("GND", (right + 46, 735), (right + 372, 735), (right + 372, 684))


def _shifted(loom: Loom, netlist: Netlist, pico: float) -> None:
    """The level shifter left of the Pico's lanes, then the resistors, then the sockets; 5 V and ground between."""
    parts, y = netlist.parts, loom.row("6") + 6
    boards.shifter(loom, parts["U2"], 650, y, 30)
    boards.two_ended(loom, parts["C2"], 740, y + 160, "2", "up", "up")
    track, field, lamps = (loom.row(net) for net in ("TRACK", "FIELD", "LAMPS"))
    at = {int(end.pin.number): end.x for end in loom.terminals if end.reference == "U2"}
    loom.trunk("TRACK", (at[2], track), (pico, track))
    loom.trunk("FIELD", (at[5], field), (pico, field))
    loom.trunk("LAMPS", (at[9], y + 90), (pico - 90, y + 90), (pico - 90, lamps), (pico, lamps))
    outputs = (("TRACK_5V", at[3], track - 14), ("FIELD_5V", at[6], field), ("LAMPS_5V", at[8], y + 138))
    for number, ((net, x, level), row) in enumerate(zip(outputs, OUTPUT_ROWS, strict=True)):
        loom.trunk(net, (x, level), (580, level), (580, row))
        boards.two_ended(loom, parts[f"R{number + 1}"], 500, row, "2")
        boards.socket(loom, parts[f"J{number + 4}"], 395, row - 20, (0, 20), ACROSS)
    for pin, level in ((1, y - 8), (12, y + 104)):
        loom.trunk("GND", (at[pin], level), (470, level))
    loom.trunk("+5V", (at[14], y + 120), (440, y + 120))
    loom.trunk("+5V", (440, SUPPLY_Y), (440, OUTPUT_ROWS[2] - 20))
    loom.trunk("GND", (470, OUTPUT_ROWS[0] + 20), (470, BUS_RAILS[1] + 2 * RAIL))


def _pixels(loom: Loom, netlist: Netlist) -> None:
    """At the left: the track, the field's two panels, the lamps."""
    parts = netlist.parts
    track, field, lamps = OUTPUT_ROWS
    boards.strip(loom, parts["TRACK1"], 40, track, 310)
    for number in (1, 2):
        boards.panel(loom, parts[f"PANEL{number}"], 40 + (number - 1) * 150, field - 55)
    for step, (net, end) in enumerate((("+5V", 58), ("FIELD_DATA", 114), ("GND", 86))):
        lane, level = 340 + 12 * step, field + 92 + 13 * step
        loom.trunk(net, (lane, field + 20 * (step - 1)), (lane, level), (end, level))
    loom.trunk("PANEL1_OUT", (142, field + 131), (264, field + 131))
    for lamp in range(wiring.LAMPS):
        boards.lamp(loom, parts[f"LAMP{lamp + 1}"], 335 - 40 * lamp, lamps)
    loom.text(40, lamps - 40, "LAMP1 to LAMP8, from the right", size=10, bold=True)
    for net, way in (("+5V", -1), ("GND", 1)):
        loom.trunk(net, (366, lamps + way * 20), (366, lamps + way * 32), (55, lamps + way * 32))


def _starter(netlist: Netlist) -> Loom:
    """The seat, the panel beside it, the Pico; the panel's ground goes straight down to the rail."""
    loom = Loom(1120, 584, "Tavolo: wiring of the starter")
    loom.text(24, 34, "Tavolo: wiring of the starter, one seat and one panel", size=18, bold=True)
    parts, rails, x = netlist.parts, (400, 415, 430, 445), 860
    boards.pico(loom, parts["U1"], x, 120)
    right, field = x + PICO_WIDTH, loom.row("FIELD")
    boards.seat(loom, netlist, 1, 30, 80, up=True)
    nets, lanes = ("I2C0_SDA", "3V3", "GND", "I2C0_SCL"), (x - 40, x - 60, x - 80, x - 26)
    for net, rail, lane in zip(nets, rails, lanes, strict=True):
        loom.trunk(net, (64, rail), (lane, rail))
        loom.text(56, rail + 4, net.replace("I2C0_", ""), size=10, anchor="end", fill=colour(net), bold=True)
        if net.startswith("I2C"):
            loom.trunk(net, (lane, rail), (lane, loom.row(net)))
    loom.trunk("3V3", (right + 26, loom.row("36")), (right + 26, 508), (x - 60, 508), (x - 60, rails[1]))
    loom.trunk("GND", (right + 46, loom.row("38")), (right + 46, 526), (x - 80, 526), (x - 80, rails[2]))
    loom.trunk("GND", (64, 96), (64, rails[2]))
    for line in range(2):
        boards.two_ended(loom, parts[f"R{4 + line}"], 420 + line * 110, 350, "1", "down", "down")
    boards.panel(loom, parts["PANEL1"], 560, 90)
    boards.two_ended(loom, parts["R1"], 712, field, "2")
    boards.two_ended(loom, parts["D1"], 880, 70, "K")
    loom.trunk("FIELD_DATA", (696, field), (696, 260), (634, 260))
    loom.trunk("VBUS", (right + 66, loom.row("VBUS")), (right + 66, 70))
    loom.trunk("PANEL_5V", (780, 70), (780, 285), (578, 285))
    loom.text(24, 566, f"{NOTES[0]} {NOTES[1]}", size=11, fill=FAINT)
    return loom
