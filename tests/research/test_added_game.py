"""A game that somebody adds is offered too, with nothing written for it."""

from pathlib import Path

from tests.games.test_new_game import before, empty, house, told_of

__all__ = ["before", "empty", "house"]  # fixtures: a copy of the sources in which a game was made


def test_a_new_game_is_there_for_both(house: Path) -> None:
    files = ("test_numbering.py", "test_play.py", "test_encoding.py", "test_open_spiel.py", "test_pettingzoo.py")
    assert told_of(house, *[f"research/{file}" for file in files]) == ""
