"""What the laptop adds to Yellowstone Park."""
