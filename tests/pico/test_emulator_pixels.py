"""The emulated Pico's PIO and the pixels behind it: every edge at its time, every bit within its limits."""

import pytest

from tavolo import wiring
from tavolo_host.simulator.emulator_pipe import EmulatorError
from tests.pico.emulator_support import Bench

PROGRAM = """
import rp2
from machine import Pin
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8,
             fifo_join=rp2.PIO.JOIN_TX)
def pixels():
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()
machine = rp2.StateMachine(0, pixels, freq=RATE, sideset_base=Pin(2))
machine.active(1)
"""
RIGHT = PROGRAM.replace("RATE", "8_000_000")
COLOURS = bytes([0, 255, 0, 1, 2, 3, 0x80, 0x7F, 0xAA])


def test_bytes_arrive_as_they_were_sent_at_one_and_a_quarter_microseconds_a_bit(bench: Bench) -> None:
    bench.run(RIGHT + f"machine.put({COLOURS}, 24)\n")
    bench.pico.advance_ms(1)
    ((pin, start_ns, end_ns, levels),) = bench.frames
    assert (pin, levels) == (wiring.TRACK_PIN, COLOURS)
    assert end_ns - start_ns == 9 * 8 * 1250 - 1000  # the last bit is a 0: its low 1000 ns belong to the pause


def test_pixels_show_a_frame_only_after_the_pause(bench: Bench) -> None:
    strip = bench.pico.strips[wiring.TRACK_PIN]
    bench.run(RIGHT + "import time\ntime.sleep_ms(20)\nmachine.put(bytes([10, 20, 30]), 24)\ntime.sleep_us(200)\n")
    bench.pico.advance_ms(1)
    assert strip.pixels[0] == (20, 10, 30)
    assert strip.frames == 1


def refusal_of(script: str) -> str:
    """Return what is wrong with the bits that a script sends."""
    with Bench() as bench:
        bench.begin(script)
        with pytest.raises(EmulatorError) as refusal:
            bench.pico.advance_ms(200)
        with pytest.raises(EmulatorError):
            bench.pico.advance_ms(1)  # nothing that it says from now on is worth anything
    return str(refusal.value)


@pytest.mark.parametrize(("rate", "what"), [(6_000_000, "low for 1333"), (11_000_000, "high for 181")])
def test_bits_outside_the_limits_are_refused(rate: int, what: str) -> None:
    sentence = refusal_of(PROGRAM.replace("RATE", str(rate)) + f"machine.put({COLOURS}, 24)\n")
    assert what in sentence
    assert "outside the limits of the WS2812B" in sentence


def test_a_gap_inside_a_frame_is_refused() -> None:
    script = RIGHT + "import time\nmachine.put(b'abc', 24)\ntime.sleep_us(60)\nmachine.put(b'def', 24)\n"
    assert "low for" in refusal_of(script)


def test_a_frame_that_ends_inside_a_pixel_is_refused() -> None:
    assert "inside a pixel" in refusal_of(RIGHT + "machine.put(b'abcd', 24)\n")
