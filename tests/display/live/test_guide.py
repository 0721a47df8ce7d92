"""Guide and advice in a first game: the aim first, each lesson in its moment, and a hint that can be followed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo_host.display.live.guide import RECENT
from tavolo_host.display.parts.what_to_do import Deed, State
from tavolo_host.runtime.game_folders import part_of
from tests.sources.source_support import MINUTE_MS, SHORT, SOON_OVER, begun, run_ms

LONGEST_MS = 3 * 60 * 60 * 1000
LOOK_MS = 100
ADVISED = 30


@pytest.mark.parametrize("name", names())
def test_lessons_belong_to_choices_and_events_of_the_game(name: str) -> None:
    words = part_of(name)
    assert set(words.LESSONS) <= set(words.CHOICES) | set(words.TEMPLATES)
    assert set(words.LESSONS) & set(words.CHOICES)


def games() -> Iterator[Any]:
    """Names, and how long the game goes on: to its end, or, every day, a minute of what takes longer."""
    for name in names():
        if name not in SOON_OVER:
            yield name, MINUTE_MS
        yield pytest.param(name, LONGEST_MS, marks=() if name in SOON_OVER else pytest.mark.slow)


@pytest.mark.parametrize(("name", "longest_ms"), [*games()])
def test_hints_can_be_followed_and_a_first_game_gets_its_aim_and_then_its_lessons(name: str, longest_ms: int) -> None:
    """A visitor does what is advised, and later anything, so that it ends soon; sometimes another card is in the slot.

    Each advice can be followed and is thought out once.
    """
    random, words = Random(f"guide {name}"), part_of(name)
    source = begun(f"{name} players={load(name).SEATS[0]} {SHORT[name]}", {"me": 0})
    source.visitors.set_pace("quick")
    output: list[list[str]] = []  # by the guide, each time it was different
    hints = 0
    for look in range(longest_ms // LOOK_MS):
        if source.mirror.result:
            break
        lessons = source.visitors.lessons("me")
        if not output or lessons != output[-1]:
            output.append(lessons)
        run_ms(source, LOOK_MS)
        if look % 5:
            continue
        what, hint = source.what_to_do("me"), source.visitors.hint("me")
        if hint is None:
            assert what.state != State.CHOOSE or what.choices[0].deed != Deed.ACT or name == "tanz-der-hornochsen"
        else:
            assert source.visitors.hint("me") is hint
            assert source.visitors.hint("another") is None
            assert hint.choice in what.choices
            assert hint.reason.words
            hints += 1
            own = source.visitors.own("me")
            if own and own.hand and own.in_slot is None and random.random() < 0.1:
                source.visitors.play("me", random.choice(own.hand))
            else:
                acting = [choice for choice in what.choices if choice.deed == Deed.ACT]
                assert source.do("me", hint.choice if hints < ADVISED else random.choice(acting)) is None
    else:
        assert longest_ms == MINUTE_MS, "The game has not ended."
    assert hints > 4
    if source.mirror.result:
        assert (source.visitors.hint("me"), source.visitors.lessons("me")) == (None, [])
    assert source.visitors.lessons("another") == []
    with_aim = [lessons for lessons in output if words.AIM in lessons]
    assert output.index(with_aim[0]) <= 1  # before the deal there may be nothing to be told
    assert with_aim == output[output.index(with_aim[0]) : output.index(with_aim[-1]) + 1], "the aim has come back"
    met = {text for lessons in output for text in lessons}
    first_choice = next(key for key in words.LESSONS if key in words.CHOICES)
    assert words.LESSONS[first_choice] in met
    codes = {entry.numbers[0] for entry in source.mirror.log[:-RECENT] if entry.numbers}
    assert {words.LESSONS[code] for code in codes if code in words.LESSONS} <= met
