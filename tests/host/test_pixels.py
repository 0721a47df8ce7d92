"""The wire of the pixels: words of the state machine in, colours out, by the data sheet of the WS2812B."""

import neopixel
import pytest

from tavolo_host.virtual.clock import Clock
from tavolo_host.virtual.pixels import Colour, PixelWire, WireError

TOP = 24


def wire_of(count: int) -> tuple[PixelWire, Clock]:
    clock = Clock()
    return PixelWire(count, clock), clock


def test_the_first_24_bits_are_the_first_pixel_green_red_blue_with_the_highest_bit_first() -> None:
    wire, clock = wire_of(2)
    wire.state_machine.put(bytes([0x80, 0x01, 0x0F, 1, 2, 3]), TOP)
    clock.advance_ms(1)
    assert wire.pixels == [(0x01, 0x80, 0x0F), (2, 1, 3)]


def test_a_single_word_is_put_like_a_buffer_of_one() -> None:
    wire, clock = wire_of(1)
    for byte in (7, 8, 9):
        wire.state_machine.put(byte, TOP)
    clock.advance_ms(1)
    assert wire.pixels == [(8, 7, 9)]


def test_a_byte_that_is_not_at_the_top_of_its_word_does_not_go_out() -> None:
    wire, clock = wire_of(1)
    wire.state_machine.put(b"\xff\xff\xff", 0)
    clock.advance_ms(1)
    assert wire.pixels == [(0, 0, 0)]


def test_bits_for_more_pixels_than_there_are_fall_out_of_the_end() -> None:
    wire, clock = wire_of(1)
    wire.state_machine.put(bytes([1, 2, 3, 4, 5, 6]), TOP)
    clock.advance_ms(1)
    assert wire.pixels == [(2, 1, 3)]


def test_a_short_frame_leaves_the_other_pixels_as_they_were() -> None:
    wire, clock = wire_of(2)
    wire.state_machine.put(bytes([1, 2, 3, 4, 5, 6]), TOP)
    clock.advance_ms(1)
    wire.state_machine.put(bytes([9, 9, 9]), TOP)
    clock.advance_ms(1)
    assert wire.pixels == [(9, 9, 9), (5, 4, 6)]


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


def test_adafruits_driver_sets_the_pixel_that_it_is_asked_to() -> None:
    wire, clock = wire_of(3)
    strip = neopixel.NeoPixel(wire, 3, auto_write=False)  # type: ignore[arg-type]
    strip[1] = (200, 100, 50)
    strip.show()
    clock.advance_ms(1)
    assert wire.pixels == [(0, 0, 0), (200, 100, 50), (0, 0, 0)]
