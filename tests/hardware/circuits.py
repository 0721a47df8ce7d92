"""The circuit for the tests: both sizes, described once for those that only read, and anew for those that break it."""

from functools import cache

from hardware.circuit import netlist, wiring
from hardware.circuit.netlist import Netlist
from hardware.circuit.workbench import Workbench

SIZES = (wiring.FULL, wiring.STARTER)


@cache
def bench(size: str) -> Workbench:
    """The circuit of a size in SKiDL; not to be changed."""
    return wiring.describe(size)


@cache
def parts(size: str) -> Netlist:
    """The netlist of a size."""
    return netlist.read(bench(size))


def both() -> dict[str, Netlist]:
    """The netlists of both sizes."""
    return {size: parts(size) for size in SIZES}


def part(bench: Workbench, reference: str):
    """A part on the bench."""
    return next(part for part in bench.circuit.parts if part.ref == reference)


def rewire(bench: Workbench, reference: str, pin: str, net: str | None) -> None:
    """Take a pin from its net, and wire it to another one, if any."""
    found = part(bench, reference)[pin]
    found.disconnect()
    if net is not None:
        bench.join(net, found)
