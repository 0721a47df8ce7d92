"""How a strip is wired follows from what is seen, for every wiring that there is."""

import pytest

from tavolo.lights.layout import Layout
from tavolo.maker.settings import ORDERS, clash, defaults
from tavolo_host.board_setup import wires


@pytest.mark.parametrize("order", ORDERS)
def test_each_order_of_colours_is_found_by_two_bytes_or_three_with_white(order: str) -> None:
    answers: list[str] = []
    candidates, byte = wires.order_after(answers)
    while len(candidates) > 1:
        answers.append(wires.colour_seen(order, byte))
        candidates, byte = wires.order_after(answers)
    assert list(candidates) == [order]
    assert len(answers) <= (3 if "W" in order else 2)


def test_colours_that_no_order_has_leave_none() -> None:
    first = wires.order_after([])[1]
    second = wires.order_after([wires.GREEN])[1]
    assert first != second
    impossible = [colour for colour in wires.SEEN.values() if not wires.order_after([wires.GREEN, colour])[0]]
    assert impossible == [wires.WHITE]


@pytest.mark.parametrize("panels", [1, 2])
def test_each_lay_is_found_by_one_pixel_and_confirmed_by_another(panels: int) -> None:
    ask, sure = wires.lay_pixels(panels)
    ways = wires.lays(panels)
    assert len(ways) == 8 * panels
    assert ask != sure
    for pixel in (ask, sure):
        assert len({lay.places[pixel] for lay in ways}) == len(ways)
    for lay in ways:
        values = defaults() | {
            "panels": str(panels),
            "panel_begins": lay.begins,
            "panel_rows": lay.rows,
            "panel_turn": str(lay.turn),
        }
        assert wires.lay_at(panels, Layout(values).places[1][ask]) == lay
    possible = {lay.places[ask] for lay in ways}
    assert [place for place in range(128) if (wires.lay_at(panels, place) is None) == (place in possible)] == []


@pytest.mark.parametrize("pixels", range(64, 145))
def test_each_length_is_found_by_at_most_eight_pixels_and_fits_the_track(pixels: int) -> None:
    answers: list[str] = []
    left, asked = wires.length_after(answers)
    while len(left) > 1:
        shown = wires.GOES_ON if asked < pixels else wires.NOTHING if asked > pixels else wires.LAST
        answers.append(shown)
        left, asked = wires.length_after(answers)
    assert list(left) == [pixels]
    assert len(answers) <= {64: 1, 144: 2}.get(pixels, 8)
    assert clash(defaults() | wires.track_of(pixels) | {"limit_ma": "2000"}, {}) is None


def test_a_strip_that_is_too_short_is_none() -> None:
    assert not wires.length_after([wires.NOTHING])[0]


def test_a_short_strip_is_used_in_its_middle_and_a_long_one_by_every_second_pixel() -> None:
    assert wires.track_of(64) == {"track_pixels": "64", "track_skip": "0", "track_step": "1"}
    assert wires.track_of(126) == {"track_pixels": "126", "track_skip": "31", "track_step": "1"}
    assert wires.track_of(127) == {"track_pixels": "127", "track_skip": "0", "track_step": "2"}
    assert wires.track_of(144) == {"track_pixels": "144", "track_skip": "8", "track_step": "2"}
