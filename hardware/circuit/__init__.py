"""The table's circuit: described once from `tavolo.wiring`, checked, drawn, and listed as parts to buy.

`wiring` describes it in each of the two sizes as a `netlist`, which the rules, the parts list, the schematic and the
wiring pictures read. `levels`, `bus` and `current` compute the figures of the page here.
"""
