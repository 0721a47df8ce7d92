"""The tables of the file. Times are milliseconds since 1970, those of actions since their game began."""

KIND = 0x7461766C  # "tavl"
VERSION = 5

BROWSER = """
CREATE TABLE browser (  -- the visitors who had a seat in a game: they may read it later
    visitor TEXT NOT NULL, game INTEGER NOT NULL REFERENCES game, PRIMARY KEY (visitor, game)) STRICT, WITHOUT ROWID;
CREATE INDEX browser_by_game ON browser (game);
"""
CHECKSUM = """
CREATE TABLE checksum (  -- of a game by its number, or of another row by its key, as `checksums` counts them
    whose ANY NOT NULL PRIMARY KEY, head INTEGER NOT NULL, content INTEGER NOT NULL) STRICT, WITHOUT ROWID;
"""
DECK = """
CREATE TABLE deck (  -- of a game whose cards the laptop deals: as in `KeptDeck`, its seed a secret until the game ends
    game INTEGER PRIMARY KEY REFERENCES game, commitment TEXT NOT NULL, seed TEXT NOT NULL,
    since INTEGER NOT NULL) STRICT;
"""
# A program that was started before another one updated the file would write rows without their checksums, which are
# damage later. It is refused instead, with a sentence that it shows. Programs tell their version by a number that only
# ANALYZE would look at, as a trigger of the file sees nothing else of a connection; each change has one of these.
WRITER = f"PRAGMA analysis_limit = {VERSION}"
OLD_PROGRAM = "a newer version of Tavolo has updated it; end this one, and start that"
GUARDS = "".join(
    f"CREATE TRIGGER no_older_{event}_{table} BEFORE {event} ON {table}"
    " WHEN (SELECT analysis_limit FROM pragma_analysis_limit) IS NOT (SELECT user_version FROM pragma_user_version)"
    f" BEGIN SELECT RAISE(ABORT, '{OLD_PROGRAM}'); END;\n"
    for table in ("game", "player", "at_place")
    for event in ("INSERT", "UPDATE", "DELETE")
)
# What brings a file of an older version to this one, by the older one: statements that end with their lines.
UPDATES = {1: BROWSER + CHECKSUM + DECK + GUARDS, 2: CHECKSUM + DECK + GUARDS, 3: DECK + GUARDS, 4: DECK}

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
{BROWSER}{CHECKSUM}{DECK}{GUARDS}
PRAGMA application_id = {KIND};
PRAGMA user_version = {VERSION};
COMMIT;
"""
