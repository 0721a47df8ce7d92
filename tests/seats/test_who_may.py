"""Who may do what: each deed of the page, tried by an attacker as each kind of visitor.

The last test takes the rights out of the table one by one, and demands that the attacker finds it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from inspect import iscoroutine
from unittest.mock import MagicMock

import pytest

from tavolo.games import names
from tavolo_host.display.model import file_commands
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.lights_commands import LightsCommands
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.model.network_commands import NetworkCommands
from tavolo_host.display.model.set_up_commands import SetUpCommands
from tavolo_host.seats.questions import ANSWERED_MS, PAUSED_MS, SILENT_MS
from tavolo_host.seats.rights import RIGHTS, Answer, Right, Rights
from tests.seats.attacker import AT_ONCE, DAVID, EVE, NOT, Kind, Trial, at_once, at_seat
from tests.seats.deeds_of_the_page import IN_EACH_GAME, Tried, tries

# Cells of the table on which nothing depends, with the reason. Who sits, and the host, are also guests: of their
# answers and that of a guest the one that lets most counts, so theirs matter only where they let more.
NO_SEAT = "nobody without a seat has anything there"
NOT_SEATED = "a television cannot be given a seat, by whatever right"
SEATED = "who sits claims no other seat, but before a game that of a visitor who is there"
TOLD_TO_ALL = "the reasons in the log are for all alike, so for who may least: test_secret_reasons.py takes that away"
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
    (Right.SIT_BY_BOTS, "television"): NOT_SEATED,
    (Right.SIT_OF_ABSENT, "television"): NOT_SEATED,
    (Right.START_WITHOUT, "television"): NO_SEAT,
    **{(right, column): NO_SEAT for right in (Right.NUDGE, Right.REACT) for column in ("television", "guest", "host")},
    (Right.CLAIM_BY_ALL, "player"): SEATED,
    (Right.CLAIM_HERE, "player"): SEATED,
}
COMMANDS = Commands, NameCommands, FileCommands, NetworkCommands, LightsCommands, SetUpCommands
WITHOUT_RIGHT = {
    "line_up": "says only who would play",
    "claims": "lists only seats, which it takes a right to claim",
    "tell_that_another_game_is_wanted": "tells only of who has the right to choose",
    "offered": "is what all see",
    "may_offer": "says only whether there is a right",
    "may_ask": "says only whether there is a right",
    "ends_alone": "says only whether there is a right",
    "unfinished": "lists only games, those with which the visitor has a right to go on",
    "play": "is about the visitor's own hand, and there is none without a seat",
    "lift": "is about the visitor's own slot, and there is none without a seat",
    "answer": "is for those who are asked, by whichever right",
}
WITHOUT_EFFECT |= {
    (Right.SEE_HIDDEN_REASON, column): TOLD_TO_ALL for column in ("television", "guest", "player", "host")
}


@pytest.fixture(autouse=True)
def _no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be no file of all games, and the trial note what is done to it."""
    file = MagicMock()
    file.return_value.__enter__.return_value.keep_review = lambda *_: Trial.now.done.append("file")
    monkeypatch.setattr(file_commands, "History", file)
    monkeypatch.setattr(file_commands, "OpenFile", file)
    for name in ("delete_game", "forget_name", "rename_person", "export_file", "keep_print"):
        monkeypatch.setattr(file_commands, name, lambda *_: Trial.now.done.append("file"))


def difference(tried: Tried, says_no: str = "") -> str:
    """Try a deed, and tell how that differs from what the page says of it."""
    trial = tried.trial()
    found, should = trial.outcome(tried.doing, says_no), tried.expected(trial)
    should = NOT if says_no else should
    return "" if found == should else f"{tried}: {found} instead of {should}"


def differences(those: Iterable[Tried], says_no: str = "") -> list[str]:
    return [*filter(None, (difference(each, says_no) for each in those))]


