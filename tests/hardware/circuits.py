"""The circuit for the tests: both sizes, described once for those that only read, and anew for those that break it."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

from hardware.circuit import netlist, wiring
from hardware.circuit.netlist import Netlist
from hardware.circuit.workbench import Workbench

SIZES = (wiring.FULL, wiring.STARTER)


@cache
def bench(size: str) -> Workbench:
    """The circuit of a size in SKiDL; not to be changed."""
    return fresh_bench(size)


def fresh_bench(size: str) -> Workbench:
    """The same, to be changed; described in a thread, since SKiDL reads for each part the lines of all that called it,
    and below pytest that takes ten times as long as the rest."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(wiring.describe, size).result()


@cache
def parts(size: str) -> Netlist:
    """The netlist of a size."""
    return netlist.read(bench(size))


def both() -> dict[str, Netlist]:
    """The netlists of both sizes."""
    return {size: parts(size) for size in SIZES}


def rewire(bench: Workbench, reference: str, pin: str, net: str | None) -> None:
    """Take a pin from its net, and wire it to another one, if any."""
    found = next(part for part in bench.circuit.parts if part.ref == reference)[pin]
    found.disconnect()
    if net is not None:
        bench.join(net, found)
