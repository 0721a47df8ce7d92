"""The page of a table: its regions, from the picture of the table to the hand."""
