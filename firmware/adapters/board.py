"""CircuitPython's module `board`, intentionally empty: `neopixel` looks there for the pins of Adafruit's boards.

`tavolo.wiring` says how this table is wired.
"""
