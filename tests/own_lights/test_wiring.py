"""How a matrix is wired is found from where a few of its pixels are seen."""

from itertools import product

import pytest

from tavolo.lights.layout import field_places
from tavolo_host.own_lights.wiring import Wiring, fitting, next_pixel, places_of, wirings

SIZES = [(8, 8), (16, 8), (16, 16), (32, 8), (10, 8), (8, 10), (24, 9), (32, 32)]


def asked(columns: int, rows: int, wiring: Wiring) -> dict[int, int]:
    """What a person answers who sees a matrix that is wired so."""
    seen: dict[int, int] = {}
    while (pixel := next_pixel(columns, rows, seen)) is not None:
        seen[pixel] = places_of(columns, rows, wiring)[pixel]
    return seen


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_wiring_is_found_with_as_few_pixels_as_any_could(columns: int, rows: int) -> None:
    every = wirings(columns, rows)
    one_tells_all = any(
        len({places_of(columns, rows, each)[pixel] for each in every}) == len(every) for pixel in range(columns * rows)
    )
    for wiring in every:
        seen = asked(columns, rows, wiring)
        assert fitting(columns, rows, seen) == [wiring]
        assert len(seen) <= (1 if one_tells_all else 2)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_every_wiring_has_each_place_once_and_none_is_listed_twice(columns: int, rows: int) -> None:
    orders = [places_of(columns, rows, each) for each in wirings(columns, rows)]
    assert all(sorted(order) == [*range(columns * rows)] for order in orders)
    assert len({*orders}) == len(orders)


@pytest.mark.parametrize(
    ("panels", "is_right", "is_serpentine", "turns"), [*product((1, 2), (False, True), (False, True), range(4))]
)
def test_the_words_mean_what_they_mean_in_a_boards_settings(
    panels: int, is_right: bool, is_serpentine: bool, turns: int
) -> None:
    if panels == 1 and is_right:
        return  # a board with one panel has no other to begin at
    rows = "serpentine" if is_serpentine else "forward"
    wiring = Wiring("right" if is_right else "left", rows, 90 * turns, panels)
    on_board = field_places(panels, is_right, is_serpentine, turns)
    here = places_of(8 * panels, 8, wiring)
    assert [divmod(place, 16) for place in on_board] == [divmod(place, 8 * panels) for place in here]


def test_a_matrix_that_begins_at_the_top_right_runs_to_the_left() -> None:
    assert places_of(4, 3, Wiring("right", "serpentine"))[:8] == (3, 2, 1, 0, 4, 5, 6, 7)
    assert places_of(3, 4, Wiring("right", "forward", 90))[:5] == (11, 8, 5, 2, 10)


def test_answers_that_no_wiring_gives_leave_nothing_to_ask() -> None:
    pixel = next_pixel(8, 8, {})
    assert pixel is not None
    impossible = {pixel: next(place for place in range(64) if not fitting(8, 8, {pixel: place}))}
    assert fitting(8, 8, impossible) == []
    assert next_pixel(8, 8, impossible) is None
