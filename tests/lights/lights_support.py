"""What the tests of the lights share: strips whose pixels are decoded from the wire."""

from typing import Any

import neopixel

from tavolo.lights import slots
from tavolo.lights.canvas import FIELD_PIXELS, Canvas
from tavolo.lights.layout import Layout
from tavolo.lights.stage import BEAT_MS, BEATS, Stage
from tavolo.lights.strips import Lights
from tavolo.maker.settings import defaults
from tavolo.play.chooser import by_keys
from tavolo.rules.contract import CHANCE
from tavolo.wiring import FIELD_PIN, LAMPS, LAMPS_PIN, TRACK_PIN, TRACK_PIXELS, field_pixel
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.pixels import Colour, PixelWire

MOST_CARDS = 4  # with several meanings, tried in each position
TICK_US = 2_000  # between two ticks of the table

COUNTS = {TRACK_PIN: TRACK_PIXELS, FIELD_PIN: FIELD_PIXELS, LAMPS_PIN: LAMPS}


class Tap:
    """A state machine that notes what it gets before the wire has it."""

    def __init__(self, pin: int, wire: PixelWire, clock: Clock, sent: list[tuple[int, int, bytes]]) -> None:
        self.state_machine = self
        self.is_quiet = wire.state_machine.is_quiet
        self._pin, self._wire, self._clock, self._sent = pin, wire, clock, sent

    def put(self, buffer: bytearray, shift: int) -> None:
        self._sent.append((self._clock.now_us, self._pin, bytes(buffer)))
        self._wire.state_machine.put(buffer, shift)


class Wires:
    """The table's three strips on simulated data lines, and the lights that drive them.

    `sent` has (µs, pin, bytes) of every frame that was put since power-on.
    """

    def __init__(self, limit_ma: int = 400) -> None:
        self.clock, self.limit_ma = Clock(), limit_ma
        self.sent: list[tuple[int, int, bytes]] = []
        self.wires = {pin: PixelWire(count, self.clock) for pin, count in COUNTS.items()}
        self.lights = self.power_on(limit_ma)
        self.sent.clear()

    def power_on(self, limit_ma: int) -> Lights:
        """New lights on the same strips, which keep their colours until they receive others."""
        strips = [
            neopixel.NeoPixel(Tap(pin, wire, self.clock, self.sent), wire.count, auto_write=False)  # type: ignore[arg-type]
            for pin, wire in self.wires.items()
        ]
        lights = Lights(strips, limit_ma, Layout(defaults()))
        self._let_pass()
        return lights

    def show(self, canvas: Canvas) -> bool:
        """Show a canvas and wait until the strips do; return whether anything was sent."""
        sent = self.lights.show(canvas)
        self._let_pass()
        while self.lights.is_busy:
            self.lights.show(canvas)
            self._let_pass()
        return sent

    def _let_pass(self) -> None:
        self.clock.advance_us(TICK_US + max(COUNTS.values()) * 30)

    def track(self, space: int) -> Colour:
        return self.wires[TRACK_PIN].pixels[space]

    def field(self, column: int, row: int) -> Colour:
        return self.wires[FIELD_PIN].pixels[field_pixel(column, row)]

    def lamp(self, seat: int) -> Colour:
        return self.wires[LAMPS_PIN].pixels[seat]

    def looks(self, canvas: Canvas) -> dict[int, Colour]:
        """Show a canvas; return the look of each palette index of field and track, all different and lit unless off."""
        self.show(canvas)
        looks = {index: self.field(place % 16, place // 16) for place, index in enumerate(canvas.field)}
        looks |= {index: self.track(space) for space, index in enumerate(canvas.track)}
        assert len(set(looks.values())) == len(looks)
        assert all(any(look) for index, look in looks.items() if index)
        return looks

    def milliamperes(self) -> float:
        """The current of what the pixels show, by the figures of the data sheet."""
        shown = [colour for wire in self.wires.values() for colour in wire.pixels]
        return len(shown) * 1 + sum(map(sum, shown)) * 20 / 255


def staged(
    position: Any, seats: tuple[int, ...] = (), now_ms: int = 0, preview: tuple[int, ...] | None = None
) -> Stage:
    """The stage at a moment, with an action that its player previews, or none."""
    stage = Stage(position)
    stage.seats, stage.now_ms = seats, now_ms
    if preview is not None:
        stage.preview_player, stage.preview = preview[1], preview
    return stage


def over_a_second(scene: Any, stage: Stage, second: int = 0) -> list[Canvas]:
    """The pictures at the eight beats of a second."""
    canvases = []
    for beat in range(BEATS):
        stage.now_ms = second * 1000 + beat * BEAT_MS
        canvases.append(painted(scene, stage))
    return canvases


def pawns_on(canvas: Canvas) -> list[tuple[int, int]]:
    """(space, palette index) of each lit space of the track."""
    return [(space, index) for space, index in enumerate(canvas.track) if index]


def painted(scene: Any, stage: Stage) -> Canvas:
    """The picture of a scene and the slots over it, which always has the strips' length."""
    canvas = Canvas()
    scene.paint(canvas, stage)
    slots.paint(canvas, stage)
    assert [len(strip) for strip in canvas.strips] == list(COUNTS.values()), "a strip has another length"
    return canvas


def options_of(game: Any, position: Any, player: int) -> list[list[tuple[int, ...]]]:
    """The options by keys: without a card, and with each of some cards that have several meanings."""
    found = [] if player == CHANCE else [by_keys(game, position, player)]
    by_card = [game.legal(position, player, card) for card in range(game.CARDS)]
    found += [options for options in by_card if len(options) > 1][:MOST_CARDS]
    return [[option for option in options if game.public(option) == option] for options in found]
