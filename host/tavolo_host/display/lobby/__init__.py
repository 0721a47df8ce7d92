"""Before a game: the front door, the options of its rules, and an own print of the cards."""
