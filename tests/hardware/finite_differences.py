"""Two long strips over each other in layers, by finite differences, a method independent of `hardware.field`."""

import numpy

from hardware.field.solver import EPSILON_0


def strips_pf(
    layers: list[tuple[float, float]], lower: float, upper: float, half_box: float, step: float
) -> numpy.ndarray:
    """Maxwell's matrix in pF for a mm of their length.

    `layers` lie on one another, in mm and relative permittivity, from ground to ground; the strips, so many mm wide,
    lie on the first and below the last. The box's middle and its sides are mirrors, so one half is enough. Points have
    a row for each height; what flows from each is found for all at once, and the potentials by conjugate gradients.
    """
    cells = numpy.array([epsilon for thickness, epsilon in layers for _ in range(round(thickness / step))])
    tops = numpy.cumsum([round(thickness / step) for thickness, _ in layers])
    x = numpy.arange(round(half_box / step) + 1) * step
    share = numpy.where((x == x[0]) | (x == x[-1]), 0.5, 1.0)  # of a column of points; symmetry halves it
    up = numpy.diag(cells[:-1] + cells[1:]) - numpy.diag(cells[1:-1], 1) - numpy.diag(cells[1:-1], -1)
    beside = numpy.diag(2 * share) - numpy.eye(len(x), k=1) - numpy.eye(len(x), k=-1)
    strips = numpy.zeros((2, len(up), len(x)))
    for strip, top, width in zip(strips, (tops[0], tops[-2]), (lower, upper), strict=True):
        strip[top - 1] = x <= width / 2 + step / 4
    is_free = strips.sum(axis=0) == 0

    def flows(potentials: numpy.ndarray) -> numpy.ndarray:
        return up @ potentials * share + numpy.diag(up)[:, None] / 2 * (potentials @ beside)

    charges = []
    for strip in strips:
        potentials, left = strip.copy(), -flows(strip) * is_free
        way, size = left, (left**2).sum()
        while size > 1e-18:
            met = flows(way) * is_free
            far = size / (way * met).sum()
            potentials, left = potentials + far * way, left - far * met
            size, before = (left**2).sum(), size
            way = left + size / before * way
        charges.append([EPSILON_0 * 2 * float((flows(potentials) * other).sum()) for other in strips])
    return numpy.array(charges)
