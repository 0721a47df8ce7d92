"""The table's pixels: what a scene has painted, brought onto the three strips under the current limit.

In the world: the score track, the field and the lamps. In the house: scenes paint palette indices onto a
`Canvas`; `Lights` compares it with what was shown last, and sends only the strips on which something
changed. A pass in which nothing changed costs three comparisons.

The two loops over pixels are machine code on the board (MicroPython's viper): 200 pixels take TIMES instead of 4.2 ms,
and 16 ms when all light was dimmed anew. Elsewhere they are plain Python.
"""

import micropython

from tavolo import palette
from tavolo.board import FIELD_COLUMNS, FIELD_ROWS, LAMPS, TRACK_PIXELS, field_pixel
from tavolo.power import Limiter, milliamperes

FIELD_PIXELS = FIELD_COLUMNS * FIELD_ROWS
ALL_PIXELS = TRACK_PIXELS + FIELD_PIXELS + LAMPS
# The palette as strips take it: three bytes (green, red, blue) for each index.
LEVELS = b"".join([bytes((green, red, blue)) for red, green, blue in palette.RGB])

ptr8 = memoryview  # viper has a type of its own by this name


@micropython.viper
def light_of(indices, levels, count: int) -> int:  # type: ignore[no-untyped-def]
    """Return the light of the first `count` palette indices, undimmed."""
    index = ptr8(indices)
    level = ptr8(levels)
    light = 0
    for pixel in range(count):
        at = 3 * index[pixel]
        light += level[at] + level[at + 1] + level[at + 2]
    return light


@micropython.viper
def write_levels(buffer, indices, places, levels, count: int, scale: int):  # type: ignore[no-untyped-def]
    """Fill a strip's buffer; `places` has which of the indices each pixel shows, `scale` is in 64ths.

    Rounded down, so that the sum stays under the limit.
    """
    out = ptr8(buffer)
    index = ptr8(indices)
    place = ptr8(places)
    level = ptr8(levels)
    to = 0
    for pixel in range(count):
        at = 3 * index[place[pixel]]
        for channel in range(3):
            out[to + channel] = level[at + channel] * scale >> 6
        to += 3


class Canvas:
    """What the lights are to show, as indices of the palette.

    `track` holds spaces 0-63, `field` row * 16 + column, `lamps` one for each seat.
    """

    def __init__(self) -> None:
        self.track = bytearray(TRACK_PIXELS)
        self.field = bytearray(FIELD_PIXELS)
        self.lamps = bytearray(LAMPS)
        self.strips = (self.track, self.field, self.lamps)
        self._dark = (bytes(TRACK_PIXELS), bytes(FIELD_PIXELS), bytes(LAMPS))

    def clear(self) -> None:
        """Make everything dark."""
        for number in range(len(self.strips)):
            self.strips[number][:] = self._dark[number]


class Strip:
    """One strip: its pixels object, what it shows, and which place of the canvas each of its pixels is.

    `pixels` is a neopixel.NeoPixel of three bytes a pixel in its usual order (green, red, blue). A changed
    strip is written as a whole into the buffer that adafruit_pixelbuf sends, `_post_brightness_buffer`: the
    driver's own setter takes 0.46 ms a pixel on the Pico, 90 ms for the whole table.
    """

    def __init__(self, pixels, places: bytes) -> None:  # type: ignore[no-untyped-def]
        if len(pixels) != len(places) or pixels.byteorder != "GRB":
            raise ValueError(
                f"A strip of {len(pixels)} pixels in the order {pixels.byteorder} stands where"
                f" {len(places)} in the order GRB are wanted."
            )
        self._pixels = pixels
        self._places = places
        self.buffer: bytearray = pixels._post_brightness_buffer
        self.shown = bytearray(len(places))  # palette indices, as on the canvas
        self.light = 0  # of what is shown, undimmed
        self.sent = 0  # of what was sent last, dimmed
        self.stale = True  # at first: a strip keeps its colours while the Pico restarts

    def show(self, wanted: bytearray) -> None:
        """From now on show a strip of the canvas; it is still to be written."""
        self.shown[:] = wanted
        self.light = light_of(wanted, LEVELS, len(wanted))
        self.stale = True

    def write(self, scale: int) -> None:
        """Write what is shown into the buffer, dimmed to `scale` in 64ths."""
        write_levels(self.buffer, self.shown, self._places, LEVELS, len(self._places), scale)
        self.stale = True

    def send(self, scale: int) -> None:
        """Bring the buffer onto the wire."""
        self._pixels.show()
        self.sent = self.light * scale
        self.stale = False


class Lights:
    """The three strips together.

    `track`, `field` and `lamps` are neopixel.NeoPixel objects with auto_write off; `limit_ma` is for all
    together, idle current included. Raises ValueError for a limit that leaves no light.
    """

    def __init__(self, track, field, lamps, limit_ma: int) -> None:  # type: ignore[no-untyped-def]
        field_places = bytearray(FIELD_PIXELS)
        for place in range(FIELD_PIXELS):
            field_places[field_pixel(place % FIELD_COLUMNS, place // FIELD_COLUMNS)] = place
        self._strips = (
            Strip(track, bytes(range(TRACK_PIXELS))),
            Strip(field, bytes(field_places)),
            Strip(lamps, bytes(range(LAMPS))),
        )
        self._limiter = Limiter(limit_ma, ALL_PIXELS)

    def show(self, canvas: Canvas) -> bool:
        """Bring a canvas onto the strips that differ from it; return whether anything was sent.

        Between two calls for which this is True at least 360 µs must pass (see `neopixel_write`): any pass
        of the table takes longer.
        """
        light = 0
        for number in range(len(self._strips)):
            strip = self._strips[number]
            if canvas.strips[number] != strip.shown:
                strip.show(canvas.strips[number])
            light += strip.light
        is_dimmed_anew = self._limiter.fit(light)
        for strip in self._strips:
            if strip.stale or is_dimmed_anew:
                strip.write(self._limiter.scale)
        # What gets darker goes first: between two strips, too, the sum hardly passes the limit.
        return self._send(False) | self._send(True)

    def milliamperes(self) -> int:
        """Return the current of what was sent last, idle current included."""
        return milliamperes(ALL_PIXELS, sum([sum(strip.buffer) for strip in self._strips]))

    def scale(self) -> int:
        """Return how far the light is dimmed, in 64ths."""
        return self._limiter.scale

    def _send(self, brighter: bool) -> bool:
        """Send the strips that changed and got brighter, or the others that changed."""
        scale = self._limiter.scale
        sent = False
        for strip in self._strips:
            if strip.stale and (strip.light * scale > strip.sent) == brighter:
                strip.send(scale)
                sent = True
        return sent
