"""The table's printed circuit boards: carrier, slot board, board of the keys, and the slot's back plate.

`carrier_board`, `seat_boards` and `insert_board` describe them as data, from the circuit's netlist, the slot's
`Geometry` and the drawings' sizes. `draw` draws with KiCad's module and keeps the tracks, which are drawn in KiCad;
`sheet` writes the schematic, and `factory` lets KiCad check the rules and plot the files for a factory.
"""
