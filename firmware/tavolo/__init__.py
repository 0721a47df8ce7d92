"""What runs on the Raspberry Pi Pico in the table, and on CPython unchanged."""
