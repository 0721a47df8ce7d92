"""What the laptop adds to David & Goliath."""
