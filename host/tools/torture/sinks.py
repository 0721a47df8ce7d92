"""What lies between hands and chips: drops and fingertips on single electrodes."""

from collections.abc import Sequence

from tavolo_host.simulator.body import Body
from tavolo_host.simulator.mpr121 import ELECTRODES, Mpr121


class Sink:
    """A chip's electrodes, with `extra_pf` on each beside what hands and cards do."""

    def __init__(self, chip: Mpr121) -> None:
        self.extra_pf = [0.0] * ELECTRODES
        self._chip = chip

    @property
    def capacitance_pf(self) -> list[float]:
        return self._chip.capacitance_pf

    @capacitance_pf.setter
    def capacitance_pf(self, values: Sequence[float]) -> None:
        pairs = zip(values, self.extra_pf, strict=True)
        self._chip.capacitance_pf = [value + extra for value, extra in pairs]


def between(bodies: Sequence[Body], chips: Sequence[Mpr121]) -> list[Sink]:
    """Put a sink between the hands at each of these seats and its chip."""
    sinks = [Sink(chip) for chip in chips]
    for body, sink in zip(bodies, sinks, strict=True):
        body._chip = sink
    return sinks
