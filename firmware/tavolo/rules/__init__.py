"""What the rules of all games share: the meaning of their verbs (`contract`), and a game as the list of its actions.

In the world these are the habits of rulebooks; in the house they are the frame of the only judge of what may be played.
Nothing here knows pins, clocks, files or prints, and everything runs unchanged on CPython and MicroPython.
"""
