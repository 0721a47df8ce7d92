"""Tools for those who build tables and add games: drawings, cards, the selftest, a new game."""
