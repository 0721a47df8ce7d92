"""CircuitPython's module `digitalio`, as far as Adafruit's `neopixel` uses it: a pin that is an output."""


class Direction:
    """The direction of a pin."""

    OUTPUT = "output"


class DigitalInOut:
    """A pin that drives pixels.

    `pin` is an object with a `state_machine` (see `neopixel_write`). The state machine already drives the
    pin, so its direction is only remembered.
    """

    def __init__(self, pin) -> None:
        self.pin = pin
        self.direction = ""

    def deinit(self) -> None:
        """Release the pin; the state machine still holds the line low, as a strip needs it."""
        self.pin = None
