"""The end of a game on the page: the panel with its result, and the game's course."""
