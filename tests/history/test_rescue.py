"""What is saved of a damaged file, what damaged rows beside the games cost, and files that earlier versions wrote."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import pytest

from tavolo.rules.record import Record
from tavolo_host.history import forgetting
from tavolo_host.history.forgetting import export_file, rename_person
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable, unusable
from tavolo_host.history.kept_game import AtPlace, KeptGame
from tavolo_host.history.open_file import OpenFile, Readable
from tavolo_host.history.recorder import DAMAGED_ROWS, LONGEST_PAUSE_S, Recorder
from tavolo_host.history.rescue import rescue
from tavolo_host.history.tables import OLD_PROGRAM
from tavolo_host.history.unfinished_games import UnfinishedGames
from tests.history.earlier_files import EARLIER, done
from tests.history.history_support import SETUP, Clock, Table, played

ADA_AND_BEA, CARL_AND_DORA, EVE_AND_FAY = (
    (("Ada", ""), ("Bea", "")),
    (("Carl", ""), ("Dora", "")),
    (("Eve", ""), ("Fay", "")),
)
GAMES = (ADA_AND_BEA, ADA_AND_BEA, CARL_AND_DORA)
PLACE = "port 8520"


@cache
def record_of(seed: int) -> Record:
    return played(SETUP, seed)


def table_with_games(file: Path, place: str, *games: tuple[tuple[str, str], ...], began_s: float = 0.0) -> Table:
    """A table at which these people have played a game each, of which the last one is open."""
    table = Table(file, place)
    table.clock.s += began_s
    for seed, people in enumerate(games, 1):
        record = record_of(seed)
        browsers = (f"{people[0][0]}'s phone",)
        table.stand(record, 8, people, browsers)
        table.clock.s += 60
        table.stand(record, 12 if seed == len(games) else len(record.actions), people, browsers)
    return table


@pytest.fixture
def aside(tmp_path: Path) -> Path:
    """A file with two games of Ada and Bea, and an open one of Carl and Dora."""
    file = tmp_path / "aside.sqlite"
    table_with_games(file, PLACE, *GAMES).close()
    return file


@pytest.fixture
def file(aside: Path) -> Path:
    return aside.with_name("tavolo.sqlite")


def names_of(game: Any) -> list[str]:
    assert isinstance(game, KeptGame), game
    return [each.name for each in game.players]


def test_games_and_evenings_whose_numbers_are_taken_get_new_ones(aside: Path, file: Path) -> None:
    table_with_games(file, "port 8521", EVE_AND_FAY, EVE_AND_FAY, began_s=9.0).close()
    with History(aside) as old, History(file) as history:
        assert rescue(aside, history.file) == 3
        games = [*history.all_games()]
        assert [names_of(game)[0] for game in games] == ["Eve", "Eve", "Carl", "Ada", "Ada"]
        assert [game.id for game in games if isinstance(game, KeptGame)] == [1, 2, 3, 4, 5]
        evenings = [game.evening for game in games if isinstance(game, KeptGame)]
        assert (evenings[0], evenings[3]) == (evenings[1], evenings[4])
        assert len({*evenings}) == 3
        assert [history.actions(number) for number in (4, 5, 3)] == [old.actions(number) for number in (1, 2, 3)]
        assert UnfinishedGames(history.file).places() == {2: "port 8521", 3: PLACE}
        assert all(history.file.has_all_of(each) for each in DAMAGED_ROWS)


def test_a_table_goes_on_with_its_game_under_its_new_number(aside: Path, file: Path) -> None:
    table_with_games(file, "port 8521", EVE_AND_FAY, EVE_AND_FAY, EVE_AND_FAY, began_s=9.0).close()
    lost = table_with_games(file.with_name("lost.sqlite"), PLACE, *GAMES)
    with History(file) as history:
        rescue(aside, history.file)
    table = Table(file, PLACE, lost.clock)
    table.ledger.resume(lost.ledger)
    lost.close()
    table.stand(record_of(3), 20, CARL_AND_DORA)
    assert len([*table.history.all_games()]) == 6
    assert len(table.history.actions(6)) == 20
    table.close()


def test_games_that_are_in_the_new_file_already_are_not_added_again(aside: Path, file: Path) -> None:
    with History(file) as history:
        for _ in range(2):
            assert rescue(aside, history.file) == 3
            assert history.count() == 3
            assert UnfinishedGames(history.file).places() == {3: PLACE}


def test_a_row_that_no_table_takes_costs_no_game(aside: Path, file: Path) -> None:
    strict = (
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '{}', '{}') WHERE name = 'at_place'"
    )
    done(aside, strict.format(") STRICT", ")"))
    done(aside, "UPDATE at_place SET people = x'ff'")
    done(aside, strict.format(" REFERENCES game)", " REFERENCES game) STRICT"))
    with History(file) as history:
        assert rescue(aside, history.file) == 3
        assert [names_of(game) for game in history.all_games()] == [[name for name, _ in people] for people in GAMES]
        assert UnfinishedGames(history.file).at_place(PLACE) is None


def written_by_another_table(file: Path) -> None:
    with History(file) as history, history.file.writing() as database:
        database.execute("UPDATE at_place SET game = NULL")


def renamed(file: Path) -> None:
    with History(file) as history:
        rename_person(history.file, "Ada", "Eva")


def rescued(file: Path) -> None:
    damaged = file.rename(file.with_name("damaged.sqlite"))
    with History(file) as history:
        assert rescue(damaged, history.file) == 3


@pytest.mark.parametrize("deed", [written_by_another_table, renamed, rescued])
def test_a_damaged_row_of_a_table_stays_damaged_whatever_is_written_into_it(
    deed: Callable[[Path], None], aside: Path
) -> None:
    done(aside, """UPDATE at_place SET people = '{"names": {"other": "Ada"}}'""")
    deed(aside)
    with History(aside) as history:
        assert UnfinishedGames(history.file).at_place(PLACE) == AtPlace("", inf, None)
        assert UnfinishedGames(history.file).places() == {}


@pytest.mark.parametrize("fault", ["UPDATE at_place SET place = 'port 1'", "DELETE FROM at_place"])
def test_a_table_that_is_not_under_its_place_any_more_is_damaged(fault: str, aside: Path) -> None:
    done(aside, fault)
    with History(aside) as history:
        assert UnfinishedGames(history.file).at_place(PLACE) == AtPlace("", inf, None)
        assert UnfinishedGames(history.file).at_place("port 2") is None


class Told:
    """What a recorder tells of a file."""

    def __init__(self, file: Path) -> None:
        self.sentences: list[str] = []
        self.clock = Clock()
        about = file, PLACE, "0123abcd", self.sentences.append, self.clock
        self.recorder = Recorder(*about, passed=self.clock)

    def look(self) -> list[str]:
        self.clock.s += LONGEST_PAUSE_S
        self.recorder.keep(None, None, "{}")
        return self.sentences


@pytest.fixture
def told(aside: Path) -> Iterator[Told]:
    told = Told(aside)
    yield told
    told.recorder.close()


@pytest.mark.parametrize(
    ("fault", "table"),
    [
        ("UPDATE evening SET place = 'port 8521' WHERE id = 1", "evening"),
        ("UPDATE evening SET id = 9 WHERE id = 1", "evening"),
        ("UPDATE browser SET game = 3, visitor = 'another' WHERE game = 1", "browser"),
        ("DELETE FROM browser WHERE game = 1", "browser"),
        ("DELETE FROM checksum WHERE whose GLOB 'browser *'", "browser"),
    ],
)
def test_what_is_changed_beside_the_games_is_told_once(fault: str, table: str, aside: Path, told: Told) -> None:
    done(aside, fault)
    assert told.look() == [DAMAGED_ROWS[table]]
    assert told.look() == [DAMAGED_ROWS[table]]


def test_a_browser_reads_no_game_by_a_row_that_was_not_written_so(aside: Path) -> None:
    own = Readable(0, "Ada's phone", 0.0)
    with History(aside, own) as history:
        assert history.count() == 2
    done(aside, "UPDATE browser SET visitor = 'another' WHERE game = 1")
    with History(aside, own) as history, History(aside, own._replace(visitor="another")) as other:
        assert (history.count(), other.count()) == (1, 0)


def test_no_game_goes_on_with_an_evening_that_is_damaged(aside: Path) -> None:
    done(aside, "UPDATE evening SET began = began + 1")
    table = Table(aside, PLACE)
    table.clock.s += 180
    table.stand(record_of(4), 3, ADA_AND_BEA)
    assert table.ledger.evening() == 3
    table.close()


def full_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files have no more than the pages of their empty tables."""

    def opened(path: Path) -> OpenFile:
        file = OpenFile(path)
        ((pages,),) = file.rows("PRAGMA page_count")
        file.rows(f"PRAGMA max_page_count = {pages}")
        return file

    monkeypatch.setattr("tavolo_host.history.recorder.OpenFile", opened)


