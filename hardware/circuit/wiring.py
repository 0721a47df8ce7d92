"""The circuit in SKiDL, in both sizes, from `tavolo.wiring`: which pin of which part is wired to which.

The full table has its own 5 V supply, and a level shifter between the Pico's 3.3 V and the pixels. The starter is one
seat and the field's first panel on the Pico's USB port; there a diode lowers the panel's voltage until the Pico's
3.3 V are enough for it.
"""

from typing import Any

from hardware.circuit.workbench import Workbench
from tavolo import wiring

FULL, STARTER = "full", "starter"

# Where the ADDR pin of an MPR121 belongs for each address (MPR121 datasheet, "Slave Address"): a pin of the same chip.
ADDRESS_STRAPS = {0x5A: "GND", 0x5B: "VCC", 0x5C: "SDA", 0x5D: "SCL"}

# The 74AHCT125's buffers: output enable (low: on), input, output; and its supply (datasheet, "Pinning").
BUFFERS = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))
SHIFTER_SUPPLY, SHIFTER_GROUND = "14", "7"

KEY_NETS = {wiring.KEY_LEFT: "LEFT", wiring.KEY_RIGHT: "RIGHT", wiring.KEY_TAKE: "TAKE"}


def electrode_net(seat: int, electrode: int) -> str:
    """Return the net of an electrode of a seat (0-7): one of the slot's pads, or a key."""
    if electrode < wiring.PADS:
        return f"SEAT{seat + 1}_PAD{electrode}"
    return f"SEAT{seat + 1}_KEY_{KEY_NETS[electrode]}"


def describe(size: str) -> Workbench:
    """Return a workbench with the circuit of this size, FULL or STARTER, on it."""
    bench = Workbench()
    pico = bench.part("pico", "U1", "reads the seats, drives the pixels, speaks to the laptop")
    bench.join("GND", pico["GND"])
    bench.join("3V3", pico["3V3"])
    if size == FULL:
        _power(bench, pico)
        _shifted_pixels(bench, pico)
        _seats(bench, pico, range(wiring.SEATS))
    else:
        _starter_pixels(bench, pico)
        _seats(bench, pico, range(1))
    # Besides spare GPIOs: RUN and 3V3_EN are pulled up on the Pico, and ADC_VREF is for analogue inputs alone.
    for pin in pico.pins:
        if not pin.is_connected():
            bench.leave(pin)
    return bench


def _power(bench: Workbench, pico: Any) -> None:
    """From the supply through fuse and transistor to all pixels, and through a diode to the Pico (its datasheet, 4.5).

    The transistor lies the other way round than as a switch, its drain at the supply: its own diode lets it begin, and
    then its gate at ground keeps it on. With the supply reversed its gate is above its source, and nothing flows.
    """
    supply = bench.part("supply", "PS1", "5 V for everything")
    jack = bench.part("jack", "J1", "where the supply is plugged in")
    fuse = bench.part("fuse", "F1", "opens when the pixels draw what no limiter allows")
    gate = bench.part("reverse_transistor", "Q1", "lets nothing through when plus and minus are exchanged")
    diode = bench.part("schottky", "D1", "lets the Pico run from either the supply or USB, and feed neither")
    bulk = bench.part("bulk_capacitor", "C1", "gives the pixels their short bursts of current")
    bench.join("SUPPLY", supply["5V"], jack[1], fuse[1])
    bench.join("FUSED", fuse[2], gate["D"])
    bench.join("+5V", gate["S"], diode["A"], bulk[1])
    bench.join("VSYS", diode["K"], pico["VSYS"])
    bench.join("GND", supply["GND"], jack[2], gate["G"], bulk[2])
    bench.feed("+5V")
    bench.feed("VSYS")


def _shifted_pixels(bench: Workbench, pico: Any) -> None:
    """Each data line: Pico, buffer, resistor, socket, pixels."""
    shifter = bench.part("shifter", "U2", "lifts the data lines from 3.3 V to 5 V")
    decoupling = bench.part("decoupling_capacitor", "C2", "at the pins of the level shifter")
    bench.join("+5V", shifter[SHIFTER_SUPPLY], decoupling[1])
    bench.join("GND", shifter[SHIFTER_GROUND], decoupling[2])
    outputs = (
        ("TRACK", wiring.TRACK_PIN, [("TRACK1", "track", "the score track")]),
        (
            "FIELD",
            wiring.FIELD_PIN,
            [(f"PANEL{n}", "panel", f"the field, panel {n} of 2 from the left") for n in (1, 2)],
        ),
        (
            "LAMPS",
            wiring.LAMPS_PIN,
            [(f"LAMP{n + 1}", "lamp", f"the lamp of seat {n + 1}") for n in range(wiring.LAMPS)],
        ),
    )
    for number, (net, pin, chain) in enumerate(outputs):
        enable, into, out = (shifter[pin] for pin in BUFFERS[number])
        resistor = bench.part("data_resistor", f"R{number + 1}", f"damps the data line of {net.lower()}")
        socket = bench.part("pixel_socket", f"J{number + 4}", f"leads to {net.lower()}: 5 V, data, ground")
        bench.join(net, pico[f"GP{pin}"], into)
        bench.join(f"{net}_5V", out, resistor[1])
        bench.join("GND", enable, socket[3])
        bench.join("+5V", socket[1])
        bench.join(f"{net}_DATA", resistor[2], socket[2])
        _chain(bench, f"{net}_DATA", "+5V", chain)
    enable, into, out = (shifter[pin] for pin in BUFFERS[3])
    bench.join("+5V", enable)  # the fourth buffer is off, and its input is not left floating
    bench.join("GND", into)
    bench.leave(out)
    bench.leave(pico["VBUS"])  # USB feeds the Pico alone, by the diode that is on it


