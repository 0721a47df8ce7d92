"""What the page shows, and where it sends its visitors' requests: to a virtual table, or to a board."""
