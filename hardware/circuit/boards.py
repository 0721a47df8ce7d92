"""The parts of a wiring picture as they look on the table: each function draws one and places its pins."""

from functools import partial

from hardware.circuit import rules
from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.symbols import ELECTRODES, PICO_PINS
from hardware.circuit.wires import FAINT, PAPER, PIN, Loom, Spot, colour
from tavolo import wiring

PITCH = 18
PICO_WIDTH, PICO_HEIGHT = 130, 19 * PITCH + 30
BOARD_GREEN, BOARD_BLUE, CHIP, STRIP = "#2f7d5b", "#2b4f81", "#2b2f36", "#f4f4f0"
COPPER = {"fill": "#c77b43", "stroke": "#8f5426"}
PICO_SIDE = PICO_PINS // 2
BUS_PINS = ("VCC", "GND", "SDA", "SCL", "ADDR", "IRQ")
BREAKOUT_WIDTH, BREAKOUT_HEIGHT = 12 * PITCH + 18, 62
PAD_PITCH, PAD = 54, 24  # in the slot's own proportions
KEY_SIGNS = ("◀", "▶", "✓")
# Colour code of 330 Ω and 4.7 kΩ: two figures and how many zeros.
BANDS = {"data_resistor": ("#e07f00", "#e07f00", "#6b4423"), "pull_up": ("#d9b400", "#7a4bb5", "#cc2f27")}
PIXEL_LIGHTS = ("#3d434b", "#3d434b", "#f2b705", "#3d434b", "#4aa3df", "#3d434b", "#d1495b")


def pico(loom: Loom, part: Part, x: float, y: float) -> None:
    """Draw the Pico, its USB socket up. Only one of its ground pins is wired: inside they are all the same."""
    middle = x + PICO_WIDTH / 2
    loom.box(x, y, PICO_WIDTH, PICO_HEIGHT, fill=BOARD_GREEN, stroke="#1d5a40", round_by=8)
    loom.box(middle - 20, y - 10, 40, 30, fill="#c9cdd0", stroke="#8d9499", round_by=3)
    loom.box(middle - 20, y + 190, 40, 40, fill=CHIP, stroke=CHIP, round_by=3)
    loom.text(middle, y + 152, "Pico", size=15, anchor="middle", fill="white", bold=True)
    loom.text(middle, y + 36, "USB", size=9, anchor="middle", fill="white")
    for pin in part.pins:
        number = int(pin.number)
        side, row = (-1, number - 1) if number <= PICO_SIDE else (1, PICO_PINS - number)
        at, height = middle + side * (PICO_WIDTH / 2 - 7), y + 15 + row * PITCH
        loom.text(at - side * 8, height + 3.5, pin.name, size=9, anchor="start" if side < 0 else "end", fill="white")
        if pin.name == "GND" and pin.number != "38":
            loom.dot(at, height, PIN, fill=colour("GND"), stroke=PAPER)
        else:
            loom.pin(part, pin, at, height, "left" if side < 0 else "right")


def breakout(loom: Loom, part: Part, x: float, y: float, up: bool) -> None:
    """Draw an MPR121's breakout; with `up` its electrodes face up and its bus down, otherwise the reverse."""
    loom.box(x, y, BREAKOUT_WIDTH, BREAKOUT_HEIGHT, fill=BOARD_BLUE, stroke="#1b365c", round_by=6)
    number = rules.address(part)
    words = f"{part.reference}   {'no address' if number is None else f'0x{number:X}'}"
    loom.text(x + BREAKOUT_WIDTH / 2, y + 36, words, size=13, anchor="middle", fill="white", bold=True)
    bus_y, electrode_y = (y + BREAKOUT_HEIGHT - 7, y + 7) if up else (y + 7, y + BREAKOUT_HEIGHT - 7)
    for place, name in enumerate(BUS_PINS):
        at = x + 27 + place * 2 * PITCH
        loom.pin(part, part.pin(name), at, bus_y, "down" if up else "up")
        loom.text(at + 7, bus_y + (-2 if up else 9), name, size=8, fill="white", bold=name == "ADDR")
    for electrode in range(ELECTRODES):
        at = x + 18 + electrode * PITCH
        loom.dot(at, electrode_y, PIN, fill=colour(part.pin(f"E{electrode}").net), stroke=PAPER)
        loom.text(at, electrode_y + (14 if up else -8), str(electrode), size=8, anchor="middle", fill="white")


