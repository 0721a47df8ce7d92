"""Frozen into each of our interpreters: the chip's module `rp2`, our start-up, asyncio.

MicroPython's build reads this, and defines the functions. The port's own list would add a `neopixel` that is not
Adafruit's.
"""

# ruff: noqa: F821

module("rp2.py", base_path="$(PORT_DIR)/modules")
module("_boot.py", base_path=".")
include("$(MPY_DIR)/extmod/asyncio")
