"""The circuit for the tests, in both sizes."""

from dataclasses import replace
from functools import cache

from hardware.circuit import wiring
from hardware.circuit.netlist import Netlist

SIZES = (wiring.FULL, wiring.STARTER)


@cache
def parts(size: str) -> Netlist:
    """The netlist of a size."""
    return wiring.describe(size)


def both() -> dict[str, Netlist]:
    """The netlists of both sizes."""
    return {size: parts(size) for size in SIZES}


def rewired(netlist: Netlist, reference: str, pin: str, net: str | None) -> Netlist:
    """The netlist with one pin on another net, or left open."""
    part = netlist.parts[reference]
    moved = part.pin(pin)
    pins = tuple(replace(each, net=net) if each == moved else each for each in part.pins)
    return Netlist([replace(each, pins=pins) if each is part else each for each in netlist.parts.values()])
