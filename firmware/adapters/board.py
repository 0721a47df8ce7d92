"""CircuitPython's module `board`, empty on purpose: `neopixel` looks in it for the pins of Adafruit's boards.

How this table is wired is in `tavolo.wiring`.
"""
