"""Reads games from their rows, each whole or not at all: a damaged one is the reason why it cannot be read."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from tavolo.wiring import SEATS
from tavolo_host.history.checksums import HEAD, columns, total
from tavolo_host.history.history_file import Unusable
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptGame, KeptPlayer
from tavolo_host.texts.deferred import deferred

Rows = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]  # of a query with values


class DamagedGame(Unusable):
    """A game that cannot be read, while others can."""

    def __init__(self, game_id: int) -> None:
        super().__init__(deferred("Game {} is damaged and cannot be read.", game_id))
        self.id = game_id


class GameRows:
    """Reads games of a file; `rows` returns those of a query. A file of an earlier version has no checksums."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.has_checksums = bool(rows("SELECT 1 FROM main.sqlite_master WHERE name = 'checksum'", ()))

    def read(self, which: str, values: Sequence[Any]) -> list[KeptGame | DamagedGame]:
        """Return the games of a part of a query that begins with WHERE or ORDER BY."""
        return list(self.each(which, values))

    def each(self, which: str, values: Sequence[Any]) -> Iterator[KeptGame | DamagedGame]:
        """Yield the same games, one after the other: ten thousand of them keep the garbage collection busy."""
        found = self._rows(f"SELECT {columns(HEAD['game'], 'game', as_bytes=True)} FROM game {which}", values)
        numbers = json.dumps([row[0] for row in found if isinstance(row[0], int)])
        players = self._players(numbers)
        sums = dict(self._sums(numbers))
        for row in found:
            seated = players.get(row[0], [])
            is_whole = not self.has_checksums or sums.get(row[0]) == total([row, *seated])
            yield _game(row, seated) if is_whole else DamagedGame(row[0])

    def _players(self, numbers: str) -> dict[int, list[tuple[Any, ...]]]:
        rows = self._rows(
            f"SELECT {columns(HEAD['player'], 'player', as_bytes=True)} FROM player"
            " WHERE player.game IN (SELECT value FROM json_each(?)) ORDER BY player.game, since, player",
            (numbers,),
        )
        return {game: list(some) for game, some in groupby(rows, lambda row: row[0])}

    def _sums(self, numbers: str) -> list[tuple[Any, ...]]:
        if not self.has_checksums:
            return []
        return self._rows(
            "SELECT whose, head FROM checksum WHERE whose IN (SELECT value FROM json_each(?))", (numbers,)
        )


def _game(row: tuple[Any, ...], seated: Sequence[tuple[Any, ...]]) -> KeptGame | DamagedGame:
    """Return a game, its texts being bytes; an earlier version may have given a damaged one its checksum."""
    try:
        texts: list[Any] = [value.decode() if type(value) is bytes else value for value in row]
        number, evening, name, setup, began, ended, ending, outcome, points, length, rules, taken_back, board = texts
        players = tuple(_player(*each) for each in seated)
        ended = None if ended is None else max(began, ended) / 1000.0  # the clock may have been put back
        about = number, evening, name, setup, began / 1000.0, ended, ending, length, rules, board, bool(taken_back)
        outcome, points = map(tuple, json.loads(f"[{outcome}, {points}]"))
        game = KeptGame(*about, outcome, points, players)
        return game if _is_possible(game) else DamagedGame(number)
    except (ValueError, TypeError, OverflowError, OSError, RecursionError):
        return DamagedGame(row[0])


def _player(_game: int, player: int, since: int, seat: int, name: bytes | None, level: bytes) -> KeptPlayer:
    if not 0 <= seat < SEATS:
        raise ValueError("there is no such seat")
    return KeptPlayer(player, seat, (name or b"").decode(), level.decode(), since)


def _is_possible(game: KeptGame) -> bool:
    """Return whether all that shows games can show this one; raise ValueError and others for moments without a date."""
    for moment in (game.began, game.ended or 0.0):
        datetime.fromtimestamp(moment)
    first = [each.player for each in game.players if not each.since]
    players = len(first)
    return (
        game.ending in (OPEN, OVER, ABANDONED)
        and (game.ending == OPEN) == (game.ended is None)
        and bool(game.outcome) == (game.ending == OVER)
        and {int}.issuperset(map(type, game.outcome))
        and {int, float}.issuperset(map(type, game.points))
        and first == [*range(players)]
        and len(game.at_end()) == players
        and len(game.points) in (0, players)
    )
