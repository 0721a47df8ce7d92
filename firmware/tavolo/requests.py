"""What a laptop may request of the table: a new game, undo, abandoning, cards and keys of seats by phone, a selftest,
settings, a rescue.

The table answers yes or no. Actions that a laptop offers to repair a gap in the journal get no answer.
"""

from tavolo.games import setup_from_text
from tavolo.link.telemetry import QUESTIONS
from tavolo.play import reasons

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.link.publisher import Publisher
    from tavolo.maker.workbench import Workbench
    from tavolo.play.referee import Referee

    Verdict = tuple[bool, tuple[int, ...] | None]


def answer(
    kind: str, values: "tuple[Any, ...]", referee: "Referee", workbench: "Workbench", publisher: "Publisher"
) -> None:
    """Execute a request (`tavolo.link.messages` lists them), or refuse it with a reason.

    While the seats vote on it, the answer comes from the vote.
    """
    accepted, reason = execute(kind, values, referee, workbench, publisher)
    if reason is not None:
        publisher.answer(values[0], accepted, reason)


def execute(
    kind: str, values: "tuple[Any, ...]", referee: "Referee", workbench: "Workbench", publisher: "Publisher"
) -> "Verdict":
    """Return (accepted, reason) for a request, whose number is the first value; no reason while the seats vote."""
    if kind == "fill":
        if referee.gap_repair is not None:
            referee.gap_repair.take(*values)
        return False, None
    play = referee.play
    is_playing = play is not None and not play.is_over()
    if kind == "rescue":
        if is_playing and values[1] == "put_aside":
            return False, (reasons.GAME_IS_RUNNING,)  # the seats may abandon it
        from tavolo.maker import rescue  # imported here: rarely needed

        return rescue.execute(values[1], workbench, publisher)
    if kind in ("selftest", "walk", "light") or workbench.selftest:
        return _control_selftest(kind, values, is_playing, referee, workbench)
    if kind in ("hand", "press"):
        return _take_by_phone(kind, values, referee)
    if kind in ("ask_settings", "change_settings"):
        from tavolo.maker import keeping  # imported here: rarely needed

        if kind == "ask_settings":
            return keeping.send(workbench, publisher)
        return keeping.change(values[1], is_playing, workbench)
    if kind == "new":
        return (False, (reasons.GAME_IS_RUNNING,)) if is_playing else _start_game(values[1], values[2], referee)
    if play is None or (kind == "abandon" and not is_playing):
        return False, (reasons.NO_GAME_RUNS,)
    if referee.question:
        return False, (reasons.EVERYBODY_IS_ASKED,)
    waits_ms = referee.laptop_waits_ms
    if waits_ms:
        return False, (reasons.ASKED_JUST_NOW, (waits_ms + 999) // 1000)
    length = values[1] if kind == "undo" else None
    return referee.ask(QUESTIONS.index(kind), values[0], length, values[-1])


def _start_game(players: tuple[int, ...], setup_text: str, referee: "Referee") -> "Verdict":
    from tavolo.play.lobby import clockwise  # imported here: unloaded during a game

    try:
        setup = setup_from_text(setup_text)
        setup.game.start(setup)
    except ValueError:
        return False, (reasons.UNKNOWN_GAME,)
    able = referee.attendance.able()
    at_the_table = clockwise([seat for seat in set(players) if seat in able], players[0])
    if setup.dealt or setup.players != len(players) or at_the_table != players:
        return False, (reasons.SEATS_NOT_POSSIBLE,)
    if referee.cannot_mix(setup, players):
        return False, (reasons.SEATS_MIXED,)
    referee.begin(setup, players)
    return True, (reasons.GAME_STARTED,)


def _take_by_phone(kind: str, values: "tuple[Any, ...]", referee: "Referee") -> "Verdict":
    """Pass a card, a lift or a key on to its seat; the answer does not depend on the card."""
    seat: "Any" = referee.seats[values[1]]
    if not seat.is_by_phone:
        return False, (reasons.SEAT_NOT_BY_PHONE, values[1])
    if kind == "hand":
        seat.hold(values[2])
    else:
        seat.press(values[2], values[3] == "yes")
    return True, (reasons.TAKEN_FROM_THE_LAPTOP, values[1])


def _control_selftest(
    kind: str, values: "tuple[Any, ...]", is_playing: bool, referee: "Referee", workbench: "Workbench"
) -> "Verdict":
    """Start, continue or end a selftest; refuse anything else until it is over."""
    if is_playing:
        return False, (reasons.GAME_IS_RUNNING,)
    if kind == "selftest" and values[1] == "begin":
        if referee.play:
            referee.close()
        workbench.begin_selftest()
        return True, (reasons.SELFTEST_RUNS,)
    if workbench.selftest is None:
        return False, (reasons.SELFTEST_IS_OVER,)
    if kind == "walk":
        return workbench.selftest.walk(*values[1:])
    if kind == "light":
        return workbench.selftest.light(*values[1:])
    if kind == "selftest":
        return workbench.selftest.end()
    return False, (reasons.SELFTEST_RUNS,)
