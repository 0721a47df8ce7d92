"""No disaster loses what was shown, and what is planted is found; with TAVOLO_EVENINGS=N there are N of each kind."""

import ctypes.util
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tavolo_host.history import history_file
from tavolo_host.history.ledger import Ledger
from tavolo_host.sources.keeper import Keeper
from tests.history.kills import full_disks, kills, power_failures

needs_library = pytest.mark.skipif(not ctypes.util.find_library("sqlite3"), reason="SQLite is not a library here.")


can_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="Programs are forked.")
EVENINGS = int(os.environ.get("TAVOLO_EVENINGS", "0"))


@needs_library
@pytest.mark.parametrize("number", range(EVENINGS or 2))
@pytest.mark.parametrize("disaster", [power_failures, full_disks])
def test_power_failures_and_full_disks_lose_nothing_that_was_shown(
    disaster: Callable[[Path, Random, int], None], number: int, tmp_path: Path
) -> None:
    disaster(tmp_path, Random(f"{disaster.__name__} short {number}"), 15)


@pytest.mark.slow
@can_fork
@pytest.mark.parametrize("number", range(EVENINGS or 1))
def test_programs_that_are_killed_lose_nothing_that_was_shown(number: int, tmp_path: Path) -> None:
    kills(tmp_path, Random(f"kills short {number}"), 10)


@needs_library
def test_a_file_that_is_not_synced_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_a_hurry(path):
        database = opened(path)
        database.execute("PRAGMA synchronous = NORMAL")
        return database

    opened = history_file.opened
    monkeypatch.setattr("tavolo_host.history.open_file.opened", in_a_hurry)
    with pytest.raises(AssertionError, match=r"What was shown is lost\."):
        power_failures(tmp_path, Random("power_failures short 0"), 20)


@needs_library
def test_a_recorder_that_gives_up_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Ledger.keep

    def keep_only_the_first_time(ledger, *arguments):
        try:
            return keep(ledger, *arguments)
        except Exception as problem:
            monkeypatch.setattr(Ledger, "keep", lambda *_: True)
            raise problem

    monkeypatch.setattr(Ledger, "keep", keep_only_the_first_time)
    with pytest.raises(AssertionError, match="the game is not kept"):
        full_disks(tmp_path, Random("full_disks short 0"), 5)


@pytest.mark.slow
@can_fork
def test_a_keeper_that_keeps_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Keeper, "keep", lambda keeper: None)
    with pytest.raises(AssertionError):
        kills(tmp_path, Random("kills short 0"), 10)
