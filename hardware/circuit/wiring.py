"""The circuit in each size, from `tavolo.wiring`: which pin of which part is wired to which net.

The full table has its own 5 V supply, and a level shifter between the Pico's 3.3 V and the pixels. The others run on
the Pico's USB port, where a diode lowers the pixels' voltage until the Pico's 3.3 V are enough for them: a panel, all
lights but the lamps, two panels with two seats that have keys alone, and the starter, a panel with one whole seat.
"""

from hardware.circuit.netlist import Netlist, Part, wired
from hardware.circuit.symbols import BUFFERS, PICO, PINS, SHIFTER_GROUND, SHIFTER_SUPPLY
from tavolo import wiring

FULL, STARTER, PANEL, LIGHTS, KEYS = SIZES = ("full", "starter", "panel", "lights", "keys")

SCHEMATICS = (FULL, STARTER)  # the sizes that have one

# The seats of each size. Two seats with keys alone are at the same address on a bus each: some breakouts tie ADDR to
# ground, and then nothing has to be cut.
BUILT: dict[str, tuple[int, ...]] = {FULL: tuple(range(wiring.SEATS)), STARTER: (0,), KEYS: (0, wiring.SEATS // 2)}

# The pin of the same chip that ADDR goes to, for each address (MPR121 datasheet, "Slave Address").
ADDRESS_STRAPS = {0x5A: "GND", 0x5B: "VCC", 0x5C: "SDA", 0x5D: "SCL"}

KEY_NETS = {wiring.KEY_LEFT: "LEFT", wiring.KEY_RIGHT: "RIGHT", wiring.KEY_TAKE: "TAKE"}
LINES = ("SDA", "SCL")

# The chain of pixels on each data line: reference, kind, role.
PIXELS = {
    "TRACK": [("TRACK1", "track", "the score track")],
    "FIELD": [(f"PANEL{n}", "panel", f"the field, panel {n} of 2 from the left") for n in (1, 2)],
    "LAMPS": [(f"LAMP{n + 1}", "lamp", f"the lamp of seat {n + 1}") for n in range(wiring.LAMPS)],
}
FIRST_PANEL = [("PANEL1", "panel", "the field, its left half")]
DATA_PINS = {"TRACK": wiring.TRACK_PIN, "FIELD": wiring.FIELD_PIN, "LAMPS": wiring.LAMPS_PIN}


def describe(size: str) -> Netlist:
    """Return the circuit of this size, one of SIZES."""
    full, seats = size == FULL, BUILT.get(size, ())
    buses = sorted({wiring.seat_place(seat)[0] for seat in seats})
    chains = _chains(size)
    nets = {"GND": "GND"} | ({"3V3": "3V3"} if seats else {})
    # USB feeds VBUS, and VSYS through the diode on the Pico: the table uses VSYS alone, the others VBUS alone.
    nets |= {"VSYS": "VSYS"} if full else {"VBUS": "VBUS"}
    nets |= {f"GP{DATA_PINS[net]}": net for net in chains}
    nets |= {
        f"GP{pin}": f"I2C{bus}_{line}" for bus in buses for line, pin in zip(LINES, wiring.BUSES[bus], strict=True)
    }
    # Besides spare GPIOs: RUN and 3V3_EN are pulled up on the Pico, and ADC_VREF is for analogue inputs alone.
    unused = dict.fromkeys(name for _, name, _ in PINS[PICO])
    parts = [wired("pico", "U1", "reads the seats, drives the pixels, speaks to the laptop", unused | nets)]
    parts += [*_power(), *_shifted_pixels()] if full else _pixels_on_usb(chains)
    for bus in buses:
        parts += _bus(bus, has_socket=full)
    for seat in seats:
        parts += _seat(seat, taped=not full, has_slot=size != KEYS)
    return Netlist(parts)


def _chains(size: str) -> dict[str, list[tuple[str, str, str]]]:
    """The pixels of a size by their data line."""
    field = FIRST_PANEL if size in (STARTER, PANEL) else PIXELS["FIELD"]
    return PIXELS if size == FULL else {"FIELD": field} | ({"TRACK": PIXELS["TRACK"]} if size == LIGHTS else {})


def _power() -> list[Part]:
    """From the supply through fuse and transistor to all pixels, and through a diode to the Pico (its datasheet, 4.5).

    The transistor's drain is at the supply, the reverse of a switch: its body diode conducts first, and then its gate
    at ground switches it on. With the supply reversed its gate is above its source, and no current flows.
    """
    return [
        wired("supply", "PS1", "5 V for everything", {"5V": "SUPPLY", "GND": "GND"}),
        wired("jack", "J1", "where the supply is plugged in", {"1": "SUPPLY", "2": "GND"}),
        wired("fuse", "F1", "blows when the pixels draw more than any limit allows", {"1": "SUPPLY", "2": "FUSED"}),
        wired("reverse_transistor", "Q1", "blocks a supply with plus and minus exchanged",
              {"D": "FUSED", "S": "+5V", "G": "GND"}),
        wired("schottky", "D1", "lets the Pico run from the supply or USB, and feed neither",
              {"A": "+5V", "K": "VSYS"}),
        wired("bulk_capacitor", "C1", "covers the pixels' short bursts of current", {"1": "+5V", "2": "GND"}),
    ]  # fmt: skip


def _shifted_pixels() -> list[Part]:
    """Each data line: Pico, buffer, resistor, socket, pixels. The fourth buffer is off, its input not left floating."""
    nets: dict[str, str | None] = {SHIFTER_SUPPLY: "+5V", SHIFTER_GROUND: "GND"}
    nets |= zip(BUFFERS[3], ("+5V", "GND", None), strict=True)
    behind = []
    for number, (net, pixels) in enumerate(PIXELS.items()):
        nets |= zip(BUFFERS[number], ("GND", net, f"{net}_5V"), strict=True)
        data = f"{net}_DATA"
        behind += [
            _data_resistor(number + 1, net, f"{net}_5V"),
            wired("pixel_socket", f"J{number + 4}", f"leads to {net.lower()}: 5 V, data, ground",
                  {"1": "+5V", "2": data, "3": "GND"}),
            *_chain(data, "+5V", pixels),
        ]  # fmt: skip
    return [
        wired("shifter", "U2", "shifts the data lines from 3.3 V to 5 V", nets),
        wired("decoupling_capacitor", "C2", "at the pins of the level shifter", {"1": "+5V", "2": "GND"}),
        *behind,
    ]


def _data_resistor(number: int, net: str, driven: str) -> Part:
    role = f"damps the data line of {net.lower()}"
    return wired("data_resistor", f"R{number}", role, {"1": driven, "2": f"{net}_DATA"})


def _chain(data: str, power: str, pixels: list[tuple[str, str, str]]) -> list[Part]:
    """Pixels in a chain: the first takes the data, each of the others the output of the one before."""
    found = []
    for reference, kind, role in pixels:
        out = None if reference == pixels[-1][0] else f"{reference}_OUT"
        found.append(wired(kind, reference, role, {"5V": power, "GND": "GND", "DIN": data, "DOUT": out}))
        data = f"{reference}_OUT"
    return found


def _pixels_on_usb(chains: dict[str, list[tuple[str, str, str]]]) -> list[Part]:
    """All pixels behind one diode."""
    role = "lowers the panel's voltage, so that 3.3 V are enough for its data"
    found = [wired("silicon_diode", "D1", role, {"A": "VBUS", "K": "PANEL_5V"})]
    for number, (net, pixels) in enumerate(chains.items(), 1):
        found += [_data_resistor(number, net, net), *_chain(f"{net}_DATA", "PANEL_5V", pixels)]
    return found


def _bus(bus: int, has_socket: bool) -> list[Part]:
    """A bus's pull-ups, and the socket of its cable: supply between SDA and SCL (UM10204, section 7.5)."""
    data, clock = (f"I2C{bus}_{line}" for line in LINES)
    found = [
        wired("pull_up", f"R{2 * bus + 4 + at}", f"pulls {line} of bus {bus} up", {"1": "3V3", "2": f"I2C{bus}_{line}"})
        for at, line in enumerate(LINES)
    ]
    if has_socket:
        role = f"leads to the seats of bus {bus}: SDA, 3.3 V, ground, SCL"
        found.append(wired("bus_socket", f"J{bus + 2}", role, {"1": data, "2": "3V3", "3": "GND", "4": clock}))
    return found


def _seat(seat: int, taped: bool, has_slot: bool) -> list[Part]:
    """A seat's chip, its address, its slot if it has one, and its keys."""
    bus, address = wiring.seat_place(seat)
    number, prefix = seat + 1, f"SEAT{seat + 1}"
    pads = [f"{prefix}_PAD{pad}" for pad in range(wiring.PADS)]
    keys = {key: f"{prefix}_KEY_{name}" for key, name in KEY_NETS.items()}
    nets: dict[str, str | None] = {"VCC": "3V3", "GND": "GND"} | {line: f"I2C{bus}_{line}" for line in LINES}
    nets["ADDR"] = nets[ADDRESS_STRAPS[address]]
    nets["IRQ"] = None  # the firmware polls each chip instead
    nets |= {f"E{electrode}": net if has_slot else None for electrode, net in enumerate(pads)}
    nets |= {f"E{key}": net for key, net in keys.items()}
    slot = wired("taped_slot" if taped else "slot", f"SLOT{number}", f"the slot of seat {number}",
                 {str(pin): net for pin, net in enumerate((*pads, "GND"), 1)})  # fmt: skip
    return [
        wired("mpr121", f"MPR{number}", f"seat {number}, address 0x{address:X} on bus {bus}", nets),
        *([slot] if has_slot else []),
        wired("taped_keys" if taped else "keys", f"KEYS{number}", f"the keys of seat {number}",
              {str(pin): net for pin, net in enumerate(keys.values(), 1)}),
    ]  # fmt: skip