def test_a_full_disk_while_games_are_copied_is_told_and_they_are_copied_when_there_is_room(
    aside: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(aside)) as database:
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game_by_kind'")
    with open(aside, "r+b") as opened:
        opened.seek(4096 * (page - 1))
        opened.write(b"\xa5" * 4096)
    with monkeypatch.context() as changed:
        full_disks(changed)
        told.look()
    (damaged,) = aside.parent.glob("aside.sqlite.damaged-*-??????")
    assert told.sentences == [
        f"{aside} is damaged. It is called {damaged.name} now, and a new file begins. Its games are not in it yet.",
        f"The disk with {aside} is full. What is played now is not kept.",
    ]
    assert told.look()[2:] == [
        f"Games of {damaged.name} that are in the file again: 3.",
        "What is played is kept again.",
    ]
    with History(aside) as history:
        assert history.count() == 3


@pytest.mark.parametrize("version", EARLIER)
def test_a_program_that_was_started_before_an_update_is_refused_and_its_game_is_whole(
    version: int, aside: Path
) -> None:
    done(aside, EARLIER[version])
    with closing(sqlite3.connect(aside, isolation_level=None)) as old, History(aside) as history:
        for statement in (
            "INSERT OR REPLACE INTO at_place VALUES ('port 8520', 0, '', NULL)",
            "UPDATE game SET length = 3",
            "DELETE FROM player",
        ):
            with pytest.raises(sqlite3.IntegrityError) as refused:
                old.execute(statement)
            assert unusable(refused.value, aside).sentence == f"{aside} cannot be used: {OLD_PROGRAM}."
        assert [type(game) for game in history.all_games()] == [KeptGame] * 3
        assert len(history.actions(3)) == 12
        assert all(history.file.has_all_of(each) for each in DAMAGED_ROWS)


