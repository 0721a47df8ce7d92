"""The two types of `circuitpython_typing` that Adafruit's drivers name in annotations, for CPython.

The package of that name depends on Blinka, whose `busio` and `board` would replace ours.
"""

from typing import TypeAlias

WriteableBuffer: TypeAlias = bytearray | memoryview
"""Bytes that a driver may write into."""

ReadableBuffer: TypeAlias = bytes | WriteableBuffer
"""Bytes that a driver may read."""
