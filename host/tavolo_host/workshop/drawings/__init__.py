"""Drawings of slot, seat and table with their dimensions, for laser, saw and printer.

They follow from the slot's `Geometry`, with which `tavolo margins` computes, from `tavolo.wiring`, and from the sizes
of bought parts and sheets in `dimensions`. Every dimension is measured on the drawing itself.
"""
