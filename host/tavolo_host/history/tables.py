"""The tables of the file. Times are milliseconds since 1970, those of actions since their game began."""

KIND = 0x7461766C  # "tavl"
VERSION = 3

BROWSER = """
CREATE TABLE browser (  -- the visitors who had a seat in a game: they may read it later
    visitor TEXT NOT NULL, game INTEGER NOT NULL REFERENCES game, PRIMARY KEY (visitor, game)) STRICT, WITHOUT ROWID;
CREATE INDEX browser_by_game ON browser (game);
"""
CHECKSUM = """
CREATE TABLE checksum (  -- of a game by its number, or of a table by its place, as `checksums` counts them
    whose ANY NOT NULL PRIMARY KEY, head INTEGER NOT NULL, content INTEGER NOT NULL) STRICT, WITHOUT ROWID;
"""
# What brings a file of an older version to this one, by the older one.
UPDATES = {1: BROWSER + CHECKSUM, 2: CHECKSUM}

TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE evening (  -- games after each other at one place, by people of whom some stay
    id INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT NOT NULL, began INTEGER NOT NULL) STRICT;
CREATE TABLE game (  -- `ending` is "" while it is open, or over, abandoned; the rest is as in `KeptGame`
    id INTEGER PRIMARY KEY AUTOINCREMENT, evening INTEGER NOT NULL REFERENCES evening, game TEXT NOT NULL,
    setup TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER, ending TEXT NOT NULL, outcome TEXT NOT NULL,
    points TEXT NOT NULL, length INTEGER NOT NULL, rules TEXT NOT NULL, taken_back INTEGER NOT NULL,
    board TEXT NOT NULL) STRICT;
CREATE INDEX game_by_time ON game (began);
CREATE INDEX game_by_kind ON game (game, began);
CREATE INDEX game_by_evening ON game (evening);
CREATE INDEX game_open ON game (began) WHERE ended IS NULL;
CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE player (  -- who has played for a player since that many actions; no name was told where it is NULL
    game INTEGER NOT NULL REFERENCES game, player INTEGER NOT NULL, since INTEGER NOT NULL, seat INTEGER NOT NULL,
    name INTEGER REFERENCES name, level TEXT NOT NULL, PRIMARY KEY (game, player, since)) STRICT, WITHOUT ROWID;
CREATE INDEX player_by_name ON player (name, game);
CREATE TABLE action (  -- packed as in the board's journal
    game INTEGER NOT NULL REFERENCES game, place INTEGER NOT NULL, at INTEGER NOT NULL, action BLOB NOT NULL,
    PRIMARY KEY (game, place)) STRICT, WITHOUT ROWID;
CREATE TABLE review (  -- what the strong level thinks of a game, once that was asked for
    game INTEGER PRIMARY KEY REFERENCES game, content TEXT NOT NULL) STRICT;
CREATE TABLE unfinished (  -- an open game's people, to go on with
    game INTEGER PRIMARY KEY REFERENCES game, people TEXT NOT NULL) STRICT;
CREATE TABLE flash (  -- what its virtual board has in its flash
    game INTEGER NOT NULL REFERENCES game, sector INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (game, sector)) STRICT, WITHOUT ROWID;
CREATE TABLE at_place (  -- a table as it was last: its people, and its game if that is open
    place TEXT PRIMARY KEY, saved INTEGER NOT NULL, people TEXT NOT NULL, game INTEGER REFERENCES game) STRICT;
{BROWSER}{CHECKSUM}
PRAGMA application_id = {KIND};
PRAGMA user_version = {VERSION};
COMMIT;
"""
