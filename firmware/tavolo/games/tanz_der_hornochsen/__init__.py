"""Tanz der Hornochsen (Wolfgang Kramer, Amigo 2004): 2 to 8 players lay numbered tiles in rows and shun bull's heads.

What table and laptop have to know of it before they load its rules.
"""

from tavolo.rules.contract import Option

NAME = "tanz-der-hornochsen"
TITLE = "Tanz der Hornochsen"
SEATS = (2, 8)
CARDS = 99  # different ones
COPIES = 1  # of each, in the box
CODES = 200  # of its events, reasons and outcomes: a hundred from here on
OPTIONS: tuple[Option, ...] = (
    Option("board", 1, 1, 1),
    Option("bought_bonus", 0, 0, 1),
    Option("least_kept", 1, 0, 1),
    Option("box_refills", 0, 0, 1),
)
PICTURE = (  # for the lobby: what the letters are, `field_at` of `tavolo.games` knows
    "v.........v.....",
    "vv.......vv..w..",
    ".vvvvvvvvv...w..",
    "..vwvvvwv...www.",
    "..vvvvvvv...www.",
    "...vvvvv....www.",
    "...vrvrv........",
    "....vvv....p.pp.",
)
