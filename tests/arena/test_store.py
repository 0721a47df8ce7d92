"""The file of results: it knows what is missing, and refuses another kind or fingerprint in a sentence."""

import sqlite3
from pathlib import Path

import pytest

from tavolo_host.arena.playing import Match
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Store

CONTEST = Contest("bambuti", 2, ("plain", "easy"))


def matches(*numbers: int) -> list[Match]:
    return [Match(number, ("plain", "easy"), (1.0, 0.0), (1.0, 0.0), 9) for number in numbers]


def test_what_was_planned_and_not_stored_is_missing(tmp_path: Path) -> None:
    with Store(tmp_path / "results") as store:
        store.plan(CONTEST, 5, "fingerprint")
        (planned,) = store.planned()
        assert store.missing(planned) == [range(10)]
        sitting = store.begin_sitting("now", "here", "these", 2)
        store.add(planned, matches(2, 3, 7), sitting, 1.5, 2.0)
        store.add(planned, matches(9), sitting, 0.5, 3.0)
    with Store(tmp_path / "results") as store:
        assert store.planned() == [planned]
        assert store.missing(planned) == [range(2), range(4, 7), range(8, 9)]
        assert store.seconds(planned) == 0.5
        assert [(each.seconds, each.matches) for each in store.sittings()] == [(3.0, 4)]
        store.plan(CONTEST, 6, "fingerprint")
        store.plan(CONTEST, 3, "fingerprint")
        assert store.planned()[0].deals == 6
        assert store.missing(store.planned()[0])[-2:] == [range(8, 9), range(10, 12)]


def test_a_stored_match_does_not_change_when_it_comes_again(tmp_path: Path) -> None:
    with Store(tmp_path / "results") as store:
        store.plan(CONTEST, 1, "fingerprint")
        sitting = store.begin_sitting("now", "here", "these", 2)
        for seconds in (1.0, 2.0):
            store.add(store.planned()[0], matches(0, 1), sitting, 1.0, seconds)
        (deal,) = store.deals(store.planned()[0])
    assert deal == matches(0, 1)


def test_games_by_other_rules_or_players_are_not_mixed(tmp_path: Path) -> None:
    with Store(tmp_path / "results") as store:
        store.plan(CONTEST, 1, "older")
        with pytest.raises(
            ValueError, match=r"with other rules or players .*fingerprint older, here newer.*another file"
        ):
            store.plan(Contest("bambuti", 2, ("plain", "strong")), 1, "newer")
        store.plan(Contest("kuh-vadis", 2, ("plain", "strong")), 1, "newer")


def test_a_file_of_another_kind_or_schema_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("No file of an arena, however long one reads in it." * 20)
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE cards (id INTEGER)")
    with pytest.raises(ValueError, match="is no file of an arena"):
        Store(tmp_path / "text")
    with pytest.raises(ValueError, match="is no file of an arena"):
        Store(tmp_path / "other")
    Store(tmp_path / "later").__exit__()
    with sqlite3.connect(tmp_path / "later") as later:
        later.execute("PRAGMA application_id = 1952544260")
    with pytest.raises(ValueError, match="is no file of an arena of this version of Tavolo"):
        Store(tmp_path / "later")
