"""The laptop beside the table: command line, port, mirror, display, and the virtual table."""
