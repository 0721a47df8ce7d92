"""A virtual board, watched like a real one, or played at its seats by phone."""

from collections.abc import Iterator
from random import SystemRandom

from tavolo.seat.states import IS_NOT_BUILT, LEFT, RIGHT, TAKE
from tavolo_host.board.companion import Companion
from tavolo_host.people.kept_board import FIRST_CARD, KeptBoard
from tavolo_host.players.thinking import Engine
from tavolo_host.simulator.body import Movement, SlotBody
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.board_source import WatchSource
from tavolo_host.sources.companion_source import by_phone
from tavolo_host.sources.phone_source import PhoneSource

REST_MS = 2500  # between the hand's actions, to look at the page
HALF_IN_MM = 22.0


def connected(board: KeptBoard) -> Companion:
    """Return a laptop that is connected to `board`."""
    companion = Companion(board.url, pass_time=board.pass_time)
    companion.connect()
    return companion


def at_virtual(board: KeptBoard, companion: Companion, engine: Engine) -> "VirtualPhones | VirtualWatch":
    """Return the page's source for `board`: played here where it has seats by phone, else watched.

    It has no set-up, which asks what one sees on wires that nobody sees here.
    """
    played = VirtualPhones(board, companion, engine) if by_phone(companion) else VirtualWatch(board, companion)
    played.succeed = lambda _: at_virtual(board, companion, engine)
    return played


class VirtualPhones(PhoneSource):
    """The page's source for `board`, some of whose seats are played by phone."""

    def __init__(self, board: KeptBoard, companion: Companion, engine: Engine) -> None:
        self._board = board
        super().__init__(companion, SystemRandom(), engine)
        self._board_owed_ms = 0.0

    def step(self, elapsed_ms: float) -> None:
        """Let time pass for board, people and page."""
        self._board_owed_ms += elapsed_ms
        while self._board_owed_ms >= TICK_MS:
            self._board_owed_ms -= TICK_MS
            super().step(self._board.pass_time())

    def close(self) -> None:
        """Close the line, and keep the board's settings."""
        super().close()
        if not self._successor:
            self._board.close()


class VirtualWatch(WatchSource):
    """The page's source for `board`. Without a game, a hand tries out the first seat that is built."""

    def __init__(self, board: KeptBoard, companion: Companion) -> None:
        self._board = board
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
        if not self._successor:
            self._board.close()

    def _move_hand(self) -> None:
        built = [seat.number for seat in self._board.table.board.seats if seat.state != IS_NOT_BUILT]
        is_set_up = self.set_up is not None and self.set_up.is_running
        if not built or not self.mirror.view.is_lobby or is_set_up:
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
