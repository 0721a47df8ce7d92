"""Guide and advice in a first game: the aim first, each lesson in its moment, and a hint that can be followed."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from nicegui import Client
from nicegui.page import page

from tavolo.games import load, names, setup_from_text
from tavolo.rules.record import Record
from tavolo_host.board.log import Log
from tavolo_host.display.live.aids import Aids
from tavolo_host.display.live.guide import lessons
from tavolo_host.display.parts.source import Tutor
from tavolo_host.display.parts.what_to_do import Deed, OwnSeat, State
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.sentences import choice_key
from tests.display.display_support import Mirror, moment_of
from tests.players.deciding import actions, plainly
from tests.sources.source_support import SHORT, begun, run_ms

LONGEST_MS = 3 * 60 * 60 * 1000
LOOK_MS = 500
A_FEW = 45  # hints: every kind of decision is among them
MOST_ACTIONS = 250


@pytest.mark.parametrize("name", names())
def test_lessons_belong_to_choices_and_events_of_the_game(name: str) -> None:
    words = part_of(name)
    assert set(words.LESSONS) <= set(words.CHOICES) | set(words.TEMPLATES)
    assert set(words.LESSONS) & set(words.CHOICES)


def moments(name: str) -> Iterator[tuple[Any, OwnSeat]]:
    """A game of the fewest players before each of its actions, as the first player sees it, and when it is over."""
    setup = f"{name} players={load(name).SEATS[0]} {SHORT[name]} dealt"
    mirror, log = Mirror(Record(setup_from_text(setup)), (0, 1, 2, 3)), Log()
    mirror.log = log
    for place, (_, _, action) in enumerate(islice(actions(setup, plainly, Random(name)), MOST_ACTIONS)):
        yield mirror, OwnSeat(0, 0, mirror.game.view(mirror.position, 0))
        for event in mirror.record.apply(action):
            log.add("event", "", event, place=place)
    mirror.result = "It is over."
    yield mirror, OwnSeat(0, 0, mirror.game.view(mirror.position, 0))


def decided(mirror: Any) -> list[int]:
    """The places of the first player's actions."""
    return [place for place, action in enumerate(mirror.actions) if mirror.game.actor(action) == 0]


@pytest.mark.parametrize("name", names())
def test_each_lesson_is_told_at_one_decision_and_in_one_game_of_an_evening_the_aim_at_the_first(name: str) -> None:
    told: dict[str, int] = {}
    given: dict[str, set[int]] = {}
    for mirror, own in moments(name):
        before = [*lessons(mirror, own, told)]
        assert lessons(mirror, own, told) == before, "it was not there long enough to be read"
        for text in before:
            given.setdefault(text, set()).add(len(decided(mirror)))
        assert (before[:1] == [part_of(name).AIM]) is (not decided(mirror))
    assert before == []
    assert {len(decisions) for decisions in given.values()} == {1}
    assert [text for mirror, own in moments(name) for text in lessons(mirror, own, told) if text in given] == []


@pytest.mark.parametrize("name", names())
def test_what_has_happened_since_the_last_decision_for_the_first_time_is_explained(name: str) -> None:
    of_all, explained, told = part_of(name).LESSONS, set[int](), dict[str, int]()
    for mirror, own in moments(name):
        since = [0, *decided(mirror)][-1]
        happened = {entry.numbers[0] for entry in mirror.log if entry.place >= since} & {*of_all}
        words = lessons(mirror, own, told)
        assert mirror.result or {of_all[code] for code in happened - explained} <= {*words}
        explained |= {code for code in happened if of_all[code] in words}
    assert explained


@pytest.mark.parametrize("name", names())
def test_a_kind_of_choice_is_explained_when_it_is_there_one_at_a_time(name: str) -> None:
    words, told = part_of(name), dict[str, int]()
    explained: set[int] = set()
    for mirror, own in moments(name):
        given = lessons(mirror, own, told)
        legal = mirror.game.legal(own.position, 0) if 0 in mirror.game.to_act(own.position) else []
        keys = {choice_key(mirror.game, own.position, action) for action in legal} & {*words.LESSONS}
        now = {key for key in keys if words.LESSONS[key] in given}
        assert {text for key, text in words.LESSONS.items() if key in words.CHOICES and text in given} == {
            words.LESSONS[key] for key in now
        }
        assert len(now) == 1 or mirror.result or not keys - explained
        explained |= now
    assert explained


@pytest.mark.parametrize("is_seen", [False, True])
def test_the_guide_closes_when_the_end_has_been_seen(is_seen: bool) -> None:
    mirror, _ = [*moments("kuh-vadis")][-1]
    with Client(page("/")) as client:
        aids = Aids(Tutor(), "me", {"me": {}}, lambda: None)
        aids.build_guide()
        aids.build_rules()
        aids.build_buttons()
        aids.show(replace(moment_of(mirror), is_held_back=not is_seen))
    (guide,) = (each for each in client.elements.values() if "guide" in each.classes)
    assert guide.visible != is_seen


def hinted() -> Iterator[Any]:
    """Names, and after how many hints it is enough: to the end of the game, or, every day, a few."""
    for name in names():
        yield name, A_FEW
        yield pytest.param(name, None, marks=pytest.mark.slow)


@pytest.mark.parametrize(("name", "enough"), [*hinted()])
def test_a_hint_can_be_followed_and_is_thought_out_once_for_whom_it_is(name: str, enough: int | None) -> None:
    """A visitor does what is advised or something else, and later only that, so that the game ends soon.

    Sometimes another card is in the slot.
    """
    random, words = Random(f"guide {name}"), part_of(name)
    source = begun(f"{name} players={load(name).SEATS[0]} {SHORT[name]}", {"me": 0})
    source.visitors.set_pace("quick")
    source.visitors.guided["me"] = {}
    met: set[str] = set()
    hints = 0
    for _ in range(LONGEST_MS // LOOK_MS):
        if hints == enough or source.mirror.result:
            break
        met |= {*source.tutor.lessons("me")}
        run_ms(source, LOOK_MS)
        what, hint = source.what_to_do("me"), source.tutor.hint("me")
        if hint is None:
            assert what.state != State.CHOOSE or what.choices[0].deed != Deed.ACT or name == "tanz-der-hornochsen"
            continue
        assert source.tutor.hint("me") is hint
        assert source.tutor.hint("another") is None
        assert hint.choice in what.choices
        assert hint.reason.words
        hints += 1
        own = source.visitors.own("me")
        if own and own.hand and own.in_slot is None and random.random() < 0.1:
            source.visitors.play("me", random.choice(own.hand))
        else:
            acting = [choice for choice in what.choices if choice.deed == Deed.ACT]
            follows = hints <= A_FEW and random.random() < 0.5
            assert source.do("me", hint.choice if follows else random.choice(acting)) is None
    else:
        raise AssertionError("The game has not ended.")
    assert hints > 4
    assert words.AIM in met
    assert source.tutor.lessons("another") == []
    if source.mirror.result:
        assert (source.tutor.hint("me"), source.tutor.lessons("me")) == (None, [])
