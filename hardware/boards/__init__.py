"""The table's printed circuit boards: carrier, slot board, board of the keys, and the slot's back plate.

`carrier_board` and `seat_boards` describe them as data, from the circuit's netlist, the slot's `Geometry` and the
drawings' sizes; `footprints` is the library `tavolo`. `router` draws the tracks, `pcb` and `sheet` write what KiCad
opens, and `factory` lets KiCad pour the ground, check the rules and plot what a factory takes.
"""
