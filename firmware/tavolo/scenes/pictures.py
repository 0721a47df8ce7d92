"""The pictures of the games, shown on the field while people choose one.

They are apart from the scenes, so that a table in its lobby needs no game in memory. Adding a game adds its picture:
eight rows of sixteen letters, and what the letters stand for as (letter, palette index); "." is dark.
"""

from tavolo.lights import palette
from tavolo.wiring import FIELD_COLUMNS

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
    (
        "bambuti",
        (
            "b.b...g.g...r.r.",
            "bbb..ggggg..rrr.",
            ".b...g.g.g...r..",
            ".....ggggg......",
            ".w....ggg....ww.",
            "......g.g.......",
            "y.y...ggg...v.v.",
            "yyy....g....vvv.",
        ),
        (
            ("b", palette.CARD_DIM),
            ("y", palette.CARD_DIM + 1),
            ("g", palette.CARD_DIM + 2),
            ("r", palette.CARD_DIM + 3),
            ("v", palette.CARD_DIM + 4),
            ("w", palette.WHITE_DIM),
        ),
    ),
    (
        "yellowstone-park",
        (
            "......b..b......",
            "...b..bbb...b...",
            "....bbbwwbbb....",
            ".b.....ww.....b.",
            ".......ww.......",
            "...g..yyyy..g...",
            "..gggyyrryyggg..",
            ".ggggyrrrryggggg",
        ),
        (
            ("b", palette.CARD_DIM),
            ("y", palette.CARD_DIM + 1),
            ("g", palette.CARD_DIM + 2),
            ("r", palette.CARD_DIM + 3),
            ("w", palette.WHITE_DIM),
        ),
    ),
    (
        "kuh-vadis",
        (
            ".y....y..wwwwwww",
            ".yy..yy..w.....w",
            "wwwwwwww.w.b.b.w",
            ".wvwwvw..w.....w",
            ".wwwwww..w.b.b.w",
            "..rrrr...w.....w",
            "..rvvr...wwwwwww",
            "...rr...........",
        ),
        (
            ("w", palette.WHITE_DIM),
            ("y", palette.CARD_DIM + 1),
            ("r", palette.CARD_DIM + 3),
            ("v", palette.CARD_DIM + 4),
            ("b", palette.CARD_DIM),
        ),
    ),
    (
        "tanz-der-hornochsen",
        (
            "v.........v.....",
            "vv.......vv..w..",
            ".vvvvvvvvv...w..",
            "..vwvvvwv...www.",
            "..vvvvvvv...www.",
            "...vvvvv....www.",
            "...vdvdv........",
            "....vvv....y.yy.",
        ),
        (
            ("v", palette.CARD_DIM + 4),
            ("w", palette.WHITE_DIM),
            ("d", palette.CARD_DIM + 3),
            ("y", palette.PAT + 3),
        ),
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
