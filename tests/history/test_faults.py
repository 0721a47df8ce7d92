"""A disk or file that cannot be used costs a sentence, and is tried again later."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tavolo.rules.record import Record
from tavolo_host.history import history_file
from tavolo_host.history.history import History
from tavolo_host.history.history_file import PATIENCE_S, Unusable, unusable
from tavolo_host.history.kept_game import Standing
from tavolo_host.history.recorder import FIRST_PAUSE_S, LONGEST_PAUSE_S, Recorder
from tests.history.history_support import ADA_AND_BOT, SETUP, played

NOT_KEPT = "What is played now is not kept."
AGAIN = "What is played is kept again."


class Kept:
    """A game at a table, kept by a recorder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now_s = 1e9
        self.told: list[str] = []
        self.record: Record = played(SETUP)
        self.recorder = Recorder(path, "port 8520", "0123abcd", self.told.append, now=lambda: self.now_s)

    def play(self, length: int, after_s: float = 1.0) -> None:
        self.now_s += after_s
        actions = list(self.record.actions)[:length]
        standing = Standing("kuh-vadis players=2 table", (0, 1), ADA_AND_BOT, actions)
        self.recorder.keep(self.record, standing, "{}")

    def length(self) -> int:
        with History(self.path) as history:
            games = history.games()
            return len(history.actions(games[0].id)) if games else 0


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    kept = Kept(tmp_path / "tavolo.sqlite")
    yield kept
    kept.recorder.close()


def test_a_file_that_another_program_is_writing_is_tried_again_ever_more_seldom(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PATIENCE_S / FIRST_PAUSE_S <= 0.1  # of the time the page stands still
    monkeypatch.setattr(history_file, "PATIENCE_S", 0.001)
    kept.play(3)
    with closing(sqlite3.connect(kept.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        kept.play(4)
        assert kept.told == [f"Another program is using {kept.path}. {NOT_KEPT}"]
        for length in range(5, 50):
            kept.play(length, LONGEST_PAUSE_S)
        assert len(kept.told) == 1
        other.execute("ROLLBACK")
    kept.play(50)
    assert kept.length() == 3
    kept.play(51, LONGEST_PAUSE_S)
    assert kept.told[1:] == [AGAIN]
    assert kept.length() == 51


def test_two_programs_on_one_file_keep_a_game_each(kept: Kept) -> None:
    other = Kept(kept.path)
    other.recorder = Recorder(kept.path, "port 8521", "0123abcd", other.told.append)
    for length in range(0, 40, 4):
        kept.play(length)
        other.play(length)
    with History(kept.path) as history:
        assert [len(history.actions(game.id)) for game in history.games()] == [36, 36]
    assert kept.told == other.told == []
    other.recorder.close()


def test_a_folder_that_cannot_be_made_costs_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    kept = Kept(tmp_path / "file" / "tavolo.sqlite")
    kept.play(1)
    kept.play(2)
    assert kept.told == [f"{kept.path} cannot be opened: File exists. {NOT_KEPT}"]
    (tmp_path / "file").unlink()
    kept.play(3, LONGEST_PAUSE_S)
    assert kept.told[1:] == [AGAIN]
    assert kept.length() == 3


def test_a_newer_file_is_left_alone_while_the_table_plays_on(kept: Kept) -> None:
    History(kept.path).close()
    with closing(sqlite3.connect(kept.path)) as database:
        database.execute("PRAGMA user_version = 99")
    kept.play(1)
    kept.play(2, LONGEST_PAUSE_S)
    newer = f"{kept.path} was written by a newer version of Tavolo. It stays as it is."
    assert kept.told == [f"{newer} {NOT_KEPT}"]


@pytest.mark.parametrize("is_open", [False, True])
def test_a_damaged_file_is_set_aside_and_the_game_begins_a_new_one(kept: Kept, is_open: bool) -> None:
    if is_open:
        kept.play(30)
        kept.recorder._try(lambda kept, _: kept.file.rows("PRAGMA wal_checkpoint(TRUNCATE)"))
    size = kept.path.stat().st_size if is_open else 50_000
    with open(kept.path, "r+b" if is_open else "wb") as file:
        file.seek(0 if not is_open else 4096)
        file.write(b"\xa5" * (size - 4096 * is_open))
    if is_open:
        kept.recorder._try(lambda kept, _: kept.file.database.execute("PRAGMA cache_size = 0"))
        kept.recorder._try(lambda kept, _: kept.file.database.execute("PRAGMA shrink_memory"))
    kept.play(40)
    (aside,) = kept.path.parent.glob("tavolo.sqlite.damaged-????????-??????")
    assert kept.told == [f"{kept.path} is damaged. It is called {aside.name} now, and a new file begins."]
    assert aside.read_bytes().endswith(b"\xa5" * 1000)
    assert kept.length() == 40
    assert not kept.recorder.is_behind


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (sqlite3.SQLITE_FULL, "The disk with FILE is full."),
        (sqlite3.SQLITE_READONLY, "FILE cannot be written: the disk, the folder or the file is read-only."),
        (sqlite3.SQLITE_READONLY | 5 << 8, "FILE cannot be written: the disk, the folder or the file is read-only."),
        (sqlite3.SQLITE_CANTOPEN, "FILE cannot be opened: reason."),
        (sqlite3.SQLITE_IOERR, "FILE cannot be used: reason."),
        (sqlite3.SQLITE_CORRUPT, "FILE is damaged."),
    ],
)
def test_each_fault_of_sqlite_has_a_sentence(code: int, sentence: str) -> None:
    problem = sqlite3.OperationalError("reason")
    problem.sqlite_errorcode = code
    found = unusable(problem, Path("FILE"))
    assert isinstance(found, Unusable)
    assert found.sentence == sentence


def test_a_folder_without_permission_has_a_sentence() -> None:
    found = unusable(PermissionError(13, "Permission denied"), Path("FILE"))
    assert found.sentence == "FILE cannot be written: the disk, the folder or the file is read-only."
