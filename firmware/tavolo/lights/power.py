"""The current of the pixels, and how far their light is dimmed to stay within the limit. Whole numbers only.

The 5 V supply feeds all pixels. A WS2812B draws about 1 mA dark and 20 mA more for each channel at full, in proportion
between. The sum over all channels of all pixels is called light here: 255 of it is 20 mA.
"""

IDLE_MA = 1  # a pixel, dark
CHANNEL_MA = 20  # a channel at FULL
FULL = 255

SCALE_ONE = 64  # the scale of undimmed light

MOST_LIMIT_MA = 2000  # that a maker can set: what a plug, a cable and the panels' own tracks carry
LEAST_LIGHT_MA = 25  # beside the idle current: below that most colours round to nothing


def milliamperes(pixels: int, light: int) -> int:
    """Return the current of this many pixels with this much light together, rounded up."""
    return pixels * IDLE_MA + (light * CHANNEL_MA + FULL - 1) // FULL


def least_limit_ma(pixels: int) -> int:
    """Return the lowest limit at which this many pixels can show something."""
    return pixels * IDLE_MA + LEAST_LIGHT_MA


class Limiter:
    """Keeps light under a limit with one scale for all pixels, so that colours keep their relation.

    `limit_ma` is for all `pixels`, idle current included. Raises ValueError if that leaves no light.
    """

    def __init__(self, limit_ma: int, pixels: int) -> None:
        self.allowed = (limit_ma - pixels * IDLE_MA) * FULL // CHANNEL_MA  # light
        if self.allowed <= 0:
            raise ValueError(
                f"A limit of {limit_ma} mA leaves nothing for light:"
                f" {pixels} pixels draw {pixels * IDLE_MA} mA in the dark."
            )
        self.scale = SCALE_ONE

    def fit(self, light: int) -> bool:
        """Set `scale` (in 64ths) for this much light; return whether it has changed.

        The scale falls at once, as far as it must. It rises only by an eighth or more, or a pawn that
        blinks at the limit would make the whole table breathe with it.
        """
        fits = self.allowed * SCALE_ONE // light if light else self.allowed * SCALE_ONE
        if fits >= self.scale and (self.scale == SCALE_ONE or fits * 8 < self.scale * 9):
            return False
        before = self.scale
        self.scale = min(fits, SCALE_ONE)
        return self.scale != before
