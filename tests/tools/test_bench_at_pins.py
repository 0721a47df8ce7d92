"""What is measured at a board's pins, with a scripted board: between which moments a time is taken."""

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from host.tools.bench.at_pins import Pins, to_lamp_ms, turned_green
from host.tools.bench.keys import WRAP_NS, answer_ms
from host.tools.bench.watched_table import BYTE_NS, MS, Frame
from tavolo import wiring
from tavolo.lights import palette
from tavolo_host.simulator.pico_parts import Strip

SEAT, TAKE = 5, 2
KEY, CARD = 0x800, 0x003
BLUE = bytes((0, 0, 9))
GREEN = bytes(palette.RGB[palette.ACCEPTED][each] for each in (1, 0, 2))


def lamps(colour: bytes) -> bytes:
    return bytes(3 * SEAT) + colour + bytes(3 * (wiring.LAMPS - SEAT - 1))


class ScriptedBack:
    """A board whose lamp is blue 7 ms after its chip shows ✓; that comes some ms after the touch, by a second reading.

    The rig's clock is about to wrap.
    """

    def __init__(self) -> None:
        self.now_ns = WRAP_NS - 60 * MS
        self.body = SimpleNamespace(keys=[0.0, 0.0, 0.0], feel=self._feel)
        self.strip = Strip(wiring.LAMPS)
        bodies: Any = [self.body] * wiring.SEATS
        self.pins = Pins(self, bodies, self.strip, lambda: None)  # type: ignore[arg-type]
        self._plan: list[tuple[int, Callable[[], Any]]] = []

    def _feel(self) -> None:
        if self.body.keys[TAKE]:
            self.after(3, lambda: self.pins.show(SEAT, self.now_ns % WRAP_NS, 0))
            self.after(8, lambda: self.pins.show(SEAT, self.now_ns % WRAP_NS, KEY))
            self.after(10, lambda: self.strip.take(self.now_ns % WRAP_NS, 0, lamps(bytes(3))))
            self.after(12, lambda: self.pins.show(SEAT, self.now_ns % WRAP_NS, KEY))
            self.after(15, lambda: self.strip.take(self.now_ns % WRAP_NS, 0, lamps(BLUE)))

    def after(self, milliseconds: int, do: Callable[[], Any]) -> None:
        self._plan.append((self.now_ns + milliseconds * MS, do))

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            self.now_ns += MS
            for _, do in [each for each in self._plan if each[0] == self.now_ns]:
                do()

    def run_until(self, condition: Callable[[], object], limit_ms: int) -> None:
        while not condition():
            self.run_ms(5)
            limit_ms -= 5
            assert limit_ms > 0


@pytest.mark.parametrize("seed", range(3))  # of when it is touched: before and after the clock wraps
def test_a_key_is_timed_from_its_chip_s_status_to_the_changed_byte_of_its_lamp(seed: int) -> None:
    back = ScriptedBack()
    assert answer_ms(back.pins, SEAT, Random(seed)) == pytest.approx(7 + (3 * SEAT + 2) * BYTE_NS / MS)
    assert back.body.keys[TAKE] == 0.0


def test_a_card_is_timed_from_the_last_change_that_its_chip_shows_until_its_lamp_turns_green() -> None:
    frames = [
        Frame(wiring.LAMPS_PIN, at_ms * MS % WRAP_NS, 0, lamps(colour))
        for at_ms, colour in ((10, GREEN), (30, bytes(3)), (95, BLUE), (100, GREEN), (140, GREEN), (180, BLUE))
    ]
    (green,) = turned_green(frames, SEAT)
    assert green is frames[3]
    shown = [(at_ms * MS % WRAP_NS, CARD) for at_ms in (5, 20, 35, 40, 150, 170)]  # put in, and taken out again
    assert to_lamp_ms(green, SEAT, shown) == pytest.approx(60 + 3 * SEAT * BYTE_NS / MS)
