"""The rule check: SKiDL's electrical rules, and what they cannot know of this circuit."""

import logging
from collections import Counter

from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.symbols import ELECTRODES
from hardware.circuit.wiring import ADDRESS_STRAPS, BUFFERS
from hardware.circuit.workbench import Workbench

# The supply that each kind of part wants at each of its supply pins; pixels of the starter are behind a diode.
SUPPLIES = {"mpr121": {"VCC": ("3V3",)}, "shifter": {"14": ("+5V",)}}
PIXELS_AT = ("+5V", "PANEL_5V")
# The way of the supply: each part's pins, from the socket to the 5 V of everything else.
SUPPLY_WAY = {
    "jack": {"1": "SUPPLY", "2": "GND"},
    "fuse": {"1": "SUPPLY", "2": "FUSED"},
    "reverse_transistor": {"D": "FUSED", "S": "+5V", "G": "GND"},
}
UNPROTECTED = ("SUPPLY", "FUSED")
OUTPUTS = {"shifter": tuple(out for _, _, out in BUFFERS), "panel": ("4",), "track": ("4",), "lamp": ("4",)}


class _Gathered(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.levelname}: {record.getMessage()}")


def electrical(bench: Workbench) -> list[str]:
    """Return each error and each warning of SKiDL's electrical rule check."""
    from skidl.logger import erc_logger

    gathered = _Gathered()
    erc_logger.addHandler(gathered)
    try:
        bench.circuit.ERC()
    finally:
        erc_logger.removeHandler(gathered)
    return gathered.messages


def ours(netlist: Netlist) -> list[str]:
    """Return a sentence for each rule of this circuit that is broken."""
    found = [*_addresses(netlist), *_supplies(netlist), *_supply_way(netlist), *_pull_ups(netlist)]
    return [*found, *_electrodes(netlist), *_outputs(netlist)]


def address(chip: Part) -> int | None:
    """Return the address that an MPR121 has by what its ADDR pin is wired to; None when that gives none."""
    strapped = [number for number, pin in ADDRESS_STRAPS.items() if chip.pin(pin).net == chip.pin("ADDR").net]
    return strapped[0] if len(strapped) == 1 and chip.pin("ADDR").net is not None else None


def bus(chip: Part) -> str:
    """Return the nets of an MPR121's bus, as one name."""
    return f"{chip.pin('SDA').net} and {chip.pin('SCL').net}"


def _addresses(netlist: Netlist) -> list[str]:
    chips = netlist.of_kind("mpr121")
    broken = [f"The ADDR pin of {chip.reference} gives it no address." for chip in chips if address(chip) is None]
    taken = Counter((bus(chip), address(chip)) for chip in chips if address(chip) is not None)
    return broken + [
        f"Address 0x{number:X} is there {count} times on {lines}."
        for (lines, number), count in taken.items()
        if count > 1 and number is not None
    ]


def _supplies(netlist: Netlist) -> list[str]:
    wanted: list[tuple[Part, str, tuple[str, ...]]] = [
        (part, pin, nets)
        for kind, pins in SUPPLIES.items()
        for part in netlist.of_kind(kind)
        for pin, nets in pins.items()
    ]
    wanted += [(part, "5V", PIXELS_AT) for part in netlist.of_kind("panel", "track", "lamp")]
    wanted += [(part, "GND", ("GND",)) for part in netlist.of_kind("mpr121", "panel", "track", "lamp")]
    return [
        f"{part.reference} has {part.pin(pin).net} at its pin {pin}, and wants {' or '.join(nets)}."
        for part, pin, nets in wanted
        if part.pin(pin).net not in nets
    ]


def _supply_way(netlist: Netlist) -> list[str]:
    """Where there is a supply, nothing but fuse and transistor is before them, so a reversed plug reaches nothing."""
    if not netlist.of_kind("supply"):
        return []
    broken = []
    for kind, pins in SUPPLY_WAY.items():
        parts = netlist.of_kind(kind)
        if len(parts) != 1:
            broken.append(f"The way of the supply has {len(parts)} parts of the kind {kind}, and wants one.")
        broken += [
            f"{part.reference} has {part.pin(pin).net} at its pin {pin}, and wants {net}."
            for part in parts
            for pin, net in pins.items()
            if part.pin(pin).net != net
        ]
    return broken + [
        f"{part.reference} is on {net}, before what keeps a reversed supply out."
        for net in UNPROTECTED
        for part, _ in netlist.on(net)
        if part.kind not in ("supply", *SUPPLY_WAY)
    ]


def _pull_ups(netlist: Netlist) -> list[str]:
    lines = {chip.pin(line).net for chip in netlist.of_kind("mpr121") for line in ("SDA", "SCL")}
    pulled = Counter(
        pin.net for part in netlist.of_kind("pull_up") if part.pin("1").net == "3V3" for pin in part.pins[1:]
    )
    return [f"{line} has {pulled[line]} pull-ups to 3V3, and wants one." for line in lines if pulled[line] != 1]


def _electrodes(netlist: Netlist) -> list[str]:
    broken = []
    for chip in netlist.of_kind("mpr121"):
        for electrode in range(ELECTRODES):
            net = chip.pin(f"E{electrode}").net
            others = len(list(netlist.on(net))) - 1 if net else 0
            if others != 1:
                broken.append(f"Electrode {electrode} of {chip.reference} leads to {others} other pins, and wants one.")
    return broken


def _outputs(netlist: Netlist) -> list[str]:
    """To the electrical rules an output that can be switched off is no conflict; here all are on for good."""
    driven = Counter(
        pin.net
        for part in netlist.parts.values()
        for pin in part.pins
        if pin.net is not None and pin.number in OUTPUTS.get(part.kind, ())
    )
    return [f"{net} is driven by {count} outputs." for net, count in driven.items() if count > 1]
