"""David & Goliath (Reinhard Staupe, Pegasus 2008): 3 to 6 players, tricks of which the lowest card takes the highest.

The manifest: what table and laptop know of the game before they load its rules.
"""

from tavolo.rules.contract import Option

NAME = "david-goliath"
TITLE = "David & Goliath"
SEATS = (3, 6)
CARDS = 90  # different ones
COPIES = 1  # of each, in the box
CODES = 100  # a hundred from here on, for events, reasons and outcomes
OPTIONS: tuple[Option, ...] = (
    Option("deals", 1, 1, 9),
    Option("dealer", -1, -1, 5),  # of the first deal; -1 is the last player, so that player 0 leads
)
PICTURE = (  # for the lobby, in the letters of `COLOURS` in `tavolo.games`
    "..........rr....",
    "..........rr....",
    ".........rrrr...",
    "........rrrrrr..",
    ".b...w..r.rr.r..",
    "bbb......rrrr...",
    ".b.......r..r...",
    "b.b.....rr..rr..",
)
