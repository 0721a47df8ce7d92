"""What the interpreter of `make micropython` has inside on top: what starts the firmware from ROMFS, and its names.

MicroPython's build reads this, and knows the functions.
"""

# ruff: noqa: F821

include("manifest.py")
module("main.py", base_path="rom")
module("names.py", base_path="../../build/firmware/names")
