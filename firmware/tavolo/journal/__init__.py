"""The journal: the game that is being played, in flash."""
