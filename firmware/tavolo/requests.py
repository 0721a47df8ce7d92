"""What a laptop may ask of the table: a new game, taking back, abandoning, a selftest, its settings.

The table answers yes or no.
"""

from tavolo.link.frames import numbers_from_text
from tavolo.play import council, reasons
from tavolo.play.lobby import clockwise
from tavolo.rules.contract import setup_from_text

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.table import Table


def asked(table: "Table", request: int, verb: str, words: list[str]) -> "tuple[bool, tuple[int, ...] | None]":
    """Return (accepted, reason) for a request; no reason while everybody is asked."""
    if verb == "selftest" or table.selftest:
        return _asked_for_selftest(table, words if verb == "selftest" else [])
    if verb == "settings":
        from tavolo.maker import keeping  # here, because most evenings it would only take memory

        return keeping.asked(table, words)
    if verb == "new":
        return _asked_for_a_game(table, words)
    play = table.play
    if play is None or (verb == "abandon" and play.is_over()):
        return False, (reasons.NO_GAME_RUNS,)
    if play.motion:
        return False, (reasons.EVERYBODY_IS_ASKED,)
    return table.ask(council.UNDO if verb == "undo" else council.ABANDON, council.LAPTOP, request)


def _asked_for_a_game(table: "Table", words: list[str]) -> "tuple[bool, tuple[int, ...] | None]":
    """Start a game of the players' seats and a setup: "0,2,4 david-goliath players=3 table"."""
    if table.play is not None and not table.play.is_over():
        return False, (reasons.GAME_IS_RUNNING,)
    try:
        players = numbers_from_text(words[0])
        setup = setup_from_text(" ".join(words[1:]))
        setup.game.start(setup)
    except (ValueError, IndexError):
        return False, (reasons.UNKNOWN_GAME,)
    at_the_table = clockwise([seat for seat in set(players) if seat in table.able()], players[0])
    if setup.dealt or setup.players != len(players) or at_the_table != players:
        return False, (reasons.SEATS_NOT_POSSIBLE,)
    table.begin(setup, players)
    return True, (reasons.GAME_STARTED,)


def _asked_for_selftest(table: "Table", words: list[str]) -> "tuple[bool, tuple[int, ...] | None]":
    """Begin, go on with or end a selftest; anything else has to wait until it is over."""
    if table.play is not None and not table.play.is_over():
        return False, (reasons.GAME_IS_RUNNING,)
    if words == ["begin"]:
        table.begin_selftest()
        return True, (reasons.SELFTEST_RUNS,)
    if table.selftest is None:
        return False, (reasons.SELFTEST_IS_OVER,)
    return table.selftest.asked(words) if words else (False, (reasons.SELFTEST_RUNS,))
