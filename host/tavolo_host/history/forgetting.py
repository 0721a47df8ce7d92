"""Takes names and games out of the file, so that their bytes are nowhere in it; and copies it for others."""

import json
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tavolo.games import load
from tavolo.rules.packing import packed, unpacked
from tavolo.wiring import SEATS
from tavolo_host.history.checksums import keep_checksums
from tavolo_host.history.history_file import COMPANIONS, FAULTS, Unusable, in_use, opened, unusable
from tavolo_host.history.open_file import OpenFile
from tavolo_host.texts.deferred import DeferredText, deferred
from tavolo_host.texts.names import name_key

OF_PERSON = "SELECT id FROM name WHERE person(text) IN (SELECT value FROM json_each(?))"


def forget_name(file: OpenFile, name: str) -> int:
    """Take a person's name out of all games, also where virtual players had it; return in how many it was.

    It goes too where a seat's number is behind it, since two had the same name. While another program reads the file,
    nothing is changed.
    """
    forms = (_forms(name),)
    _empty_journal(file)
    with file.writing() as database:
        ((games,),) = database.execute(f"SELECT count(DISTINCT game) FROM player WHERE name IN ({OF_PERSON})", forms)
        database.execute(
            f"DELETE FROM review WHERE game IN (SELECT game FROM player WHERE name IN ({OF_PERSON}))", forms
        )
        database.execute(f"UPDATE player SET name = NULL WHERE name IN ({OF_PERSON})", forms)
        database.execute(f"DELETE FROM name WHERE id IN ({OF_PERSON})", forms)
        _renamed(database, name, "")
    _purge(file)
    return int(games)


def rename_person(file: OpenFile, name: str, new: str) -> DeferredText | None:
    """Give a person another name in all games. With another person's name both are one from then on.

    Return None, or why not: two who have played in the same game are two people.
    """
    with file.writing() as database:
        if name_key(name) != name_key(new) and _have_met(database, name, new):
            return deferred("{} and {} have played in the same game: they are two people.", name, new)
        database.execute("INSERT OR IGNORE INTO name (text) VALUES (?)", (new,))
        ((number,),) = database.execute("SELECT id FROM name WHERE text = ?", (new,))
        persons = json.dumps([name_key(name), name_key(new)])
        # A bot that stood in has the person's name; other bots keep theirs.
        database.execute(
            f"UPDATE player SET name = ? WHERE name IN ({OF_PERSON}) AND EXISTS (SELECT 1 FROM player AS person"
            " WHERE person.game = player.game AND person.player = player.player AND person.level = '')",
            (number, persons),
        )
        database.execute("DELETE FROM review WHERE game IN (SELECT game FROM player WHERE name = ?)", (number,))
        _drop_names(database)
        _renamed(database, name, new)
    return None


def _have_met(database: sqlite3.Connection, name: str, other: str) -> bool:
    """Return whether two persons have played in the same game."""
    met = (
        "SELECT 1 FROM player AS one JOIN player AS other ON other.game = one.game AND other.player != one.player"
        f" WHERE one.level = '' AND other.level = '' AND one.name IN ({OF_PERSON}) AND other.name IN ({OF_PERSON})"
    )
    persons = json.dumps([name_key(name)]), json.dumps([name_key(other)])
    return database.execute(f"{met} LIMIT 1", persons).fetchone() is not None


def _drop_names(database: sqlite3.Connection) -> None:
    """Delete the names that nobody has any more."""
    database.execute("DELETE FROM name WHERE id NOT IN (SELECT name FROM player WHERE name IS NOT NULL)")


def delete_game(file: OpenFile, game_id: int) -> None:
    """Delete a game."""
    with file.writing() as database:
        database.execute("DELETE FROM checksum WHERE whose = ?", (game_id,))  # first: nothing is summed any more
        database.execute("UPDATE at_place SET game = NULL WHERE game = ?", (game_id,))
        for table in ("action", "player", "review", "unfinished", "flash", "deck", "browser"):
            database.execute(f"DELETE FROM {table} WHERE game = ?", (game_id,))
        database.execute("DELETE FROM game WHERE id = ?", (game_id,))
        _drop_names(database)
        database.execute("DELETE FROM evening WHERE id NOT IN (SELECT evening FROM game)")
    _purge(file)


