"""A virtual table: touch chips, wires, flash and pixels, under the board's own program or an emulated Pico."""
