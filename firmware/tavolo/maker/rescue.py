"""Rescue of a board in trouble, on request of a laptop: its crash log, a start without the game, the prompt.

It works alike in safe mode and during a game, and does not use the parts that play, which may be what fails. Each
restart that it causes is like a power-on.
"""

from tavolo.journal.journal import Journal
from tavolo.maker.crashes import HOW, CrashLog
from tavolo.maker.keeping import RESTART_MS
from tavolo.play import reasons
from tavolo.wiring import CRASHES, INDEX, JOURNAL, JOURNAL_BYTES, SECTOR_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.link.publisher import Publisher
    from tavolo.maker.workbench import Workbench

MOST_TOLD = 8  # crashes, a line each
RESTART_IN_PLAY_MS = 1600  # after the answer, which may wait for half a queue of a game's lines, 65 ms each
NO_GAME, A_GAME, NOT_KNOWN = range(3)  # in the journal


def execute(action: str, workbench: "Workbench", publisher: "Publisher") -> tuple[bool, tuple[int, ...]]:
    """Execute a "rescue" request (`tavolo.link.messages`); return (accepted, reason)."""
    if action == "put_aside":
        put_aside(workbench.hardware)
        workbench.restart_ms = RESTART_MS
        return True, (reasons.GAME_PUT_ASIDE,)
    if action == "prompt":
        workbench.wants_prompt = True
        workbench.restart_ms = RESTART_IN_PLAY_MS
        return True, (reasons.GOES_TO_THE_PROMPT,)
    flash = workbench.hardware.flash(CRASHES)
    if flash is None:
        return False, (reasons.NO_CRASH_LOG,)
    log = CrashLog(flash)
    if action == "clear":
        log.clear()
        return True, (reasons.CRASHES_CLEARED,)
    for number, how, what in log.newest(MOST_TOLD):
        publisher.send("crash", number, HOW[how], what or "-")
    return True, (reasons.CRASHES_TOLD, log.count, int(workbench.is_safe), game_in(workbench.hardware.flash(JOURNAL)))


def game_in(flash: "Any") -> int:
    """Return whether the journal in a flash has an unfinished game: NO_GAME, A_GAME or NOT_KNOWN."""
    try:
        journal = Journal(flash)
        return A_GAME if journal.is_unfinished or journal.is_foreign else NO_GAME
    except Exception:  # the journal is the trouble
        return NOT_KNOWN


def put_aside(hardware: "Any") -> None:
    """End the game in the hardware's journal; erase a journal that cannot even be read."""
    flash, index = hardware.flash(JOURNAL), hardware.flash(INDEX)
    try:
        Journal(flash, index=index).put_aside()
    except Exception:  # the journal is the trouble
        index.erase(0)
        for sector in range(JOURNAL_BYTES // SECTOR_BYTES):
            flash.erase(sector)
