"""Games of the past at a table: with all hands, reviewed by the strong level, and played on at a virtual board."""

from functools import lru_cache
from typing import TYPE_CHECKING

from tavolo.games import setup_from_text
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.parts.review import Review
from tavolo_host.history.kept_game import Action
from tavolo_host.people.reviewing import Reviewing
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.players.thinking import Engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.rules.game import Position
    from tavolo.table import Table
    from tavolo_host.people.table import VirtualTable

MOST_REVIEWED = 8  # at the same time: one for each seat


class PastGames:
    """Games that have ended, by setup text and actions with all that was hidden; `engine` reviews them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # Until they are done; the last looked at last.
        self._reviewing: dict[tuple[str, tuple[Action, ...], int], Reviewing] = {}

    def hands(self, setup_text: str, actions: tuple[Action, ...]) -> "Callable[[int], Position] | None":
        """Return what returns the position before an action, with all hands; None if these are not known."""
        tracked_game = _tracked(setup_text, actions)
        return tracked_game.record.before if tracked_game else None

    def review(self, setup_text: str, actions: tuple[Action, ...], player: int) -> Review | None:
        """Return the review of a player's decisions, a little further at each call; None if nothing can be weighed."""
        key, tracked_game = (setup_text, actions, player), _tracked(setup_text, actions)
        if tracked_game is None:
            return None
        reviewing = self._reviewing.pop(key, None) or Reviewing(tracked_game, self._engine, player, is_own=False)
        review = reviewing.look()
        if review is not None and review.share < 1:
            self._reviewing[key] = reviewing
        if len(self._reviewing) > MOST_REVIEWED:
            self._reviewing.pop(next(iter(self._reviewing))).stop()
        return review

    def close(self) -> None:
        """Release the engine."""
        self._engine.close()


@lru_cache(maxsize=4)  # several visitors look at the same games
def _tracked(setup_text: str, actions: tuple[Action, ...]) -> TrackedGame | None:
    tracked_game = TrackedGame(setup_from_text(setup_text))
    try:
        for action in actions:
            tracked_game.apply(action)
    except Exception:  # anything the rules raise for actions of which only the public form is known
        return None
    return tracked_game


def go_on_at_board(
    table: "VirtualTable", setup_text: str, seats: tuple[int, ...], actions: tuple[Action, ...]
) -> Setup | None:
    """Let table and board go on after these actions; return the setup, None if they do not go together.

    Choices that are still secret then are made again. The board has the rest in its journal, as if it had been switched
    off after it; and that something was taken back, because people have seen what followed.
    """
    tracked_game, board = _tracked(setup_text, actions), table.board
    if tracked_game is None:
        return None
    known = Record(tracked_game.known.setup)
    for action in tracked_game.known.actions:
        known.apply(action)
    while known.game.forgotten(known.position):
        known.undo(len(known.actions) - 1)
    if not _is_written(board, known, seats):
        board.journal.end()
        return None
    table.virtual_players.follower.resume(known.setup, seats, actions[: len(known.actions)])
    table.power_cycle()
    return known.setup


def _is_written(board: "Table", known: Record, seats: tuple[int, ...]) -> bool:
    """Write a game into the board's journal; return whether there was room for all of it."""
    calibrations = [seat.present_calibration() for seat in board.seats]
    kept = [calibration.to_bytes() if calibration else None for calibration in calibrations]
    is_kept = board.journal.begin(known.setup.text(), seats, kept)
    replayed = Record(known.setup)
    for action in known.actions:
        replayed.apply(action)
        is_kept = is_kept and board.journal.acted(action, replayed.digest())
    return is_kept and board.journal.undone(len(known.actions))
