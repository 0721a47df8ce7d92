"""Virtual hardware: stand-ins for the table's chips and wires that the real firmware runs on, in simulated time."""
