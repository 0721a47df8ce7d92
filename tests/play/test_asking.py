"""A laptop that requests anything at any moment: how long the seats then take to the end of the game."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from tavolo import requests
from tavolo.games import load, names
from tavolo.journal.journal import Journal
from tavolo.link import telemetry
from tavolo.link.messages import LAPTOP, decode, encode, fields_of, kinds
from tavolo.maker.workbench import Workbench
from tavolo.play import reasons
from tavolo.play.council import PATIENCE_MS, WAIT_MS
from tavolo.play.referee import Referee
from tavolo.rules.contract import Setup
from tavolo.seat.states import IS_ABSENT, IS_EMPTY, LEFT, RIGHT, TAKE
from tavolo.wiring import SEATS
from tests.link.messages_sample import fitting
from tests.play.playing import Place, Unseen
from tests.play.test_play import Heard
from tests.rules.play import next_action
from tests.rules.support import Numbers

STEP_MS = 500
LONGEST_DECISION_MS = 5_000
NEVER_MS = 10 * PATIENCE_MS
OF_THE_LINE = {"hello", "unknown", "unfit", "resync"}  # which the publisher answers


class Listener(Heard):
    def send(self, kind: str, *values: Any) -> None:
        """Nobody reads it."""


def whole_evening_ms(name: str, no_after_ms: int, has_laptop: bool) -> int:
    """How long a game takes whose players decide in up to five seconds, and start again after each question."""
    game, heard = load(name), Listener()
    numbers, thinking, robot = Numbers(7), Numbers(8), Numbers(9)  # so the game is the same with and without
    places: Any = [Place(number) for number in range(SEATS)]
    referee = Referee(places, heard, Journal(None), Unseen(), numbers.below)  # type: ignore[arg-type]
    files = SimpleNamespace(read=lambda *_: b"")
    hardware = SimpleNamespace(flash=lambda _: None, files=lambda: files)
    bench = Workbench(places, heard, None, hardware)  # type: ignore[arg-type]
    asked = sorted({kind for kind in kinds() if fields_of(kind)[-1] & LAPTOP} - OF_THE_LINE) + ["undo", "abandon"] * 9
    referee.begin(Setup(game, game.SEATS[0]), tuple(range(game.SEATS[0])))
    play, now_ms, left_ms, open_ms = referee.play, 0, LONGEST_DECISION_MS, 0
    assert play is not None
    while not play.is_over():
        assert now_ms < NEVER_MS * len(play.record.actions) + NEVER_MS, f"{name}: nobody can play"
        now_ms += STEP_MS
        if has_laptop:
            kind = asked[robot.below(len(asked))]
            values = tuple(fitting(field, robot.below) for field in fields_of(kind)[:-1])
            if values[-1:] != ("prompt",):  # which takes the board away from the table
                requests.answer(kind, decode(kind, encode(kind, *values)), referee, bench, heard)  # type: ignore[arg-type]
        referee.step(STEP_MS)
        assert referee.play is play, "the game is gone"
        if referee.question:
            open_ms += STEP_MS
            left_ms = (thinking.below(LONGEST_DECISION_MS // STEP_MS) + 1) * STEP_MS
            if open_ms > no_after_ms:
                referee.key(game.SEATS[0] - 1, LEFT)
            continue
        open_ms = 0
        left_ms -= STEP_MS
        if left_ms <= 0:
            action = next_action(play.record, numbers)
            assert action is not None
            play.carry_out(action)
            left_ms = (thinking.below(LONGEST_DECISION_MS // STEP_MS) + 1) * STEP_MS
    assert not has_laptop or [note for note in heard.notes if note[0] == reasons.ASKED_JUST_NOW]
    return now_ms


in_peace_ms = cache(whole_evening_ms)


@pytest.mark.parametrize("no_after_ms", [3_000, NEVER_MS])
@pytest.mark.parametrize("name", names())
def test_a_laptop_that_asks_all_the_time_only_delays_the_game(name: str, no_after_ms: int) -> None:
    asked_ms = min(PATIENCE_MS, no_after_ms + STEP_MS)
    times = (asked_ms + WAIT_MS) / (WAIT_MS - LONGEST_DECISION_MS)
    assert whole_evening_ms(name, no_after_ms, True) <= times * in_peace_ms(name, NEVER_MS, False) + asked_ms + WAIT_MS


def a_referee(actions: int) -> tuple[Referee, Any, Listener, list[Any]]:
    """A referee in David & Goliath for three after this many actions, with a workbench, its notes, and the seats."""
    game, heard, numbers = load("david-goliath"), Listener(), Numbers(7)
    places: list[Any] = [Place(number) for number in range(SEATS)]
    referee = Referee(places, heard, Journal(None), Unseen(), numbers.below)  # type: ignore[arg-type]
    referee.begin(Setup(game, 3), (0, 1, 2))
    assert referee.play is not None
    while len(referee.play.record.actions) < actions and not referee.play.is_over():
        action = next_action(referee.play.record, numbers)
        assert action is not None
        referee.play.carry_out(action)
    return referee, Workbench(places, heard, None, None), heard, places  # type: ignore[arg-type]


def test_a_question_ends_with_the_game_that_it_is_about() -> None:
    referee, bench, heard, _ = a_referee(NEVER_MS)
    assert referee.play is not None
    requests.answer("undo", (5, 0, telemetry.LAPTOP), referee, bench, heard)  # type: ignore[arg-type]
    assert referee.question
    setup = Setup(referee.play.record.game, 3)
    requests.answer("new", (6, (0, 1, 2), setup.text()), referee, bench, heard)  # type: ignore[arg-type]
    assert (referee.question, referee.play.is_over(), len(referee.play.record.actions)) == (None, False, 0)
    referee.close()
    assert referee.question is None


def test_a_seat_that_was_not_asked_does_not_agree_for_all() -> None:
    referee, bench, heard, places = a_referee(5)
    for place in places:
        place.state = IS_ABSENT
    requests.answer("abandon", (5, telemetry.LAPTOP), referee, bench, heard)  # type: ignore[arg-type]
    for place in places:
        place.state = IS_EMPTY
    referee.key(1, TAKE)
    assert referee.play is not None
    referee.step(PATIENCE_MS)
    assert (referee.question, referee.play.is_over()) == (None, False)


def ask_undo(referee: Referee, bench: Any, heard: Listener, left: int, asker: int = telemetry.LAPTOP) -> Any:
    """Request an undo that leaves so many actions; the last note, unless it is put to the seats."""
    requests.answer("undo", (5, left, asker), referee, bench, heard)  # type: ignore[arg-type]
    return None if referee.question else heard.notes[-1]


@pytest.mark.parametrize(("actions", "left"), [(5, 5), (5, 6), (5, 99_999), (1, 0)])  # the first one is the deal
def test_an_undo_that_takes_no_decision_back_is_refused(actions: int, left: int) -> None:
    referee, bench, heard, _ = a_referee(actions)
    assert referee.play is not None
    assert ask_undo(referee, bench, heard, left) == (reasons.NOTHING_TO_UNDO,)
    assert (len(referee.play.record.actions), referee.laptop_waits_ms) == (actions, 0)


def test_an_undo_that_the_laptop_asks_for_goes_back_as_far_as_it_says() -> None:
    referee, bench, heard, places = a_referee(8)
    assert referee.play is not None
    actions = list(referee.play.record.actions)
    assert ask_undo(referee, bench, heard, 3) is None
    assert heard.notes[-1] == (reasons.ASKED_BY_LAPTOP_UNDO, 5)
    for seat in (0, 1, 2):
        referee.key(seat, TAKE)
    assert heard.notes[-5:] == [
        (reasons.EVERYBODY_AGREED,),
        (reasons.UNDONE, 5),
        *((reasons.CARDS_GO_BACK, player, count) for player, count in enumerate((1, 2, 2))),
    ]
    assert [place.answers for place in places[:3]] == [["take back"]] * 3
    while referee.play.is_replaying:
        referee.step(5)
    assert list(referee.play.record.actions) == actions[:3]


def test_who_asks_through_the_laptop_has_agreed_and_may_still_disagree() -> None:
    referee, bench, heard, _ = a_referee(8)
    assert referee.play is not None
    assert ask_undo(referee, bench, heard, 3, asker=1) is None
    assert heard.notes[-1] == (reasons.ASKED_FOR_UNDO, 1, 5)
    referee.key(1, RIGHT)  # which does not change a question of the laptop's
    assert heard.notes[-1] == (reasons.DISAGREED, 1)
    assert referee.laptop_waits_ms == WAIT_MS
    referee.step(WAIT_MS)
    assert ask_undo(referee, bench, heard, 3, asker=1) is None
    for seat in (0, 2):
        assert referee.question
        referee.key(seat, TAKE)
    assert referee.play.is_replaying


def test_a_seat_that_does_not_play_cannot_be_the_asker_and_one_that_is_alone_has_to_press_too() -> None:
    referee, bench, heard, places = a_referee(8)
    assert ask_undo(referee, bench, heard, 3, asker=7) == (reasons.SEAT_NOT_PLAYING, 7)
    for number in (1, 2):
        places[number].state = IS_ABSENT
    assert ask_undo(referee, bench, heard, 3, asker=0) is None
    assert referee.question is not None
    assert referee.question.seats_agreed() == []
    referee.key(0, TAKE)
    assert referee.question is None
