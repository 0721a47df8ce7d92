"""The pictures of the games, shown on the field while people choose one.

They are apart from the scenes, so that a table in its lobby needs no game in memory. Adding a game adds its picture:
eight rows of sixteen letters, and what the letters stand for as (letter, palette index); "." is dark.
"""

from tavolo import palette
from tavolo.board import FIELD_COLUMNS

PICTURES = (
    (
        "david-goliath",
        (
            "..........rr....",
            "..........rr....",
            ".........rrrr...",
            "........rrrrrr..",
            ".b...w..r.rr.r..",
            "bbb......rrrr...",
            ".b.......r..r...",
            "b.b.....rr..rr..",
        ),
        (("r", palette.CARD_DIM + 3), ("b", palette.CARD_DIM), ("w", palette.WHITE_DIM)),
    ),
)


def field_of(name: str) -> bytes:
    """Return the picture of a game as palette indices, row * 16 + column; ValueError when there is none."""
    for known, rows, colours in PICTURES:
        if known == name:
            palette_of = dict(colours)
            field = bytearray(len(rows) * FIELD_COLUMNS)
            place = 0
            for letters in rows:
                for letter in letters:
                    if letter != ".":
                        field[place] = palette_of[letter]
                    place += 1
            return bytes(field)
    raise ValueError(f"There is no picture of the game {name}.")
