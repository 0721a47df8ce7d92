"""The colours: distinct for every eye that the design considers, and after dimming.

Light of a pixel is taken as linear sRGB, relative to a white of the brightest level among the colours
compared. Colour vision deficiency is simulated by the matrices of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1, on
linear RGB. Distance is CIE76: about 2.3 can just be noticed side by side.
"""

from itertools import combinations, pairwise

import pytest

from tavolo.lights import palette
from tavolo.lights.power import SCALE_ONE

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SIGHTS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Linear sRGB to CIE XYZ (IEC 61966-2-1); each row's sum is the white.
XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
APART = 20  # CIELAB

SEATS = [palette.RGB[palette.SEAT + seat] for seat in range(8)]
CARDS = [palette.RGB[palette.CARD + colour] for colour in range(5)]
FIELD_CARDS = [palette.RGB[palette.CARD_DIM + colour] for colour in range(5)]
PATS = [palette.RGB[palette.PAT + worth] for worth in range(5)]
FREE_CELLS = [palette.RGB[palette.CELL + number] for number in range(5)] + [palette.RGB[palette.WHITE_DIM]]


def times(matrix: Matrix, vector: Vector) -> Vector:
    red, green, blue = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return red, green, blue


def lab(light: Vector) -> Vector:
    def root(value: float) -> float:
        return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29

    x, y, z = (root(max(value, 0) / sum(row)) for value, row in zip(times(XYZ, light), XYZ, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Vector, other: Vector) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def nearest(colours: list[tuple[int, int, int]], sight: str) -> float:
    """The smallest distance between two of the colours with this kind of sight."""
    white = max(map(max, colours))
    seen = [lab(times(SIGHTS[sight], (red / white, green / white, blue / white))) for red, green, blue in colours]
    return min(distance(one, other) for one, other in combinations(seen, 2))


def dimmed(colours: list[tuple[int, int, int]], scale: int) -> list[tuple[int, int, int]]:
    return [(r * scale // SCALE_ONE, g * scale // SCALE_ONE, b * scale // SCALE_ONE) for r, g, b in colours]


def test_the_colour_distance_is_that_of_the_standard() -> None:
    assert lab((1, 1, 1)) == pytest.approx((100, 0, 0), abs=0.01)
    assert lab((1, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("scale", [SCALE_ONE, SCALE_ONE * 3 // 4, SCALE_ONE // 2])
@pytest.mark.parametrize(
    "colours",
    [
        pytest.param(SEATS, id="seats"),
        pytest.param(CARDS, id="cards on lamps"),
        pytest.param(FIELD_CARDS, id="cards on the field"),
        pytest.param(FREE_CELLS, id="free cells"),
    ],
)
def test_no_two_are_nearer_than_20_even_dimmed_to_a_half_and_rounded_down(
    colours: list[tuple[int, int, int]], scale: int, sight: str
) -> None:
    assert nearest(dimmed(colours, scale), sight) >= APART


@pytest.mark.parametrize("colour", SEATS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_no_free_cell_looks_like_a_mark_of_any_seat(colour: tuple[int, int, int], sight: str) -> None:
    white = max(map(max, SEATS))  # the eye adapts to the brightest mark, beside which a cell is dark
    for scale in (SCALE_ONE, SCALE_ONE // 2):
        mark, *cells = (
            lab(times(SIGHTS[sight], (red / white, green / white, blue / white)))
            for red, green, blue in dimmed([colour, *FREE_CELLS], scale)
        )
        assert min(distance(mark, cell) for cell in cells) >= 7  # three times what can just be noticed


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("scale", [SCALE_ONE, SCALE_ONE * 3 // 4])
def test_cow_pats_differ_from_all_else_on_the_board_and_by_brightness_from_each_other(sight: str, scale: int) -> None:
    printed = [palette.RGB[palette.CARD_DIM + colour] for colour in (0, 2, 4)]  # blue, green, violet
    for pat in PATS:
        for other in printed:
            assert nearest(dimmed([pat, other], scale), sight) >= APART
    for one, other in pairwise(PATS):
        assert nearest(dimmed([one, other], scale), sight) >= 15
    light = [sum(pat) for pat in dimmed(PATS, scale)]
    assert all(5 * more >= 8 * less for less, more in pairwise(light))


def test_an_accepted_card_differs_from_a_green_one_and_a_refused_one_from_a_red_one() -> None:
    for state, colour in ((palette.ACCEPTED, 2), (palette.REFUSED, 3)):
        pair = [palette.RGB[state], palette.RGB[palette.CARD + colour]]
        for sight in SIGHTS:
            assert nearest(pair, sight) >= APART
