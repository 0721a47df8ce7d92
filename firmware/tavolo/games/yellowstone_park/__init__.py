"""Yellowstone Park (Uwe Rosenberg, Amigo 2003): 2 to 5 players, cards on a board of which a small frame is kept.

The manifest: what table and laptop know of the game before they load its rules.
"""

from tavolo.rules.contract import Option

NAME = "yellowstone-park"
TITLE = "Yellowstone Park"
SEATS = (2, 5)
CARDS = 28  # different ones
COPIES = 2  # of each, in the box
CODES = 500  # a hundred from here on, for events, reasons and outcomes
OPTIONS: tuple[Option, ...] = (
    Option("end_after", 35, 10, 60),  # space of the score track
    Option("reaching", 0, 0, 1),  # whether reaching that space ends the game; otherwise it has to be passed
    Option("neutral_marker", 0, 0, 1),  # for two players
    Option("edge_frame", 0, 0, 1),
)
PICTURE = (  # for the lobby, in the letters of `COLOURS` in `tavolo.games`
    "......b..b......",
    "...b..bbb...b...",
    "....bbbwwbbb....",
    ".b.....ww.....b.",
    ".......ww.......",
    "...g..yyyy..g...",
    "..gggyyrryyggg..",
    ".ggggyrrrryggggg",
)
