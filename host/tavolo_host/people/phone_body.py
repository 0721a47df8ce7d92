"""The hands at a seat by phone: what they hold and press goes to the board as requests (`tavolo.link.messages`)."""

from random import Random

from tavolo.seat.phone import NO_CODE
from tavolo.seat.states import AGAIN
from tavolo_host.board.client import Request
from tavolo_host.board.companion import Companion
from tavolo_host.simulator.body import EMPTY_MS, Body, Movement
from tavolo_host.slot.capacitance import InsertedCard

AGAIN_MS = 500  # after a refusal, as during a selftest
SHOWN_MS = 60  # after an answer, until the laptop has surely heard what it has led to


class OwnHands(Body):
    """The hands of people at a seat with a slot or keys of its own, about which this program does nothing."""

    def feel(self) -> None:
        """Do nothing."""


class PhoneBody(Body):
    """The hands at `seat` of the board that `companion` talks to.

    Cards are in the slot and out of it at once. While there is no board, hands are empty: the board has let go of their
    cards too.
    """

    def __init__(self, companion: Companion, seat: int, random: Random) -> None:
        self._companion = companion
        self._seat = seat
        self._was_sealed = False  # the card in the slot, and is put in again
        self._code = NO_CODE  # that the board was told of
        self._down = [False, False, False]  # keys, the same
        self._asked: list[Request] = []
        self._wait_ms = 0  # until it is told again what it has refused
        self._unseen_ms = 0  # until what the last answer has led to is seen
        super().__init__(random)

    def is_moving(self) -> bool:
        """Return whether a movement is going on, or its effect is not seen yet.

        Else, over a slow line, ✓ would take an option that the hands have not seen.
        """
        return super().is_moving() or self._unseen_ms > 0

    def step(self, elapsed_ms: int) -> None:
        """Let time pass, and tell the board what it does not know yet."""
        self._wait_ms = max(0, self._wait_ms - elapsed_ms)
        self._unseen_ms = SHOWN_MS if self._asked else max(0, self._unseen_ms - elapsed_ms)
        super().step(elapsed_ms)
        if not self._companion.connected:
            self.cards, self.keys = [], [0.0, 0.0, 0.0]
            self._movements.clear()
            self._code, self._down, self._asked = NO_CODE, [False, False, False], []
            self._wait_ms = self._unseen_ms = 0
        elif any(request.accepted is False for request in self._asked):
            self._code, self._down = -1, [not key for key in map(bool, self.keys)]  # tell it all again
            self._wait_ms = AGAIN_MS
        self._asked = [request for request in self._asked if request.accepted is None]
        self.feel()

    def feel(self) -> None:
        """Tell the board what has changed; what cannot be sent now is told at the next step."""
        if not self._companion.connected or self._wait_ms:
            return
        code = self.cards[0].code + AGAIN * self._was_sealed if self.cards else NO_CODE
        if code != self._code and self._tell("hand", code):
            self._code = code
        for key, share in enumerate(self.keys):
            is_down = bool(share)
            if is_down != self._down[key] and self._tell("press", key, "yes" if is_down else "no"):
                self._down[key] = is_down

    def _tell(self, kind: str, *values: object) -> bool:
        request = self._companion.ask(kind, self._seat, *values)
        if request.accepted is False:
            return False
        self._asked.append(request)
        return True

    def put_in(self, code: int) -> Movement:
        """Put a card in."""
        self.cards, self._was_sealed = [InsertedCard(code)], False
        yield 0

    def put_in_again(self, code: int) -> Movement:
        """Put in a card that had been sealed and was lost: the board then takes no other one for it."""
        self.cards, self._was_sealed = [InsertedCard(code)], True
        yield 0

    def take_out(self) -> Movement:
        """Take the card out; the next one comes a moment later."""
        self.cards = []
        yield EMPTY_MS
