"""The colours on WLED: told apart with its brightness at half or more, not with its gamma correction.

WLED scales levels by its brightness, 128 of 255 unless set, in one of three ways, by version: rounded down (0.13), up
by one where something was lit (0.14, 0.15), or rounded, with one left of what gives the hue (16).
"""

from collections.abc import Callable

import pytest

from tests.lights.test_lights_palette import CARDS, FIELD_CARDS, FREE_CELLS, SEATS, SIGHTS, nearest

Colour = tuple[int, int, int]
HALF, FULL = 128, 255
APART = 17  # CIELAB, where the board's own lights keep 20
GAMMA = 2.8  # WLED's, unless set otherwise


def rounded_down(level: int, brightness: int, brightest: int) -> int:
    return level * (brightness + 1) >> 8


def up_by_one(level: int, brightness: int, brightest: int) -> int:
    return (level * brightness >> 8) + (level > 0) if brightness < FULL else level


def with_hue(level: int, brightness: int, brightest: int) -> int:
    return (level * brightness + 127 >> 8) | (level > (brightest >> 2) + 1) if brightness < FULL else level


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("scaled", [rounded_down, up_by_one, with_hue])
@pytest.mark.parametrize("colours", [SEATS, CARDS, FIELD_CARDS, FREE_CELLS])
def test_with_half_of_the_brightness_or_more_no_two_look_alike(
    colours: list[Colour], scaled: Callable[[int, int, int], int], sight: str
) -> None:
    for brightness in range(HALF, FULL + 1):
        dimmed = [tuple(scaled(level, brightness, max(each)) for level in each) for each in colours]
        assert nearest(dimmed, sight) >= APART, brightness  # type: ignore[arg-type]


def test_with_gamma_correction_the_dark_ones_go_out() -> None:
    for colours in (SEATS, FIELD_CARDS, FREE_CELLS):
        corrected = [tuple(round((level / FULL) ** GAMMA * FULL) for level in each) for each in colours]
        assert (0, 0, 0) in corrected
