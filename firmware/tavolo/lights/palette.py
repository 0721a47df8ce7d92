"""The colours of the table's lights. A canvas has their indices; `strips` turns them into pixels.

Values are drive levels of red, green and blue, 0-255, and so linear in light (a screen needs them
gamma-corrected). They are low on purpose: of the default 700 mA, 200 dark pixels take 200, and a channel at
255 takes 20 more. What is left is a sum of 6375 over every channel of every pixel.

The seats' colours are those of Okabe and Ito, "Color Universal Design" (2008), with white for their black,
moved a little so that they keep their distance as light: seen normally or with protanopia, deuteranopia or
tritanopia (Machado, Oliveira and Fernandes 2009, severity 1), no two are nearer than 20 in CIELAB. So are
the cards', and those of free cells together with the dim white.
"""

OFF = 0
WHITE, WHITE_DIM = 1, 2
ACCEPTED, REFUSED, WARNING, ABSENT = 3, 4, 5, 6
SEAT = 7  # + seat: its colour
SEAT_DIM = 15  # + seat
CARD = 23  # + colour of a card, in the order of `CARD_COLOURS`
CARD_DIM = 28  # + colour of a card: for many pixels at once
PAT = 33  # + worth less one: a cow pat, the brighter the more it is worth
CELL = 38  # + number on a free cell - 1: darker than any mark of a seat
WHITE_MIDDLE = 43  # as bright beside WHITE_DIM as CARD beside CARD_DIM

CARD_COLOURS = ("blue", "yellow", "green", "red", "violet")

# Index -> red, green, blue.
RGB = (
    (0, 0, 0),
    (40, 40, 40),  # white: whose turn it is
    (6, 6, 6),
    (0, 60, 8),  # accepted: greener and brighter than a green card
    (70, 0, 0),  # refused
    (52, 22, 0),  # warning: amber
    (10, 0, 0),  # absent: a chip that does not answer
    # the seats: orange, sky blue, green, yellow, blue, red, purple, white
    (46, 20, 2),
    (3, 21, 46),
    (2, 15, 8),
    (46, 43, 0),
    (2, 0, 26),
    (25, 0, 0),
    (22, 2, 15),
    (30, 42, 38),
    # the seats, dim: a quarter
    (12, 5, 1),
    (1, 5, 12),
    (1, 4, 2),
    (12, 11, 0),
    (1, 0, 7),
    (6, 0, 0),
    (6, 1, 4),
    (8, 11, 10),
    # cards, on a lamp
    (0, 0, 40),
    (44, 38, 0),
    (0, 32, 14),
    (28, 0, 0),
    (14, 2, 22),
    # cards, on the field
    (0, 0, 12),
    (12, 10, 0),
    (0, 10, 4),
    (9, 0, 0),
    (5, 1, 8),
    # cow pats, worth 1 to 5
    (2, 2, 0),
    (4, 4, 0),
    (7, 7, 0),
    (12, 12, 0),
    (20, 20, 0),
    # numbers on free cells, in the cards' order of colours
    (0, 0, 5),
    (6, 5, 0),
    (0, 5, 2),
    (3, 0, 0),
    (4, 0, 5),
    (20, 20, 20),  # white for marks that count more than dim ones
)
