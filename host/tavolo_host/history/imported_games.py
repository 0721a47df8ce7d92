"""Adds games that were played elsewhere, with who played them."""

import json
import sqlite3
from collections.abc import Sequence

from tavolo.rules.packing import packed
from tavolo_host.history.evenings import evening_of
from tavolo_host.history.kept_game import KeptAction, KeptGame, KeptPlayer
from tavolo_host.history.ledger import add_player, insert_game
from tavolo_host.history.open_file import OpenFile


def add_game(file: OpenFile, kept: KeptGame, actions: Sequence[KeptAction], place: str = "") -> int:
    """Add a game that was played elsewhere, and return its number. That of `kept` and its evening are not looked at."""
    began = round(kept.began * 1000)
    with file.writing() as database:
        evening = evening_of(database, place, [each.name for each in kept.players if not each.level], (), began)
        game = insert_game(
            database,
            evening=evening,
            game=kept.game,
            setup=kept.setup,
            began=began,
            ended=None if kept.ended is None else round(kept.ended * 1000),
            ending=kept.ending,
            outcome=json.dumps(kept.outcome),
            points=json.dumps(kept.points),
            length=len(actions),
            rules=kept.rules,
            taken_back=kept.is_taken_back,
            board=kept.board,
        )
        _add_players(database, game, kept.players)
        if kept.deck:
            database.execute("INSERT INTO deck VALUES (?, ?, ?, ?)", (game, *kept.deck))
        rows = [(game, place, each.at, packed(each.action)) for place, each in enumerate(actions)]
        database.executemany("INSERT INTO action VALUES (?, ?, ?, ?)", rows)
    return game


def replace_players(file: OpenFile, game: int, players: Sequence[KeptPlayer]) -> None:
    """Let a game have been played by these players."""
    with file.writing() as database:
        database.execute("DELETE FROM player WHERE game = ?", (game,))
        database.execute("DELETE FROM review WHERE game = ?", (game,))  # it may have names
        database.execute("DELETE FROM name WHERE id NOT IN (SELECT name FROM player WHERE name IS NOT NULL)")
        _add_players(database, game, players)


def _add_players(database: sqlite3.Connection, game: int, players: Sequence[KeptPlayer]) -> None:
    for each in players:
        add_player(database, game, each.player, each.since, each.seat, each.name, each.level)
