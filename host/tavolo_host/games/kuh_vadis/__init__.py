"""What the laptop adds to Kuh Vadis."""
