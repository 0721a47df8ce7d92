"""The wire of the pixels: words of the state machine in, colours out, by the data sheet of the WS2812B."""

import pytest

from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.pixels import Colour, PixelWire, WireError

TOP = 24


def wire_of(count: int) -> tuple[PixelWire, Clock]:
    clock = Clock()
    return PixelWire(count, clock), clock


@pytest.mark.parametrize(
    ("count", "frames", "top", "wanted"),
    [
        pytest.param(2, [b"\x80\x01\x0f\x01\x02\x03"], TOP, [(0x01, 0x80, 0x0F), (2, 1, 3)], id="green, red, blue"),
        pytest.param(1, [b"\x01\x02\x03\x04\x05\x06"], TOP, [(2, 1, 3)], id="more bits than pixels"),
        pytest.param(2, [b"\x01\x02\x03\x04\x05\x06", b"\t\t\t"], TOP, [(9, 9, 9), (5, 4, 6)], id="a short frame"),
        pytest.param(1, [b"\xff\xff\xff"], 0, [(0, 0, 0)], id="not at the top of the word"),
    ],
)
def test_what_is_put_comes_out_as_colours(count: int, frames: list[bytes], top: int, wanted: list[Colour]) -> None:
    wire, clock = wire_of(count)
    for frame in frames:
        wire.state_machine.put(frame, top)
        clock.advance_ms(1)
    assert wire.pixels == wanted


def test_a_part_of_a_pixel_is_an_error() -> None:
    wire, clock = wire_of(2)
    wire.state_machine.put(bytes([1, 2, 3, 4]), TOP)
    clock.advance_ms(1)
    with pytest.raises(WireError, match="32 bits"):
        _ = wire.pixels


def test_colours_are_seen_only_after_280_microseconds_of_low() -> None:
    wire, clock = wire_of(1)
    wire.state_machine.put(bytes([1, 2, 3]), TOP)
    seen: list[Colour] = []
    for wait in (30 + 279, 1):
        clock.advance_us(wait)
        seen += wire.pixels
    assert seen == [(0, 0, 0), (2, 1, 3)]


def test_bytes_that_come_before_the_pixels_have_latched_go_to_the_pixels_beyond() -> None:
    wire, clock = wire_of(2)
    wire.state_machine.put(bytes([1, 2, 3]), TOP)
    clock.advance_us(30 + 279)
    wire.state_machine.put(bytes([4, 5, 6]), TOP)
    clock.advance_ms(1)
    assert (wire.pixels, wire.frames) == ([(2, 1, 3), (5, 4, 6)], 1)


def test_a_listener_hears_each_frame_with_its_start() -> None:
    heard: list[tuple[int, bytes]] = []
    clock = Clock(500)
    wire = PixelWire(1, clock, lambda start, data: heard.append((start, data)))
    wire.state_machine.put(bytes([1, 2, 3]), TOP)
    clock.advance_us(1000)
    wire.state_machine.put(bytes([4, 5, 6]), TOP)
    clock.advance_us(1000)
    assert wire.frames == 2
    assert heard == [(500, bytes([1, 2, 3])), (1500, bytes([4, 5, 6]))]
