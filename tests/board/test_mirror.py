"""The mirror: repeats, compares, says what is wrong, asks once, and heals."""

from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.link.telemetry import LAPTOP
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.board.greeting import Message
from tavolo_host.board.mirror import ASKED_MS, Mirror
from tavolo_host.board.view import Waiting
from tests.link.link_support import public_actions


class Feed:
    """A mirror and the messages of a board that plays the script of a random game."""

    def __init__(self, players: int = 3) -> None:
        self.mirror = Mirror()
        self.setup, self.script = public_actions(players)
        self.record = Record(self.setup)

    def take(self, kind: str, *values: Any, now_ms: int = 0) -> list[Message]:
        return self.mirror.take(kind, values, now_ms)

    def start(self, following: int = 0) -> list[Message]:
        return self.take("start", following, (1, 4, 6), self.setup.text())

    def whole(self) -> list[Message]:
        return self.take("whole", len(self.record.actions), self.record.digest(), self.record.takebacks)

    def act(self, wrong_digest: int = 0) -> list[Message]:
        index = len(self.record.actions)
        action = self.script[index]
        self.record.apply(action)
        digest = self.record.digest() ^ wrong_digest
        return self.take("act", index, digest, action, now_ms=100 * index)

    def past(self) -> list[Message]:
        return self.take("past", 0, tuple(self.record.actions))


@pytest.fixture
def feed() -> Feed:
    found = Feed()
    found.start()
    found.whole()
    return found


def test_the_log_has_time_numbers_words_action_and_seat_of_each_event(feed: Feed) -> None:
    feed.act()
    feed.act()
    entry = feed.mirror.log[-1]
    action = feed.script[1]
    assert (entry.kind, entry.time_ms) == ("event", 100)
    assert entry.action == feed.record.game.action_text(action)
    assert entry.seat == feed.mirror.seats[action[1]]
    assert entry.numbers[0] > 0
    assert entry.sentence.endswith(".")


def test_seats_stand_in_the_sentences(feed: Feed) -> None:
    feed.act()
    feed.act()
    assert feed.mirror.log[-1].sentence[:7] in {"Seat 2 ", "Seat 5 ", "Seat 7 "}


def test_a_wrong_digest_is_reported_and_the_whole_game_requested_once(feed: Feed) -> None:
    feed.act()
    assert feed.act(wrong_digest=1) == [("resync", ())]
    assert feed.mirror.in_step is False
    assert feed.mirror.status.startswith("Out of step with the board: after action 2 the digest is ")
    assert feed.mirror.log[-1].kind == "trouble"
    for _ in range(3):
        assert feed.act() == []
    assert feed.mirror.in_step is False


def test_a_snapshot_heals_it_and_tells_no_event_twice(feed: Feed) -> None:
    feed.act()
    feed.act(wrong_digest=1)
    feed.act()
    feed.start(following=3)
    feed.past()
    assert feed.mirror.in_step is None
    feed.whole()
    assert feed.mirror.in_step is True
    again = Record(feed.setup)
    events = [event for action in feed.script[:3] for event in again.apply(action)]
    assert [entry.numbers for entry in feed.mirror.log if entry.kind == "event"] == events
    assert feed.mirror.status == "In step with the board after 3 actions."
    assert feed.act(wrong_digest=1) == [("resync", ())], "another difference is asked about again"


def test_a_snapshot_that_does_not_heal_is_not_asked_for_again_and_again(feed: Feed) -> None:
    feed.act(wrong_digest=1)
    for _ in range(3):
        feed.start(following=1)
        feed.past()
        assert feed.take("whole", 1, 0, 0) == []
        assert feed.mirror.in_step is False


@pytest.mark.parametrize(
    ("kind", "values", "wanted"),
    [
        ("act", (2, 0, (0,)), "continues with action 2, the laptop has 1"),
        ("act", (1, 0, (0,)), "this program refuses action 1. That cannot be done now."),
        ("undone", (5, 0), "has 5 actions after an undo, the laptop 1"),
    ],
    ids=["a gap", "against the rules", "an undo to more than there were"],
)
def test_what_cannot_follow_is_out_of_step(feed: Feed, kind: str, values: tuple[Any, ...], wanted: str) -> None:
    feed.act()
    assert feed.take(kind, *values) == [("resync", ())]
    assert feed.mirror.in_step is False
    assert wanted in feed.mirror.status


def test_a_different_outcome_is_out_of_step() -> None:
    feed = Feed()
    feed.start()
    while len(feed.record.actions) < len(feed.script):
        feed.act()
    outcome = feed.record.game.outcome(feed.record.position)
    assert outcome is not None
    assert feed.take("over", outcome) == []
    assert feed.take("over", (*outcome, 2)) == [("resync", ())]


