"""Two long strips over each other in layers, by finite differences: another method than that of `hardware.field`."""

import numpy

from hardware.field.solver import EPSILON_0


def strips_pf(
    layers: list[tuple[float, float]], lower: float, upper: float, half_box: float, step: float
) -> numpy.ndarray:
    """Maxwell's matrix in pF for a mm of their length.

    `layers` lie on one another, in mm and relative permittivity, from ground to ground; the strips, so many mm wide,
    lie on the first and below the last. The box's middle and its sides are mirrors, so one half is enough: a row of
    points for each height, eliminated one after the other.
    """
    cells = [epsilon for thickness, epsilon in layers for _ in range(round(thickness / step))]
    tops = numpy.cumsum([round(thickness / step) for thickness, _ in layers])
    planes = {int(tops[0]): lower, int(tops[-2]): upper}
    x = numpy.arange(round(half_box / step) + 1) * step
    held = {height: x <= width / 2 + step / 4 for height, width in planes.items()}
    return numpy.array([_charges(cells, held, _potentials(cells, held, driven)) for driven in planes])


def _potentials(cells: list[float], held: dict[int, numpy.ndarray], driven: int) -> numpy.ndarray:
    """By height and point, with one strip at 1 V: from the lower ground upwards, and back."""
    wide = len(next(iter(held.values())))
    factors, rests = [numpy.zeros((wide, wide))], [numpy.zeros(wide)]
    for height in range(1, len(cells)):
        below, above = cells[height - 1], cells[height]
        side = (below + above) / 2
        row = numpy.diag(numpy.full(wide, 2 * (below + above))) - side * (numpy.eye(wide, k=1) + numpy.eye(wide, k=-1))
        row[0, 1] = row[-1, -2] = -2 * side
        down, up, right = -below * numpy.eye(wide), -above * numpy.eye(wide), numpy.zeros(wide)
        if height in held:
            strip = held[height]
            row[strip], down[strip], up[strip] = numpy.eye(wide)[strip], 0.0, 0.0
            right[strip] = height == driven
        solved = numpy.linalg.solve(row - down @ factors[-1], numpy.column_stack([up, right - down @ rests[-1]]))
        factors.append(solved[:, :-1])
        rests.append(solved[:, -1])
    potentials = [numpy.zeros(wide)]
    for factor, rest in zip(factors[::-1], rests[::-1], strict=True):
        potentials.append(rest - factor @ potentials[-1])
    return numpy.array(potentials[::-1])


def _charges(cells: list[float], held: dict[int, numpy.ndarray], potentials: numpy.ndarray) -> list[float]:
    """Of both strips: what leaves them upwards, downwards and at their edges."""
    charges = []
    for height, strip in held.items():
        here, below, above = potentials[height], cells[height - 1], cells[height]
        leaving = below * (here - potentials[height - 1]) + above * (here - potentials[height + 1])
        edge = int(numpy.flatnonzero(strip)[-1])
        sideways = (below + above) / 2 * (here[edge] - here[edge + 1])
        charges.append(EPSILON_0 * float(2 * leaving[strip].sum() - leaving[0] + 2 * sideways))
    return charges