def export_file(file: OpenFile, target: Path) -> None:
    """Copy all games into another file. Games that are open have only what is public, so nobody goes on with them."""
    try:
        target.unlink(missing_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            file.database.backup(copy)
        with closing(opened(target)) as copy:  # which updates that of an earlier version
            _take_out_what_is_hidden(copy)
    except (OSError, Unusable, *FAULTS) as problem:
        for ending in COMPANIONS:
            with suppress(OSError):
                Path(f"{target}{ending}").unlink(missing_ok=True)  # half of it may have what is hidden
        raise problem if isinstance(problem, Unusable) else unusable(problem, target) from problem


def _take_out_what_is_hidden(copy: sqlite3.Connection) -> None:
    copy.execute("PRAGMA journal_mode = DELETE")  # one file
    keep_checksums(copy)
    for table in ("flash", "unfinished", "at_place", "browser"):
        copy.execute(f"DELETE FROM {table}")
    copy.execute("UPDATE deck SET seed = '' WHERE game IN (SELECT id FROM game WHERE ended IS NULL)")
    for game, name in copy.execute("SELECT id, game FROM game WHERE ended IS NULL").fetchall():
        _make_public(copy, game, name)
    copy.execute("VACUUM")


def _forms(name: str) -> str:
    """Return a person's name as JSON, and with seats' numbers: behind it is one where two had the same name."""
    return json.dumps([name_key(name), *(name_key(f"{name} ({seat + 1})") for seat in range(SEATS))])


def _renamed(database: sqlite3.Connection, name: str, new: str) -> None:
    """Give a person another name at all tables that can go on, "" for none."""
    for table in ("unfinished", "at_place"):
        for row, people in database.execute(f"SELECT rowid, people FROM {table}").fetchall():
            text = _text_with(people, name_key(name), new)
            database.execute(f"UPDATE {table} SET people = ? WHERE rowid = ?", (text, row))


def _make_public(copy: sqlite3.Connection, game: int, kind: str) -> None:
    """Replace a game's actions by their public form; of a damaged game none stays."""
    rows = copy.execute("SELECT action, place FROM action WHERE game = ?", (game,)).fetchall()
    try:
        public = [(packed(load(kind).public(unpacked(action))), game, place) for action, place in rows]
    except Exception:  # anything that is raised for what is no action of the game
        copy.execute("DELETE FROM action WHERE game = ?", (game,))
    else:
        copy.executemany("UPDATE action SET action = ? WHERE game = ? AND place = ?", public)


def _text_with(people: str, person: str, new: str) -> str:
    """Return the people of a table, as JSON, with another name for a person, wherever names stand."""
    try:
        read = json.loads(people)
        names, seat_names = dict(read.get("names", {})), list(read.get("seat_names", ()))
        changed = {
            "names": {visitor: _with(name, person, new) for visitor, name in names.items()},
            "seat_names": [_with(name, person, new) for name in seat_names],
        }
    except (ValueError, TypeError, AttributeError, RecursionError):  # a damaged text, with which nobody goes on
        return ""
    return json.dumps({key: changed.get(key, value) for key, value in read.items()})


def _with(name: str, person: str, new: str) -> str:
    return new if name_key(name) == person else name


def _purge(file: OpenFile) -> None:
    """Write the file again, and empty its journal: pages have copies of what was moved in them."""
    try:
        file.database.execute("VACUUM")
    except FAULTS as problem:
        raise unusable(problem, file.path) from problem
    _empty_journal(file)


def _empty_journal(file: OpenFile) -> None:
    """Empty the file's journal; Unusable while another program reads."""
    try:
        ((is_busy, *_),) = file.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except FAULTS as problem:
        raise unusable(problem, file.path) from problem
    if is_busy:
        raise in_use(file.path)
