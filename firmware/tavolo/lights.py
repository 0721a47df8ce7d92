"""The table's pixels: what a scene has painted, brought onto the three strips under the current limit.

In the world: the score track, the field and the lamps. In the house: scenes paint palette indices onto a
`Canvas`; `Lights` compares it with what was shown last, and sends only the strips on which something
changed. A pass in which nothing changed costs three comparisons.
"""

from tavolo import palette
from tavolo.board import FIELD_COLUMNS, FIELD_ROWS, LAMPS, TRACK_PIXELS, field_pixel
from tavolo.power import SCALE_ONE, Limiter, milliamperes

FIELD_PIXELS = FIELD_COLUMNS * FIELD_ROWS
ALL_PIXELS = TRACK_PIXELS + FIELD_PIXELS + LAMPS


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
        self._pieces = [b""] * len(places)  # kept, so that writing makes no list anew
        self.buffer: bytearray = pixels._post_brightness_buffer
        self.shown = bytearray(len(places))  # palette indices, as on the canvas
        self.light = 0  # of what is in the buffer, undimmed
        self.sent = 0  # of what was sent last, dimmed
        self.stale = True  # at first: a strip keeps its colours while the Pico restarts

    def write(self, wanted: bytearray, levels: "Levels") -> None:
        """Write a strip of the canvas into the buffer."""
        colours, lights = levels.colours, levels.lights
        pieces = self._pieces
        light = pixel = 0
        for place in self._places:
            index = wanted[place]
            pieces[pixel] = colours[index]
            light += lights[index]
            pixel += 1  # noqa: SIM113 - enumerate() makes a tuple for each
        self.buffer[:] = b"".join(pieces)
        self.shown[:] = wanted
        self.light = light
        self.stale = True

    def send(self, scale: int) -> None:
        """Bring the buffer onto the wire."""
        self._pixels.show()
        self.sent = self.light * scale
        self.stale = False


class Levels:
    """The palette as strips take it, at the present scale: three bytes (green, red, blue) for each index.

    `lights` is the light of each index, undimmed.
    """

    def __init__(self) -> None:
        self.lights = [sum(colour) for colour in palette.RGB]
        self.colours = [b""] * len(palette.RGB)
        self.scale_to(SCALE_ONE)

    def scale_to(self, scale: int) -> None:
        """Dim to a scale in 64ths, rounding down, so that the sum stays under the limit."""
        for index in range(len(palette.RGB)):
            red, green, blue = [level * scale // SCALE_ONE for level in palette.RGB[index]]
            self.colours[index] = bytes((green, red, blue))


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
        self._levels = Levels()
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
                strip.write(canvas.strips[number], self._levels)
            light += strip.light
        if self._limiter.fit(light):
            self._levels.scale_to(self._limiter.scale)
            for number in range(len(self._strips)):
                self._strips[number].write(canvas.strips[number], self._levels)
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
