"""Capacitances between flat conductors in plane layers: Galerkin's method of moments in the spectral domain.

The conductors lie in two planes, z = 0 and one above it. Layers fill the space between, below and above them: infinite
sideways, each with a thickness and a permittivity; the outermost end on ground. Both planes are divided into square
cells. Each cell of a conductor has a uniform charge, and its mean potential is the conductor's. In the spectrum of
plane waves a layer is a circuit of two capacitances, so layers need neither images nor surface charges. The matrix
depends on distances only, so fast Fourier transforms multiply it.

Sources: R. F. Harrington, Field Computation by Moment Methods (1968), chapter 2, for pulses and Galerkin's method; A.
Farrar and A. T. Adams, IEEE Trans. MTT 20 (1972) 497, for plates on layers; D. B. Davidson and J. T. Aberle, IEEE
Antennas and Propagation Magazine 46/3 (2004) 11, for the spectrum. Fourier series make the field periodic, with the
box's `width` and `depth`; with grounds above and below it has decayed by then.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

EPSILON_0 = 8.8541878e-3  # pF per mm: the permittivity of vacuum
ALIASES = 6  # shorter waves of a cell's charge, in either direction; they decay with the cube
RESIDUE = 1e-4  # relative, of the potentials; the capacitances' error is its square
STEPS = 400


@dataclass(frozen=True)
class Layer:
    """A plane layer: its thickness in mm and its relative permittivity."""

    thickness: float
    permittivity: float


@dataclass(frozen=True)
class Layers:
    """The layers below the lower plane and above the upper one, each from the plane to its ground, and between them."""

    below: tuple[Layer, ...]
    between: tuple[Layer, ...]
    above: tuple[Layer, ...]


@dataclass(frozen=True)
class Plate:
    """A rectangle of a conductor in the lower (0) or upper plane (1), by its edges in mm."""

    conductor: int
    plane: int
    left: float
    right: float
    near: float
    far: float


@dataclass(frozen=True)
class Box:
    """The area that is divided into cells, in mm: it starts at (`left`, `near`) and is periodic."""

    left: float
    near: float
    width: float
    depth: float
    cell: float

    def cells(self) -> tuple[int, int]:
        """Return the number of cells across and along."""
        return round(self.width / self.cell), round(self.depth / self.cell)


def maxwell_pf(layers: Layers, plates: Sequence[Plate], box: Box) -> numpy.ndarray:
    """Return Maxwell's capacitance matrix, in pF: each conductor's charge with one at 1 V and the others at 0.

    Raises ValueError if a plate's edge lies within a cell, or two conductors share one.
    """
    owners = _owners(plates, box)
    operator = _Operator(layers, box, owners >= 0)
    conductors = range(1 + max(plate.conductor for plate in plates))
    charges = [operator.charges(numpy.where(owners == number, 1.0, 0.0)) for number in conductors]
    return numpy.array([[charge[owners == other].sum() for other in conductors] for charge in charges])


def _owners(plates: Sequence[Plate], box: Box) -> numpy.ndarray:
    """Return the conductor of each cell in both planes, -1 for none: (2, across, along)."""
    owners = numpy.full((2, *box.cells()), -1)
    for plate in plates:
        across = [(edge - box.left) / box.cell for edge in (plate.left, plate.right)]
        along = [(edge - box.near) / box.cell for edge in (plate.near, plate.far)]
        if any(abs(edge - round(edge)) > 1e-6 for edge in across + along):
            raise ValueError(f"The edges of {plate} do not lie on cells of {box.cell} mm.")
        (left, right), (near, far) = ([round(edge) for edge in edges] for edges in (across, along))
        place = owners[plate.plane, left:right, near:far]
        if place.size != (right - left) * (far - near) or not place.size:
            raise ValueError(f"{plate} does not lie within the box.")
        if ((place >= 0) & (place != plate.conductor)).any():
            raise ValueError(f"{plate} lies on another conductor.")
        place[:] = plate.conductor
    return owners


class _Operator:
    """Maps charges on the cells to their potentials, and inverts that by conjugate gradients."""

    def __init__(self, layers: Layers, box: Box, held: numpy.ndarray) -> None:
        self._held = held
        self._green = _spectrum(layers, box)
        own, across, upper = self._green
        determinant = own * upper - across * across
        # The preconditioner: the exact inverse if conductors covered everything.
        self._inverse = upper / determinant, -across / determinant, own / determinant

    def charges(self, potentials: numpy.ndarray) -> numpy.ndarray:
        """Return each cell's charge in pC that gives the held cells their potentials in V."""
        charges = numpy.zeros_like(potentials)
        rest = numpy.where(self._held, potentials, 0.0)
        enough = RESIDUE**2 * (rest * rest).sum()
        better = self._apply(self._inverse, rest)
        direction, product = better, (rest * better).sum()
        for _ in range(STEPS):
            if (rest * rest).sum() <= enough:
                return charges
            change = self._apply(self._green, direction)
            step = product / (direction * change).sum()
            charges += step * direction
            rest -= step * change
            better = self._apply(self._inverse, rest)
            product, before = (rest * better).sum(), product
            direction = better + product / before * direction
        raise ArithmeticError("The charges did not settle.")

    def _apply(
        self, spectrum: tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray], values: numpy.ndarray
    ) -> numpy.ndarray:
        own, across, upper = spectrum
        low, high = numpy.fft.rfft2(values)
        both = numpy.stack([own * low + across * high, across * low + upper * high])
        return numpy.where(self._held, numpy.fft.irfft2(both, s=values.shape[1:]), 0.0)


