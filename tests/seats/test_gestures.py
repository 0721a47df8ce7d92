"""Nudges and reactions: who gives and gets them, how often, and that nothing of them is kept."""

import pytest

from tavolo_host.board.mirror import Mirror
from tavolo_host.seats.gestures import Gestures, Reaction
from tavolo_host.seats.roster import Roster

ADA, BEN, CLEO, BOT = 0, 2, 3, 5  # seats


class Table:
    """Ada, Ben and Cleo sit, and are here."""

    def __init__(self) -> None:
        self.mirror = Mirror()
        self.roster = Roster(lambda: self.mirror)
        for visitor, seat in {"ada": ADA, "ben": BEN, "cleo": CLEO}.items():
            self.roster.come(visitor)
            self.roster.visitor_names.set_name(visitor, visitor.title())
            self.roster.sit(visitor, seat)
        self.gestures = Gestures(self.roster)

    def nudged(self) -> list[tuple[int, ...]]:
        return [each.nudged for each in self.gestures.since(0)]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_nudge_reaches_all_people_who_are_waited_for_and_no_bot(table: Table) -> None:
    assert table.gestures.nudge("ada", [BEN, CLEO, BOT]) is None
    assert table.nudged() == [(BEN, CLEO)]


def test_each_person_gets_at_most_one_nudge_in_ten_seconds_from_whomever(table: Table) -> None:
    assert table.gestures.nudge("ada", [BEN]) is None
    table.mirror.log.now_ms += 9_999
    assert table.gestures.may_be_nudged("cleo", [BEN]) == []
    assert table.gestures.nudge("cleo", [BEN]) == "Ben got a nudge a moment ago."
    assert table.gestures.nudge("ada", [BEN, CLEO]) is None
    table.mirror.log.now_ms += 1
    assert table.gestures.nudge("cleo", [BEN]) is None
    assert table.nudged() == [(BEN,), (CLEO,), (BEN,)]


@pytest.mark.parametrize(
    ("awaited", "refusal"),
    [
        ([ADA, BEN], "Everybody waits for you."),
        ([BOT], "Nobody who could be nudged keeps others waiting."),
        ([], "Nobody who could be nudged keeps others waiting."),
    ],
)
def test_who_has_to_act_nudges_nobody_and_nobody_nudges_who_has_not(
    table: Table, awaited: list[int], refusal: str
) -> None:
    assert table.gestures.may_be_nudged("ada", awaited) == []
    assert table.gestures.nudge("ada", awaited) == refusal
    assert table.nudged() == []


def test_who_is_away_gets_no_nudge(table: Table) -> None:
    table.roster.leave("ben")
    assert table.gestures.nudge("ada", [BEN]) == "Nobody who could be nudged keeps others waiting."


def test_a_person_shows_one_reaction_a_second(table: Table) -> None:
    assert table.gestures.react("ada", Reaction.OH) is None
    assert table.gestures.react("ada", Reaction.OH_NO) == "One reaction after the other, please."
    assert table.gestures.react("ben", Reaction.THANKS) is None
    table.mirror.log.now_ms += 1000
    assert table.gestures.react("ada", Reaction.OH_NO) is None
    shown = [(each.seat, each.reaction) for each in table.gestures.since(0)]
    assert shown == [(ADA, Reaction.OH), (BEN, Reaction.THANKS), (ADA, Reaction.OH_NO)]
    assert [each.number for each in table.gestures.since(2)] == [3]


def test_the_log_keeps_no_gesture_and_the_table_only_the_newest(table: Table) -> None:
    logged = len(table.mirror.log)
    for _ in range(100):
        table.gestures.react("ada", Reaction.HA_HA)
        table.gestures.nudge("ada", [BEN])
        table.mirror.log.now_ms += 10_000
    assert len(table.mirror.log) == logged
    assert len(table.gestures.since(0)) < 20
