"""Who may do what: each deed of the page, tried by an attacker as each kind of visitor.

The last test takes the rights out of the table one by one, and demands that the attacker finds it.
"""

from collections import defaultdict
from collections.abc import Iterator
from unittest.mock import MagicMock

import pytest

from tavolo_host.display import commands
from tavolo_host.seats.questions import ANSWERED_MS, PAUSED_MS
from tavolo_host.seats.rights import RIGHTS, Answer, Right, Rights
from tests.host.attacker import AT_ONCE, EVE, NOT, Kind, Trial, at_once, at_seat
from tests.host.deeds_of_the_page import DEEDS, expected

Tried = tuple[str, bool, str, Kind]  # where, whether others have seats there, the deed, and what Eve is

# Cells of the table on which nothing depends, with the reason. Who sits, and the host, are also guests: of their
# answers and that of a guest the one that lets most counts, so theirs matter only where they let more.
NO_SEAT = "nobody without a seat has anything there"
NOT_SEATED = "a television cannot be given a seat, by whatever right"
SEATED = "who sits claims no other seat"
NOT_ASKED = "the players decide which reasons there are, and whom they tell them"
BY_PAGE = "only the page asks for it: test_forged_events.py"
WITHOUT_EFFECT = {
    (Right.SEE_OWN_HAND, "television"): NO_SEAT,
    (Right.SEE_OWN_HAND, "guest"): NO_SEAT,
    (Right.SEE_OWN_HAND, "host"): NO_SEAT,
    (Right.STAND, "television"): NO_SEAT,
    (Right.STAND, "guest"): NO_SEAT,
    (Right.STAND, "host"): NO_SEAT,
    (Right.SIT_BACK, "television"): NOT_SEATED,
    (Right.SIT_FIRST, "television"): NOT_SEATED,
    (Right.SIT_ELSEWHERE, "television"): NOT_SEATED,
    (Right.SIT_OF_ABSENT, "television"): NOT_SEATED,
    (Right.CLAIM, "player"): SEATED,
    (Right.CLAIM_BY_ALL, "player"): SEATED,
}
WITHOUT_EFFECT |= {
    (right, column): NOT_ASKED if right is not Right.KEEP_PRINT else BY_PAGE
    for right in (Right.SEE_HIDDEN_REASON, Right.KEEP_PRINT)
    for column in ("television", "guest", "player", "host")
}


