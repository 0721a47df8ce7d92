"""CircuitPython's module `microcontroller` for CPython: Adafruit's `neopixel` names its `Pin` in annotations.

CPython evaluates those annotations on import, MicroPython does not; nothing creates a pin here.
"""


class Pin:
    """A pin of the chip, as a type alone."""
