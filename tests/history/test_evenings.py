"""An evening is one group's until a long pause or the morning, also after a restart."""

import time
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from tavolo_host.history.evenings import PAUSE_S, last_morning
from tests.history.history_support import MINUTE, NINE, Table, play_game, table_at

DAY_S = 86_400.0


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = table_at(tmp_path)
    yield table
    table.close()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("Ada", "Bea"), ("ada", "BEA")),
        (("Ada", "Bea"), ("Bea", "Cleo")),
        (("Ada", "Bea"), ()),
        ((), ("Ada", "Bea")),
        (("", ""), ("Ada", "Bea")),
        (("Ada", ""), ("Cleo", "Dora")),
    ],
)
def test_a_short_pause_ends_no_evening_of_a_people_of(
    before: tuple[str, ...], after: tuple[str, ...], table: Table
) -> None:
    assert play_game(table, *before) == play_game(table, *after)


def test_bots_that_played_alone_meanwhile_part_no_people_of(table: Table) -> None:
    assert len({play_game(table, *names) for names in (("Ada", "Bea"), (), ("Cleo", "Ada"), ("Bea", "Dan"))}) == 1


def test_another_group_has_an_evening_of_its_own(table: Table) -> None:
    assert play_game(table, "Ada", "Bea") != play_game(table, "Cleo", "Dan")
    assert play_game(table, "ada", "Eve") == 1
    assert play_game(table, "Dan", "Eva") == 2


def test_a_browser_that_played_before_is_of_the_group_whatever_its_name_is(table: Table) -> None:
    assert play_game(table, "Ada", "Bea", visitors=("a", "b")) == play_game(table, "Cleo", "Dan", visitors=("c", "b"))


@pytest.mark.parametrize(
    ("pause_s", "is_same"), [(PAUSE_S - 1, True), (PAUSE_S, False), (0.0, True), (-60 * MINUTE, True)]
)
def test_an_evening_ends_after_four_hours_of_pause_and_not_by_a_clock_that_goes_back(
    pause_s: float, is_same: bool, table: Table
) -> None:
    assert (play_game(table, "Ada", "Bea", pause_s=pause_s) == play_game(table, "Ada", "Bea")) is is_same


def test_an_evening_ends_at_five_in_the_morning(table: Table) -> None:
    evenings = [play_game(table, "Ada", "Bea", pause_s=110 * MINUTE) for _ in range(6)]  # 21:00, 23:00, … 5:00, 7:00
    assert [one == next_one for one, next_one in pairwise(evenings)] == [True, True, True, False, True]


@pytest.mark.parametrize("restarted_at", ["table 8520", "table 8521", "watch 8520"])
def test_an_evening_goes_on_after_a_restart_also_at_another_port(restarted_at: str, tmp_path: Path) -> None:
    evenings = []
    for number, place in enumerate(("table 8520", restarted_at)):
        table = table_at(tmp_path, place, NINE + 20 * MINUTE * number)
        evenings.append(play_game(table, "Ada", "Bea"))
        table.close()
    assert evenings[0] == evenings[1]


@pytest.mark.parametrize("ahead_s", [DAY_S, 365 * DAY_S])
def test_a_game_that_was_kept_while_the_clock_was_ahead_draws_no_later_evening_to_its_own(
    ahead_s: float, tmp_path: Path
) -> None:
    evenings = []
    for now in (NINE + 3 * DAY_S + ahead_s, NINE + 2 * DAY_S, NINE + 3 * DAY_S):
        table = table_at(tmp_path, now=now)
        evenings.append(play_game(table, "Ada", "Bea"))
        table.close()
    assert len({*evenings}) == 3


@pytest.mark.parametrize(("now", "last"), [("2026-10-25 04:30", "2026-10-24"), ("2026-03-29 05:30", "2026-03-29")])
def test_an_evening_ends_at_five_by_the_clock_on_the_wall_also_when_it_is_changed(
    now: str, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Rome")
    time.tzset()
    try:
        morning = last_morning(datetime.fromisoformat(now).timestamp())
        assert datetime.fromtimestamp(morning).isoformat(" ") == f"{last} 05:00:00"
    finally:
        monkeypatch.undo()
        time.tzset()