def _spectrum(layers: Layers, box: Box) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Return the cells' mean potential per charge for each wave, in V per pC: lower to lower, across, upper to upper.

    A wave shorter than two cells is an alias of a longer one: all aliases are added.
    """
    across, along = box.cells()
    total = [numpy.zeros((across, along // 2 + 1)) for _ in range(3)]
    wave_x, wave_y = numpy.fft.fftfreq(across), numpy.fft.rfftfreq(along)  # in waves a cell
    for more_x in range(-ALIASES, ALIASES + 1):
        for more_y in range(-ALIASES, ALIASES + 1):
            x, y = (wave_x + more_x)[:, None], (wave_y + more_y)[None, :]
            weight = (numpy.sinc(x) * numpy.sinc(y)) ** 2 / box.cell**2
            for part, green in zip(total, _green(layers, 2 * numpy.pi / box.cell * numpy.hypot(x, y)), strict=True):
                part += weight * green
    return total[0], total[1], total[2]


def _green(layers: Layers, wave: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Return potential per charge density for waves in radians per mm: lower to lower, across, upper to upper."""
    own, through = _between(layers.between, wave)
    back, _ = _between(layers.between[::-1], wave)
    low = own + _between(layers.below, wave)[0]
    high = back + _between(layers.above, wave)[0]
    # In this form, short waves do not make the determinant the difference of two large numbers.
    determinant = low * high - through * through
    return high / determinant, through / determinant, low / determinant


def _pi(layer: Layer, wave: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return a layer's charge densities: on a face at 1 V with the other at 0, and (negative) on that other face."""
    epsilon = EPSILON_0 * layer.permittivity
    depth = numpy.maximum(wave * layer.thickness, 1e-6)
    own = epsilon / layer.thickness * depth / numpy.tanh(depth)
    return own, epsilon / layer.thickness * depth / numpy.sinh(numpy.minimum(depth, 300.0))


def _between(layers: Sequence[Layer], wave: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return stacked layers' charge densities: on the first face at 1 V with the last at 0, and on the last."""
    near, through = _pi(layers[0], wave)
    far = near
    for layer in layers[1:]:
        own, next_through = _pi(layer, wave)
        middle = far + own
        near, far, through = (
            near - through * through / middle,
            own - next_through * next_through / middle,
            through * next_through / middle,
        )
    return near, through
