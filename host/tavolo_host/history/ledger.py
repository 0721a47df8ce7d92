"""Writes the game at a table as it goes: only what is new, in one transaction."""

import json
import sqlite3
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress

from tavolo.rules.packing import packed
from tavolo.wiring import SECTOR_BYTES
from tavolo_host.history.evenings import PAUSE_S, evening_of
from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.kept_game import (
    ABANDONED,
    OPEN,
    OVER,
    Action,
    Standing,
    Unfinished,
)
from tavolo_host.history.open_file import OpenFile
from tavolo_host.history.unfinished_games import UnfinishedGames


class Ledger:
    """The games at one `place`: "table 8520" or "watch 8520", by the page's port.

    `rules` is the digest of the rules that this program has.
    """

    def __init__(
        self,
        file: OpenFile,
        place: str,
        rules: str,
        now: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file = file
        self._place = place
        self._rules = rules
        self._now = now
        self._passed = passed  # seconds, by a clock that nobody puts right
        # What is in the file: which game, for the caller and there, its beginning, actions and players.
        self._key: object = None
        self._game = 0
        self._began = 0
        self._before = 0.0  # when the game began, by the clock that only goes on
        self._actions: list[Action] = []
        self._people: object = None
        self._flash = b""
        self._last, self._last_s = 0, 0.0  # the game that was kept last, and when by the same clock
        self._is_new_here = False  # whether the table at another place may have had the game before

    def go_on(self, unfinished: Unfinished, key: object) -> None:
        """Go on with an open game instead of the last one, which stays open. `key` is as in `keep`."""
        self._key, self._game = key, unfinished.game.id
        self._actions, self._people = list(unfinished.actions), None
        self._flash = unfinished.flash
        self._began = round(unfinished.game.began * 1000)
        ((last,),) = self._file.rows("SELECT max(at) FROM action WHERE game = ?", (self._game,))
        since = max(last or 0, round(self._now() * 1000) - self._began)  # the clock may have been put back
        self._before = self._passed() - since / 1000
        self._last, self._last_s = self._game, self._passed()
        self._is_new_here = True

    def resume(self, other: "Ledger") -> None:
        """Go on with the game of a ledger whose file has gone, if that game is in this file too."""
        same = "SELECT id FROM game WHERE began = ? ORDER BY id = ? DESC LIMIT 1"  # it may have got another number
        for (number,) in self._file.rows(same, (other._began, other._game)) if other._game else []:
            with suppress(DamagedGame):
                kept = UnfinishedGames(self._file).whole(number)
                if kept:
                    self.go_on(kept, other._key)
                    self._before = other._before

    def evening(self) -> int:
        """Return the number of the evening to which the game kept last belongs, 0 for none."""
        ((evening,),) = self._file.rows("SELECT evening FROM game WHERE id = ?", (self._game,)) or [(0,)]
        return int(evening)

    def keep(self, key: object, standing: Standing | None, people: str, flash: bytes = b"") -> bool:
        """Keep the game that is played, None for none; return True, or raise Unusable, changing nothing.

        `key` is another one for another game. A game that makes way before it is over was abandoned. `people` of the
        table are in JSON, `flash` is that of a virtual board.
        """
        now = max(0, round(self._now() * 1000))
        is_same = key is not None and key == self._key
        game, began, actions = (self._game, self._began, self._actions) if is_same else (0, now, [])
        before = self._before if is_same else self._passed()
        at = round((self._passed() - before) * 1000)
        with self._file.writing() as database:
            is_deleted = is_same and not database.execute("SELECT 1 FROM game WHERE id = ?", (game,)).fetchone()
            if is_deleted:
                standing = None  # what was deleted does not come back
            if self._game and not is_same:
                ended = self._began + round((self._passed() - self._before) * 1000)
                _abandon(database, self._game, len(self._actions), ended)
            if standing:
                game = game or _begin(database, self._place, standing, self._rules, now, self._just_played())
                length = _append(database, game, actions, standing.actions, at)
                if standing.deck:
                    database.execute("DELETE FROM deck WHERE game = ? AND commitment != ?", (game, standing.deck[0]))
                    database.execute("INSERT OR IGNORE INTO deck VALUES (?, ?, ?, ?)", (game, *standing.deck))
                if length < len(actions) or self._people != standing.people or not is_same:
                    _seat(database, game, standing, length)
                _set_result(database, game, standing, began + at)
                seated = [(visitor, game) for visitor in standing.visitors]
                database.executemany("INSERT OR IGNORE INTO browser VALUES (?, ?)", seated)
            is_open = standing is not None and not standing.outcome
            if is_open:
                database.execute("INSERT OR REPLACE INTO unfinished VALUES (?, ?)", (game, people))
                _keep_flash(database, game, self._flash if is_same else b"", flash)
            self._note_place(database, now, people, game if is_open else None)
        if is_deleted:
            return True
        self._key, self._game, self._began = (key, game, began) if standing else (None, 0, 0)
        self._before = before
        self._actions = list(standing.actions) if standing else []
        self._people = standing.people if standing else None
        if standing:
            self._last, self._last_s = game, self._passed()
        self._flash = flash if is_open else b""
        self._is_new_here = False
        return True

    def _note_place(self, database: sqlite3.Connection, now: int, people: str, game: int | None) -> None:
        """Write who is at this place, and the open game there, if any, which goes on nowhere else."""
        database.execute("INSERT OR REPLACE INTO at_place VALUES (?, ?, ?, ?)", (self._place, now, people, game))
        if game is not None and self._is_new_here:
            database.execute("UPDATE at_place SET game = NULL WHERE game = ? AND place != ?", (game, self._place))

    def _just_played(self) -> int:
        """Return the game that was kept last, 0 after a long pause."""
        return self._last if self._passed() - self._last_s < PAUSE_S else 0


def _begin(database: sqlite3.Connection, place: str, standing: Standing, rules: str, now: int, just_played: int) -> int:
    persons = [name for name, level in standing.people if not level]
    at = f"board {standing.board}" if standing.board else place
    evening = evening_of(database, at, persons, standing.visitors, now, just_played)
    return insert_game(
        database,
        evening=evening,
        game=standing.setup.split()[0],
        setup=standing.setup,
        began=now,
        ended=None,
        ending=OPEN,
        outcome="[]",
        points="[]",
        length=0,
        rules=rules,
        taken_back=standing.is_taken_back,
        board=standing.board,
    )


def insert_game(database: sqlite3.Connection, **row: object) -> int:
    """Insert a game, its columns by name; return its number."""
    columns, values = ", ".join(row), ", ".join(f":{column}" for column in row)
    return int(database.execute(f"INSERT INTO game ({columns}) VALUES ({values})", row).lastrowid or 0)


def _append(database: sqlite3.Connection, game: int, old: Sequence[Action], new: Sequence[Action], at: int) -> int:
    """Replace what differs, and return how many actions were the same."""
    new = list(new)
    length = len(old)
    if new[: len(old)] != old:
        length = next(
            (place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
            min(len(old), len(new)),
        )
        database.execute("DELETE FROM action WHERE game = ? AND place >= ?", (game, length))
    rows = [(game, place, at, packed(action)) for place, action in enumerate(new[length:], length)]
    database.executemany("INSERT INTO action VALUES (?, ?, ?, ?)", rows)
    return length


def _seat(database: sqlite3.Connection, game: int, standing: Standing, length: int) -> None:
    """Keep who plays from now on; who took over after `length` actions that were taken back plays since then."""
    since = len(standing.actions)
    for player, (name, level) in enumerate(standing.people):
        database.execute("DELETE FROM player WHERE game = ? AND player = ? AND since > ?", (game, player, length))
        last = database.execute(
            "SELECT coalesce(text, ''), level FROM player LEFT JOIN name ON name.id = player.name"
            " WHERE game = ? AND player = ? ORDER BY since DESC LIMIT 1",
            (game, player),
        ).fetchone()
        if last != (name, level):
            add_player(database, game, player, since if last else 0, standing.seats[player], name, level)


def add_player(
    database: sqlite3.Connection, game: int, player: int, since: int, seat: int, name: str, level: str
) -> None:
    """Keep who plays for a player since that many actions, as in `KeptPlayer`."""
    if name:
        database.execute("INSERT OR IGNORE INTO name (text) VALUES (?)", (name,))
    database.execute(
        "INSERT OR REPLACE INTO player VALUES (?, ?, ?, ?, (SELECT id FROM name WHERE text = ?), ?)",
        (game, player, since, seat, name, level),
    )


def _set_result(database: sqlite3.Connection, game: int, standing: Standing, now: int) -> None:
    """Set how the game stands: over, or open, even if it had been over before something was taken back."""
    if not standing.outcome:
        database.execute(
            "UPDATE game SET ended = NULL, ending = ?, outcome = '[]', points = '[]', length = 0,"
            " taken_back = max(taken_back, ?) WHERE id = ? AND (ended IS NOT NULL OR taken_back < ?)",
            (OPEN, standing.is_taken_back, game, standing.is_taken_back),
        )
        database.execute("DELETE FROM review WHERE game = ?", (game,))  # if it had been over
        return
    database.execute(
        "UPDATE game SET ended = coalesce(ended, ?), ending = ?, outcome = ?, points = ?, length = ?,"
        " taken_back = max(taken_back, ?) WHERE id = ?",
        (
            now,
            OVER,
            json.dumps(standing.outcome),
            json.dumps(standing.points),
            len(standing.actions),
            standing.is_taken_back,
            game,
        ),
    )
    _close(database, game)


def _abandon(database: sqlite3.Connection, game: int, length: int, now: int) -> None:
    """End a game that was left for another one or for none, unless it is over."""
    database.execute(
        "UPDATE game SET ended = ?, ending = ?, length = ? WHERE id = ? AND ended IS NULL",
        (now, ABANDONED, length, game),
    )
    _close(database, game)


def _close(database: sqlite3.Connection, game: int) -> None:
    """Drop what it took to go on."""
    for table in ("unfinished", "flash"):
        database.execute(f"DELETE FROM {table} WHERE game = ?", (game,))


def _keep_flash(database: sqlite3.Connection, game: int, old: bytes, new: bytes) -> None:
    """Keep the sectors that have changed."""
    sectors = [slice(at, at + SECTOR_BYTES) for at in range(0, len(new), SECTOR_BYTES)]
    changed = [
        (game, number, zlib.compress(new[sector], 1))
        for number, sector in enumerate(sectors)
        if old[sector] != new[sector]
    ]
    database.executemany("INSERT OR REPLACE INTO flash VALUES (?, ?, ?)", changed)
