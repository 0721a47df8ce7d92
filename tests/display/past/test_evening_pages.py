"""An evening on the page: its end card, the pages of evenings, and the standing after each game."""

import re
from datetime import UTC, datetime
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
from tavolo_host.history.analysis.evening_score import scores
from tavolo_host.history.history_file import history_file
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import ABANDONED, OPEN, KeptAction
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.language import speaking
from tests.display.display_support import Mirror, text_of
from tests.history.history_support import ADA_AND_BOT, BEGAN, MINUTE, NINE, Table, ended_game, play_game, played


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = Table(history_file())
    yield table
    table.close()


def test_the_card_names_players_places_games_winners_and_date_and_says_how_it_counts() -> None:
    evening = [
        ended_game(1, "Ada Ben Cleo", (-3, -8, -4), game="yellowstone-park"),
        ended_game(2, "Ben Ada", (90, 90.5), (1,)),
        ended_game(3, "Ben <b>", (), ending=ABANDONED),
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
    assert "It is a draw." in card_html([ended_game(4, "Ada Ben", (), (0, 1), game="kuh-vadis")], None, UTC)


def test_of_an_open_game_the_card_shows_only_that_it_is_being_played() -> None:
    words = text_of(card_html([ended_game(1, "Ada Ben", (77, 66), ending=OPEN, ended=None)], None, UTC))
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


def test_other_evenings_are_named_by_when_they_began_and_those_of_the_same_night_as_other_groups(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tavolo_host.history.words.datetime", _clock(NINE + 1740 * MINUTE))
    table.clock.s = NINE
    play_game(table, "Ada", "Bea")
    table.clock.s = NINE + 1440 * MINUTE
    play_game(table, "Cleo", "Dan")
    play_game(table, "Eve", "Fay")
    words = text_of(evening_html(2, table.history))
    assert re.search(r"Before: (?!yesterday).* 21:00", words)
    assert "Another group, the same evening: yesterday 21:16" in words


def _clock(now: float) -> type[datetime]:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime.fromtimestamp(now)

    return Clock


def test_an_odd_game_leaves_the_evenings_page_to_the_others(table: Table) -> None:
    refused = [KeptAction((99, 99), 0)]
    for began, name in ((BEGAN, "bambuti"), (BEGAN, "canasta"), (1e13, "bambuti")):
        odd = ended_game(0, "Ada Ben", (9, 2), ended=began, game=name)._replace(
            began=began, rules=firmware_digests()[1]
        )
        add_game(table.history.file, odd, refused)
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
