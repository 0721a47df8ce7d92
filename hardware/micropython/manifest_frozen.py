"""What the interpreter of `make uf2` has inside on top: the whole firmware with the chip drivers, and `main.py`.

MicroPython's build reads this, and knows the functions.
"""

# ruff: noqa: F821

include("manifest.py")
freeze("../../build/firmware/source")
