"""Reads games from their rows, each whole or not at all: a damaged one is the reason why it cannot be read."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from typing import Any

from tavolo.wiring import SEATS
from tavolo_host.history.checksums import CONTENT, HEAD, columns, total
from tavolo_host.history.history_file import Unusable
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptDeck, KeptGame, KeptPlayer
from tavolo_host.history.open_file import OpenFile
from tavolo_host.texts.deferred import deferred


class DamagedGame(Unusable):
    """A game that cannot be read, while others can."""

    def __init__(self, game_id: int) -> None:
        super().__init__(deferred("Game {} is damaged and cannot be read.", game_id))
        self.id = game_id


class GameRows:
    """Reads games of a file. One of an earlier version has no checksums."""

    def __init__(self, file: OpenFile) -> None:
        self._file = file

    def one(self, game_id: int) -> KeptGame | None:
        """Return a game, None if it is not there. Raises DamagedGame if it cannot be read."""
        found = next(self.each("WHERE game.id = ?", (game_id,)), None)
        if isinstance(found, DamagedGame):
            raise found
        return found

    def read(self, which: str, values: Sequence[Any]) -> list[KeptGame | DamagedGame]:
        """Return the games of a part of a query that begins with WHERE or ORDER BY."""
        return list(self.each(which, values))

    def each(self, which: str, values: Sequence[Any]) -> Iterator[KeptGame | DamagedGame]:
        """Yield the same games, one after the other: ten thousand of them keep the garbage collection busy."""
        found = self._file.rows(f"SELECT {columns(HEAD['game'], 'game', as_bytes=True)} FROM game {which}", values)
        numbers = json.dumps([row[0] for row in found if isinstance(row[0], int)])
        players = self._players(numbers)
        sums, decks = dict(self._sums(numbers)), self.decks(numbers)
        for row in found:
            seated = players.get(row[0], [])
            is_whole = not self._file.has_checksums or sums.get(row[0]) == total([row, *seated])
            yield _game(row, seated, decks.get(row[0])) if is_whole else DamagedGame(row[0])

    def _players(self, numbers: str) -> dict[int, list[tuple[Any, ...]]]:
        rows = self._file.rows(
            f"SELECT {columns(HEAD['player'], 'player', as_bytes=True)} FROM player"
            " WHERE player.game IN (SELECT value FROM json_each(?)) ORDER BY player.game, since, player",
            (numbers,),
        )
        return {game: list(some) for game, some in groupby(rows, lambda row: row[0])}

    def decks(self, numbers: str) -> dict[int, KeptDeck]:
        """Return the decks of games, given as JSON, with their seeds, which are secrets until a game has ended."""
        if not self._file.is_of_this_version:
            return {}
        which = "WHERE game IN (SELECT value FROM json_each(?))"
        found = self._file.rows(f"SELECT game, commitment, seed, since FROM deck {which}", (numbers,))
        return {game: KeptDeck(*rest) for game, *rest in found}

    def _sums(self, numbers: str) -> list[tuple[Any, ...]]:
        if not self._file.has_checksums:
            return []
        return self._file.rows(
            "SELECT whose, head FROM checksum WHERE whose IN (SELECT value FROM json_each(?))", (numbers,)
        )

    def check_content(self, game_id: int) -> None:
        """Raise DamagedGame if a game's actions, or what it takes to go on, are not those that were kept."""
        if not self._file.has_checksums:
            return
        rows = [
            row
            for table, summed in CONTENT.items()
            if table != "deck" or self._file.is_of_this_version
            for row in self._file.rows(f"SELECT {columns(summed, table)} FROM {table} WHERE game = ?", (game_id,))
        ]
        kept = self._file.rows("SELECT content FROM checksum WHERE whose = ?", (game_id,))
        if kept != [(total(rows),)] and (rows or kept):
            raise DamagedGame(game_id)


def readable_of(games: Sequence[KeptGame | DamagedGame]) -> list[KeptGame]:
    """Return the games that can be read."""
    return [game for game in games if isinstance(game, KeptGame)]


@contextmanager
def damage(game_id: int) -> Iterator[None]:
    """Turn what is raised for bytes that were never kept into DamagedGame."""
    try:
        yield
    except Unusable:
        raise
    except Exception as problem:
        raise DamagedGame(game_id) from problem


def _game(row: tuple[Any, ...], seated: Sequence[tuple[Any, ...]], deck: KeptDeck | None) -> KeptGame | DamagedGame:
    """Return a game, its texts being bytes; an earlier version may have given a damaged one its checksum."""
    try:
        texts: list[Any] = [value.decode() if type(value) is bytes else value for value in row]
        number, evening, name, setup, began, ended, ending, outcome, points, length, rules, taken_back, board = texts
        players = tuple(_player(*each) for each in seated)
        ended = None if ended is None else max(began, ended) / 1000.0  # the clock may have been put back
        about = number, evening, name, setup, began / 1000.0, ended, ending, length, rules, board, bool(taken_back)
        outcome, points = map(tuple, json.loads(f"[{outcome}, {points}]"))
        if deck and ended is None:
            deck = deck._replace(seed="")
        game = KeptGame(*about, outcome, points, players, deck)
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
