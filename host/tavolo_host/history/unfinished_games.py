"""What it takes to go on with kept games: the open ones, the newest at a board, and each table as it was last."""

import json
import zlib
from math import inf

from tavolo.rules.packing import unpacked
from tavolo_host.history.checksums import ROWS, columns, row_sum
from tavolo_host.history.game_rows import GameRows, damage, readable_of
from tavolo_host.history.kept_game import AtPlace, KeptGame, Unfinished
from tavolo_host.history.open_file import OpenFile


class UnfinishedGames:
    """The games of a file with which a table can go on, with all that is hidden; for that table alone.

    Everything raises Unusable, as in `OpenFile`.
    """

    def __init__(self, file: OpenFile) -> None:
        self.file = file
        self._game_rows = GameRows(file)

    def places(self) -> dict[int, str]:
        """Return the place of each open game that a table had last."""
        which = f"game IS NOT NULL AND {self.file.fits('at_place')}"
        return dict(self.file.rows(f"SELECT game, place FROM at_place WHERE {which}"))

    def unfinished(self, rules: str) -> list[KeptGame]:
        """Return the open games by these rules with which a virtual table can go on, those kept last first."""
        which = (
            "WHERE ended IS NULL AND board = '' AND rules = ? AND game.id IN (SELECT unfinished.game FROM unfinished)"
            " ORDER BY game.id DESC"
        )
        return readable_of(self._game_rows.read(which, (rules,)))

    def to_go_on(self, game_id: int) -> Unfinished | None:
        """Return an open game with all that is hidden, for the table that goes on with it; None if it is not there.

        Raises DamagedGame if it cannot be read.
        """
        found = self.whole(game_id)
        return found if found and found.game.ended is None else None

    def whole(self, game_id: int) -> Unfinished | None:
        """Return the same of any game."""
        game = self._game_rows.one(game_id)
        return self._whole(game) if game else None

    def newest_at(self, board: str, rules: str) -> Unfinished | None:
        """Return the game that was kept last at a board that is watched, by these rules; None if there is none.

        Raises DamagedGame if it cannot be read.
        """
        which = "WHERE board = ? AND rules = ? ORDER BY game.id DESC LIMIT 1"
        return next(map(self._whole, readable_of(self._game_rows.read(which, (board, rules)))), None)

    def _whole(self, game: KeptGame) -> Unfinished:
        self._game_rows.check_content(game.id)
        actions = self.file.rows("SELECT action FROM action WHERE game = ? ORDER BY place", (game.id,))
        sectors = self.file.rows("SELECT content FROM flash WHERE game = ? ORDER BY sector", (game.id,))
        with damage(game.id):
            flash = b"".join(zlib.decompress(content) for (content,) in sectors)
            unpacked_actions = [unpacked(action) for (action,) in actions]
        deck = self._game_rows.decks(json.dumps([game.id])).get(game.id)
        return Unfinished(game, unpacked_actions, self.people_of(game.id), flash, deck)

    def people_of(self, game_id: int) -> str:
        """Return the people of an open game, as in `Ledger.keep`; "" if there are none."""
        ((people,),) = self.file.rows("SELECT people FROM unfinished WHERE game = ?", (game_id,)) or [("",)]
        return str(people)

    def at_place(self, place: str) -> AtPlace | None:
        """Return the table at a place as it was last, None if there was none; without people if they are damaged."""
        summed = columns(ROWS["at_place"][1], "at_place")
        found = self.file.rows(f"SELECT {summed} FROM at_place WHERE place = ?", (place,))
        if self.file.has_checksums:
            kept = self.file.rows("SELECT head FROM checksum WHERE whose = ?", (place,))
            if kept != [(row_sum(*row),) for row in found]:  # a row that was lost has left its checksum
                return AtPlace("", inf, None)
        return next((AtPlace(people, saved / 1000.0, game) for _place, saved, people, game in found), None)
