"""The footprint library `tavolo`: every part that is on a board, seen from the side it is on. Millimetres, y upwards.

Sizes are those of the parts' datasheets; each footprint says which part it is for. Holes are a little larger than what
hands need, pads larger than what machines need.
"""

from functools import cache

from hardware.boards.model import Footprint, Pad, Point
from hardware.circuit import symbols
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings.dimensions import KeyParts
from tavolo_host.workshop.drawings.seat_sheets import key_places

PITCH = 2.54
PICO_ROWS = 17.78  # apart
PICO_LENGTH, PICO_WIDTH = 51.0, 21.0
PICO_FIRST_PIN = 1.37  # from the end with the USB socket (Pico datasheet, section 2.1)
TONGUE_LENGTH, TONGUE_WIDTH = 5.6, 1.6  # of a surface that takes wires, or a pin strip's legs from either side

# The outside of the MPR121's breakout and its two rows (SparkFun SEN-09695, from whose board files these are, and the
# boards that copy it): from a corner, its chip towards the eye and its electrodes at the right.
BREAKOUT_WIDTH, BREAKOUT_HEIGHT = 20.32, 30.48
BREAKOUT_LEFT, BREAKOUT_RIGHT = 1.27, 19.05
BREAKOUT_BUS = {"VCC": 21.59, "IRQ": 19.05, "SCL": 16.51, "SDA": 13.97, "ADDR": 11.43, "GND": 8.89}
BREAKOUT_FIRST_ELECTRODE = 1.27


def _box(low: Point, high: Point) -> tuple[Point, ...]:
    return (low, (high[0], low[1]), high, (low[0], high[1]), low)


def _outlined(low: Point, high: Point, slack: float = 0.3) -> tuple[tuple[tuple[Point, ...], ...], tuple[Point, Point]]:
    """A box as lines, and the room of a part that fills it."""
    return (_box(low, high),), ((low[0] - slack, low[1] - slack), (high[0] + slack, high[1] + slack))


@cache
def pico() -> Footprint:
    """Two sockets of 20 pins for the Pico, its USB socket up."""
    top = PICO_FIRST_PIN + 19 * PITCH / 2
    pads = []
    for number in range(1, 41):
        left, row = number <= 20, number - 1 if number <= 20 else 40 - number
        x = -PICO_ROWS / 2 if left else PICO_ROWS / 2
        pads.append(Pad(str(number), x, (9.5 - row) * PITCH, 1.7, 1.7, "rect" if number == 1 else "circle", 1.0))
    half = PICO_WIDTH / 2
    lines, room = _outlined((-half, top - PICO_LENGTH), (half, top))
    usb = _box((-4.0, top - 5.0), (4.0, top))
    return Footprint("Pico_Sockets", "Raspberry Pi Pico on two socket strips of 20", tuple(pads), (*lines, usb), room)


@cache
def dip14() -> Footprint:
    """A socket DIP-14, pin 1 at the upper left."""
    pads = []
    for number in range(1, 15):
        left, row = number <= 7, number - 1 if number <= 7 else 14 - number
        x = -3.81 if left else 3.81
        pads.append(Pad(str(number), x, (3 - row) * PITCH, 1.6, 1.6, "rect" if number == 1 else "oval", 0.8))
    lines, room = _outlined((-5.1, -9.0), (5.1, 9.0))
    notch = ((-1.0, 9.0), (-0.7, 8.3), (0.0, 8.0), (0.7, 8.3), (1.0, 9.0))
    return Footprint("DIP-14_Socket", "DIP-14 in a socket", tuple(pads), (*lines, notch), room)


def _two(name: str, text: str, pitch: float, body: tuple[Point, Point], pad: float = 1.8, drill: float = 0.9,
         numbers: tuple[str, str] = ("1", "2"), more: tuple[tuple[Point, ...], ...] = ()) -> Footprint:  # fmt: skip
    """A part with two wires along x, its middle at 0, 0."""
    pads = (
        Pad(numbers[0], -pitch / 2, 0.0, pad, pad, "rect", drill),
        Pad(numbers[1], pitch / 2, 0.0, pad, pad, "circle", drill),
    )
    across = max(pitch / 2 + pad / 2, body[1][0]) + 0.3
    room = (-across, min(body[0][1], -pad / 2) - 0.3), (across, max(body[1][1], pad / 2) + 0.3)
    return Footprint(name, text, pads, (_box(*body), *more), room)


