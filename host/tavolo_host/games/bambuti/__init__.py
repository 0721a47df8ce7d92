"""What the laptop adds to Bambuti."""
