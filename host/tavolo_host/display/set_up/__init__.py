"""The page on which a board is set up."""
