"""A person is one however the name is written, is renamed in all games, and is forgotten in all ways."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavolo_host.display.past.statistics_page import Asked, statistics_html
from tavolo_host.history.analysis.evening_score import scores
from tavolo_host.history.analysis.ratings import FEWEST_RATED, ratings
from tavolo_host.history.analysis.results import Who
from tavolo_host.history.analysis.statistics import read_results, tallies
from tavolo_host.history.forgetting import forget_name, rename_person
from tavolo_host.history.kept_game import Standing
from tavolo_host.history.unfinished_games import UnfinishedGames
from tavolo_host.sources.kept_people import KeptPeople
from tests.display.display_support import text_of
from tests.history.history_support import MINUTE, SETUP, Table, play_game, played, table_at

WAYS = ("Ada", "ada", "ADA", "Ada\u200b", " Ada ")
COMPOSED = ("José Mª", "Jose\u0301 Mª", "JOSÉ  Mª")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = table_at(tmp_path)
    yield table
    table.close()


def test_a_person_whose_name_is_written_in_several_ways_is_one_everywhere(table: Table) -> None:
    games = [(WAYS[number % 5], COMPOSED[number % 3]) for number in range(FEWEST_RATED + 2)]
    evenings = {play_game(table, *names, pause_s=MINUTE) for names in games}
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
        play_game(table, name, "Bea")
    assert table.history.people() == ["ada", "Bea"]
    play_game(table, "Ada", "Bea")
    assert table.history.people() == ["Ada", "Bea"]


def test_a_name_is_forgotten_in_all_its_ways(table: Table) -> None:
    for way in WAYS:
        play_game(table, way, "Bea")
    assert forget_name(table.history.file, "ada") == 5
    assert table.history.people() == ["Bea"]
    assert table.history.file.rows("SELECT text FROM name WHERE text LIKE '%ada%'") == []


def test_a_person_gets_another_name_in_all_games_and_two_become_one(table: Table) -> None:
    for names in (("ada", "Bea"), ("ADA", "Bea"), ("Cleo", "Dan"), ()):
        play_game(table, *names)
    history = table.history
    assert rename_person(history.file, "Ada", "Ada L.") is None
    assert history.people() == ["Ada L.", "Bea", "Cleo", "Dan"]
    assert rename_person(history.file, "Cleo", "ADA L.") is None
    assert history.people() == ["ADA L.", "Bea", "Dan"]
    assert history.count(player="ada l.") == 3
    assert history.file.rows("SELECT count(*) FROM name WHERE text IN ('ada', 'ADA', 'Cleo', 'Ada L.')") == [(0,)]


def test_only_the_bot_that_stood_in_for_a_person_is_renamed_with_them(table: Table) -> None:
    play_game(table, "Bruno", "Bea")
    record = played(SETUP)
    table.stand(record, 4, (("Bruno", ""), ("Bea", "")))
    table.stand(record, 8, (("Bruno", "easy"), ("Bea", "")))
    play_game(table)
    assert rename_person(table.history.file, "Bruno", "Marco") is None
    alone, stood_in, _ = table.history.games()
    assert [each.name for each in alone.players] == ["Bruno", "Carla"]
    assert [(each.name, each.level) for each in stood_in.players] == [("Marco", ""), ("Bea", ""), ("Marco", "easy")]


def test_two_who_have_played_in_the_same_game_stay_two(table: Table) -> None:
    play_game(table, "Ada", "Bea")
    assert (
        rename_person(table.history.file, "ada", "BEA")
        == "ada and BEA have played in the same game: they are two people."
    )
    assert table.history.people() == ["Ada", "Bea"]


def test_a_table_that_goes_on_has_the_new_name(table: Table) -> None:
    record = played(SETUP)
    standing = Standing(f"{SETUP} table", (0, 1), (("Ada", ""), ("Bea", "")), list(record.actions)[:4])
    table.ledger.keep(record, standing, KeptPeople({"a": 0}, {"a": "ADA", "b": "Bea"}).text())
    assert rename_person(table.history.file, "Ada", "Eva") is None
    (game,) = table.history.games()
    last = UnfinishedGames(table.history.file).at_place("table 8520")
    assert last
    for people in (last.people, UnfinishedGames(table.history.file).people_of(game.id)):
        assert KeptPeople.read(people).names == {"a": "Eva", "b": "Bea"}


def test_a_new_name_is_only_where_names_stand(table: Table) -> None:
    people = KeptPeople({"strong": 0}, {"strong": "Strong"}, level="strong", seat_names=("", "STRONG", "Bea"))
    standing = Standing(f"{SETUP} table", (0, 1), (("Strong", ""), ("Bea", "")), [])
    table.ledger.keep("a game", standing, people.text())
    assert rename_person(table.history.file, "Strong", "Eva") is None
    last = UnfinishedGames(table.history.file).at_place("table 8520")
    assert last
    read = KeptPeople.read(last.people)
    assert (read.seats, read.names, read.seat_names) == ({"strong": 0}, {"strong": "Eva"}, ["", "Eva", "Bea"])
    assert read.level == "strong"
