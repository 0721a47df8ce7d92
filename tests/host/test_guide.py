"""The guide of a first game: the aim first, each lesson in its moment, and nothing once all was met."""

from random import Random

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo_host.display.guide import RECENT
from tavolo_host.display.what_to_do import Deed, State
from tavolo_host.game_parts import part_of
from tavolo_host.virtual.source import VirtualSource
from tests.host.source_support import run_ms, run_until, source_of

LONGEST_MS = 3 * 60 * 60 * 1000
LOOK_MS = 100


@pytest.mark.parametrize("name", names())
def test_lessons_belong_to_choices_and_events_of_the_game(name: str) -> None:
    words = part_of(name)
    assert set(words.LESSONS) <= set(words.CHOICES) | set(words.TEMPLATES)
    assert set(words.LESSONS) & set(words.CHOICES)


def guided(name: str) -> tuple[VirtualSource, list[list[str]]]:
    """A whole game of the fewest by a visitor who takes any choice; what the guide said, each time it was different."""
    random = Random(f"guide {name}")
    game = load(name)
    source = source_of(Setup(game, game.SEATS[0]))
    run_until(source, lambda: source.companion.connected)
    run_ms(source, 1500)
    assert source.sit("me", 0) is None
    assert source.start(game.SEATS[0]) is None
    run_until(source, lambda: source.mirror.record is not None)
    said: list[list[str]] = []
    for _ in range(LONGEST_MS // LOOK_MS):
        if source.mirror.result:
            return source, said
        lessons = source.lessons("me")
        if not said or lessons != said[-1]:
            said.append(lessons)
        what = source.what_to_do("me")
        if what.state == State.CHOOSE:
            acting = [choice for choice in what.choices if choice.deed != Deed.LIFT]
            source.do("me", random.choice(acting or what.choices))
        run_ms(source, LOOK_MS)
    raise AssertionError("The game has not ended.")


@pytest.mark.parametrize("name", names())
def test_a_first_game_is_told_of_its_aim_and_then_of_what_is_met(name: str) -> None:
    words = part_of(name)
    source, said = guided(name)
    with_aim = [lessons for lessons in said if words.AIM in lessons]
    assert said.index(with_aim[0]) <= 1  # before the deal there may be nothing to be told
    assert with_aim == said[said.index(with_aim[0]) : said.index(with_aim[-1]) + 1], "the aim has come back"
    met = {text for lessons in said for text in lessons}
    first_choice = next(key for key in words.LESSONS if key in words.CHOICES)
    assert words.LESSONS[first_choice] in met
    codes = {entry.numbers[0] for entry in source.mirror.log[:-RECENT] if entry.numbers}
    assert {words.LESSONS[code] for code in codes if code in words.LESSONS} <= met
    assert source.lessons("me") == [], "it is over"
    assert source.lessons("somebody else") == []
    source.close()
