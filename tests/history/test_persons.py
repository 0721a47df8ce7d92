"""A person is one however the name is written, and an evening is one group's until a long pause or the morning."""

import time
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from tavolo_host.display.past.evening_pages import evening_html
from tavolo_host.display.past.statistics_page import Asked, statistics_html
from tavolo_host.history.evening_score import scores
from tavolo_host.history.evenings import PAUSE_S, last_morning
from tavolo_host.history.forgetting import forget_name, rename_person
from tavolo_host.history.kept_game import Standing
from tavolo_host.history.ratings import FEWEST_RATED, ratings
from tavolo_host.history.results import Who
from tavolo_host.history.statistics import read_results, tallies
from tavolo_host.sources.kept_people import KeptPeople
from tests.display.display_support import text_of
from tests.history.test_history import SETUP, Table, played

WAYS = ("Ada", "ada", "ADA", "Ada\u200b", " Ada ")
COMPOSED = ("José Mª", "Jose\u0301 Mª", "JOSÉ  Mª")
MINUTE, DAY_S = 60.0, 86_400.0
NINE = datetime(2026, 11, 20, 21, 0).timestamp()  # in the evening, by the clock on the wall


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = at(tmp_path)
    yield table
    table.close()


def at(folder: Path, place: str = "table 8520", now: float = NINE) -> Table:
    table = Table(folder / "tavolo.sqlite", place)
    table.clock.s = now
    return table


def play(table: Table, *names: str, pause_s: float = 6 * MINUTE, visitors: tuple[str, ...] = ()) -> int:
    """A game of these people, or of bots alone; return its evening."""
    people = tuple((name, "") for name in names) or (("Bruno", "easy"), ("Carla", "easy"))
    record = played(SETUP)
    table.stand(record, 0, people, visitors)
    table.clock.s += 10 * MINUTE
    table.stand(record, len(record.actions), people, visitors)
    evening = table.ledger.evening()
    table.clock.s += pause_s
    return evening


def test_a_person_whose_name_is_written_in_several_ways_is_one_everywhere(table: Table) -> None:
    games = [(WAYS[number % 5], COMPOSED[number % 3]) for number in range(FEWEST_RATED + 2)]
    evenings = {play(table, *names, pause_s=MINUTE) for names in games}
    history, (evening,) = table.history, evenings
    assert history.people() == ["Ada", "José Mª"]
    results = read_results(history).counted
    ada, jose = Who("Ada"), Who("José Mª")
    assert {who: tally.games for who, tally in tallies(results, lambda _, who: who).items()} == {ada: 12, jose: 12}
    assert set(ratings(results)) == {ada, jose}
    assert len(scores(history.evening(evening))) == 2
    assert {history.count(player=way) for way in (*WAYS, *COMPOSED)} == {12}
    words = text_of(statistics_html(Asked(player="ADA"), history))
    assert "Kuh Vadis 12 " in words


def test_the_name_that_is_written_most_often_is_shown(table: Table) -> None:
    for name in ("ada", "Ada", "Ada", "ada", "ADA"):
        play(table, name, "Bea")
    assert table.history.people() == ["ada", "Bea"]
    play(table, "Ada", "Bea")
    assert table.history.people() == ["Ada", "Bea"]


def test_a_name_is_forgotten_in_all_its_ways(table: Table) -> None:
    for way in WAYS:
        play(table, way, "Bea")
    assert forget_name(table.history, "ada") == 5
    assert table.history.people() == ["Bea"]
    assert table.history.rows("SELECT text FROM name WHERE text LIKE '%ada%'") == []


def test_a_person_gets_another_name_in_all_games_and_two_become_one(table: Table) -> None:
    for names in (("ada", "Bea"), ("ADA", "Bea"), ("Cleo", "Dan"), ()):
        play(table, *names)
    history = table.history
    assert rename_person(history, "Ada", "Ada L.") is None
    assert history.people() == ["Ada L.", "Bea", "Cleo", "Dan"]
    assert rename_person(history, "Cleo", "ADA L.") is None
    assert history.people() == ["ADA L.", "Bea", "Dan"]
    assert history.count(player="ada l.") == 3
    assert history.rows("SELECT count(*) FROM name WHERE text IN ('ada', 'ADA', 'Cleo', 'Ada L.')") == [(0,)]


def test_only_the_bot_that_stood_in_for_a_person_is_renamed_with_them(table: Table) -> None:
    play(table, "Bruno", "Bea")
    record = played(SETUP)
    table.stand(record, 4, (("Bruno", ""), ("Bea", "")))
    table.stand(record, 8, (("Bruno", "easy"), ("Bea", "")))
    play(table)
    assert rename_person(table.history, "Bruno", "Marco") is None
    alone, stood_in, _ = table.history.games()
    assert [each.name for each in alone.players] == ["Bruno", "Carla"]
    assert [(each.name, each.level) for each in stood_in.players] == [("Marco", ""), ("Bea", ""), ("Marco", "easy")]


