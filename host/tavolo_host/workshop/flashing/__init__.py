"""Writes the release's firmware to a Pico: `tavolo flash`."""
