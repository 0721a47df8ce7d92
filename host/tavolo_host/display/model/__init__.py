"""What pages show and what visitors do there, without a browser."""
