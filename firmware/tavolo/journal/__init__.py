"""The journal: the current game, in flash."""
