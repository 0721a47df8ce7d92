"""The pictures on the pages of the games and on the front door are what the program draws. A game need not have any."""

import re

import pytest

from host.tools.lights_picture import game_svg, picture_of, tile_svg
from tavolo.games import names


@pytest.mark.parametrize("name", [name for name in names() if picture_of(name).exists()])
def test_the_picture_of_a_game_is_the_one_that_its_scene_paints(name: str) -> None:
    assert picture_of(name).read_text(encoding="utf-8") == game_svg(name)


@pytest.mark.parametrize("name", [name for name in names() if picture_of(name, "tile.svg").exists()])
def test_the_picture_on_the_front_door_is_what_the_page_draws_and_refers_to_nothing_there(name: str) -> None:
    drawn = picture_of(name, "tile.svg").read_text(encoding="utf-8")
    assert drawn == tile_svg(name)
    assert not re.search(r"data-|aria-|<title|\bid=", drawn)
