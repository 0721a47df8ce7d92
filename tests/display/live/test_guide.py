"""Guide and advice in a first game: the aim first, each lesson in its moment, and a hint that can be followed."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from tavolo.games import load, names, setup_from_text
from tavolo.rules.record import Record
from tavolo_host.board.log import Log
from tavolo_host.display.live.guide import RECENT, lessons
from tavolo_host.display.parts.what_to_do import Deed, OwnSeat, State
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.sentences import choice_key
from tests.display.display_support import Mirror
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
    for _, _, action in islice(actions(setup, plainly, Random(name)), MOST_ACTIONS):
        yield mirror, OwnSeat(0, 0, mirror.game.view(mirror.position, 0))
        for event in mirror.record.apply(action):
            log.add("event", "", event)
    mirror.result = "It is over."
    yield mirror, OwnSeat(0, 0, mirror.game.view(mirror.position, 0))


@pytest.mark.parametrize("name", names())
def test_the_aim_is_told_until_a_player_has_acted_and_nothing_when_the_game_is_over(name: str) -> None:
    has_acted = False
    for mirror, own in moments(name):
        told = lessons(mirror, own)
        has_acted = has_acted or any(mirror.game.actor(action) == 0 for action in mirror.actions[-1:])
        assert (told[:1] == [part_of(name).AIM]) is not has_acted
        assert part_of(name).AIM not in told[1:]
    assert has_acted
    assert told == []


@pytest.mark.parametrize("name", names())
def test_what_happens_for_the_first_time_is_explained_while_it_is_recent(name: str) -> None:
    of_all, explained = part_of(name).LESSONS, set()
    for mirror, own in moments(name):
        codes = [entry.numbers[0] for entry in mirror.log]
        recent = {code for code in codes[-RECENT:] if code in of_all and code not in codes[:-RECENT]}
        told = lessons(mirror, own)
        for code in set(codes) & set(of_all) if not mirror.result else ():
            assert (of_all[code] in told) is (code in recent)
        explained |= recent
    assert explained or not {*codes} & {*of_all}


@pytest.mark.parametrize("name", names())
def test_each_kind_of_decision_is_explained_when_a_player_meets_it_one_at_a_time_and_once(name: str) -> None:
    of_all = part_of(name).LESSONS
    met: set[int] = set()
    for mirror, own in moments(name):
        told = lessons(mirror, own)
        legal = mirror.game.legal(own.position, 0) if 0 in mirror.game.to_act(own.position) else []
        keys = dict.fromkeys(choice_key(mirror.game, own.position, action) for action in legal)
        explained = [key for key in keys if key in of_all]
        verbs = {action[0] for action in legal}
        done = sum(action[0] in verbs for action in mirror.actions if mirror.game.actor(action) == 0)
        now = [] if mirror.result else explained[done : done + 1]
        assert [key for key in part_of(name).CHOICES if key in of_all and of_all[key] in told] == now
        met |= {*now}
    assert met


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
