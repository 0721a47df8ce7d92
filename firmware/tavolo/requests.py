"""What a laptop may ask of the table: a new game, taking back, abandoning, a selftest, its settings.

`tavolo.link.messages` says what each of them carries. The table answers yes or no.
"""

from tavolo.play import council, reasons
from tavolo.play.lobby import clockwise
from tavolo.rules.contract import setup_from_text

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from typing import Any

    from tavolo.table import Table


def asked(table: "Table", kind: str, values: "tuple[Any, ...]") -> "tuple[bool, tuple[int, ...] | None]":
    """Return (accepted, reason) for a request, whose number is the first value; no reason while everybody is asked."""
    if kind in ("selftest", "walk") or table.selftest:
        return _asked_for_selftest(table, kind, values)
    if kind in ("ask_settings", "change_settings"):
        from tavolo.maker import keeping  # here, because most evenings it would only take memory

        return keeping.told(table) if kind == "ask_settings" else keeping.asked(table, values[1])
    if kind == "new":
        return _asked_for_a_game(table, values[1], values[2])
    play = table.play
    if play is None or (kind == "abandon" and play.is_over()):
        return False, (reasons.NO_GAME_RUNS,)
    if play.motion:
        return False, (reasons.EVERYBODY_IS_ASKED,)
    return table.ask(council.UNDO if kind == "undo" else council.ABANDON, council.LAPTOP, values[0])


def _asked_for_a_game(
    table: "Table", players: tuple[int, ...], setup_text: str
) -> "tuple[bool, tuple[int, ...] | None]":
    """Start a game of the players' seats and a setup."""
    if table.play is not None and not table.play.is_over():
        return False, (reasons.GAME_IS_RUNNING,)
    try:
        setup = setup_from_text(setup_text)
        setup.game.start(setup)
    except ValueError:
        return False, (reasons.UNKNOWN_GAME,)
    at_the_table = clockwise([seat for seat in set(players) if seat in table.able()], players[0])
    if setup.dealt or setup.players != len(players) or at_the_table != players:
        return False, (reasons.SEATS_NOT_POSSIBLE,)
    table.begin(setup, players)
    return True, (reasons.GAME_STARTED,)


def _asked_for_selftest(table: "Table", kind: str, values: "tuple[Any, ...]") -> "tuple[bool, tuple[int, ...] | None]":
    """Begin, go on with or end a selftest; anything else has to wait until it is over."""
    if table.play is not None and not table.play.is_over():
        return False, (reasons.GAME_IS_RUNNING,)
    if kind == "selftest" and values[1] == "begin":
        table.begin_selftest()
        return True, (reasons.SELFTEST_RUNS,)
    if table.selftest is None:
        return False, (reasons.SELFTEST_IS_OVER,)
    if kind == "walk":
        return table.selftest.walk(*values[1:])
    if kind == "selftest":
        return table.selftest.end()
    return False, (reasons.SELFTEST_RUNS,)
