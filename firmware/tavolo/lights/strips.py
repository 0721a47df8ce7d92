"""The table's pixels: brings the painted canvas onto the three strips, under the current limit.

Scenes paint palette indices onto a `Canvas`; `Lights` compares it with what was shown last, and sends only the strips
that have changed. A tick without changes costs three comparisons.

The two loops over pixels are machine code on the board (MicroPython's viper): 200 pixels are shown in 1.9 ms, and in
2.5 when all light is dimmed again; that took 4.2 and 16 in bytecode. Elsewhere they are plain Python.
"""

import micropython

from tavolo.lights.canvas import FIELD_PIXELS, Canvas
from tavolo.lights.power import Limiter, milliamperes
from tavolo.wiring import LAMPS, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.lights.layout import Layout

ptr8 = memoryview  # on the board viper's own type


@micropython.viper
def light_of(indices, places, levels, channels: int, count: int) -> int:  # type: ignore[no-untyped-def]
    """Return the light of `count` pixels, undimmed; `places` has the index of `indices` that each shows.

    `levels` has three or four `channels` an index; the fourth, white, is dark.
    """
    index = ptr8(indices)
    place = ptr8(places)
    level = ptr8(levels)
    light = 0
    for pixel in range(count):
        at = channels * index[place[pixel]]
        light += level[at] + level[at + 1] + level[at + 2]
    return light


@micropython.viper
def write_levels(buffer, indices, places, levels, channels: int, count: int, scale: int, to: int, stride: int) -> int:  # type: ignore[no-untyped-def]
    """Fill a strip's buffer and return its light; the other arguments are as in `light_of`.

    The first pixel that shows something begins at byte `to`, and each other one `stride` bytes after the last. White
    stays dark. `scale` is in 64ths. Levels are rounded down, so that the sum stays under the limit.
    """
    out = ptr8(buffer)
    index = ptr8(indices)
    place = ptr8(places)
    level = ptr8(levels)
    light = 0
    for pixel in range(count):
        at = channels * index[place[pixel]]
        one = level[at] * scale >> 6
        second = level[at + 1] * scale >> 6
        third = level[at + 2] * scale >> 6
        out[to] = one
        out[to + 1] = second
        out[to + 2] = third
        light += one + second + third
        to += stride
    return light


class Strip:
    """Strip `number` of the canvas: its pixels object, what it shows, and its layout (see `layout`).

    `pixels` is a neopixel.NeoPixel of three or four bytes a pixel, whose state machine (see `neopixel_write`) says with
    `is_quiet` whether all that was sent is shown; where which of them show what says `layout`, whose levels are in the
    pixels' colour order, so the driver's own order is not used. A changed strip is written as a whole into the buffer
    that adafruit_pixelbuf sends, `_post_brightness_buffer`: the driver's own setter takes 0.46 ms a pixel on the Pico,
    90 ms for the whole table.
    """

    def __init__(self, number: int, pixels, layout: "Layout") -> None:  # type: ignore[no-untyped-def]
        self.buffer: bytearray = pixels._post_brightness_buffer
        self._channels = layout.channels[number]
        if len(self.buffer) != self._channels * layout.pixels[number]:
            wanted = f"{layout.pixels[number]} pixels of {self._channels}"
            raise ValueError(f"A strip takes {len(self.buffer)} bytes where {wanted} are wanted.")
        self.number = number
        self._pixels = pixels
        self.is_quiet: "Callable[[], bool]" = pixels.pin.pin.state_machine.is_quiet
        self.places = layout.places[number]
        self._levels = layout.levels[number]
        self._first, self._stride = self._channels * layout.first[number], self._channels * layout.step[number]
        self.shown = bytearray((TRACK_PIXELS, FIELD_PIXELS, LAMPS)[number])  # palette indices, as on the canvas
        self.light = 0  # of what is shown, undimmed
        self.written = 0  # the light in the buffer
        self.sent = 0  # the light that was sent last
        self.stale = False
        pixels.show()  # dark: a strip keeps unknown colours while the Pico restarts

    def show(self, wanted: bytearray) -> None:
        """Show this strip of the canvas, as soon as it is written and sent."""
        self.shown[:] = wanted
        self.light = light_of(wanted, self.places, self._levels, self._channels, len(self.places))
        self.stale = True

    def write(self, scale: int) -> None:
        """Write what is shown into the buffer, dimmed to `scale` in 64ths."""
        places, levels, channels = self.places, self._levels, self._channels
        first, stride = self._first, self._stride
        self.written = write_levels(
            self.buffer, self.shown, places, levels, channels, len(places), scale, first, stride
        )
        self.stale = True

    def send(self) -> None:
        """Send the buffer over the wire."""
        self._pixels.show()
        self.sent = self.written
        self.stale = False


class Lights:
    """The strips together, with this `layout`.

    `strips` are neopixel.NeoPixel objects with auto_write off, of track, field and lamps, None for a missing one;
    `limit_ma` is for all together, idle current included. Raises ValueError for a limit that leaves no light.

    The strips receive their bits in parallel, the longest for 3.8 ms, and then show them. So that the current stays
    under the limit between two pictures too, a picture waits until the last one is out, and strips that get brighter
    wait for those that get darker. While `is_busy`, `show` has to be called again in the next tick.
    """

    def __init__(self, strips, limit_ma: int, layout: "Layout") -> None:  # type: ignore[no-untyped-def]
        self.layout = layout
        self._strips = tuple(
            [Strip(number, strips[number], layout) for number in range(len(strips)) if layout.places[number]]
        )
        self._pixels = sum(layout.pixels)
        self._limiter = Limiter(limit_ma, self._pixels)
        self.is_busy = True  # with the initial dark

    def show(self, canvas: Canvas) -> bool:
        """Show a canvas on the strips that differ from it, as soon as possible; return whether anything was sent."""
        if self.is_busy:
            if not self._are_quiet():
                return False
            self.is_busy = False
            if self._send(True):
                return True
        light = 0
        for strip in self._strips:
            wanted = canvas.strips[strip.number]
            if wanted != strip.shown:
                strip.show(wanted)
            light += strip.light
        is_redimmed = self._limiter.fit(light)
        peak = 0
        for strip in self._strips:
            if strip.stale or is_redimmed:
                strip.write(self._limiter.scale)
            peak += max(strip.written, strip.sent)
        if self._send(False) and peak > self._limiter.allowed:
            return True  # the brighter ones follow
        return self._send(True) or self.is_busy

    def places(self, number: int) -> bytes:
        """Return which places of a strip of the canvas are visible, in order."""
        for strip in self._strips:
            if strip.number == number:
                return bytes(sorted(strip.places))
        return b""

    def milliamperes(self) -> int:
        """Return the current of what was sent last, idle current included."""
        return milliamperes(self._pixels, sum([strip.sent for strip in self._strips]))

    def scale(self) -> int:
        """Return the scale of the light, in 64ths."""
        return self._limiter.scale

    def _are_quiet(self) -> bool:
        for strip in self._strips:
            if not strip.is_quiet():
                return False
        return True

    def _send(self, brighter: bool) -> bool:
        """Send the changed strips that got brighter, or those that did not; return whether there were any."""
        sent = False
        for strip in self._strips:
            if strip.stale and (strip.written > strip.sent) == brighter:
                strip.send()
                sent = self.is_busy = True
        return sent
