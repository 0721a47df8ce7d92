"""Tanz der Hornochsen (Wolfgang Kramer, Amigo 2004): 2 to 8 players lay numbered tiles in rows and shun bull's heads.

The manifest: what table and laptop know of the game before they load its rules.
"""

from tavolo.rules.contract import Option

NAME = "tanz-der-hornochsen"
TITLE = "Tanz der Hornochsen"
SEATS = (2, 8)
CARDS = 99  # different ones
COPIES = 1  # of each, in the box
CODES = 200  # a hundred from here on, for events, reasons and outcomes
OPTIONS: tuple[Option, ...] = (
    Option("board", 1, 1, 1, is_printed=True),
    Option("bought_bonus", 0, 0, 1),
    Option("least_kept", 1, 0, 1),
    Option("box_refills", 0, 0, 1),
)
PICTURE = (  # for the lobby, in the letters of `COLOURS` in `tavolo.games`
    "v.........v.....",
    "vv.......vv..w..",
    ".vvvvvvvvv...w..",
    "..vwvvvwv...www.",
    "..vvvvvvv...www.",
    "...vvvvv....www.",
    "...vrvrv........",
    "....vvv....p.pp.",
)
