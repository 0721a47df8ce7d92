"""Kuh Vadis (Reinhard Staupe, NSV; in Italian “Bloccato e pelato!”): 2 players roll dice to mark cells of a sheet.

The manifest: what table and laptop know of the game before they load its rules.
"""

from tavolo.rules.contract import Option

NAME = "kuh-vadis"
TITLE = "Kuh Vadis"
SEATS = (2, 2)
CARDS = 0  # different ones
COPIES = 1  # of each, in the box
CODES = 300  # a hundred from here on, for events, reasons and outcomes
OPTIONS: tuple[Option, ...] = (
    Option("sheet", 1, 1, 3, is_printed=True),
    Option("real_dice", 0, 0, 1),  # 1: real dice are rolled, and their faces entered
    Option("first", -1, -1, 1),  # who begins; -1 is drawn by lot
)
PICTURE = (  # for the lobby, in the letters of `COLOURS` in `tavolo.games`
    ".y....y..wwwwwww",
    ".yy..yy..w.....w",
    "wwwwwwww.w.b.b.w",
    ".wvwwvw..w.....w",
    ".wwwwww..w.b.b.w",
    "..rrrr...w.....w",
    "..rvvr...wwwwwww",
    "...rr...........",
)
