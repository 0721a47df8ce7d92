"""The statistics: which games count, what they say of players and games, and that it warns of small numbers."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tavolo.games.bambuti.events import MOST_POINTS
from tavolo_host.display.past.statistics_page import Asked, statistics_html
from tavolo_host.history.analysis.ratings import FEWEST_RATED, ratings
from tavolo_host.history.analysis.results import Who
from tavolo_host.history.analysis.statistics import read_results, tallies
from tavolo_host.history.forgetting import forget_name
from tavolo_host.history.history import History
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptGame, KeptPlayer
from tavolo_host.history.open_file import OpenFile
from tavolo_host.texts.language import speaking
from tests.display.display_support import text_of

BEGAN = 1_700_000_000.0


class Games:
    """A file that gets games, an hour after each other."""

    def __init__(self, path: Path) -> None:
        self.history = History(path)
        self.count = 0

    def add(
        self,
        people: str,
        points: Sequence[float],
        game: str = "bambuti",
        ending: str = OVER,
        is_taken_back: bool = False,
        later: Sequence[KeptPlayer] = (),
        minutes: float = 30,
        began: float = 0,
    ) -> None:
        """Add a game of people like "Ada Ben :easy", of whom those with most points win."""
        self.count += 1
        began = began or BEGAN + 3600 * self.count
        players = [
            KeptPlayer(player, player, *each.split(":")) for player, each in enumerate(people.split()) if each != "-"
        ]
        players += [KeptPlayer(player, player, "") for player, each in enumerate(people.split()) if each == "-"]
        winners = [player for player, own in enumerate(points) if own == max(points)]
        is_over = ending == OVER
        add_game(
            self.history.file,
            KeptGame(
                0,
                0,
                game,
                f"{game} players={len(points)} table",
                began,
                None if ending == OPEN else began + 60 * minutes,
                ending,
                0,
                "",
                "",
                is_taken_back,
                (MOST_POINTS, *winners) if is_over else (),
                tuple(points) if is_over else (),
                (*players, *later),
            ),
            (),
        )

    def shown(self, **asked: str) -> str:
        return text_of(statistics_html(Asked(**asked), self.history))


@pytest.fixture
def games(tmp_path: Path):
    games = Games(tmp_path / "tavolo.sqlite")
    yield games
    games.history.close()


def test_counted_are_games_played_to_the_end_without_a_stand_in_or_taking_back_what_was_seen(games: Games) -> None:
    games.add("Ada Ben", (9, 5))
    games.add("Ada Ben", (9, 5), ending=ABANDONED)
    games.add("Ada Ben", (9, 5), ending=OPEN)
    games.add("Ada Ben", (9, 5), is_taken_back=True)
    games.add("Ada Ben", (9, 5), later=[KeptPlayer(0, 0, "Ada", "easy", 12)])
    games.add("Ada :easy", (9, 5), later=[KeptPlayer(1, 1, "Ben", "", 12)])
    games.add("Ada -", (9, 5), later=[KeptPlayer(1, 1, "Ben", "", 12)])
    games.add("Ada -", (9, 5), later=[KeptPlayer(1, 1, "", "easy", 12)])
    read = read_results(games.history)
    assert [result.who for result in read.counted] == [(Who("Ada"), Who("Ben"))] * 2
    assert read[1:] == (1, 1, 3, 0, 0)
    words = games.shown()
    assert "2 games from 14 November 2023" in words
    assert "abandoned: 1; taken back after something new had been seen: 1; a player or a bot took over" in words


def test_a_person_who_corrects_the_name_in_a_game_counts_by_the_last_one(games: Games) -> None:
    games.add("Aad Ben", (9, 5), later=[KeptPlayer(0, 0, "Ada", "", 12)])
    read = read_results(games.history)
    assert [result.who for result in read.counted] == [(Who("Ada"), Who("Ben"))]
    assert read.taken_over == 0


def test_a_tally_has_games_wins_places_points_and_what_equal_players_would_win(games: Games) -> None:
    games.add("Ada Ben Cleo :easy", (4, 9, 4, 2))
    games.add("Ben Ada", (7, 7))
    games.add("Ada :easy :easy -", (8, 3, 1, 2))
    found = tallies(read_results(games.history).counted, lambda _, who: who)
    ada = found[Who("Ada")]
    assert (ada.games, ada.wins, ada.expected, ada.points) == (3, 1.5, 1.0, [4, 7, 8])
    assert (dict(ada.places), ada.mean_place) == ({2: 1, 1: 2}, 4 / 3)
    assert found[Who("", "easy")].games == 3
    assert "A win that is shared counts in part." in games.shown()
    assert set(found) == {Who("Ada"), Who("Ben"), Who("Cleo"), Who("", "easy")}
    assert next(iter(found)) == Who("Ada")


def test_a_person_has_a_row_for_each_game_and_a_game_has_one_for_each_player(games: Games) -> None:
    for _ in range(3):
        games.add("Ada Ben :easy", (-2, -8, -4), "yellowstone-park")
    games.add("Ben Ada", (7, 5))
    games.add("Ben Cleo", (7, 5))
    of_ada = games.shown(player="Ada")
    assert "4 games from" in of_ada
    assert "Yellowstone Park 3 3 · 100 % 1" in of_ada
    assert "Bambuti 1 0 · 0 % 2" in of_ada
    of_game = games.shown(game="yellowstone-park")
    assert (
        "Mean points (fewer are better) Best Ada 3 3 · 100 % 1 2 2 Ben 3 0 · 0 % 3 8 8 easy bots 3 0 · 0 % 2 4 4"
        in of_game
    )
    assert "Bambuti 1" not in of_game
    assert "Ada wins" not in of_game


def test_a_game_that_this_program_does_not_know_is_left_out(games: Games) -> None:
    games.add("Ada Ben", (7, 5), "canasta")
    games.add("Ada Ben", (7, 5))
    assert "1 game on" in games.shown()
    assert "canasta" not in games.shown()
    assert "No game counts yet" in games.shown(game="canasta")


def test_a_game_whose_moment_has_no_date_or_that_took_no_time_on_earth_leaves_the_page_to_the_others(
    games: Games,
) -> None:
    games.add("Ada Ben", (7, 5))
    games.add("Ada Ben", (7, 5), began=1e13)
    assert "1 game on" in games.shown()
    for minutes in (-1e7, 1e8, 1e8):
        games.add("Ada Ben", (7, 5), minutes=minutes)
    assert "4 games from" in games.shown()


def test_how_games_ended_is_counted_by_rule_with_the_latest_example(games: Games) -> None:
    games.add("Ada Ben", (7, 5))
    games.add("Ada Ben", (5, 7))
    assert "Bambuti 2 of 2 Most points: Ben." in games.shown()


def test_small_numbers_are_called_small_and_each_chart_names_its_number_of_games(games: Games) -> None:
    for _ in range(19):
        games.add("Ada Ben", (7, 5))
    words = games.shown()
    assert "19 games from" in words
    assert "These are few" in words
    assert "With fewer than 20 games of a player it says little about skill." in words
    assert words.count("from 19 games") == 4
    games.add("Ada Ben", (7, 5))
    words = games.shown()
    assert "These are few" not in words
    assert "More than chance explains: Ada. Fewer than chance explains: Ben." in words


def test_where_equal_players_would_win_as_often_chance_alone_explains_it(games: Games) -> None:
    for points in [(7, 5), (5, 7)] * 10:
        games.add("Ada Ben", points)
    assert "Chance alone explains all differences." in games.shown()
    for _ in range(30):
        games.add("Ada Ben", (7, 5))
    assert "Chance alone" not in games.shown()


def test_a_rating_needs_enough_games_and_rises_with_places(games: Games) -> None:
    random = Random(1)
    for number in range(1, FEWEST_RATED + 1):
        assert "nobody has played as many" in games.shown(game="bambuti") or number == 1
        games.add("Ada :easy :easy -", (9 + random.random(), 5, 3, 4))
    games.add("Ben Ada", (9, 5))
    found = ratings(read_results(games.history, "bambuti").counted)
    assert set(found) == {Who("Ada"), Who("", "easy")}
    assert [each.game for each in found[Who("Ada")]] == [*range(1, FEWEST_RATED + 2)]
    first, *_, best, last = (each.rating for each in found[Who("Ada")])
    assert 25 < first < best
    assert last < best
    assert found[Who("", "easy")][-1].rating < 25
    assert f"under {FEWEST_RATED} games" in games.shown(game="bambuti")
    assert "Ratings" not in games.shown()


def test_who_has_been_forgotten_is_in_no_row(games: Games) -> None:
    for _ in range(FEWEST_RATED):
        games.add("Ada Ben", (7, 5))
    forget_name(games.history.file, "Ada")
    for asked in ({}, {"game": "bambuti"}, {"player": "Ben"}):
        assert "Ada" not in games.shown(**asked)
    assert "Most points: without a name." in games.shown()


def test_without_a_game_the_page_says_so(games: Games) -> None:
    assert "No game counts yet: play one to its end." in games.shown()
    assert "No game counts yet" in games.shown(game="bambuti", player="Nobody")
    games.add("Ada Ben", (7, 5), ending=OPEN)
    assert "No game counts yet" in games.shown()
    with speaking("it"):
        assert "Nessuna partita conta" in games.shown()


def test_ten_thousand_games_are_read_by_a_few_queries(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    games.add("Ada Ben", (7, 5))
    asked: list[str] = []
    rows = OpenFile.rows
    monkeypatch.setattr(
        OpenFile, "rows", lambda self, query, values=(): asked.append(query) or rows(self, query, values)
    )
    games.shown()
    few = len(asked)
    for _ in range(9):
        games.add("Ada Ben", (7, 5))
    asked.clear()
    games.shown()
    assert len(asked) == few <= 6
