"""The pictures on the pages of the games are what the program paints. A game need not have one."""

import pytest

from tavolo.games import names
from tavolo_host.workshop.lights_picture import game_svg, picture_of


@pytest.mark.parametrize("name", [name for name in names() if picture_of(name).exists()])
def test_the_picture_of_a_game_is_the_one_that_its_scene_paints(name: str) -> None:
    assert picture_of(name).read_text(encoding="utf-8") == game_svg(name)