@cache
def resistor() -> Footprint:
    """An axial resistor of 0.25 W."""
    leads = (((-3.9, 0.0), (-3.2, 0.0)), ((3.2, 0.0), (3.9, 0.0)))
    return _two("Resistor_P10.16", "resistor, 0.25 W, axial", 10.16, ((-3.2, -1.25), (3.2, 1.25)), more=leads)


@cache
def diode() -> Footprint:
    """A diode in DO-41, its cathode at the left."""
    ring = (((-1.7, -1.35), (-1.7, 1.35)),)
    return _two("Diode_DO-41_P10.16", "diode DO-41, axial", 10.16, ((-2.6, -1.35), (2.6, 1.35)), drill=1.1, more=ring)


@cache
def ceramic() -> Footprint:
    """A ceramic capacitor, 5 mm between its legs."""
    return _two("Capacitor_P5.08", "ceramic capacitor, radial", 5.08, ((-1.4, -1.25), (1.4, 1.25)))


@cache
def electrolytic() -> Footprint:
    """An electrolytic capacitor of 10 mm, 5 mm between its legs, + at the left."""
    corners = ((-5.0, 2.1), (-2.1, 5.0), (2.1, 5.0), (5.0, 2.1), (5.0, -2.1), (2.1, -5.0), (-2.1, -5.0), (-5.0, -2.1))
    plus = (((-4.6, 3.9), (-3.4, 3.9)), ((-4.0, 3.3), (-4.0, 4.5)))
    base = _two("Capacitor_Radial_D10_P5.08", "electrolytic capacitor, 10 mm", 5.08, ((-5.0, -5.0), (5.0, 5.0)))
    return Footprint(base.name, base.description, base.pads, ((*corners, corners[0]), *plus), base.room)


@cache
def fuse() -> Footprint:
    """A holder for a fuse of 5 × 20 mm, as Schurter 0031.8201 (Schurter OGN, datasheet, "Drilling diagram")."""
    base = _two("Fuse_5x20_P22.5", "holder for a fuse, 5 × 20 mm", 22.5, ((-11.4, -4.8), (11.4, 4.8)), 3.0, 1.4)
    lines = tuple(((-11.4, 1.9 * up), (-11.4, 4.8 * up), (11.4, 4.8 * up), (11.4, 1.9 * up)) for up in (-1, 1))
    return Footprint(base.name, base.description, (*base.pads, _hole(0.0, 0.0, 2.7)), lines, base.room)


def _hole(x: float, y: float, diameter: float) -> Pad:
    return Pad("", x, y, diameter, diameter, "circle", diameter, plated=False)


@cache
def jack() -> Footprint:
    """A barrel jack 5.5 × 2.1 mm, as CUI PJ-102A, its opening at the left; 1 is its pin, 2 its sleeve and switch."""
    pads = (
        Pad("1", 0.0, 0.0, 3.5, 3.8, "rect", 1.1, 3.0),
        Pad("2", -6.0, 0.0, 3.0, 3.8, "oval", 1.1, 3.0),
        Pad("2", -3.0, -4.7, 3.8, 3.5, "oval", 3.0, 1.1),
    )
    front = -13.3  # the rest reaches to the board's edge
    lines = (
        ((-0.7, -4.6), (0.9, -4.6), (0.9, -2.3)),
        ((0.9, 2.3), (0.9, 4.6), (front, 4.6)),
        ((front, -4.6), (-5.3, -4.6)),
    )
    return Footprint("Barrel_Jack", "barrel jack 5.5 × 2.1 mm", pads, lines, ((-14.0, -6.8), (2.1, 4.9)))


@cache
def xh(pins: int) -> Footprint:
    """A socket JST XH, upright, pin 1 at the left, its slotted wall up (JST XH catalogue, B-XH-A)."""
    first = -2.5 * (pins - 1) / 2
    pads = tuple(
        Pad(str(pin + 1), first + 2.5 * pin, 0.0, 1.7, 1.95, "rect" if pin == 0 else "oval", 1.0) for pin in range(pins)
    )
    lines, room = _outlined((first - 2.45, -3.4), (2.45 - first, 2.35))
    one = ((first - 2.8, 1.4), (first - 2.8, 2.7), (first - 1.5, 2.7))
    return Footprint(f"JST_XH_{pins}", f"JST XH, {pins} pins, upright", pads, (*lines, one), room)


