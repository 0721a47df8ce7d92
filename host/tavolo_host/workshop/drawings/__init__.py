"""Drawings of slot, seat and table with their dimensions, for laser, saw and printer.

They follow from the slot's `Geometry`, which `tavolo margins` computes with, from the wiring in `tavolo.wiring`, and
from the sizes of bought parts and of sheets in `dimensions`. Whatever is
written at a dimension is measured on the drawing itself.
"""
