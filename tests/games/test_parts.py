"""Every game has all its parts: a missing one is named with the file to write, and the command that writes it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavolo.games import GAMES

ROOT = Path(__file__).parents[2]
BOARD, LAPTOP, GOLDEN = "firmware/tavolo/games/{}", "host/tavolo_host/games/{}", "tests/rules/golden/{}.txt"

# For each folder: a file, and what is in it or what writes it.
PARTS = (
    (BOARD, "__init__.py", "its manifest"),
    (BOARD, "codes.py", "its cards' codes: `tavolo codes` writes it"),
    (BOARD, "rules.py", "its rules"),
    (BOARD, "scene.py", "its lights"),
    (LAPTOP, "__init__.py", "sentences for what its rules tell in numbers"),
    (LAPTOP, "player.py", "a virtual player"),
    (LAPTOP, "display.py", "its part of the page"),
    (LAPTOP, "en.md", "its page for players, in English"),
    (LAPTOP, "it.md", "its page for players, in Italian"),
)


def missing(folder: str) -> Iterator[str]:
    """Return what a game lacks, each as a sentence."""
    for place, file, what in PARTS:
        path = f"{place.format(folder)}/{file}"
        if not (ROOT / path).exists():
            yield f"{path} is missing: {what}."
    name = folder.replace("_", "-")
    if not (ROOT / GOLDEN.format(name)).exists():
        yield f"{GOLDEN.format(name)} is missing: its golden playthroughs, `tavolo golden {name}` writes them."


@pytest.mark.parametrize("folder", GAMES)
def test_a_game_has_all_its_parts(folder: str) -> None:
    assert list(missing(folder)) == []
