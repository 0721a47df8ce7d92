"""Which games are an evening: those of one group of people, until a pause of four hours or five in the morning.

All times here are seconds since 1970, those of the file milliseconds.
"""

import sqlite3
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from tavolo_host.history.checksums import fits
from tavolo_host.texts.names import name_key

MORNING = 5  # o'clock here, when an evening has ended
PAUSE_S = 4 * 60 * 60.0


def morning_after(when: float) -> float:
    """Return when the evening of this moment ends at the latest."""
    return _next_morning(when).timestamp()


def last_morning(now: float) -> float:
    """Return when the last evening ended: this evening's games have begun since."""
    return (_next_morning(now) - timedelta(days=1)).timestamp()


def _next_morning(when: float) -> datetime:
    """Return the morning by the clock on the wall, also when that is changed in the night."""
    given = datetime.fromtimestamp(when)
    morning = given.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    return morning + timedelta(days=given >= morning)


def evening_of(
    database: sqlite3.Connection,
    place: str,
    persons: Sequence[str],
    visitors: Collection[str],
    began: int,
    just_played: int = 0,
) -> int:
    """Return the evening of a game that has these persons: the last one of their group if it goes on, or a new one.

    A group is known by a name, or a browser, that was in one of the evening's games. At one place it is also the same
    if a person has no name, or if bots alone play. Games that were imported are among themselves. `just_played` is the
    number of the game that this program kept last, if that is not longer ago than the pause; 0 for none.
    """
    evening: int
    for evening, at_place in _going_on(database, place, began, just_played):
        names, browsers = _people_of(database, evening)
        mine = {name_key(name) for name in persons}
        may_be_the_same = at_place and (not names or not mine or "" in names | mine)
        if may_be_the_same or (names & mine) - {""} or browsers.intersection(visitors):
            return evening
    return int(database.execute("INSERT INTO evening VALUES (NULL, ?, ?)", (place, began)).lastrowid or 0)


def _going_on(database: sqlite3.Connection, place: str, began: int, just_played: int) -> list[tuple[int, bool]]:
    """Return the evenings that have not ended when a game begins, each with whether it was at this place, those first.

    What was just played goes on, however far the clock went back since. Any other game that begins after the next
    morning was kept while the clock was ahead, nobody knows when.
    """
    try:
        bounds = 1000 * last_morning(began / 1000), 1000 * morning_after(began / 1000), began - 1000 * PAUSE_S
    except (ValueError, OverflowError, OSError):  # a moment without a date
        return []
    return database.execute(
        "SELECT evening, place = ? FROM game JOIN evening ON evening.id = evening"
        f" WHERE {fits('evening')} AND game.began >= ? AND (game.began < ? OR game.id = ?) AND (place = '') = (? = '')"
        " AND max(game.began, coalesce(ended, game.began + (SELECT max(at) FROM action WHERE game = game.id), 0)) > ?"
        " GROUP BY evening ORDER BY 2 DESC, max(game.id) DESC",
        (place, *bounds[:2], just_played, place, bounds[2]),
    ).fetchall()


def _people_of(database: sqlite3.Connection, evening: int) -> tuple[set[str], set[str]]:
    """Return the persons of an evening, "" for those without a name, and their browsers."""
    games = "game IN (SELECT id FROM game WHERE evening = ?)"
    names = database.execute(
        f"SELECT DISTINCT coalesce(text, '') FROM player LEFT JOIN name ON name.id = name WHERE level = '' AND {games}",
        (evening,),
    )
    browsers = database.execute(f"SELECT DISTINCT visitor FROM browser WHERE {games} AND {fits('browser')}", (evening,))
    return {name_key(name) for (name,) in names}, {visitor for (visitor,) in browsers}
