"""The circuit for the tests, in both sizes."""

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
