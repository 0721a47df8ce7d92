"""A virtual board, watched like a real one; a virtual hand at its first seat gives it something to show."""

from collections.abc import Iterator

from tavolo.seat.states import IS_NOT_BUILT, LEFT, RIGHT, TAKE
from tavolo_host.board.companion import Companion
from tavolo_host.people.kept_board import FIRST_CARD, KeptBoard
from tavolo_host.simulator.body import Movement, SlotBody
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.board_source import WatchSource

REST_MS = 2500  # between the hand's actions, to look at the page
HALF_IN_MM = 22.0


class VirtualWatch(WatchSource):
    """The page's source for `board`. Without a game, a hand tries out the first seat that is built."""

    def __init__(self, board: KeptBoard) -> None:
        self._board = board
        companion = Companion(board.url, pass_time=board.pass_time)
        companion.connect()
        super().__init__(companion)
        self._owed_ms = 0.0

    def step(self, elapsed_ms: float) -> None:
        """Let time pass for board, hand and page."""
        self._owed_ms += elapsed_ms
        while self._owed_ms >= TICK_MS:
            self._owed_ms -= TICK_MS
            self._move_hand()
            super().step(self._board.pass_time())

    def close(self) -> None:
        """Close the line."""
        super().close()
        self._board.close()

    def _move_hand(self) -> None:
        built = [seat.number for seat in self._board.table.board.seats if seat.state != IS_NOT_BUILT]
        if not built or not self.mirror.view.is_lobby:
            return
        body = self._board.table.bodies[built[0]]
        if not body.is_moving():
            for movement in _round(body, self.mirror.view.tried is not None):
                body.do(body.wait(REST_MS))
                body.do(movement)


def _round(body: SlotBody, is_alone: bool) -> Iterator[Movement]:
    """Yield the hand's actions: a card half in, a card, and each key; not ✓ at a full table, where it joins a game."""
    for short_mm in (HALF_IN_MM, 0.0):
        yield body.put_in(FIRST_CARD, short_mm)
        yield body.take_out()
    for key in (LEFT, RIGHT, TAKE) if is_alone else (LEFT, RIGHT):
        yield body.press(key, hold_ms=REST_MS // 4)
