"""Capacitances between flat conductors in plane layers: Galerkin's method of moments with pulses, in the spectrum.

The conductors lie in two planes, z = 0 and one above it. All that is between, below and above are layers, infinite
sideways, each with a thickness and a permittivity; the outermost end on ground. Both planes are divided into square
cells; each cell of a conductor carries an even charge, and the mean potential of each of its cells is that of the
conductor. In the spectrum of plane waves a layer is a circuit of two capacitances, so layers need neither images nor
charges on their faces, and a matrix that depends on distances only is multiplied by fast Fourier transforms.

Sources: R. F. Harrington, Field Computation by Moment Methods (1968), chapter 2, for pulses and Galerkin's method;
A. Farrar and A. T. Adams, IEEE Trans. MTT 20 (1972) 497, for plates on layers; D. B. Davidson and J. T. Aberle, IEEE
Antennas and Propagation Magazine 46/3 (2004) 11, for the spectrum. The field repeats itself sideways after `width` and
`depth` of the box, as Fourier's series does: with grounds above and below it has faded until then.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

EPSILON_0 = 8.8541878e-3  # pF per mm: the permittivity of vacuum
ALIASES = 6  # shorter waves that a cell's charge has, in either direction; they fade with their cube
RESIDUE = 1e-4  # of the potentials, at which a solution is good enough: capacitances err by its square
STEPS = 400


@dataclass(frozen=True)
class Layer:
    """A plane layer: its thickness in mm and its relative permittivity."""

    thickness: float
    permittivity: float


@dataclass(frozen=True)
class Layers:
    """What lies below the lower plane and above the upper one, each from the plane to its ground, and between them."""

    below: tuple[Layer, ...]
    between: tuple[Layer, ...]
    above: tuple[Layer, ...]


@dataclass(frozen=True)
class Plate:
    """A rectangle of a conductor, by its edges in mm, in the lower plane (0) or the upper one (1)."""

    conductor: int
    plane: int
    left: float
    right: float
    near: float
    far: float


@dataclass(frozen=True)
class Box:
    """The piece that is divided into cells, in mm: it begins at (`left`, `near`) and repeats itself beyond its size."""

    left: float
    near: float
    width: float
    depth: float
    cell: float

    def cells(self) -> tuple[int, int]:
        """How many there are across and along."""
        return round(self.width / self.cell), round(self.depth / self.cell)


def maxwell_pf(layers: Layers, plates: Sequence[Plate], box: Box) -> numpy.ndarray:
    """Maxwell's capacitance matrix of the conductors, in pF: the charge of each when one is at 1 V, the others at 0.

    ValueError when a plate's edge lies within a cell, or two conductors share one.
    """
    owners = _owners(plates, box)
    operator = _Operator(layers, box, owners >= 0)
    twins = _twins(owners, 1 + max(plate.conductor for plate in plates))
    matrix: list[numpy.ndarray] = []
    for number, twin in enumerate(twins):
        if twin < number:
            matrix.append(matrix[twin][twins])
        else:
            charge = operator.charges(numpy.where(owners == number, 1.0, 0.0))
            matrix.append(numpy.array([charge[owners == other].sum() for other in range(len(twins))]))
    return numpy.array(matrix)


def _twins(owners: numpy.ndarray, conductors: int) -> list[int]:
    """By conductor the one that is its image in a mirror across the box: itself for all, if the slot is not its own."""
    mirrored = owners[:, ::-1]
    twins = [int(mirrored[owners == number][0]) for number in range(conductors)]
    images = numpy.array([*twins, -1])  # of a cell without conductor, -1, the last
    return twins if (images[owners] == mirrored).all() else list(range(conductors))


def _owners(plates: Sequence[Plate], box: Box) -> numpy.ndarray:
    """The conductor of each cell in both planes, -1 for none: (2, across, along)."""
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
    """From charges on the cells to their potentials, and back by conjugate gradients."""

    def __init__(self, layers: Layers, box: Box, held: numpy.ndarray) -> None:
        self._held = held
        self._green = _spectrum(layers, box)
        own, across, upper = self._green
        determinant = own * upper - across * across
        # What undoes the spectrum, were the conductors everywhere: it makes the steps few.
        self._inverse = upper / determinant, -across / determinant, own / determinant

    def charges(self, potentials: numpy.ndarray) -> numpy.ndarray:
        """The charge of each cell, in pC, with which each held cell has its potential in V."""
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
    """The mean potential of cells by the charge of cells, wave by wave, in V per pC: lower to lower, across, upper.

    A wave that is shorter than two cells looks, on the cells, like a longer one: all that look alike are added.
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
    """Potential by charge per area for waves of so many radians per mm: lower to lower, across, upper to upper."""
    own, through = _between(layers.between, wave)[0], _between(layers.between, wave)[1]
    back = _between(layers.between[::-1], wave)[0]
    low = own + _to_ground(layers.below, wave)
    high = back + _to_ground(layers.above, wave)
    # The determinant without the difference of two large numbers that short waves would make of it.
    determinant = low * high - through * through
    return high / determinant, through / determinant, low / determinant


def _pi(layer: Layer, wave: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """A layer as charges per area: on a face at 1 V whose other face is at 0, and (negative) on that other face."""
    epsilon = EPSILON_0 * layer.permittivity
    depth = numpy.maximum(wave * layer.thickness, 1e-6)
    own = epsilon / layer.thickness * depth / numpy.tanh(depth)
    return own, epsilon / layer.thickness * depth / numpy.sinh(numpy.minimum(depth, 300.0))


def _to_ground(layers: Sequence[Layer], wave: numpy.ndarray) -> numpy.ndarray:
    """Charge per area on the face of layers, the first next to it, whose last face is ground."""
    seen = None
    for layer in reversed(layers):
        own, through = _pi(layer, wave)
        seen = own if seen is None else own - through * through / (own + seen)
    if seen is None:
        raise ValueError("There is no layer between a plane and its ground.")
    return seen


def _between(layers: Sequence[Layer], wave: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Of layers on one another: charge per area on the first face at 1 V, the last at 0, and what of it is on that."""
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
