"""Takes out of a damaged file the games that can still be read whole, into the file that has taken its place."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from tavolo_host.history.checksums import fitting_rows, game_sums
from tavolo_host.history.history_file import FAULTS, Unusable, opened
from tavolo_host.history.open_file import OpenFile

NUMBERS = ("SELECT whose FROM checksum ORDER BY whose", "SELECT id FROM game ORDER BY id")
NEEDED = ("action", "unfinished", "flash", "deck")
PLAYERS = (
    "SELECT game, player, since, seat, (SELECT text FROM name WHERE id = player.name), level FROM player WHERE game = ?"
)
NEW_PLAYER = "INSERT INTO player VALUES (?, ?, ?, ?, (SELECT id FROM name WHERE text = ?), ?)"

Row = tuple[object, ...]
Content = dict[str, list[Row]]  # the rows of a game, by table


def is_whole(file: OpenFile) -> bool:
    """Return whether SQLite finds nothing wrong with the file: neither its pages nor its indexes. Raises Unusable."""
    file.rows("PRAGMA shrink_memory")  # which forgets pages that other programs may have overwritten
    return file.rows("PRAGMA integrity_check(1)") == [("ok",)]


def rescue(aside: Path, file: OpenFile) -> int:
    """Add the games of a damaged file; return how many that are. Raises Unusable if they cannot be kept.

    They keep their numbers, unless another program has begun games in the file meanwhile.
    """
    try:
        old = opened(aside)
    except Unusable:
        return 0
    with closing(old), file.writing() as new:
        return _Rescue(old, new).all()


class _Rescue:
    """What goes from an `old` file into a `new` one; reading the old one costs no more than it has lost."""

    def __init__(self, old: sqlite3.Connection, new: sqlite3.Connection) -> None:
        self._old = old
        self._new = new
        # The games that other programs have begun here: when, and their setup.
        self._there: dict[int, list[object]] = {
            number: about for number, *about in new.execute("SELECT id, began, setup FROM game")
        }
        self._whole_evenings = {row[0]: row for row in self._fitting("evening")}
        self._evenings: dict[object, int] = {}  # their new numbers, by the old ones
        self._games: dict[object, int] = {}

    def all(self) -> int:
        # Those whose number is taken come last: a new number must not be one that another game has had.
        for number in sorted(self._numbers(), key=lambda number: (number in self._there, number)):
            content = self._content_of(number)
            if content is not None:
                self._games[number] = self._number_here(content) or self._added(number, content)
        self._add_places()
        self._add_browsers()
        return len(self._games)

    def _numbers(self) -> set[int]:
        """Return the numbers of the games: all that are found on the way to a damaged page, from both ends."""
        found = (row[0] for query in NUMBERS for order in ("", " DESC") for row in self._rows(query + order))
        return {number for number in found if isinstance(number, int)}

    def _rows(self, query: str, *values: object) -> Iterator[Row]:
        """Yield the old rows before the first damage."""
        with suppress(*FAULTS):
            yield from self._old.execute(query, values)

    def _content_of(self, number: int) -> Content | None:
        """Return the rows of a game, None if they are not those that were kept."""
        kept = list(self._rows("SELECT head, content FROM checksum WHERE whose = ?", number))
        with suppress(*FAULTS):
            if kept != [tuple(game_sums(self._old, number))]:
                return None
            content = {table: self._rows_of(table, number) for table in NEEDED}
            content["game"] = self._old.execute("SELECT * FROM game WHERE id = ?", (number,)).fetchall()
            content["player"] = self._old.execute(PLAYERS, (number,)).fetchall()
            return content if content["game"] else None
        return None

    def _rows_of(self, table: str, number: int) -> list[Row]:
        return self._old.execute(f"SELECT * FROM {table} WHERE game = ?", (number,)).fetchall()

    def _number_here(self, content: Content) -> int | None:
        """Return the number of the game here that is this one: as it was, or gone on with by its own table."""
        ((_number, _evening, _game, setup, began, ended, *_),) = content["game"]
        actions = [action for *_, action in content["action"]]
        for number, about in self._there.items():
            if about == [began, setup] or (ended is None and actions and about[1] == setup):
                found = self._new.execute("SELECT action FROM action WHERE game = ? ORDER BY place", (number,))
                if [action for (action,) in found][: len(actions)] == actions:
                    return number
        return None

    def _added(self, old: int, content: Content) -> int:
        """Add a game; return its number."""
        ((_number, evening, *about),) = content["game"]
        row = None if old in self._there else old, self._evening(evening, about[2]), *about
        number = self._inserted("game", row)
        for table in NEEDED:
            for _game, *rest in content[table]:
                self._inserted(table, (number, *rest))
        for _game, *rest in content["player"]:
            if rest[3]:
                self._new.execute("INSERT OR IGNORE INTO name (text) VALUES (?)", (rest[3],))
            self._new.execute(NEW_PLAYER, (number, *rest))
        for _game, review in self._rows("SELECT * FROM review WHERE game = ?", old):
            self._add("review", (number, review))
        return number

    def _evening(self, old: object, began: object) -> int:
        """Return the number that an evening has in the new file; of a damaged one, only its games are known."""
        if old not in self._evenings:
            row = self._whole_evenings.get(old, (old, "", began))
            here = self._new.execute("SELECT * FROM evening WHERE id = ?", (old,)).fetchall()
            number = None if here else old
            self._evenings[old] = int(str(old)) if here == [row] else self._inserted("evening", (number, *row[1:]))
        return self._evenings[old]

    def _add_places(self) -> None:
        """Add the tables as they were last, where nobody plays yet; damaged ones stay damaged, so that it is told."""
        fitting = {place for place, *_ in self._fitting("at_place")}
        there = {place for (place,) in self._new.execute("SELECT place FROM at_place")}
        for place, at, people, game in self._rows("SELECT * FROM at_place"):
            if place not in there:
                self._add("at_place", (place, at, people, self._games.get(game)))
                if place not in fitting:
                    self._new.execute("DELETE FROM checksum WHERE whose = ?", (place,))

    def _add_browsers(self) -> None:
        for visitor, game in self._fitting("browser"):
            if game in self._games:
                self._new.execute("INSERT OR IGNORE INTO browser VALUES (?, ?)", (visitor, self._games[game]))

    def _fitting(self, table: str) -> list[Row]:
        """Return the old rows that are as they were written, before the first damage."""
        found: list[Row] = []
        with suppress(*FAULTS):
            found.extend(fitting_rows(self._old, table))
        return found

    def _add(self, table: str, row: Row) -> None:
        with suppress(sqlite3.IntegrityError):  # a damaged row must not cost the games
            self._inserted(table, row)

    def _inserted(self, table: str, row: Row) -> int:
        values = ", ".join("?" * len(row))
        return int(self._new.execute(f"INSERT INTO {table} VALUES ({values})", row).lastrowid or 0)