def _chain(bench: Workbench, data: str, power: str, chain: list[tuple[str, str, str]]) -> None:
    """Pixels one after the other: the first takes the data, each next one what the one before lets through."""
    for reference, kind, role in chain:
        pixels = bench.part(kind, reference, role)
        bench.join(power, pixels["5V"])
        bench.join("GND", pixels["GND"])
        bench.join(data, pixels["DIN"])
        data = f"{reference}_OUT"
        if reference == chain[-1][0]:
            bench.leave(pixels["DOUT"])
        else:
            bench.join(data, pixels["DOUT"])


def _starter_pixels(bench: Workbench, pico: Any) -> None:
    """The field's first panel, from USB."""
    diode = bench.part("silicon_diode", "D1", "lowers the panel's voltage, so that 3.3 V are enough for its data")
    resistor = bench.part("data_resistor", "R1", "damps the data line of field")
    bench.join("VBUS", pico["VBUS"], diode["A"])
    bench.join("PANEL_5V", diode["K"])
    bench.join("FIELD", pico[f"GP{wiring.FIELD_PIN}"], resistor[1])
    bench.join("FIELD_DATA", resistor[2])
    _chain(bench, "FIELD_DATA", "PANEL_5V", [("PANEL1", "panel", "the field, its left half")])
    bench.leave(pico["VSYS"])  # fed from USB by the diode that is on the Pico
    bench.feed("PANEL_5V")
    bench.feed("GND")


def _seats(bench: Workbench, pico: Any, seats: range) -> None:
    """The buses that these seats need, each with its pull-ups, and the seats on them."""
    buses = sorted({wiring.seat_place(seat)[0] for seat in seats})
    for bus in buses:
        for line, gpio in zip(("SDA", "SCL"), wiring.BUSES[bus], strict=True):
            number = 2 * bus + ("SDA", "SCL").index(line) + 4
            resistor = bench.part("pull_up", f"R{number}", f"pulls {line} of bus {bus} up")
            bench.join(f"I2C{bus}_{line}", pico[f"GP{gpio}"], resistor[2])
            bench.join("3V3", resistor[1])
        if len(seats) > 1:
            _bus_socket(bench, bus)
    for seat in seats:
        _seat(bench, seat, taped=len(seats) == 1)


def _bus_socket(bench: Workbench, bus: int) -> None:
    """SDA and SCL outside, supply between them (UM10204, section 7.5, "Wiring pattern of the bus lines")."""
    socket = bench.part("bus_socket", f"J{bus + 2}", f"leads to the seats of bus {bus}: SDA, 3.3 V, ground, SCL")
    for pin, net in enumerate((f"I2C{bus}_SDA", "3V3", "GND", f"I2C{bus}_SCL"), 1):
        bench.join(net, socket[pin])


def _seat(bench: Workbench, seat: int, taped: bool) -> None:
    """A seat's chip, its address, its slot and its keys."""
    bus, address = wiring.seat_place(seat)
    number = seat + 1
    chip = bench.part("mpr121", f"MPR{number}", f"seat {number}, address 0x{address:X} on bus {bus}")
    nets = {"VCC": "3V3", "GND": "GND", "SDA": f"I2C{bus}_SDA", "SCL": f"I2C{bus}_SCL"}
    for pin, net in nets.items():
        bench.join(net, chip[pin])
    bench.join(nets[ADDRESS_STRAPS[address]], chip["ADDR"])
    bench.leave(chip["IRQ"])  # the firmware asks each chip in turn instead
    slot = bench.part("taped_slot" if taped else "slot", f"SLOT{number}", f"the slot of seat {number}")
    keys = bench.part("taped_keys" if taped else "keys", f"KEYS{number}", f"the keys of seat {number}")
    for pad in range(wiring.PADS):
        bench.join(electrode_net(seat, pad), chip[f"E{pad}"], slot[pad + 1])
    bench.join("GND", slot[wiring.PADS + 1])
    for place, key in enumerate((wiring.KEY_LEFT, wiring.KEY_RIGHT, wiring.KEY_TAKE), 1):
        bench.join(electrode_net(seat, key), chip[f"E{key}"], keys[place])