def test_two_who_have_played_in_the_same_game_stay_two(table: Table) -> None:
    play(table, "Ada", "Bea")
    assert (
        rename_person(table.history, "ada", "BEA") == "ada and BEA have played in the same game: they are two people."
    )
    assert table.history.people() == ["Ada", "Bea"]


def test_a_table_that_goes_on_has_the_new_name(table: Table) -> None:
    record = played(SETUP)
    standing = Standing(f"{SETUP} table", (0, 1), (("Ada", ""), ("Bea", "")), list(record.actions)[:4])
    table.ledger.keep(record, standing, KeptPeople({"a": 0}, {"a": "ADA", "b": "Bea"}).text())
    assert rename_person(table.history, "Ada", "Eva") is None
    (game,) = table.history.games()
    last = table.history.at_place("table 8520")
    assert last
    for people in (last.people, table.history.people_of(game.id)):
        assert KeptPeople.read(people).names == {"a": "Eva", "b": "Bea"}


def test_a_new_name_is_only_where_names_stand(table: Table) -> None:
    people = KeptPeople({"strong": 0}, {"strong": "Strong"}, level="strong", seat_names=("", "STRONG", "Bea"))
    standing = Standing(f"{SETUP} table", (0, 1), (("Strong", ""), ("Bea", "")), [])
    table.ledger.keep("a game", standing, people.text())
    assert rename_person(table.history, "Strong", "Eva") is None
    last = table.history.at_place("table 8520")
    assert last
    read = KeptPeople.read(last.people)
    assert (read.seats, read.names, read.seat_names) == ({"strong": 0}, {"strong": "Eva"}, ["", "Eva", "Bea"])
    assert read.level == "strong"


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
    assert play(table, *before) == play(table, *after)


def test_bots_that_played_alone_meanwhile_part_no_people_of(table: Table) -> None:
    assert len({play(table, *names) for names in (("Ada", "Bea"), (), ("Cleo", "Ada"), ("Bea", "Dan"))}) == 1


def test_another_group_has_an_evening_of_its_own(table: Table) -> None:
    assert play(table, "Ada", "Bea") != play(table, "Cleo", "Dan")
    assert play(table, "ada", "Eve") == 1
    assert play(table, "Dan", "Eva") == 2


def test_a_browser_that_played_before_is_of_the_group_whatever_its_name_is(table: Table) -> None:
    assert play(table, "Ada", "Bea", visitors=("a", "b")) == play(table, "Cleo", "Dan", visitors=("c", "b"))


@pytest.mark.parametrize(
    ("pause_s", "is_same"), [(PAUSE_S - 1, True), (PAUSE_S, False), (0.0, True), (-60 * MINUTE, True)]
)
def test_an_evening_ends_after_four_hours_of_pause_and_not_by_a_clock_that_goes_back(
    pause_s: float, is_same: bool, table: Table
) -> None:
    assert (play(table, "Ada", "Bea", pause_s=pause_s) == play(table, "Ada", "Bea")) is is_same


def test_an_evening_ends_at_five_in_the_morning(table: Table) -> None:
    evenings = [play(table, "Ada", "Bea", pause_s=110 * MINUTE) for _ in range(6)]  # 21:00, 23:00, … 5:00, 7:00
    assert [one == next_one for one, next_one in pairwise(evenings)] == [True, True, True, False, True]


@pytest.mark.parametrize("restarted_at", ["table 8520", "table 8521", "watch 8520"])
def test_an_evening_goes_on_after_a_restart_also_at_another_port(restarted_at: str, tmp_path: Path) -> None:
    evenings = []
    for number, place in enumerate(("table 8520", restarted_at)):
        table = at(tmp_path, place, NINE + 20 * MINUTE * number)
        evenings.append(play(table, "Ada", "Bea"))
        table.close()
    assert evenings[0] == evenings[1]


@pytest.mark.parametrize("ahead_s", [DAY_S, 365 * DAY_S])
def test_a_game_that_was_kept_while_the_clock_was_ahead_draws_no_later_evening_to_its_own(
    ahead_s: float, tmp_path: Path
) -> None:
    evenings = []
    for now in (NINE + 3 * DAY_S + ahead_s, NINE + 2 * DAY_S, NINE + 3 * DAY_S):
        table = at(tmp_path, now=now)
        evenings.append(play(table, "Ada", "Bea"))
        table.close()
    assert len({*evenings}) == 3


def test_other_evenings_are_named_by_when_they_began(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavolo_host.history.words.datetime", _clock(NINE + 300 * MINUTE))
    play(table, "Ada", "Bea")
    play(table, "Cleo", "Dan")
    play(table, "Eve", "Fay")
    words = text_of(evening_html(2, table.history))
    assert "Before: yesterday 21:00" in words
    assert "After: yesterday 21:32" in words


def _clock(now: float) -> type[datetime]:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime.fromtimestamp(now)

    return Clock


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
