"""What is wired to what, as plain data: checks, lists, schematic and pictures all read it."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.circuit.catalogue import KINDS
from hardware.circuit.symbols import PINS


@dataclass(frozen=True)
class Pin:
    """A part's pin: number, name and function on the symbol, and its net; None when it is left open on purpose."""

    number: str
    name: str
    function: str
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


def wired(kind: str, reference: str, role: str, nets: dict[str, str | None]) -> Part:
    """Return a part with its nets by the pins' names or numbers; None leaves a pin open.

    ValueError when a pin is forgotten, or `nets` names one that does not exist.
    """
    symbol, pins = PINS[KINDS[kind].symbol], []
    unknown = set(nets) - {word for number, name, _ in symbol for word in (number, name)}
    if unknown:
        raise ValueError(f"{reference} has no pin {', '.join(sorted(unknown))}.")
    for number, name, function in symbol:
        key = number if number in nets else name
        if key not in nets:
            raise ValueError(f"Pin {number} of {reference} is neither wired nor left open on purpose.")
        pins.append(Pin(number, name, function, nets[key]))
    return Part(reference, kind, KINDS[kind].value, role, tuple(pins))


class Netlist:
    """All parts by reference, in the order in which they are described."""

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

    def functions(self, net: str) -> list[str]:
        """Return the functions of the pins on a net."""
        return [pin.function for _, pin in self.on(net)]

    def nets(self) -> list[str]:
        """Return the names of all nets, sorted."""
        return sorted({pin.net for part in self.parts.values() for pin in part.pins if pin.net is not None})
