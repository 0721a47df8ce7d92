"""What is in the board's memory: the rules and the scene of the game that is played, and of no other."""

import pytest

from tavolo.games import folder_of, load, names
from tavolo.rules.contract import Setup
from tests.pico.back import Back

# The board's program, which can be interrupted: no watchdog runs, and Ctrl-C stays what it is at a prompt.
MAIN = """
import main

class Unguarded:
    word = 0
    was_bitten = False

    def watch(self):
        pass

    feed = watch

main.main(Unguarded())
"""
PACKAGE = "tavolo.games."


def begin(back: Back, name: str) -> None:
    """Have the fewest players begin a game."""
    game = load(name)
    back.start(tuple(range(game.SEATS[0])), Setup(game, game.SEATS[0]).text())


def games_in_memory(back: Back) -> set[str]:
    """Of which games rules or scenes are loaded. The board's program, which runs as MAIN, is interrupted by this."""
    loaded = back.question("import sys\nprint(*sys.modules)").split()
    return {name for name in names() if any((each + ".").startswith(f"{PACKAGE}{folder_of(name)}.") for each in loaded)}


@pytest.mark.short
def test_of_games_that_are_begun_one_after_another_only_the_last_is_in_memory(back: Back) -> None:
    back.run_script(MAIN, ends=False)
    back.plug_in()
    back.run_until(back.is_ready)
    first, *_, last = names()
    begin(back, first)
    back.abandon()
    begin(back, last)
    assert games_in_memory(back) == {last}


def test_no_game_is_in_memory_when_the_last_was_given_up(back: Back) -> None:
    back.run_script(MAIN, ends=False)
    back.plug_in()
    back.run_until(back.is_ready)
    begin(back, names()[0])
    back.abandon()
    assert games_in_memory(back) == set()
