"""Kuh Vadis (Reinhard Staupe, NSV; in Italian “Bloccato e pelato!”): 2 players roll dice to mark cells of a sheet.

What table and laptop have to know of it before they load its rules.
"""

from tavolo.rules.contract import Option

NAME = "kuh-vadis"
TITLE = "Kuh Vadis"
SEATS = (2, 2)
CARDS = 0  # different ones
COPIES = 1  # of each, in the box
CODES = 300  # of its events, reasons and outcomes: a hundred from here on
OPTIONS: tuple[Option, ...] = (
    Option("sheet", 1, 1, 3),
    Option("real_dice", 0, 0, 1),  # 1: real dice are rolled, and their faces entered
    Option("first", -1, -1, 1),  # who begins; -1 is drawn by lot
)
PICTURE = (  # for the lobby: what the letters are, `field_at` of `tavolo.games` knows
    ".y....y..wwwwwww",
    ".yy..yy..w.....w",
    "wwwwwwww.w.b.b.w",
    ".wvwwvw..w.....w",
    ".wwwwww..w.b.b.w",
    "..rrrr...w.....w",
    "..rvvr...wwwwwww",
    "...rr...........",
)
