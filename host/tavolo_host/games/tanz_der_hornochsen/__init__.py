"""What the laptop adds to Tanz der Hornochsen."""
