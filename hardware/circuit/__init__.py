"""The table's circuit: described once from `tavolo.wiring`, checked, and listed as parts to buy.

`wiring` describes it in each size as a `netlist`, which the rules, the parts list and the boards read.
Schematics and wiring pictures are drawn by hand; the tests compare every joint in them with the netlist. `levels`,
`bus` and `current` compute the figures of the page here.
"""
