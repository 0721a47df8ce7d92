"""The table's circuit: described once from `tavolo.wiring`, checked, drawn, and listed as parts to buy.

`wiring` describes it with SKiDL for each of the two sizes; `netlist` is what everything else reads of it: the rule
check, the parts list, the schematics and the wiring pictures. `levels` computes what the page here states.
"""
