"""The circuit for the tests, in each size."""

from dataclasses import replace
from functools import cache

from hardware.circuit import wiring
from hardware.circuit.netlist import Netlist


@cache
def parts(size: str) -> Netlist:
    """The netlist of a size."""
    return wiring.describe(size)


def every() -> dict[str, Netlist]:
    """The netlists of all sizes."""
    return {size: parts(size) for size in wiring.SIZES}


def rewired(netlist: Netlist, reference: str, pin: str, net: str | None) -> Netlist:
    """The netlist with one pin on another net, or left open."""
    part = netlist.parts[reference]
    moved = part.pin(pin)
    pins = tuple(replace(each, net=net) if each == moved else each for each in part.pins)
    return Netlist([replace(each, pins=pins) if each is part else each for each in netlist.parts.values()])
