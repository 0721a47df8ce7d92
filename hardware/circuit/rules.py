"""The rules of the circuit, electrical ones and the table's own: one sentence for each that is broken."""

from collections import Counter

from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.symbols import ELECTRODES
from hardware.circuit.wiring import ADDRESS_STRAPS
from tavolo import wiring

# Nets powered through a fuse, a transistor or a diode, or from the USB plug.
FED = ("+5V", "VSYS", "PANEL_5V", "GND")
OUTPUTS = ("output", "tri_state", "power_out")  # the shifter's outputs stay on, so two of them are a conflict
DRIVERS = (*OUTPUTS, "bidirectional", "open_collector", "passive")
CONFLICTS = (("power_out", "bidirectional"), ("open_collector", "bidirectional"), ("open_collector", "output"))

# The nets that a kind of part may have at a pin; pixels on USB are behind a diode.
PIXELS = {"5V": ("+5V", "PANEL_5V"), "GND": ("GND",)}
SUPPLY_PATH = {  # from the socket to the 5 V of everything else
    "jack": {"1": ("SUPPLY",), "2": ("GND",)},
    "fuse": {"1": ("SUPPLY",), "2": ("FUSED",)},
    "reverse_transistor": {"D": ("FUSED",), "S": ("+5V",), "G": ("GND",)},
}
WANTED = {
    **SUPPLY_PATH,
    "supply": {"5V": ("SUPPLY",), "GND": ("GND",)},
    "mpr121": {"VCC": ("3V3",), "GND": ("GND",)},
    "shifter": {"14": ("+5V",)},
    **dict.fromkeys(("panel", "track", "lamp"), PIXELS),
}
UNPROTECTED = ("SUPPLY", "FUSED")


def broken(netlist: Netlist) -> list[str]:
    """Return a sentence for each broken rule."""
    rules = (_electrical, _addresses, _supplies, _supply_path, _pull_ups, _electrodes)
    return [sentence for rule in rules for sentence in rule(netlist)]


def address(chip: Part) -> int | None:
    """Return the address that the ADDR pin of an MPR121 gives it; None when it gives none."""
    strapped = [number for number, pin in ADDRESS_STRAPS.items() if chip.pin(pin).net == chip.pin("ADDR").net]
    return strapped[0] if len(strapped) == 1 and chip.pin("ADDR").net is not None else None


def _electrical(netlist: Netlist) -> list[str]:
    """What holds in any circuit: a net joins pins, at most one output drives it, and its inputs are driven."""
    found = [
        f"Input pin {pin.number} of {part.reference} is left open."
        for part in netlist.parts.values()
        for pin in part.pins
        if pin.net is None and pin.function == "input" and part.kind != "pico"  # the Pico pulls its own up
    ]
    for net in netlist.nets():
        functions = netlist.functions(net)
        outputs = sum(function in OUTPUTS for function in functions)
        if len(functions) == 1:
            found.append(f"{net} connects only one pin.")
        if outputs > 1:
            found.append(f"{net} is driven by {outputs} outputs.")
        found += [
            f"{net} connects pins of the kinds {one} and {other}."
            for one, other in CONFLICTS
            if one in functions and other in functions
        ]
        if "power_in" in functions and "power_out" not in functions and net not in FED:
            found.append(f"{net} has supply pins, but no source.")
        if "input" in functions and net not in FED and not set(functions) & set(DRIVERS):
            found.append(f"{net} has inputs, but no driver.")
    return found


def _addresses(netlist: Netlist) -> list[str]:
    chips = netlist.of_kind("mpr121")
    found = [f"The ADDR pin of {chip.reference} selects no address." for chip in chips if address(chip) is None]
    taken = Counter((chip.pin("SDA").net, chip.pin("SCL").net, address(chip)) for chip in chips)
    return found + [
        f"Address 0x{number:X} is used {count} times on {data} and {clock}."
        for (data, clock, number), count in taken.items()
        if count > 1 and number is not None
    ]


def _supplies(netlist: Netlist) -> list[str]:
    return [
        f"Pin {pin} of {part.reference} is on {part.pin(pin).net or 'no net'}; it belongs on {' or '.join(nets)}."
        for kind, pins in WANTED.items()
        for part in netlist.of_kind(kind)
        for pin, nets in pins.items()
        if part.pin(pin).net not in nets
    ]


def _supply_path(netlist: Netlist) -> list[str]:
    """Nothing but the supply and its socket comes before fuse and transistor, so a reversed plug reaches nothing."""
    if not netlist.of_kind("supply"):
        return []
    counts = {kind: len(netlist.of_kind(kind)) for kind in SUPPLY_PATH}
    found = [
        f"The path of the supply has {count} parts of the kind {kind}; it needs one."
        for kind, count in counts.items()
        if count != 1
    ]
    return found + [
        f"{part.reference} is on {net}, ahead of what blocks a reversed supply."
        for net in UNPROTECTED
        for part, _ in netlist.on(net)
        if part.kind not in ("supply", *SUPPLY_PATH)
    ]


def _pull_ups(netlist: Netlist) -> list[str]:
    lines = {chip.pin(line).net for chip in netlist.of_kind("mpr121") for line in ("SDA", "SCL")}
    pulled = Counter(part.pin("2").net for part in netlist.of_kind("pull_up") if part.pin("1").net == "3V3")
    return [f"{line} has {pulled[line]} pull-ups to 3V3; it needs one." for line in lines if pulled[line] != 1]


def _electrodes(netlist: Netlist) -> list[str]:
    """Each electrode leads to one pad or key; only where no seat has a slot, those of the pads lead nowhere."""
    found = []
    first = 0 if netlist.of_kind("slot", "taped_slot") else wiring.PADS
    for chip in netlist.of_kind("mpr121"):
        for electrode in range(first, ELECTRODES):
            net = chip.pin(f"E{electrode}").net
            others = len(list(netlist.on(net))) - 1 if net else 0
            if others != 1:
                found.append(f"Electrode {electrode} of {chip.reference} leads to {others} other pins; it needs one.")
    return found
