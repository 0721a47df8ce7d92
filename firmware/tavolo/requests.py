"""What a laptop may ask of the table: a new game, taking back, abandoning, a selftest, its settings.

The table answers yes or no.
"""

from tavolo.link.frames import numbers_from_text
from tavolo.play import council, reasons
from tavolo.play.lobby import clockwise
from tavolo.rules.contract import setup_from_text

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.link.herald import Herald
    from tavolo.maker.workbench import Workbench
    from tavolo.play.referee import Referee


def answer(request: "tuple[int, str, list[str]]", referee: "Referee", workbench: "Workbench", herald: "Herald") -> None:
    """Do what is asked, or refuse it with a reason; while everybody is asked, the answer is left to them."""
    number, verb, words = request
    accepted, reason = asked(number, verb, words, referee, workbench, herald)
    if reason is not None:
        herald.answer(number, accepted, reason)


def asked(
    request: int, verb: str, words: "list[str]", referee: "Referee", workbench: "Workbench", herald: "Herald"
) -> "tuple[bool, tuple[int, ...] | None]":
    """Return (accepted, reason) for a request; no reason while everybody is asked."""
    if verb == "selftest" or workbench.selftest:
        return _asked_for_selftest(words if verb == "selftest" else [], referee, workbench)
    play = referee.play
    is_playing = play is not None and not play.is_over()
    if verb == "settings":
        from tavolo.maker import keeping  # here, because most evenings it would only take memory

        return keeping.asked(words, is_playing, workbench, herald)
    if verb == "new":
        return _asked_for_a_game(words, referee)
    if play is None or (verb == "abandon" and not is_playing):
        return False, (reasons.NO_GAME_RUNS,)
    if referee.question:
        return False, (reasons.EVERYBODY_IS_ASKED,)
    return referee.ask(council.UNDO if verb == "undo" else council.ABANDON, council.LAPTOP, request)


def _asked_for_a_game(words: "list[str]", referee: "Referee") -> "tuple[bool, tuple[int, ...] | None]":
    """Start a game of the players' seats and a setup: "0,2,4 david-goliath players=3 table"."""
    if referee.play is not None and not referee.play.is_over():
        return False, (reasons.GAME_IS_RUNNING,)
    try:
        players = numbers_from_text(words[0])
        setup = setup_from_text(" ".join(words[1:]))
        setup.game.start(setup)
    except (ValueError, IndexError):
        return False, (reasons.UNKNOWN_GAME,)
    able = referee.attendance.able()
    at_the_table = clockwise([seat for seat in set(players) if seat in able], players[0])
    if setup.dealt or setup.players != len(players) or at_the_table != players:
        return False, (reasons.SEATS_NOT_POSSIBLE,)
    referee.begin(setup, players)
    return True, (reasons.GAME_STARTED,)


def _asked_for_selftest(
    words: "list[str]", referee: "Referee", workbench: "Workbench"
) -> "tuple[bool, tuple[int, ...] | None]":
    """Begin, go on with or end a selftest; anything else has to wait until it is over."""
    if referee.play is not None and not referee.play.is_over():
        return False, (reasons.GAME_IS_RUNNING,)
    if words == ["begin"]:
        if referee.play:
            referee.leave()
        workbench.begin_selftest()
        return True, (reasons.SELFTEST_RUNS,)
    if workbench.selftest is None:
        return False, (reasons.SELFTEST_IS_OVER,)
    return workbench.selftest.asked(words) if words else (False, (reasons.SELFTEST_RUNS,))
