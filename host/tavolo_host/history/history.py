"""Reads the games that were kept."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from tavolo.games import load, names
from tavolo.rules.packing import unpacked
from tavolo_host.history.checksums import row_sum
from tavolo_host.history.game_rows import DamagedGame, GameRows, damage
from tavolo_host.history.kept_game import OPEN, KeptAction, KeptGame
from tavolo_host.history.open_file import OpenFile, Readable
from tavolo_host.texts.names import name_key

OF_NAME = (
    "game.id IN (SELECT player.game FROM player JOIN name ON name.id = player.name WHERE person(text) = person(?))"
)


class History:
    """The games of the file at `path`, as far as they are `readable`, None for all of them.

    Everything raises Unusable, as in `OpenFile`.
    """

    def __init__(self, path: Path, readable: Readable | None = None) -> None:
        self.file = OpenFile(path, readable)
        self._game_rows = GameRows(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def games(self, player: str = "", game: str = "", limit: int = -1, offset: int = 0) -> list[KeptGame | DamagedGame]:
        """Return the games of a player's name and of a game's name, or of all, those kept last first.

        One that cannot be read is the reason why.
        """
        where, values = _filtered(player, game)
        return self._game_rows.read(f"{where} ORDER BY game.id DESC LIMIT ? OFFSET ?", (*values, limit, offset))

    def all_games(self, kind: str = "") -> Iterator[KeptGame | DamagedGame]:
        """Yield the games of a kind, or of all kinds, those kept first first."""
        which = "WHERE game.game = ? " if kind else ""
        return self._game_rows.each(f"{which}ORDER BY game.id", (kind,) if kind else ())

    def count(self, player: str = "", game: str = "") -> int:
        """Return how many games that are."""
        where, values = _filtered(player, game)
        ((count,),) = self.file.rows(f"SELECT count(*) FROM game {where}", values)
        return int(count)

    def game(self, game_id: int) -> KeptGame | None:
        """Return a game, None if it is not there. Raises DamagedGame if it cannot be read."""
        return self._game_rows.one(game_id)

    def evening(self, evening: int) -> list[KeptGame | DamagedGame]:
        """Return the games of an evening, in their order; one that cannot be read is the reason why."""
        return self._game_rows.read("WHERE evening = ? ORDER BY game.id", (evening,))

    def actions(self, game_id: int) -> list[KeptAction]:
        """Return a game's actions: with all that was hidden once it has ended, in their public form before.

        Raises DamagedGame if they cannot be read.
        """
        about = self.file.rows("SELECT game, ended IS NULL FROM game WHERE id = ?", (game_id,))
        if not about:  # or not for this reader
            return []
        ((game, is_open),) = about
        self._game_rows.check_content(game_id)
        rows = self.file.rows("SELECT action, at FROM action WHERE game = ? ORDER BY place", (game_id,))
        with damage(game_id):
            seen: Callable[[tuple[int, ...]], tuple[int, ...]] = load(game).public if is_open else tuple
            return [KeptAction(seen(unpacked(action)), at) for action, at in rows]

    def remains(self, game_id: int) -> list[str]:
        """Return what is left of a game that cannot be read, as lines: its setup, and its actions in words or numbers.

        Of one that does not say that it has ended, they are in their public form.
        """
        ((kind, setup, ending),) = self.file.rows("SELECT game, setup, ending FROM game WHERE id = ?", (game_id,)) or [
            ("", "", OPEN)
        ]
        lines = [setup]
        if kind not in names():
            return lines
        rules = load(kind)
        for (content,) in self.file.rows("SELECT action FROM action WHERE game = ? ORDER BY place", (game_id,)):
            try:
                action = unpacked(content)
                lines.append(rules.action_text(action if ending else rules.public(action)))
            except Exception:  # anything that rules raise for what is none of their actions
                lines.append("?")
        return lines

    def people(self) -> list[str]:
        """Return the names of all persons, in the alphabet's order, each as it was written most often."""
        return sorted(set(self.spellings().values()), key=name_key)

    def spellings(self) -> dict[str, str]:
        """Return how the names of persons are written, by `name_key`: as most often, of equals as at first."""
        found = self.file.rows(
            "SELECT text FROM name JOIN player ON player.name = name.id WHERE level = ''"
            " GROUP BY name.id ORDER BY count(*), name.id DESC"
        )
        return {name_key(name): name for (name,) in found}

    def as_written(self, name: str) -> str:
        """Return how a person's name is written; any other name as it is."""
        return self.spellings().get(name_key(name), name)

    def kinds(self) -> list[str]:
        """Return the names of the games that were played."""
        return [name for (name,) in self.file.rows("SELECT DISTINCT game FROM game ORDER BY game")]

    # ---- reviews

    def review(self, game_id: int) -> str:
        """Return the review that was kept of a game, "" for none, or if it is not what was kept."""
        ((content,),) = self.file.rows("SELECT content FROM review WHERE game = ?", (game_id,)) or [("",)]
        if str(content).startswith("["):  # an earlier version's, without a checksum
            return str(content)
        checksum, _, text = str(content).partition(" ")
        return text if checksum == f"{row_sum(text):08x}" else ""

    def keep_review(self, game_id: int, content: str) -> None:
        """Keep the review of a game, instead of the last one."""
        with self.file.writing() as database:
            kept = "INSERT OR REPLACE INTO review SELECT id, ? FROM game WHERE id = ?"  # it may be deleted
            database.execute(kept, (f"{row_sum(content):08x} {content}", game_id))


def _filtered(player: str, game: str) -> tuple[str, list[str]]:
    conditions = [*([OF_NAME] if player else []), *(["game = ?"] if game else [])]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    return where, [each for each in (player, game) if each]
