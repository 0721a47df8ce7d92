"""An evening: how games of different kinds are scored together, its end card, and its standing after each game."""

from datetime import UTC
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tavolo.games import setup_from_text
from tavolo.rules.record import Record
from tavolo_host.display.ending.end_panel import turned_words
from tavolo_host.display.model.evening_so_far import EveningSoFar
from tavolo_host.display.past.evening_card import best_moment, card_html
from tavolo_host.display.past.evening_pages import evening_html, read
from tavolo_host.history.evening_score import scores
from tavolo_host.history.history_file import history_file
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptAction, KeptGame, KeptPlayer
from tavolo_host.history.ledger import add_game
from tavolo_host.history.results import places, rank_points
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.language import speaking
from tests.display.display_support import Mirror, text_of
from tests.history.test_history import ADA_AND_BOT, Table, played

BEGAN = 1_700_000_000.0
MOST_POINTS = played("bambuti players=2").game.outcome(played("bambuti players=2").position)[0]


def game(
    number: int, names: str, points: tuple[float, ...] = (), winners: tuple[int, ...] = (0,), **more: Any
) -> KeptGame:
    """A game of Bambuti, or of another game, that is over."""
    people = tuple(KeptPlayer(seat, seat, name) for seat, name in enumerate(names.split()))
    known = {"game": "bambuti", "ending": OVER, "players": people, "ended": BEGAN + 3600 * number + 1800, **more}
    outcome = (MOST_POINTS, *winners) if known["ending"] == OVER else ()
    setup = f"{known['game']} players={len(people)} table"
    return KeptGame(
        number,
        1,
        known["game"],
        setup,
        BEGAN + 3600 * number,
        known["ended"],
        known["ending"],
        0,
        "",
        "",
        False,
        outcome,
        points,
        known["players"],
    )


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = Table(history_file())
    yield table
    table.close()


def test_winners_come_first_and_equal_points_share_a_place() -> None:
    assert places((2,), (5, 9, 7, 5), 4) == [3, 2, 1, 3]
    assert places((0, 1), (), 2) == [1, 1]
    assert places((1,), (), 2) == [2, 1]
    assert places((0,), (-3, -8, -4), 3) == [1, 3, 2]


def test_a_place_counts_the_opponents_behind_so_that_a_large_game_counts_more() -> None:
    assert rank_points([1, 2]) == [1, 0]
    assert rank_points([1, 2, 3, 4, 5, 6, 7, 8]) == [7, 6, 5, 4, 3, 2, 1, 0]
    assert rank_points([1, 1, 3]) == [1.5, 1.5, 0]
    assert sum(rank_points([1, 2, 2, 2])) == sum(rank_points([1, 2, 3, 4]))


def test_games_of_different_kinds_add_up_by_places_and_not_by_points() -> None:
    evening = [
        game(1, "Ada Ben Cleo", (-3, -8, -4), game="yellowstone-park"),
        game(2, "Ben Ada", (90, 89)),
        game(3, "Cleo Ada", (1, 40), (1,), ending=ABANDONED),
        game(4, "Cleo Ada", (0, 40), (1,), ending=OPEN, ended=None),
    ]
    ada, cleo, ben = scores(evening)
    assert [(each.name, each.counted, each.place) for each in (ada, cleo, ben)] == [
        ("Ada", 2, 1),
        ("Ben", 1, 2),
        ("Cleo", 1, 2),
    ]
    assert (ada.wins, ada.by_game) == (1, {1: (1, -3), 2: (2, 89)})
    assert ben.by_game == {1: (2, -4)}
    drawn = game(5, "Ada Ben", (), (0, 1), game="kuh-vadis")
    assert [(each.name, each.counted, each.wins) for each in scores([drawn])] == [("Ada", 0.5, 0), ("Ben", 0.5, 0)]
    assert "It is a draw." in card_html([drawn], None, UTC)


def test_a_bot_that_stands_in_plays_for_the_person_and_who_has_no_name_is_known_by_the_seat() -> None:
    stood_in = (
        KeptPlayer(0, 0, "Ada"),
        KeptPlayer(0, 0, "Ada", "easy", 20),
        KeptPlayer(1, 3, ""),
        KeptPlayer(2, 6, ""),
    )
    found = scores([game(1, "Ada Ben", (9, 2)), game(2, "", (3, 2, 1), players=stood_in)])
    assert [(each.name, each.seat, each.level, each.counted) for each in found] == [
        ("Ada", 0, "", 3),
        ("", 3, "", 1),
        ("Ben", 1, "", 0),
        ("", 6, "", 0),
    ]


