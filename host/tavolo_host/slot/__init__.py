"""The slot as a sensor: its geometry, the capacitances that cards and hands make in it, and the margins
that follow.

Everything here is computed from dimensions and estimates; none of it was measured on a built slot.
"""
