"""Bambuti (Hartmut Kommerell): 2 players, two rows of masks facing each other, and drums that call for a scoring.

The manifest: what table and laptop know of the game before they load its rules.
"""

from tavolo.rules.contract import Option

NAME = "bambuti"
TITLE = "Bambuti"
SEATS = (2, 2)
CARDS = 50  # different ones
COPIES = 1  # of each, in the box
CODES = 400  # a hundred from here on, for events, reasons and outcomes
OPTIONS: tuple[Option, ...] = (
    Option("younger", 0, 0, 1),  # the player who begins when the indicators are level
    Option("passes", 2, 1, 2),  # in a row, that end the game
)
PICTURE = (  # for the lobby, in the letters of `COLOURS` in `tavolo.games`
    "b.b...g.g...r.r.",
    "bbb..ggggg..rrr.",
    ".b...g.g.g...r..",
    ".....ggggg......",
    ".w....ggg....ww.",
    "......g.g.......",
    "y.y...ggg...v.v.",
    "yyy....g....vvv.",
)