@pytest.mark.parametrize("game", names())
def test_each_deed_takes_place_for_those_who_may_and_by_the_yes_of_those_whom_it_concerns(game: str) -> None:
    """In a running game of each, at a virtual table and at a watched board; elsewhere once."""
    assert differences(tries() if game == DAVID else tries(game, IN_EACH_GAME)) == []


@pytest.mark.parametrize("game", names())
def test_each_does_so_at_a_board_whose_seats_are_played_by_phone(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr(Trial, "is_by_phone", True)
    assert differences(tries(game, ("game", "lobby") if game == DAVID else ("game",))) == []


@pytest.mark.parametrize("says_no", ["ada", "ben", "cleo"])
def test_what_takes_a_persons_yes_does_not_take_place_after_their_no(says_no: str) -> None:
    asking = [each for each in tries() if says_no in each.asked()]
    assert len(asking) > 3
    assert differences(asking, says_no) == []


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


def test_a_no_that_comes_too_late_is_no_answer() -> None:
    trial = Trial("game", Kind.SITS)
    at_seat("sit", "bot")(trial)
    (asked,) = trial.source.questions.asked("ada")
    trial.source.mirror.log.now_ms += ANSWERED_MS + 1
    trial.source.questions.answer("ada", asked.number, agrees=False)
    assert str(trial.source.mirror.log[-1].sentence) == "There was no answer."


@pytest.mark.parametrize("goes", ["leaves", "is removed"])
def test_a_question_ends_with_who_has_asked_it(goes: str) -> None:
    trial = Trial("game", Kind.GUEST)
    at_seat("claim", "cleo")(trial)
    before = trial.state()
    if goes == "leaves":
        trial.roster.leave(EVE)
    else:
        trial.roster.hosts.add("ada")
        at_once(trial.door_of("ada").remove(trial.roster.visitor_names.number_of(EVE)))
        before = trial.state()
    for visitor in ("ada", "ben", "cleo"):
        trial.commands_of(visitor).answer(trial.source.questions._last, True)
    assert trial.state() == before


@pytest.mark.parametrize("goes", ["leaves", "is removed"])
def test_a_question_to_who_is_gone_ends_at_once_and_its_asker_reads_why(goes: str) -> None:
    trial = Trial("game", Kind.HOST)
    at_seat("free", "ada")(trial)
    assert trial.source.questions.waits(EVE) == ["ada"]
    if goes == "leaves":
        trial.roster.leave("ada")
    else:
        at_once(trial.door.remove(trial.roster.visitor_names.number_of("ada")))
    trial.source.questions.look()
    assert trial.source.questions.waits(EVE) == []
    assert trial.source.questions.ended(EVE) == "Ada is away and cannot answer the question of Eve."
    assert at_seat("free", "ada")(trial) is None, "nobody was against it"


def test_nobody_waits_for_the_yes_of_who_was_removed() -> None:
    trial = Trial("game", Kind.HOST)
    trial.roster.sit(EVE, trial.seats[EVE])
    at_seat("sit", "bot")(trial)
    at_once(trial.door.remove(trial.roster.visitor_names.number_of("cleo")))
    assert sorted(trial.source.questions.waits(EVE)) == ["ada", "ben"]


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
    back = NameCommands(trial.source, "ada")
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
    words = {
        "free": "Eve has freed the seat of Ada.",
        "sit": "Eve sits down.",
        "claim": "Ada goes on in another browser.",
    }
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


def test_every_command_of_a_visitor_is_done_by_a_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is tried by the deeds above, and asks for a right, but for those that have a reason not to."""
    by_right, running, answer = set[str](), [""], Rights.answer
    every = [(each, name, do) for each in COMMANDS for name, do in vars(each).items() if not name.startswith("_")]

    def noted(rights: Rights, visitor: str, right: Right) -> Answer:
        by_right.add(running[0])
        return answer(rights, visitor, right)

    def named(name: str, do: Callable[..., object]) -> Callable[..., object]:
        def done(*about: object) -> object:
            before, running[0] = running[0], name
            result = do(*about)
            running[0] = name if iscoroutine(result) else before  # which runs once it is returned
            return result

        return done

    with monkeypatch.context() as patched:
        patched.setattr(Rights, "answer", noted)
        for each, name, do in every:
            patched.setattr(each, name, named(name, do))
        for tried in tries():
            if tried.kind in (Kind.HOST, Kind.SEATED_HOST):
                trial, running[0] = tried.trial(), ""
                tried.doing(trial)
    assert {name for _class, name, _do in every} - by_right == {*WITHOUT_RIGHT}


def consulted(monkeypatch: pytest.MonkeyPatch) -> dict[Right, list[Tried]]:
    """Return by right the trials in which it is looked up."""
    found: dict[Right, dict[Tried, None]] = defaultdict(dict)
    answer, now = Rights.answer, next(tries())

    def noted(rights: Rights, visitor: str, right: Right) -> Answer:
        found[right][now] = None
        return answer(rights, visitor, right)

    with monkeypatch.context() as patched:
        patched.setattr(Rights, "answer", noted)
        for now in tries():
            difference(now)
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


def is_found(tried: Tried) -> bool:
    """Return whether a trial fails: another outcome, or something that must not be in any case."""
    try:
        return bool(difference(tried))
    except AssertionError:
        return True


def test_a_right_that_is_taken_out_of_the_table_or_put_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    trials_of = consulted(monkeypatch)
    missed = []
    for right, column, other in cells():
        with monkeypatch.context() as patched:
            patched.setitem(RIGHTS, right, RIGHTS[right]._replace(**{column: other}))  # type: ignore[arg-type]
            if not any(map(is_found, trials_of.get(right, ()))):
                missed.append((right, column))
    assert {*missed} == {*WITHOUT_EFFECT}, "a cell that nothing depends on is listed with its reason"


def test_others_say_who_a_person_is_whose_first_browser_does_not_answer() -> None:
    trial = Trial("game", Kind.GUEST)
    questions = trial.source.questions
    at_seat("claim", "ada")(trial)
    assert (questions.waits(EVE), questions.waits_for_oneself(EVE)) == (["ada"], True)
    trial.commands_of("ben").answer(1, True)
    trial.source.mirror.log.now_ms += SILENT_MS + 1
    questions.look()
    assert not questions.waits_for_oneself(EVE)
    assert questions.asked("ada"), "who can still say no"
    for visitor in questions.waits(EVE):
        assert EVE not in trial.roster.seats
        trial.commands_of(visitor).answer(1, True)
    assert trial.roster.seats[EVE] == trial.seats["ada"]


def test_a_first_browser_that_is_closed_leaves_its_seat_to_the_yes_of_the_others() -> None:
    trial = Trial("game", Kind.GUEST)
    at_seat("claim", "ada")(trial)
    trial.roster.leave("ada")
    trial.source.questions.look()
    for visitor in trial.source.questions.waits(EVE):
        assert EVE not in trial.roster.seats
        trial.commands_of(visitor).answer(1, True)
    assert trial.roster.seats[EVE] == trial.seats["ada"]


def test_a_first_browser_gets_no_seat_again_after_it_has_given_its_own_away() -> None:
    trial = Trial("game", Kind.GUEST)
    assert trial.outcome(at_seat("claim", "ada")) == "a"
    assert "ada" in trial.roster.watching
    assert EVE not in trial.roster.watching


def test_who_is_away_is_not_asked_about_another_browser() -> None:
    trial = Trial("game", Kind.GUEST)
    trial.roster.leave("ben")
    trial.roster.seats["ben"] = trial.seats["bot"]
    at_seat("claim", "cleo")(trial)
    assert trial.source.questions.waits(EVE) == ["ada"]
