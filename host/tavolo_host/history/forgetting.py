"""Takes names and games out of the file, so that their bytes are nowhere in it; and copies it for others."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tavolo.games import load
from tavolo.rules.packing import packed, unpacked
from tavolo.wiring import SEATS
from tavolo_host.history.checksums import keep_checksums
from tavolo_host.history.history import History
from tavolo_host.history.history_file import FAULTS, in_use, unusable


def forget_name(history: History, name: str) -> int:
    """Take a name out of all games, of persons and virtual players; return in how many it was.

    It goes too where a seat's number is behind it, since two had the same name. While another program reads the file,
    nothing is changed.
    """
    forms = (json.dumps([name, *(f"{name} ({seat + 1})" for seat in range(SEATS))]),)
    mine = "SELECT id FROM name WHERE text IN (SELECT value FROM json_each(?))"
    _empty_journal(history)
    with history.writing() as database:
        ((games,),) = database.execute(f"SELECT count(DISTINCT game) FROM player WHERE name IN ({mine})", forms)
        database.execute(f"DELETE FROM review WHERE game IN (SELECT game FROM player WHERE name IN ({mine}))", forms)
        database.execute(f"UPDATE player SET name = NULL WHERE name IN ({mine})", forms)
        database.execute(f"DELETE FROM name WHERE id IN ({mine})", forms)
        for table in ("unfinished", "at_place"):
            for row, people in database.execute(f"SELECT rowid, people FROM {table}").fetchall():
                without = _text_without(people, name)
                database.execute(f"UPDATE {table} SET people = ? WHERE rowid = ?", (without, row))
    _purge(history)
    return int(games)


def delete_game(history: History, game_id: int) -> None:
    """Delete a game."""
    with history.writing() as database:
        database.execute("DELETE FROM checksum WHERE whose = ?", (game_id,))  # first: nothing is summed any more
        database.execute("UPDATE at_place SET game = NULL WHERE game = ?", (game_id,))
        for table in ("action", "player", "review", "unfinished", "flash", "browser"):
            database.execute(f"DELETE FROM {table} WHERE game = ?", (game_id,))
        database.execute("DELETE FROM game WHERE id = ?", (game_id,))
        database.execute("DELETE FROM name WHERE id NOT IN (SELECT name FROM player WHERE name IS NOT NULL)")
        database.execute("DELETE FROM evening WHERE id NOT IN (SELECT evening FROM game)")
    _purge(history)


def export_file(history: History, target: Path) -> None:
    """Copy all games into another file. Games that are open have only what is public, so nobody goes on with them."""
    try:
        target.unlink(missing_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            history.database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file
            keep_checksums(copy)
            for table in ("flash", "unfinished", "at_place", "browser"):
                copy.execute(f"DELETE FROM {table}")
            for game, name in copy.execute("SELECT id, game FROM game WHERE ended IS NULL").fetchall():
                _make_public(copy, game, name)
            copy.execute("VACUUM")
    except (OSError, *FAULTS) as problem:
        raise unusable(problem, target) from problem


def _make_public(copy: sqlite3.Connection, game: int, kind: str) -> None:
    """Replace a game's actions by their public form; of a damaged game none stays."""
    rows = copy.execute("SELECT action, place FROM action WHERE game = ?", (game,)).fetchall()
    try:
        public = [(packed(load(kind).public(unpacked(action))), game, place) for action, place in rows]
    except Exception:  # anything that is raised for what is no action of the game
        copy.execute("DELETE FROM action WHERE game = ?", (game,))
    else:
        copy.executemany("UPDATE action SET action = ? WHERE game = ? AND place = ?", public)


def _text_without(people: str, name: str) -> str:
    try:
        return json.dumps(_without(json.loads(people), name))
    except ValueError:  # a damaged text, with which nobody goes on
        return ""


def _without(people: Any, name: str) -> Any:
    """Return JSON's values with "" instead of a name."""
    if isinstance(people, dict):
        return {key: _without(value, name) for key, value in people.items()}
    if isinstance(people, list):
        return [_without(value, name) for value in people]
    return "" if people == name else people


def _purge(history: History) -> None:
    """Write the file again, and empty its journal: pages have copies of what was moved in them."""
    try:
        history.database.execute("VACUUM")
    except FAULTS as problem:
        raise unusable(problem, history.path) from problem
    _empty_journal(history)


def _empty_journal(history: History) -> None:
    """Empty the file's journal; Unusable while another program reads."""
    try:
        ((is_busy, *_),) = history.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except FAULTS as problem:
        raise unusable(problem, history.path) from problem
    if is_busy:
        raise in_use(history.path)
