"""A Pico runs this by itself."""

from rig import run

run()
