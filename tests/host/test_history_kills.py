"""Nothing is lost that was shown, in a short form of `host/tools/kills.py`; and what is planted there is found."""

import ctypes.util
import os

import pytest

from host.tools.kills import evening, full_disks, kills, power_failures
from tavolo_host.history import history_file
from tavolo_host.history.ledger import Ledger
from tavolo_host.sources.keeper import Keeper

needs_library = pytest.mark.skipif(not ctypes.util.find_library("sqlite3"), reason="SQLite is not a library here.")


@needs_library
@pytest.mark.parametrize("disaster", [power_failures, full_disks])
def test_power_failures_and_full_disks_lose_nothing_that_was_shown(disaster) -> None:
    assert [problem for seed in range(2) if (problem := evening(disaster, f"short {seed}", 15))] == []


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Programs are forked.")
def test_programs_that_are_killed_lose_nothing_that_was_shown() -> None:
    assert evening(kills, "short", 10) == ""


@needs_library
def test_a_file_that_is_not_synced_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_a_hurry(path):
        database = opened(path)
        database.execute("PRAGMA synchronous = NORMAL")
        return database

    opened = history_file.opened
    monkeypatch.setattr("tavolo_host.history.history.opened", in_a_hurry)
    assert "What was shown is lost." in evening(power_failures, "short 0", 20)


@needs_library
def test_a_recorder_that_gives_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Ledger.keep

    def keep_only_the_first_time(ledger, *arguments):
        try:
            return keep(ledger, *arguments)
        except Exception as problem:
            monkeypatch.setattr(Ledger, "keep", lambda *_: True)
            raise problem

    monkeypatch.setattr(Ledger, "keep", keep_only_the_first_time)
    assert "the game is not kept" in evening(full_disks, "short 0", 5)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Programs are forked.")
def test_a_keeper_that_keeps_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Keeper, "keep", lambda keeper: None)
    assert evening(kills, "short", 10) != ""
