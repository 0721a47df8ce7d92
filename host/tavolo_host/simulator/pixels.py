"""A strip of WS2812B pixels, or of SK6812 with white, on the wire: it decodes what the firmware's PIO machine sends.

`PixelWire` takes the place of a data line and of the machine on it: the driver puts words, the wire carries their bits,
the pixels take them. Times follow the WS2812B datasheet and HERTZ of the firmware's program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tavolo_host.simulator.clock import Clock

Colour = tuple[int, int, int]

BYTE_US = 10  # eight bits of 1.25 µs
LATCH_US = 280  # of low, until the pixels show the new colours
BYTES_PER_PIXEL = 3
FULL = 255
WORD_BITS = 32
SENT_BITS = 8  # of each word, from its top: the machine's pull threshold


class WireError(Exception):
    """Bits on the wire that do not make whole pixels."""


class PixelWire:
    """A data line with a strip of `count` pixels at its end, the pin of a `neopixel.NeoPixel`.

    It is its own `state_machine`, in place of the board's rp2.StateMachine with the pixel program. On the chip `put`
    waits while its queue of eight words is full. Simulated time does not move here; so the queue is unbounded, and
    ticks of the firmware have to be longer than a frame of the longest strip and its latch.

    Pixels take 24 bits each (green, red, blue, highest bit first), pass on the rest, and show the new colours when the
    line has been low for LATCH_US. Earlier bytes continue the frame, as on a real strip. With `bytes_per_pixel` 4 they
    take 32 bits, the last eight for white, which adds to all three. `listener` is called with (start in µs, bytes) of
    each frame when it is latched.
    """

    def __init__(self, count: int, clock: Clock, listener: Callable[[int, bytes], None] | None = None) -> None:
        self.count = count
        self.bytes_per_pixel = BYTES_PER_PIXEL
        self._frames = 0
        self.state_machine = self
        self._clock = clock
        self._listener = listener
        self._sent = bytearray()  # since the last latch, eight bits an entry
        self._started_us = 0
        self._quiet_us = -LATCH_US  # since when the line is, or will be, low
        self._shown: list[Colour] = [(0, 0, 0)] * count

    @property
    def pixels(self) -> list[Colour]:
        """The colours shown now, as (red, green, blue), 0-255 each. Raises WireError for a broken frame."""
        self._latch(self._clock.now_us)
        return list(self._shown)

    @property
    def frames(self) -> int:
        """How many frames the pixels have shown."""
        self._latch(self._clock.now_us)
        return self._frames

    def power_cycle(self) -> None:
        """Go dark, like pixels at power-on, and drop the data in transit."""
        self._sent.clear()
        self._shown = [(0, 0, 0)] * self.count

    def is_quiet(self) -> bool:
        """Return whether the pixels show all that was put."""
        return self._clock.now_us - self._quiet_us >= LATCH_US

    def put(self, words: Sequence[int], shift: int = 0) -> None:
        """Take words, each shifted up, and send the top eight bits of each: at once, or behind those on their way.

        As on the chip a word has 32 bits; bits shifted beyond are lost.
        """
        data = bytes((word << shift & (1 << WORD_BITS) - 1) >> WORD_BITS - SENT_BITS for word in words)
        if not data:
            return
        start = max(self._clock.now_us, self._quiet_us)
        self._latch(start)
        if not self._sent:
            self._started_us = start
        self._sent += data
        self._quiet_us = start + BYTE_US * len(data)

    def _latch(self, now_us: int) -> None:
        """Show the new colours, if the line has been low for long enough."""
        if not self._sent or now_us - self._quiet_us < LATCH_US:
            return
        levels = bytes(self._sent)
        self._sent.clear()
        size = self.bytes_per_pixel
        taken = levels[: size * self.count]
        if len(taken) % size:
            raise WireError(f"A frame of {8 * len(levels)} bits: the last pixel took only a part of its {8 * size}.")
        greens, reds, blues = (taken[at::size] for at in range(BYTES_PER_PIXEL))
        whites = taken[BYTES_PER_PIXEL::size] if size > BYTES_PER_PIXEL else bytes(len(reds))
        shown = [
            (min(red + white, FULL), min(green + white, FULL), min(blue + white, FULL))
            for red, green, blue, white in zip(reds, greens, blues, whites, strict=True)
        ]
        self._shown[: len(shown)] = shown
        self._frames += 1
        if self._listener is not None:
            self._listener(self._started_us, levels)
