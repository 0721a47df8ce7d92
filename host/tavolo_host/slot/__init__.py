"""The slot as a sensor: its geometry, the capacitances that cards and hands make in it, and the resulting margins.

Everything is computed from dimensions and estimates; nothing was measured on a built slot.
"""
