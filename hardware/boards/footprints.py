"""Footprints: those of KiCad's library for bought parts, and our own for what it does not have.

Our own are seen from the side that their part is on, in mm, y upwards.
"""

from hardware.boards.model import Footprint, Pad, Point
from hardware.circuit.symbols import MPR121, PINS
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings.dimensions import KeyParts
from tavolo_host.workshop.drawings.seat_sheets import key_places

PICO = Footprint("Module:RaspberryPi_Pico_Common_THT")  # on two strips of 20 sockets
DIP14 = Footprint("Package_DIP:DIP-14_W7.62mm_Socket")
RESISTOR = Footprint("Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal")
DIODE = Footprint("Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal")
CERAMIC = Footprint("Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm")
ELECTROLYTIC = Footprint("Capacitor_THT:CP_Radial_D10.0mm_P5.00mm")
FUSE = Footprint("Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open")
JACK = Footprint("Connector_BarrelJack:BarrelJack_Horizontal")  # 5.5 × 2.1 mm; 1 pin, 2 sleeve, 3 switch
SOT23 = Footprint("Package_TO_SOT_SMD:SOT-23_Handsoldering", surface=True)
XH3 = Footprint("Connector_JST:JST_XH_B3B-XH-A_1x03_P2.50mm_Vertical")
XH4 = Footprint("Connector_JST:JST_XH_B4B-XH-A_1x04_P2.50mm_Vertical")
BRIDGE = Footprint("Jumper:SolderJumper-2_P1.3mm_Open_Pad1.0x1.5mm")

PITCH = 2.54
TONGUE_LENGTH, TONGUE_WIDTH = 5.6, 1.6  # of a surface that takes wires, or a pin strip's legs from either side

# The outside of the MPR121's breakout and its two rows (SparkFun SEN-09695, from whose board files these are, and the
# boards that copy it): from a corner, its chip towards the eye and its electrodes at the right.
BREAKOUT_WIDTH, BREAKOUT_HEIGHT = 20.32, 30.48
BREAKOUT_LEFT, BREAKOUT_RIGHT = 1.27, 19.05
BREAKOUT_BUS = {"VCC": 21.59, "IRQ": 19.05, "SCL": 16.51, "SDA": 13.97, "ADDR": 11.43, "GND": 8.89}
BREAKOUT_FIRST_ELECTRODE = 1.27


def _tongue(number: str, x: float, y: float) -> Pad:
    return Pad(number, x, y, TONGUE_LENGTH, TONGUE_WIDTH)


def breakout() -> Footprint:
    """The MPR121's breakout on surfaces, its chip towards the eye; pins as the circuit numbers them."""
    pads = []
    for number, name, _ in PINS[MPR121]:
        if name.startswith("E"):
            x, y = BREAKOUT_RIGHT, BREAKOUT_FIRST_ELECTRODE + PITCH * int(name[1:])
        else:
            x, y = BREAKOUT_LEFT, BREAKOUT_BUS[name]
        pads.append(_tongue(number, x - BREAKOUT_WIDTH / 2, y - BREAKOUT_HEIGHT / 2))
    high, inner = BREAKOUT_HEIGHT / 2, 5.4  # between the surfaces, where lines do not cross them
    outline = ((-inner, -high), (inner, -high), (inner, high), (-inner, high), (-inner, -high))
    mark: tuple[Point, ...] = ((-1.0, high - 3.0), (0.0, high - 1.0), (1.0, high - 3.0), (-1.0, high - 3.0))
    side = BREAKOUT_WIDTH / 2 - BREAKOUT_LEFT + TONGUE_LENGTH / 2 + 0.3
    room = (-side, -high - 0.3), (side, high + 0.3)
    return Footprint("MPR121_Breakout_Surface", tuple(pads), (outline, mark), room)


def wires(count: int) -> Footprint:
    """Surfaces for wires or the legs of a pin strip, the first one on top."""
    top = PITCH * (count - 1) / 2
    pads = tuple(_tongue(str(number + 1), 0.0, top - PITCH * number) for number in range(count))
    room = (-TONGUE_LENGTH / 2 - 0.3, -top - 1.2), (TONGUE_LENGTH / 2 + 0.3, top + 1.2)
    return Footprint(f"Wires_{count}", pads, (((-1.0, top + 1.4), (1.0, top + 1.4)),), room)


def slot_pads(geometry: Geometry) -> Footprint:
    """The slot's nine pads, 1 to 9, and its ground strip, 10, at the slot's own coordinates, under the mask."""
    faces = [*geometry.pads(), geometry.strip()]
    pads = tuple(Pad(str(n), face.x, face.y, face.width, face.depth, bare=False) for n, face in enumerate(faces, 1))
    return Footprint("Slot_Pads", pads)


def key_discs(keys: KeyParts, diameter: float, bare: bool) -> Footprint:
    """The three keys' discs under the mask, or the bare centres of these for their wires; seen from the back."""
    places = enumerate(key_places(keys), 1)
    pads = tuple(Pad(str(number), -x, y, diameter, diameter, round=True, bare=bare) for number, (x, y) in places)
    return Footprint("Key_Wires" if bare else "Key_Discs", pads)
