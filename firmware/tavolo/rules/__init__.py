"""What the rules of all games share: the meaning of their functions (`contract`), and a game as a list of actions.

Nothing here knows pins, clocks, files or prints, and everything runs unchanged on CPython and MicroPython.
"""