def test_a_copy_of_all_games_has_what_is_damaged_as_it_is(aside: Path, file: Path) -> None:
    done(aside, "UPDATE name SET text = CAST(x'41ff61' AS TEXT) WHERE text = 'Ada'")
    with History(aside) as history:
        export_file(history.file, file)
        left = [game for game in history.all_games() if isinstance(game, KeptGame)]
    with History(file) as copy:
        assert [game for game in copy.all_games() if isinstance(game, KeptGame)] == left != []
        assert copy.file.rows("SELECT CAST(text AS BLOB) FROM name WHERE text GLOB 'A*'") == [(b"A\xffa",)]


@pytest.mark.parametrize("version", EARLIER)
def test_a_copy_of_an_earlier_versions_games_is_one_of_this_version(
    version: int, aside: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(aside, EARLIER[version])
    monkeypatch.setattr("tavolo_host.history.history_file.os.access", lambda path, mode: path != aside)
    with History(aside) as history:
        export_file(history.file, file)
    with History(file) as copy:
        assert [names_of(game) for game in copy.all_games()] == [[name for name, _ in people] for people in GAMES]


def test_of_a_copy_that_fails_nothing_is_left(aside: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("something")

    monkeypatch.setattr(forgetting, "_make_public", fail)
    with History(aside) as history, pytest.raises(Unusable, match="something"):
        export_file(history.file, file)
    assert [each.name for each in file.parent.glob("tavolo*")] == []
