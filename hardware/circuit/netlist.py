"""What is wired to what, as plain data: what checks, lists and pictures read of the circuit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Any

from hardware.circuit.workbench import Workbench


@dataclass(frozen=True)
class Pin:
    """A part's pin: its number and name on the symbol, and its net; None when it is left open on purpose."""

    number: str
    name: str
    net: str | None


@dataclass(frozen=True)
class Part:
    """A part by its reference; `kind` is its key in the catalogue."""

    reference: str
    kind: str
    value: str
    role: str
    pins: tuple[Pin, ...]

    def pin(self, name_or_number: str) -> Pin:
        """Return the pin of this name or number; KeyError when there is none."""
        for pin in self.pins:
            if name_or_number in (pin.name, pin.number):
                return pin
        raise KeyError(f"{self.reference} has no pin {name_or_number}.")


class Netlist:
    """All parts by reference, in the order in which they were put on the bench."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = {part.reference: part for part in parts}

    def of_kind(self, *kinds: str) -> list[Part]:
        """Return the parts of these kinds."""
        return [part for part in self.parts.values() if part.kind in kinds]

    def on(self, net: str) -> Iterator[tuple[Part, Pin]]:
        """Yield each pin on a net, with its part."""
        for part in self.parts.values():
            for pin in part.pins:
                if pin.net == net:
                    yield part, pin

    def nets(self) -> list[str]:
        """Return the names of all nets, sorted."""
        return sorted({pin.net for part in self.parts.values() for pin in part.pins if pin.net is not None})


def read(bench: Workbench) -> Netlist:
    """Return the netlist of what is on the bench; ValueError when a pin is neither wired nor left open on purpose."""
    return Netlist([_part(bench, part) for part in bench.circuit.parts])


def _part(bench: Workbench, part: Any) -> Part:
    pins = []
    for pin in sorted(part.pins, key=lambda pin: int(pin.num)):
        if pin.net is None:
            raise ValueError(f"Pin {pin.num} of {part.ref} is neither wired nor left open on purpose.")
        left_open = pin.net.drive == bench.skidl.Pin.drives.NOCONNECT
        pins.append(Pin(pin.num, pin.name, None if left_open else pin.net.name))
    return Part(part.ref, part.fields["Kind"], part.value, part.fields["Role"], tuple(pins))


def for_kicad(bench: Workbench) -> str:
    """Return the netlist that KiCad reads, without date and place, so that it is the same each time."""
    bench.circuit.track_src = False
    text = bench.circuit.generate_netlist(
        file=StringIO(), tool=bench.skidl.KICAD6, do_backup=False, track_abs_path=False
    )
    text = re.sub(r'\(date "[^"]*"\)', '(date "")', text)
    return re.sub(r'\(source "[^"]*"\)', '(source "hardware/circuit/wiring.py")', text)
