"""What all pages are made of: elements, cards, theme, geometry, how a game is drawn, and the table that they show."""
