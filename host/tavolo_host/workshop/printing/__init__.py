"""Cards to print: their fronts, the foil inside, the one back, and what a plotter cuts, at their true size.

Made from the slot's geometry and the code table, so that what is printed is what the firmware reads.
"""