def test_an_unknown_game_is_reported_and_its_actions_are_ignored() -> None:
    mirror = Mirror()
    assert mirror.take("start", (0, (0, 1), "chess players=2 table"), 0) == []
    assert "chess" in mirror.status
    assert mirror.take("act", (0, 0, (1, 2)), 0) == []
    assert mirror.take("whole", (1, 0, 0), 0) == []
    assert mirror.position is None
    assert mirror.in_step is None


def test_a_new_game_keeps_the_log_of_the_one_before(feed: Feed) -> None:
    feed.act()
    entries = len(feed.mirror.log)
    feed.start()
    assert len(feed.mirror.log) == entries + 1
    assert feed.mirror.log[-1].game == 2


def test_a_game_that_is_sent_again_before_its_first_action_is_the_same_game(feed: Feed) -> None:
    games = []
    for number in (7, 7, 8):
        feed.take("game", number)
        feed.start()
        games.append(feed.mirror.game_number)
    assert games == [2, 2, 3]


def test_a_game_that_the_laptop_does_not_have_is_not_looked_at_in_the_lobby(feed: Feed) -> None:
    feed.take("lobby", (0, 2), len(names()) - 1, -1, 0)
    assert feed.mirror.view.lobby == Waiting((0, 2), len(names()) - 1)
    assert feed.take("lobby", (0, 2, 3), len(names()), -1, 0) == [("resync", ())]
    assert feed.mirror.view.lobby == Waiting((0, 2), len(names()) - 1)
    assert feed.mirror.in_step is False


def test_a_question_is_over_when_the_board_tells_of_it_no_more(feed: Feed) -> None:
    for now_ms in (0, ASKED_MS):
        feed.take("question", "undo", 0b10010, 0, LAPTOP, 1, now_ms=now_ms)
        feed.mirror.time_is(now_ms + ASKED_MS)
        assert feed.mirror.view.question is not None
    feed.mirror.time_is(2 * ASKED_MS + 1)
    assert feed.mirror.view.question is None


SCRIPT = ("deal", *(f"turn {tile}" for tile in (75, 69, 23, 42)), "choose 1 79", "choose 0 72", "reveal 72 79")
TOLD = "This was taken back after something new had been seen."


def of_oxen(count: int) -> tuple[Mirror, Record]:
    """A mirror that has heard these actions of Tanz der Hornochsen, and the board's record."""
    game = load("tanz-der-hornochsen")
    mirror, record = Mirror(), Record(Setup(game, 2))
    mirror.take("start", (0, (1, 4), record.setup.text()), 0)
    for index, text in enumerate(SCRIPT[:count]):
        action = game.public(game.action_from_text(text))
        record.apply(action)
        mirror.take("act", (index, record.digest(), action), 0)
    return mirror, record


@pytest.mark.parametrize(("count", "left", "is_seen"), [(6, 5, False), (7, 5, False), (8, 6, True), (5, 0, True)])
def test_a_game_is_marked_when_something_that_was_seen_is_taken_back(count: int, left: int, is_seen: bool) -> None:
    mirror, record = of_oxen(count)
    record.undo(left)
    mirror.take("undone", (left, record.digest()), 0)
    assert (mirror.in_step, mirror.is_taken_back) == (True, is_seen)
    assert (TOLD in [entry.sentence for entry in mirror.log]) is is_seen
    mirror.take("start", (0, (1, 4), record.setup.text()), 0)
    assert not mirror.is_taken_back, "it is another game"


def test_what_was_taken_back_while_no_laptop_listened_may_have_been_seen() -> None:
    mirror, record = of_oxen(6)
    for takebacks, is_taken_back in ((0, False), (1, True)):
        mirror.take("start", (6, (1, 4), record.setup.text()), 0)
        mirror.take("past", (0, tuple(record.actions)), 0)
        mirror.take("whole", (6, record.digest(), takebacks), 0)
        assert (mirror.in_step, mirror.is_taken_back) == (True, is_taken_back)


def test_an_undo_that_the_laptop_heard_is_not_news_when_the_board_tells_of_it_again() -> None:
    mirror, record = of_oxen(6)
    record.undo(5)  # nothing new had been seen
    mirror.take("undone", (5, record.digest()), 0)
    mirror.take("whole", (5, record.digest(), 1), 0)
    assert (mirror.in_step, mirror.is_taken_back) == (True, False)


@pytest.mark.parametrize(("seat", "logged"), [(-1, None), (0, 0), (7, 7)])
def test_a_note_of_the_board_is_logged_at_its_seat_or_at_none(feed: Feed, seat: int, logged: int | None) -> None:
    feed.take("note", "table", seat, (8,))
    assert (feed.mirror.log[-1].kind, feed.mirror.log[-1].seat) == ("note", logged)