def seat(loom: Loom, netlist: Netlist, number: int, x: float, y: float, up: bool) -> None:
    """Draw a seat, 370 wide and 290 high: slot, keys, breakout, and its electrodes' wires as the netlist has them.

    With `up` it is as its player sees it, the mouth of the slot up: pads 6 7 8, 3 4 5, 0 1 2 (`slot.geometry`), keys
    from left to right. Otherwise slot and keys are rotated by half a turn, as seen from across the table.
    """
    spots = _slot(loom, netlist, number, x, y, up)
    part = netlist.parts[f"MPR{number}"]
    breakout_x, breakout_y = x + 60, y + 228 if up else y
    breakout(loom, part, breakout_x, breakout_y, up)
    runs = []
    for electrode in range(ELECTRODES):
        pin = part.pin(f"E{electrode}")
        start = (breakout_x + 18 + electrode * PITCH, breakout_y + (7 if up else BREAKOUT_HEIGHT - 7))
        others = [(other.reference, end.number) for other, end in netlist.on(pin.net or "")]
        met = [spots[end] for end in others if end in spots]
        runs += [(pin.net or "", start, *spot) for spot in met]
        if not met:
            loom.pin(part, pin, *start)
    # Each has a level channel of its own; those that go to the left nest one way, those to the right the other.
    leftwards = [run for run in runs if run[3] <= run[1][0]]
    rightwards = [run for run in runs if run[3] > run[1][0]]
    for channel, (net, start, end, lane) in enumerate(leftwards + rightwards[::-1]):
        level = start[1] + (-1 if up else 1) * (14 + 5 * channel)
        loom.wire(net, start, (start[0], level), (lane, level), (lane, end[1]), end, thick=1.8)


def _slot(
    loom: Loom, netlist: Netlist, number: int, x: float, y: float, up: bool
) -> dict[tuple[str, str], tuple[Spot, float]]:
    """Draw slot and keys; return by reference and pin where each pad or key is, and where its wire runs beside it."""
    spots = {}
    slot, keys = netlist.parts[f"SLOT{number}"], netlist.parts[f"KEYS{number}"]
    left, top = x + 60, y if up else y + 130
    strip_y = top + 8 if up else top + 136
    sign = partial(loom.text, anchor="middle", fill="white")
    loom.box(left, top, 190, 160, fill=STRIP, stroke=FAINT, round_by=6)
    loom.box(left + 40, strip_y, 132, 16, **COPPER)
    sign(left + 106, strip_y + 12, "ground strip", size=9)
    loom.text(left + 95, top - 8 if up else top + 175, f"seat {number}", size=13, anchor="middle", bold=True)
    for pad in range(wiring.PADS):
        row, column = divmod(pad, 3)
        # The end stop is away from the mouth, and half a turn exchanges left and right too.
        at_x = left + 40 + (column if up else 2 - column) * PAD_PITCH
        at_y = top + 122 - row * 38 if up else top + 14 + row * 38
        loom.box(at_x, at_y, PAD, PAD, **COPPER)
        sign(at_x + PAD / 2, at_y + 16, str(pad), size=11, bold=True)
        spots[(slot.reference, str(pad + 1))] = ((at_x, at_y + PAD / 2), at_x - 7 - 5 * row)
    for key, words in enumerate(KEY_SIGNS):
        at_x, at_y = left + 225 + (key if up else 2 - key) * 36, top + 76
        loom.dot(at_x, at_y, 13, **COPPER)
        sign(at_x, at_y + 5, words, size=14)
        spots[(keys.reference, str(key + 1))] = ((at_x, at_y + (13 if up else -13)), at_x)
    loom.pin(slot, slot.pin(str(wiring.PADS + 1)), left + 40, strip_y + 8, "left")
    return spots


def two_ended(
    loom: Loom, part: Part, x: float, y: float, left: str, first: str = "left", second: str = "right"
) -> None:
    """Draw a part with two wires, 56 long; `left` is its pin at the left, and its ends' wires go to these sides."""
    one, other = sorted(part.pins, key=lambda pin: left not in (pin.name, pin.number))
    loom.line((x, y), (x + 56, y), stroke=FAINT, thick=2)
    if part.kind in BANDS:
        loom.box(x + 12, y - 6, 32, 12, fill="#e8d3a8", stroke="#a88a4f", round_by=4)
        for band, paint in enumerate(BANDS[part.kind]):
            loom.box(x + 18 + band * 7, y - 6, 3, 12, fill=paint, stroke="none")
    elif part.kind == "fuse":
        loom.box(x + 10, y - 7, 36, 14, fill="#e7eef2", stroke="#7d8b94", round_by=5)
    elif part.kind.endswith("capacitor"):
        big = part.kind == "bulk_capacitor"
        loom.dot(x + 28, y, 15 if big else 9, fill="#3a4f74" if big else "#c98a3a")
        loom.text(x + 20, y + 4, "+" if big else "", size=13, fill="white", anchor="middle")
    else:
        loom.box(x + 12, y - 6, 32, 12, fill=CHIP, stroke=CHIP, round_by=2)
        loom.box(x + 16 if one.name == "K" else x + 36, y - 6, 4, 12, fill="#cfd3d6", stroke="none")
    level = y - 16 if first == "down" else y + 24
    loom.text(x + 28, level, f"{part.reference}  {part.value}", size=9, anchor="middle")
    loom.pin(part, one, x, y, first)
    loom.pin(part, other, x + 56, y, second)


