"""Cards to print at their true size: fronts, foil, the common back, and cutting files for a plotter.

They follow from the slot's geometry and the code table, so that the firmware reads what is printed.
"""