@pytest.fixture(autouse=True)
def _no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no file of all games, and the trial note what is done to it."""
    monkeypatch.setattr(commands, "History", MagicMock())
    for name in ("delete_game", "forget_name", "rename_person", "export_file"):
        monkeypatch.setattr(commands, name, lambda *_: Trial.now.done.append("file"))


def trials() -> Iterator[Tried]:
    for (place, is_empty), deeds in DEEDS.items():
        for name in deeds:
            for kind in Kind:
                yield place, is_empty, name, kind


def difference(place: str, is_empty: bool, name: str, kind: Kind, says_no: str = "") -> str:
    """Try a deed, and tell how that differs from what the page says of it."""
    deed = DEEDS[place, is_empty][name]
    found, should = Trial(place, kind, is_empty).outcome(deed[1], says_no), expected(deed, kind)
    if says_no and says_no[0] in should:
        should = NOT
    return "" if found == should else f"{name} ({place}{', empty' * is_empty}), {kind}: {found} instead of {should}"


def test_each_deed_takes_place_for_those_who_may_and_by_the_yes_of_those_whom_it_concerns() -> None:
    assert [*filter(None, (difference(*trial) for trial in trials()))] == []


@pytest.mark.parametrize("says_no", ["ada", "ben", "cleo"])
def test_what_takes_a_persons_yes_does_not_take_place_after_their_no(says_no: str) -> None:
    assert [*filter(None, (difference(*trial, says_no) for trial in trials()))] == []


def test_after_a_no_others_are_not_asked_again_at_once() -> None:
    trial = Trial("game", Kind.SITS)
    assert trial.outcome(at_seat("sit", "bot"), says_no="ada") == NOT
    assert trial.outcome(at_seat("sit", "bot")) == NOT
    trial.source.mirror.log.now_ms += PAUSED_MS
    assert trial.outcome(at_seat("sit", "bot")) == "abc"


def test_a_question_that_nobody_answers_ends_after_a_minute_and_is_not_asked_again_at_once() -> None:
    trial = Trial("game", Kind.SITS)
    at_seat("sit", "bot")(trial)
    trial.source.mirror.log.now_ms += ANSWERED_MS + 1
    trial.source.questions.look()
    assert not trial.source.questions.asked("ada")
    assert "There was no answer." in [str(entry.sentence) for entry in trial.source.mirror.log]
    assert at_seat("sit", "bot")(trial) is not None


@pytest.mark.parametrize("goes", ["leaves", "is removed"])
def test_a_question_ends_with_who_has_asked_it(goes: str) -> None:
    trial = Trial("game", Kind.GUEST)
    at_seat("claim", "cleo")(trial)
    before = trial.state()
    if goes == "leaves":
        trial.roster.leave(EVE)
    else:
        trial.roster.hosts.add("ada")
        at_once(trial.commands_of("ada").remove(trial.roster.number_of(EVE)))
        before = trial.state()
    for visitor in ("ada", "ben", "cleo"):
        trial.commands_of(visitor).answer(trial.source.questions._last, True)
    assert trial.state() == before


def test_a_question_is_done_when_the_last_one_who_has_not_answered_leaves() -> None:
    trial = Trial("game", Kind.GUEST)
    at_seat("claim", "cleo")(trial)
    trial.commands_of("ada").answer(1, True)
    assert EVE not in trial.roster.seats
    trial.roster.leave("ben")
    trial.source.questions.look()
    assert trial.roster.seats[EVE] == trial.seats["cleo"]


def test_the_first_browser_has_its_seat_back_by_the_yes_of_the_second_alone() -> None:
    trial = Trial("game", Kind.GUEST)
    assert trial.outcome(at_seat("claim", "ada")) == "a"
    back = trial.commands_of("ada")
    assert back.claim(trial.seats["ada"]) is None
    trial.commands_of(EVE).answer(trial.source.questions._last, True)
    assert trial.roster.seats["ada"] == trial.seats["ada"]


def test_pace_and_level_of_a_running_game_are_told_to_all() -> None:
    trial = Trial("game", Kind.HOST)
    assert trial.eve.set_pace("quick") is None
    assert trial.eve.set_level("strong") is None
    told = [str(entry.sentence) for entry in trial.source.mirror.log][-2:]
    assert told == ["Eve has changed the bots' pace.", "Eve has changed the bots' level."]


@pytest.mark.parametrize("deed", ["free", "sit", "claim"])
def test_those_whom_a_deed_concerns_are_asked_or_told(deed: str) -> None:
    trial = Trial("game", {"free": Kind.HOST, "sit": Kind.SITS, "claim": Kind.GUEST}[deed])
    log = trial.source.mirror.log
    before = log[-1].number
    asked = trial.outcome(at_seat(deed, {"free": "ada", "sit": "bot", "claim": "ada"}[deed]))
    assert asked == {"free": "a", "sit": "abc", "claim": "a"}[deed]
    told = [str(entry.sentence) for entry in log if entry.number > before]
    words = {"free": "Ada's seat was freed.", "sit": "Eve sits down.", "claim": "Ada goes on in another browser."}
    assert words[deed] in told


def test_a_question_of_one_game_is_none_in_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = Trial("game", Kind.SITS)
    at_seat("sit", "bot")(trial)
    assert trial.source.questions.asked("ada")
    monkeypatch.setattr(trial.source.mirror.log, "game", trial.source.mirror.log.game + 1)
    before = trial.state()
    for visitor in ("ada", "ben", "cleo"):
        trial.commands_of(visitor).answer(1, True)
    assert trial.state() == before


def test_a_seat_whose_owner_has_gone_since_the_question_stays_theirs() -> None:
    trial = Trial("game", Kind.SITS)
    at_seat("sit", "ben")(trial)
    trial.roster.leave("ben")
    before = trial.state()
    for visitor in ("ada", "cleo"):
        trial.commands_of(visitor).answer(1, True)
    assert trial.state() == before


def test_who_is_back_is_asked_before_others_give_their_seat_away() -> None:
    trial = Trial("game", Kind.GUEST)
    at_seat("claim", "cleo")(trial)
    trial.roster.come("cleo")
    before = trial.state()
    for visitor in ("ada", "ben"):
        trial.commands_of(visitor).answer(1, True)
    assert trial.state() == before
    trial.commands_of("cleo").answer(1, True)
    assert trial.roster.seats[EVE] == trial.seats["cleo"]


@pytest.mark.parametrize("kind", [Kind.SITS, Kind.SEATED_HOST])
def test_where_all_others_have_gone_nobody_could_agree_to_a_second_hand(kind: Kind) -> None:
    trial = Trial("game", kind)
    for visitor in ("ada", "ben", "cleo"):
        trial.roster.stand(visitor)
        trial.roster.leave(visitor)
    assert trial.outcome(at_seat("sit", "bot")) == NOT
    alone = Trial("game", kind, is_empty=True)
    assert alone.outcome(at_seat("sit", "bot")) == AT_ONCE, "against bots alone it concerns nobody"


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.STOOD_UP])
def test_who_gives_or_gets_a_seat_in_another_browser_has_seen_its_hand(kind: Kind) -> None:
    trial = Trial("game", kind)
    assert trial.outcome(at_seat("claim", "ada")) == ("a" if kind is Kind.GUEST else "abc")
    owners = trial.roster.owners
    assert trial.commands_of("ada").sit(trial.seats["bot"]) is None
    assert "ada" not in trial.roster.seats, "Ada has seen a hand in this game"
    assert trial.seats["ada"] in owners.seen[EVE]
    assert (trial.seats[EVE] in owners.seen[EVE]) == (kind is Kind.STOOD_UP)


def consulted(monkeypatch: pytest.MonkeyPatch) -> dict[Right, list[Tried]]:
    """Return by right the trials in which it is looked up."""
    found: dict[Right, dict[Tried, None]] = defaultdict(dict)
    answer, now = Rights.answer, next(trials())

    def noted(rights: Rights, visitor: str, right: Right) -> Answer:
        found[right][now] = None
        return answer(rights, visitor, right)

    with monkeypatch.context() as patched:
        patched.setattr(Rights, "answer", noted)
        for now in trials():
            difference(*now)
    return {right: [*those] for right, those in found.items()}


def cells() -> Iterator[tuple[Right, str, Answer]]:
    """Each cell with another answer: yes instead of what lets less, and no instead of a yes that lets more."""
    for right, row in RIGHTS.items():
        for column in ("television", "guest", "player", "host"):
            is_yes = getattr(row, column) is Answer.YES
            if not is_yes:
                yield right, column, Answer.YES
            elif column in ("television", "guest") or row.guest is not Answer.YES:
                yield right, column, Answer.NO


def test_a_right_that_is_taken_out_of_the_table_or_put_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    trials_of = consulted(monkeypatch)
    missed = []
    for right, column, other in cells():
        with monkeypatch.context() as patched:
            patched.setitem(RIGHTS, right, RIGHTS[right]._replace(**{column: other}))  # type: ignore[arg-type]
            if not any(difference(*trial) for trial in trials_of.get(right, ())):
                missed.append((right, column))
    assert {*missed} == {*WITHOUT_EFFECT}, "a cell that nothing depends on is listed with its reason"