def transistor(loom: Loom, part: Part, x: float, y: float) -> None:
    """Draw a transistor in SOT-23, its source at the left, its drain at the right, its gate below."""
    loom.box(x + 6, y - 12, 32, 24, fill=CHIP, stroke=CHIP, round_by=3)
    loom.text(x + 22, y - 18, f"{part.reference}  {part.value}", size=9, anchor="middle")
    for name, across, down, way in (("S", 0, 0, "left"), ("D", 44, 0, "right"), ("G", 22, 18, "down")):
        loom.pin(part, part.pin(name), x + across, y + down, way)
        loom.text(x + 12 + across * 0.45, y + 3 + down * 0.3, name, size=8, anchor="middle", fill="white")


def socket(
    loom: Loom, part: Part, x: float, y: float, pitch: tuple[float, float], exits: tuple[str, ...], words: str = ""
) -> None:
    """Draw a socket, its first pin at x, y and each next one a pitch further."""
    across, down = pitch
    last = len(part.pins) - 1
    loom.box(x - 11, y - 11, 22 + across * last, 22 + down * last, fill=STRIP, stroke=FAINT, round_by=3)
    for place, pin in enumerate(part.pins):
        loom.pin(part, pin, x + across * place, y + down * place, *exits)
    above = y + 26 if "up" in exits else y - 17
    loom.text(x + across * last / 2, above, part.reference + words, size=10, anchor="middle", bold=True)


def shifter(loom: Loom, part: Part, x: float, y: float, pitch: float) -> None:
    """Draw the DIP-14, its notch at the right: pins 1 to 7 from the right along its top, 8 to 14 along its bottom."""
    width, words = 7 * pitch, f"{part.reference}  {part.value}"
    loom.box(x, y + 10, width, 62, fill=CHIP, stroke="black", round_by=3)
    loom.dot(x + width, y + 41, 6, fill=PAPER)
    loom.text(x + width / 2, y + 46, words, size=12, anchor="middle", fill="white", bold=True)
    for pin in part.pins:
        number = int(pin.number)
        above = number <= 7
        at = x + (7 - number if above else number - 8) * pitch + pitch / 2
        loom.pin(part, pin, at, y + 6 if above else y + 76, "up" if above else "down")
        loom.text(at, y + 22 if above else y + 68, pin.number, size=8, anchor="middle", fill="#c4cad0")


def panel(loom: Loom, part: Part, x: float, y: float) -> None:
    """Draw an 8×8 panel, 120 wide, its pins along its lower edge."""
    loom.box(x, y, 120, 120, fill="#20242a", stroke="black", round_by=5)
    for dot in range(64):
        row, column = divmod(dot, 8)
        paint = PIXEL_LIGHTS[(dot * 5 + row) % 7]
        loom.box(x + 8 + column * 13.4, y + 8 + row * 13, 8, 8, fill=paint, stroke="none")
    loom.text(x + 60, y - 6, part.reference, size=10, anchor="middle", bold=True)
    for place, name in enumerate(("5V", "GND", "DIN", "DOUT")):
        at = x + 18 + place * 28
        loom.pin(part, part.pin(name), at, y + 128, "down")
        loom.text(at, y + 118, name, size=7, anchor="middle", fill="white")


def strip(loom: Loom, part: Part, x: float, y: float, width: float) -> None:
    """Draw a strip of pixels; its pins face right."""
    loom.box(x, y - 31, width, 62, fill="#f7f7f4", stroke=FAINT, round_by=4)
    for dot in range(12):
        at, paint = x + 10 + dot * (width - 60) / 12, PIXEL_LIGHTS[dot % 7]
        loom.box(at, y - 6, 12, 12, fill=paint, stroke="#999999", thick=0.6)
    loom.text(x + width / 2 - 20, y - 14, f"{part.reference}: {part.value}", size=10, anchor="middle", bold=True)
    for name, offset in (("5V", -20), ("DIN", 0), ("GND", 20)):
        loom.pin(part, part.pin(name), x + width - 8, y + offset, "right")
        loom.text(x + width - 16, y + offset + 3, name, size=7, anchor="end")


def lamp(loom: Loom, part: Part, x: float, y: float) -> None:
    """Draw one pixel: data in from the right, out to the left, 5 V above, ground below."""
    loom.box(x - 11, y - 13, 22, 26, fill="#f7f7f4", stroke=FAINT, round_by=4)
    loom.text(x, y + 4, part.reference[-1], size=11, anchor="middle", bold=True)
    sides = (("5V", 0, -13, "up"), ("GND", 0, 13, "down"), ("DIN", 11, 0, "right"), ("DOUT", -11, 0, "left"))
    for name, across, down, way in sides:
        loom.pin(part, part.pin(name), x + across, y + down, way)


def supply(loom: Loom, part: Part, x: float, y: float, pitch: float) -> None:
    """Draw the plug-in supply; its two wires face left."""
    loom.box(x - 10, y - 24, 74, pitch + 48, fill=CHIP, stroke="black", round_by=8)
    loom.text(x + 27, y - 31, f"{part.reference}  {part.value}", size=10, anchor="middle", bold=True)
    for place, pin in enumerate(part.pins):
        loom.pin(part, pin, x, y + pitch * place, "left")
        loom.text(x + 12, y + pitch * place + 4, pin.name, size=10, fill="white")
