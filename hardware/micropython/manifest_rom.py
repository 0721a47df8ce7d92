"""Frozen into the interpreter of `make micropython`: also the start of the firmware in ROMFS, and its names."""

# ruff: noqa: F821

include("manifest.py")
module("main.py", base_path="rom")
module("names.py", base_path="../../build/firmware/names")
