"""The pictures on the pages of the games are what the program paints."""

from pathlib import Path

import pytest

from tavolo.lights.canvas import Canvas
from tavolo.rules import names
from tavolo_host.display.lights_picture import game_svg, lights_svg, middle_of

PAGES = Path(__file__).parents[2] / "host" / "games"
PICTURES = sorted(PAGES.glob("*.svg"))


def test_every_game_has_its_picture() -> None:
    assert [picture.stem for picture in PICTURES] == sorted(names())


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.stem)
def test_the_picture_of_a_game_is_the_one_that_its_scene_paints(picture: Path) -> None:
    assert picture.read_text(encoding="utf-8") == game_svg(picture.stem)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda path: path.name)
def test_every_page_shows_its_picture_and_has_its_translation(page: Path) -> None:
    game, language, _ = page.name.split(".")
    assert f"]({game}.svg)" in page.read_text(encoding="utf-8")
    assert (PAGES / f"{game}.{'it' if language == 'en' else 'en'}.md").exists()


def test_every_pixel_is_in_the_picture() -> None:
    assert lights_svg(Canvas(), "dark").count("<circle") == 64 + 128 + 8


def test_the_position_is_in_the_middle_of_the_game_and_somebody_is_to_act() -> None:
    record = middle_of("bambuti")
    assert 40 < len(record.actions) < 70
    assert record.game.to_act(record.position)[0] >= 0


def test_a_game_without_a_golden_playthrough_has_no_picture() -> None:
    with pytest.raises(ValueError, match="no golden playthrough of chess"):
        middle_of("chess")