@cache
def sot23() -> Footprint:
    """SOT-23 with pads for hands: 1 and 2 at the left, 3 at the right."""
    pads = (
        Pad("1", -1.2, 0.95, 1.6, 0.8),
        Pad("2", -1.2, -0.95, 1.6, 0.8),
        Pad("3", 1.2, 0.0, 1.6, 0.8),
    )
    lines = (((-0.65, 1.6), (0.65, 1.6), (0.65, 0.8)), ((-0.65, -1.6), (0.65, -1.6), (0.65, -0.8)))
    room = ((-2.3, -1.9), (2.3, 1.9))
    return Footprint("SOT-23_Hand", "SOT-23, long pads", pads, lines, room, surface=True)


def _tongue(number: str, x: float, y: float) -> Pad:
    return Pad(number, x, y, TONGUE_LENGTH, TONGUE_WIDTH)


@cache
def breakout() -> Footprint:
    """The MPR121's breakout on surfaces, its chip towards the eye; pins as the circuit numbers them."""
    pads = []
    for number, name, _ in symbols.mpr121():
        if name.startswith("E"):
            x, y = BREAKOUT_RIGHT, BREAKOUT_FIRST_ELECTRODE + PITCH * int(name[1:])
        else:
            x, y = BREAKOUT_LEFT, BREAKOUT_BUS[name]
        pads.append(_tongue(number, x - BREAKOUT_WIDTH / 2, y - BREAKOUT_HEIGHT / 2))
    low, high = (-BREAKOUT_WIDTH / 2, -BREAKOUT_HEIGHT / 2), (BREAKOUT_WIDTH / 2, BREAKOUT_HEIGHT / 2)
    mark = ((-1.0, high[1] - 3.0), (0.0, high[1] - 1.0), (1.0, high[1] - 3.0), (-1.0, high[1] - 3.0))
    side = BREAKOUT_WIDTH / 2 - BREAKOUT_LEFT + TONGUE_LENGTH / 2 + 0.3
    room = (-side, low[1] - 0.3), (side, high[1] + 0.3)
    # Between the surfaces, where lines do not cross them.
    inner = 5.4
    lines = (_box((-inner, low[1]), (inner, high[1])), mark)
    return Footprint("MPR121_Breakout_Surface", "breakout of the MPR121, 1 × 6 and 1 × 12", tuple(pads), lines, room)


@cache
def wires(count: int) -> Footprint:
    """Surfaces for wires or the legs of a pin strip, the first one on top."""
    top = PITCH * (count - 1) / 2
    pads = tuple(_tongue(str(number + 1), 0.0, top - PITCH * number) for number in range(count))
    room = (-TONGUE_LENGTH / 2 - 0.3, -top - 1.2), (TONGUE_LENGTH / 2 + 0.3, top + 1.2)
    one = (((-1.0, top + 1.4), (1.0, top + 1.4)),)
    return Footprint(f"Wires_{count}", f"surfaces for {count} wires or a pin strip", pads, one, room)


@cache
def bridge() -> Footprint:
    """Two surfaces that a drop of solder joins."""
    pads = (Pad("1", -0.9, 0.0, 1.5, 2.0), Pad("2", 0.9, 0.0, 1.5, 2.0))
    return Footprint("Solder_Bridge", "bridge of solder", pads, (), ((-1.9, -1.2), (1.9, 1.2)))


def slot_pads(geometry: Geometry) -> Footprint:
    """The slot's nine pads, 1 to 9, and its ground strip, 10, at the slot's own coordinates, under the mask."""
    faces = [*geometry.pads(), geometry.strip()]
    pads = tuple(Pad(str(n), face.x, face.y, face.width, face.depth, bare=False) for n, face in enumerate(faces, 1))
    return Footprint("Slot_Pads", "pads and ground strip of a slot, under the solder mask", pads)


def key_discs(keys: KeyParts, diameter: float, bare: bool) -> Footprint:
    """The three keys' discs under the mask, or the bare middles of these for their wires; seen from the back."""
    pads = [
        Pad(str(number), -x, y, diameter, diameter, "circle", bare=bare)
        for number, (x, y) in enumerate(key_places(keys), 1)
    ]
    name, text = ("Key_Wires", "a wire on each") if bare else ("Key_Discs", "under the solder mask")
    return Footprint(name, f"three touch keys, {text}", tuple(pads))


@cache
def screw(diameter: float) -> Footprint:
    """A hole for a screw."""
    return Footprint(f"Screw_{diameter:g}mm", "hole for a screw", (_hole(0.0, 0.0, diameter),))
