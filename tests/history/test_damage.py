"""Damage to the file of games costs what it has touched, and is told; everything else is there.

With TAVOLO_DAMAGES=N there are N damaged files instead of a few.
"""

import os
import shutil
import sqlite3
import tempfile
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavolo.games import setup_from_text
from tavolo.rules.record import Record
from tavolo_host.display.past.evening_pages import evening_html
from tavolo_host.display.past.history_page import list_html
from tavolo_host.display.past.statistics_page import Asked, statistics_html
from tavolo_host.history import history_file as opening
from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.history import History
from tavolo_host.history.history_file import history_file, unusable
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import KeptPlayer, Standing
from tavolo_host.history.ledger import Ledger
from tavolo_host.history.open_file import OpenFile
from tavolo_host.history.recorder import LONGEST_PAUSE_S, LOOK_S, Recorder
from tavolo_host.history.unfinished_games import UnfinishedGames
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.sources.keeper import LATE_S, Keeper
from tests.cli.command_support import refusal, tavolo
from tests.display.display_support import text_of
from tests.history.damages import KINDS, case, program
from tests.history.earlier_files import EARLIER, done
from tests.history.history_support import played
from tests.playthroughs.mutated_texts import golden_game
from tests.sources.source_support import source_of

DAMAGED = "Game 2 is damaged and cannot be read."
ADA_AND_BOT = (("Ada", ""), ("Bruno", "sensible"))
NOBODY = 65534  # an account that owns nothing
SETUP = "kuh-vadis players=2"
DAMAGES = int(os.environ.get("TAVOLO_DAMAGES", "18"))


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with three games of Bambuti, of Ada and Ben, and of Carl and Dora."""
    kept, actions = golden_game("bambuti")
    path = tmp_path_factory.mktemp("games") / "tavolo.sqlite"
    with History(path) as history:
        for number, names in enumerate((("Ada", "Ben"), ("Carl", "Dora"), ("Ada", "Ben"))):
            players = tuple(KeptPlayer(player, player, name) for player, name in enumerate(names))
            began = 1_790_000_000.0 + 600 * number
            add_game(history.file, kept._replace(began=began, ended=began + 60, players=players), actions)
    return path.read_bytes()


@pytest.fixture(autouse=True)
def file(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("TZ", "UTC")
    history_file().parent.mkdir()
    history_file().write_bytes(content)
    return history_file()


FAULTS = [
    "UPDATE action SET action = x'09630a0a' WHERE game = 2 AND place = 20",
    "UPDATE game SET began = 4611686018427387904 WHERE id = 2",
    "UPDATE game SET ended = 4611686018427387904 WHERE id = 2",
    "UPDATE game SET outcome = '1, 0' WHERE id = 2",
    "UPDATE game SET points = '[3.0' WHERE id = 2",
    "UPDATE game SET ending = 'owed' WHERE id = 2",
    "UPDATE player SET seat = 77 WHERE game = 2 AND player = 1",
    "DELETE FROM player WHERE game = 2 AND player = 0",
]


@pytest.mark.parametrize(
    ("fault", "is_of_an_earlier_version"), [*((fault, True) for fault in FAULTS), (FAULTS[0], False)]
)
def test_a_game_that_cannot_be_read_is_a_line_and_all_others_are_as_they_were(
    fault: str, is_of_an_earlier_version: bool, file: Path
) -> None:
    before = [tavolo("export", str(number)).stdout for number in (1, 3)]
    done(file, f"{EARLIER[2] if is_of_an_earlier_version else ''}{fault}")
    listed, exported, replayed = tavolo("history"), tavolo("export", "--all"), tavolo("replay", "2")
    assert (listed.returncode, exported.returncode, replayed.returncode) == (0, 0, 0)
    assert listed.stdout.count("Bambuti: Ada and Ben") == 2
    assert exported.stdout == "\n".join(before)
    assert exported.stderr == f"{DAMAGED} It is left out.\n"
    assert f"{DAMAGED} What is left of it:\n  bambuti players=2 " in replayed.stdout
    assert refusal("export", "2") == f"{DAMAGED} `tavolo replay 2` tells what is left of it."
    with History(file) as history:
        for html in (list_html(history.games(), ()), evening_html(0, history), statistics_html(Asked(), history)):
            assert "Ada" in text_of(html)


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE game SET points = '[3.0, 1.0]' WHERE id = 2",
        "UPDATE game SET began = began + 1 WHERE id = 2",
        "UPDATE player SET seat = 5 WHERE game = 2 AND player = 1",
        "UPDATE name SET text = 'Dorb' WHERE text = 'Dora'",
        "UPDATE action SET at = at + 1 WHERE game = 2 AND place = 3",
        "DELETE FROM action WHERE game = 2 AND place = 60",
        "DELETE FROM checksum WHERE whose = 2",
    ],
)
def test_what_is_changed_and_still_possible_is_told_by_its_checksum(fault: str, file: Path) -> None:
    done(file, fault)
    with History(file) as history:
        assert [game.id for game in history.games()] == [3, 2, 1]
        with pytest.raises(DamagedGame, match=r"^Game 2 is damaged"):
            (history.game(2), history.actions(2))
        assert len(history.actions(1)) == len(history.actions(3)) > 60


def test_all_that_this_program_writes_fits_its_checksum(file: Path) -> None:
    record = played(SETUP)
    with History(file) as history:
        ledger = Ledger(history.file, "table 1", "0123abcd")
        for length, people in ((9, ADA_AND_BOT), (4, ADA_AND_BOT), (12, (("Ada", ""), ("Ben", "")))):
            standing = Standing(f"{SETUP} table", (0, 1), people, list(record.actions)[:length])
            ledger.keep("game", standing, "{}", bytes(length) * 1000)
        with history.file.writing() as database:
            database.execute("UPDATE name SET text = 'Benno' WHERE text = 'Ben'")
        kept = UnfinishedGames(history.file).to_go_on(4)
        assert kept is not None
        assert [each.name for each in kept.game.at_end()] == ["Ada", "Benno"]
        assert (len(kept.actions), kept.flash) == (12, bytes(12_000))
        assert [type(game).__name__ for game in history.games()] == ["KeptGame"] * 4


def setup_of(record: Record) -> str:
    return record.setup.text().replace("dealt", "table")


def keeper_of(file: Path, source: Any, now: Callable[[], float]) -> Keeper:
    return Keeper(source.table, source.visitors, file, 8520, now)


@pytest.fixture
def left(file: Path) -> Iterator[int]:
    """The number of a game that is open at a table."""
    record = played(SETUP)
    with History(file) as history:
        ledger = Ledger(history.file, "table 8520", firmware_digests()[1])
        standing = Standing(setup_of(record), (0, 4), ADA_AND_BOT, list(record.actions)[:20])
        blank = source_of(setup_from_text(f"{SETUP} table")).table.hardware.kept()
        ledger.keep("game", standing, '{"seats": {}, "names": {}}', blank)
    return 4


def log_of(source: Any) -> list[str]:
    return [entry.sentence for entry in source.mirror.log]


@pytest.mark.parametrize("is_of_an_earlier_version", [False, True])
def test_a_table_whose_open_game_is_damaged_starts_without_it_and_says_so(
    is_of_an_earlier_version: bool, left: int, file: Path
) -> None:
    earlier = EARLIER[2] if is_of_an_earlier_version else ""
    done(file, f"{earlier}UPDATE action SET action = x'09630a0a' WHERE game = {left} AND place = 9")
    source = source_of(setup_from_text("bambuti players=2 table"))
    source.keep(keeper_of(file, source, lambda: 2e9))
    source.step(10)
    assert source.offered.game.NAME == "bambuti"
    about = "The game that was kept cannot go on" if is_of_an_earlier_version else f"Game {left} is damaged"
    assert [sentence for sentence in log_of(source) if sentence.startswith(about)]
    assert "What is left of it" in tavolo("replay", str(left)).stdout or is_of_an_earlier_version
    source.close()


def test_a_table_whose_file_cannot_be_read_yet_goes_on_with_its_game_later(
    left: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 2e9

    def full(path: Path) -> None:
        problem = sqlite3.OperationalError("disk I/O error")
        problem.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise unusable(problem, path)

    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 20_000))
    source = source_of(setup_from_text("bambuti players=2 table"))
    with monkeypatch.context() as changed:
        changed.setattr("tavolo_host.history.open_file.opened", full)
        source.keep(keeper_of(file, source, lambda: now))
        source.step(10)
    assert log_of(source)[-1] == f"The disk with {file} is full. What is played now is not kept."
    now += LATE_S
    source.step(10)
    assert log_of(source)[1:] == ["What is played is kept again."]
    assert source.offered.game.NAME == "kuh-vadis"
    assert source.table.virtual_players.record is not None
    with History(file) as history:
        assert [game.id for game in UnfinishedGames(history.file).unfinished(firmware_digests()[1])] == [left]
    source.close()


class Recorded:
    """A game that is kept by a recorder, in made-up time."""

    def __init__(self, file: Path) -> None:
        self.told: list[str] = []
        self.wall_s, self.passed_s = 2e9, 0.0
        clocks = {"now": lambda: self.wall_s, "passed": lambda: self.passed_s}
        self.recorder = Recorder(file, "table 1", firmware_digests()[1], self.told.append, **clocks)
        self.record = played(SETUP)

    def play(self, length: int, record: Any = None) -> None:
        self.wall_s += 2.0
        self.passed_s += 2.0
        record = record or self.record
        outcome = (record.game.outcome(record.position) or ()) if length == len(record.actions) else ()
        about = ADA_AND_BOT, list(record.actions)[:length], False, outcome
        self.recorder.keep(record, Standing(setup_of(record), (0, 1), *about), "{}")


@pytest.mark.parametrize("came", ["nothing", "an older copy", "another file", "an empty file"])
def test_a_file_that_goes_while_the_program_plays_is_noticed_and_the_game_is_in_the_new_one(
    came: str, file: Path
) -> None:
    table = Recorded(file)
    table.play(10)
    table.recorder._try(lambda kept, _: kept.file.rows("PRAGMA wal_checkpoint(TRUNCATE)"))
    content = {"an older copy": file.read_bytes(), "another file": b"text" * 999, "an empty file": b""}
    table.play(20)
    file.unlink()
    if came != "nothing":
        file.write_bytes(content[came])
    table.passed_s += LOOK_S
    table.recorder.look()
    assert table.recorder.is_behind
    assert table.told[0].startswith(f"{file} was deleted or replaced by another program.")
    for length in (30, 31):
        table.wall_s += LONGEST_PAUSE_S
        table.play(length)
    table.recorder.close()
    with History(file) as history:
        assert [game.id for game in UnfinishedGames(history.file).unfinished(firmware_digests()[1])] == [
            4 if came == "an older copy" else 1
        ]
        assert len(history.actions(history.games()[0].id)) == 31


def test_a_byte_of_the_schema_that_is_no_text_sets_the_file_aside(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[content.index(b"CREATE TABLE game") + 8] = 0x98
    file.write_bytes(content)
    table = Recorded(file)
    table.play(10)
    assert len(table.told) == 1
    assert table.told[0].startswith(f"{file} is damaged. It is called tavolo.sqlite.damaged-")
    assert not table.recorder.is_behind
    table.recorder.close()
    assert "Kuh Vadis" in tavolo("history").stdout


def test_of_a_file_of_which_a_page_is_damaged_all_whole_games_are_read_and_are_in_the_new_one(file: Path) -> None:
    before = tavolo("export", "--all")
    with closing(sqlite3.connect(file)) as database:
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game_by_kind'")
    with open(file, "r+b") as opened:
        opened.seek(4096 * (page - 1))
        opened.write(b"\xa5" * 4096)
    damaged = tavolo("export", "--all")
    assert damaged.stdout == before.stdout
    assert damaged.stderr == f"{file} is damaged. These are the games that can be read in it.\n"
    table = Recorded(file)
    table.play(10)
    table.recorder.close()
    assert table.told[0].endswith("and a new file begins. Games that are in it again: 3.")
    assert tavolo("export", "--all") == before


def test_a_file_that_can_only_be_read_is_read_and_not_touched(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tavolo("export", "--all").stdout
    content = file.read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("something is opened for writing"))
    assert tavolo("history").stdout.count("Bambuti") == 3
    assert (tavolo("export", "--all").stdout, file.read_bytes()) == (before, content)
    done(file, EARLIER[2])
    assert tavolo("export", "--all").stdout == before, "as of an earlier version"


@pytest.mark.skipif(not hasattr(os, "setresuid") or os.geteuid() != 0, reason="Nobody else is there to read.")
def test_another_account_reads_the_games_of_a_folder_in_which_it_may_not_write(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (["history"], ["replay", "1"], ["export", "--all"])
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_DATA_HOME", folder)
        (Path(folder) / "tavolo").mkdir()
        shutil.copy(file, Path(folder) / "tavolo")
        before = [tavolo(*each) for each in words]
        for path, mode in ((Path(folder), 0o755), (history_file().parent, 0o755), (history_file(), 0o644)):
            path.chmod(mode)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            assert [tavolo(*each) for each in words] == before
        finally:
            os.setresuid(0, 0, 0)
    assert [each.returncode for each in before] == [0, 0, 0]


def test_an_older_sqlite_is_named_with_the_one_that_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(opening.sqlite3, "sqlite_version", "3.34.1")
    assert refusal("history") == "Games are kept with SQLite 3.37.0 or a newer one; Python has 3.34.1 here."


HOUR_S, YEAR_S = 3600.0, 365 * 86400.0


def test_a_clock_that_is_moved_changes_no_order_no_length_and_no_evening_and_all_comes_back(file: Path) -> None:
    table, second = Recorded(file), played(SETUP, 2)
    for length in (10, 20, len(table.record.actions)):
        table.play(length)
        table.wall_s -= HOUR_S * (length == 10)
    table.wall_s -= YEAR_S
    for length in (10, len(second.actions)):
        table.play(length, second)
        table.wall_s += HOUR_S
    table.recorder.close()
    with History(file) as history:
        games = [history.game(number) for number in (4, 5)]
        assert [game.id for game in history.games()][:2] == [5, 4]
        assert [round((game.ended or 0) - game.began, 3) for game in games if game] == [4.0, 2.0]
        assert len({game.evening for game in games if game}) == 1
        assert [each.at for each in history.actions(4)][::10][:3] == [0, 2000, 4000]
    text = tavolo("export", "4", "5").stdout
    copy = file.with_name("all.txt")
    copy.write_text(text, encoding="utf-8")
    file.unlink()
    assert tavolo("import", str(copy)).returncode == 0
    assert tavolo("export", "--all").stdout == text


def test_a_game_that_was_here_with_other_names_says_so_and_takes_those_of_the_file_if_asked(file: Path) -> None:
    copy = file.with_name("mine.txt")
    copy.write_text(tavolo("export", "1").stdout.replace(": Ben", ": Benno"), encoding="utf-8")
    about = f"{copy}: Bambuti: Ada and Benno is game 1, and was already"
    told = tavolo("import", str(copy)).stdout
    assert told == f"{about} with other names: Ada and Ben; --names takes those of the file.\n"
    assert "Benno" not in tavolo("history").stdout
    assert tavolo("import", str(copy), "--names").stdout == f"{about}; it has had other names: Ada and Ben.\n"
    assert tavolo("history").stdout.count("Ada and Benno") == 1
    assert tavolo("import", str(copy)).stdout == f"{about}.\n"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(DAMAGES))
def test_damage_of_all_kinds_costs_what_it_has_touched_and_is_told(number: int) -> None:
    case(KINDS[number % len(KINDS)], Random(f"short {number}"))


@pytest.mark.slow
def test_a_reader_without_checksums_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    unchecked = property(lambda _: False, lambda *_: None)
    monkeypatch.setattr(OpenFile, "has_checksums", unchecked, raising=False)
    with pytest.raises(AssertionError, match="nobody is told"):
        case("value", Random("p3 0"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bit", "byte"])
def test_the_program_itself_starts_on_a_damaged_file(kind: str) -> None:
    program(kind, Random(f"short {kind}"))
