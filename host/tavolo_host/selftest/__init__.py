"""The selftest of a board: what its numbers say of its chips, electrodes, keys and pixels."""
