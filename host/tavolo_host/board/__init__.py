"""The way to a board, real or virtual: its port, what it is known to hold, and what is asked of it."""
