"""What the page shows, and whom it hands its visitors' wishes to: a virtual table, or a board."""
