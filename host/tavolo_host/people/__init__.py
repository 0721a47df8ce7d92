"""Virtual people at a table: bodies and hands, what they know, and what they do."""
