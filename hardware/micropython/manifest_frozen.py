"""Frozen into the interpreter of `make uf2`: also the whole firmware with the chip drivers, and `main.py`."""

# ruff: noqa: F821

include("manifest.py")
freeze("../../build/firmware/source")
