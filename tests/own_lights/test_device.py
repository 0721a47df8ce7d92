"""What of the table a strip or a matrix shows, by which of its pixels."""

from dataclasses import replace
from typing import Any

import pytest

from tavolo_host.own_lights.device import Device, Typed, layout_of, settings_of, shapes_of, showable, typed
from tavolo_host.own_lights.wiring import Wiring, wirings

TRACK, FIELD, LAMPS = range(64), range(64, 192), range(192, 200)
ALL = b"".join(bytes((number + 1, 0, 255)) for number in range(200))  # each light has a level of its own
DARK = 0


def shown(device: Device) -> list[int]:
    """The number of the light that each pixel shows + 1, 0 for none."""
    frame = device.frame(ALL)
    assert len(frame) == 3 * device.pixels
    return [*frame[::3]]


def lights(numbers: Any) -> list[int]:
    return [number + 1 for number in numbers]


def device(columns: int, rows: int = 1, **about: Any) -> Device:
    return replace(Device.made("192.0.2.9", columns, rows), **about)


@pytest.mark.parametrize(
    ("strip", "expected"),
    [
        (device(64), lights(TRACK)),
        (device(70), lights(TRACK) + [DARK] * 6),
        (device(70, begins="last"), lights(reversed(TRACK)) + [DARK] * 6),
        (device(72, shows="track and lamps"), lights([*TRACK, *LAMPS])),
        (device(8), lights(LAMPS)),
        (device(9, begins="last"), [*lights(reversed(LAMPS)), DARK]),
    ],
)
def test_a_strip_shows_the_track_the_lamps_or_both(strip: Device, expected: list[int]) -> None:
    assert shown(strip) == expected


def test_a_matrix_of_16_by_8_shows_the_whole_field_and_one_of_8_by_8_its_left_half() -> None:
    assert shown(device(16, 8)) == lights(FIELD)
    left = [64 + row * 16 + column for row in range(8) for column in range(8)]
    assert shown(device(8, 8)) == lights(left)


def test_a_larger_matrix_shows_the_field_in_its_middle_as_large_as_whole_steps_allow() -> None:
    twice, rows = shown(device(35, 17)), range(17)
    by_row = [twice[row * 35 : row * 35 + 35] for row in rows]
    assert by_row[0] == by_row[1] == [DARK, *(number for number in lights(range(64, 80)) for _ in range(2)), DARK, DARK]
    assert by_row[15] == [DARK, *(number for number in lights(range(176, 192)) for _ in range(2)), DARK, DARK]
    assert by_row[16] == [DARK] * 35
    middle = shown(device(8, 10))
    assert (middle[:8], middle[-8:], middle[8]) == ([DARK] * 8, [DARK] * 8, 65)


@pytest.mark.parametrize("wiring", wirings(16, 8))
def test_a_matrix_shows_the_same_however_it_is_wired(wiring: Wiring) -> None:
    from tavolo_host.own_lights.wiring import places_of

    seen = [0] * 128
    for place, level in zip(places_of(16, 8, wiring), shown(device(16, 8, wiring=wiring)), strict=True):
        seen[place] = level
    assert seen == lights(FIELD)


@pytest.mark.parametrize(("columns", "rows"), [(7, 1), (7, 30), (30, 7), (5000, 1), (0, 0), (-8, -8)])
def test_what_is_too_small_or_too_large_is_none(columns: int, rows: int) -> None:
    assert showable(columns, rows) == ()
    with pytest.raises(ValueError):
        Device.made("192.0.2.9", columns, rows)


def test_pixels_may_be_a_strip_or_any_matrix() -> None:
    assert shapes_of(128, 1) == ((128, 1), (16, 8), (8, 16))
    assert shapes_of(16, 8) == ((16, 8), (128, 1), (8, 16))
    assert shapes_of(65, 1) == ((65, 1),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.0.2.9", Typed("192.0.2.9", 4048)),
        (" shelf.local ", Typed("shelf.local", 4048)),
        ("shelf:4049", Typed("shelf", 4049)),
        ("ddp://shelf", Typed("shelf", 4048, 64, 1, is_asked=False)),
        ("ddp://shelf:4049/16x8", Typed("shelf", 4049, 16, 8, is_asked=False)),
        ("shelf/72", Typed("shelf", 4048, 72, 1, is_asked=False)),
        *(
            (text, None)
            for text in ("", "http://shelf", "a b", "shelf:0", "shelf:65536", "a" * 254, "shelf/x", "[::1]")
        ),
    ],
)
def test_an_address_may_say_port_and_size(text: str, expected: Typed | None) -> None:
    assert typed(text) == expected


@pytest.mark.parametrize(
    "known",
    [
        device(72, shows="track and lamps", begins="last"),
        device(16, 8, wiring=Wiring("right", "serpentine", 270, 2), shows="field and lamps", port=4049, name="Shelf"),
        device(8, 8),
    ],
)
def test_what_is_kept_of_a_device_is_all_of_it(known: Device) -> None:
    assert Device.of(known.kept()) == known


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("host", "http://x"),
        ("host", "a/8"),
        ("port", 0),
        ("columns", 7),
        ("columns", None),
        ("shows", "track"),
        ("panel_turn", 45),
        ("panel_rows", "x"),
        ("panels", 3),
    ],
)
def test_a_device_that_cannot_be_is_not_read(name: str, value: object) -> None:
    kept = device(16, 8, wiring=Wiring()).kept()
    with pytest.raises((ValueError, TypeError)):
        Device.of(kept | {name: value})


@pytest.mark.parametrize(
    ("devices", "track", "panels", "lamps", "tells_more"),
    [
        ([device(64)], "64", "0", "none", False),
        ([device(16, 8)], "0", "2", "none", True),
        ([device(8, 8, shows="field and lamps")], "0", "1", "field", True),
        ([device(72, shows="track and lamps"), device(16, 8)], "64", "2", "strip", False),
        ([device(64), device(8, 8)], "64", "1", "none", True),
        ([device(64), device(16, 8), device(8)], "64", "2", "strip", False),
    ],
)
def test_together_they_are_the_lights_of_a_board_with_these_settings(
    devices: list[Device], track: str, panels: str, lamps: str, tells_more: bool
) -> None:
    settings = settings_of(devices)
    assert (settings["track_pixels"], settings["panels"], settings["lamps"]) == (track, panels, lamps)
    assert (layout_of(devices).more_at >= 0) == tells_more