def test_the_card_names_players_places_games_winners_and_date_and_says_how_it_counts() -> None:
    evening = [
        game(1, "Ada Ben Cleo", (-3, -8, -4), game="yellowstone-park"),
        game(2, "Ben Ada", (90, 90.5), (1,)),
        game(3, "Ben <b>", (), ending=ABANDONED),
    ]
    html = card_html(evening, None, UTC)
    words = text_of(html)
    for said in (
        "Tuesday, 14 November 2023 · 23:13 to 01:43 · 3 games",
        "Ada wins the evening",
        "1. 2 Ada Wins: 2 3",
        "Yellowstone Park 23:13 Ada wins 1. Ada 3 2. Cleo 4 3. Ben 8",
        "Bambuti 00:13 Ada wins 1. Ada 90.5 2. Ben 90",
        "Each opponent who comes in behind you counts 1",
        "Abandoned",
    ):
        assert said in words
    assert "<b></b>" not in html
    with speaking("it"):
        words = text_of(card_html(evening, None, UTC))
    assert "Ada vince la serata" in words
    assert "Ada Vittorie: 2 3" in words


def test_of_an_open_game_the_card_shows_only_that_it_is_being_played() -> None:
    words = text_of(card_html([game(1, "Ada Ben", (77, 66), ending=OPEN, ended=None)], None, UTC))
    assert "An evening at the table" in words
    assert "It is being played." in words
    assert "77" not in words
    assert "Ada" not in words


def test_the_best_moment_is_told_with_its_game_and_comes_only_from_games_by_the_same_rules(table: Table) -> None:
    for seed in (1, 2):
        table.play(played("bambuti players=2", seed))
    games = table.history.evening(1)
    best = best_moment(table.history, games, "0123abcd")
    assert best
    words = text_of(card_html(games, best))
    assert f"The best moment: Bambuti, action {best.moment.after}" in words
    assert turned_words(best.moment, best.game.players[best.winner].name) in words
    assert best.game.outcome[1] == best.winner
    assert best_moment(table.history, games, "other") is None


def test_the_page_is_that_of_the_last_evening_with_ways_to_the_others(table: Table) -> None:
    assert "No game has been kept yet." in evening_html(0, table.history)
    table.play(played("kuh-vadis players=2"))
    table.clock.s += 86_400
    table.play(played("bambuti players=2"), (("Ben", ""), ("Bruno", "easy")))
    last = evening_html(0, table.history)
    assert last == evening_html(2, table.history)
    assert "Kuh Vadis" not in last
    assert 'href="/evening/1"' in last
    assert "Kuh Vadis" in evening_html(1, table.history)
    assert "No game of this evening is kept." in evening_html(9, table.history)


def test_an_odd_game_leaves_the_evenings_page_to_the_others(table: Table) -> None:
    refused = [KeptAction((99, 99), 0)]
    for began, name in ((BEGAN, "bambuti"), (BEGAN, "canasta"), (1e13, "bambuti")):
        odd = game(0, "Ada Ben", (9, 2), ended=began, game=name)._replace(began=began, rules=firmware_digests()[1])
        add_game(table.history, odd, refused)
    words = text_of(evening_html(0, table.history))
    assert "1 game" in words
    assert "Ada 1 win 1" in words


def test_after_a_game_the_evening_stands_as_soon_as_it_has_two_games(table: Table) -> None:
    so_far = EveningSoFar(lambda: 1)
    first, second = played("kuh-vadis players=2"), played("kuh-vadis players=2")  # as long as each other
    table.play(first)
    assert so_far.html(Mirror(first, (0, 1))) == ""  # type: ignore[arg-type]
    table.play(second)
    html = so_far.html(Mirror(second, (0, 1)))  # type: ignore[arg-type]
    assert "The evening after 2 games" in html
    assert 'href="/evening/1"' in html
    counted = [each.counted for each in scores(table.history.evening(1))]
    assert sum(counted) == 2
    for name, _ in ADA_AND_BOT:
        assert name in html


def test_a_file_that_cannot_be_read_takes_nothing_from_the_end_of_a_game_and_the_page_says_so(table: Table) -> None:
    for _ in range(2):
        table.play(played("kuh-vadis players=2"))
    mirror: Any = Mirror(Record(setup_from_text("kuh-vadis players=2 dealt")), (0, 1))
    assert EveningSoFar(lambda: 1).html(mirror)
    table.close()
    history_file().write_bytes(b"no database" * 100)
    assert EveningSoFar(lambda: 1).html(mirror) == ""
    said = read(history_file(), None, ("it", True), partial(evening_html, 0))
    assert 'role="alert"' in said
    assert "è danneggiato" in said
