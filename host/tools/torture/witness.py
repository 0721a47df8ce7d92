"""A witness who sees only hands, never the board: which cards were in which slot, and when ✓ was touched.

The board's record is compared with that. Neither people's knowledge nor the laptop counts: both follow the board.
"""

from collections.abc import Sequence
from typing import Any

from host.tools.torture.found import WRONG, Found
from tavolo.games.cards import code_of
from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo.seat.states import AGAIN, TAKE
from tavolo_host.simulator.body import Body

READING_MS = 300  # ample, from a card's being in a slot until it is read
# From card or key to the action: choices that wait for others, delayed answers, slow flash.
ACTING_MS = 5000
NEVER_MS = -(1 << 40)


class Witness:
    """Looks at the hands of all seats in every tick. With `is_lenient`, what is wrong is only counted, in `errors`.

    What hands do may reach the board `late_ms` later, over a line.
    """

    def __init__(self, bodies: Sequence[Body]) -> None:
        self.now_ms = 0
        self.is_lenient = False
        self.errors = 0
        self.late_ms = 0
        self.bodies = bodies
        self._cards: list[dict[int, int]] = [{} for _ in bodies]  # by seat: code -> when it was last in the slot
        self._took = [NEVER_MS] * len(bodies)  # when ✓ was last touched

    def look(self, elapsed_ms: int) -> None:
        """Look at all hands, after so much time."""
        self.now_ms += elapsed_ms
        for seat, body in enumerate(self.bodies):
            for card in body.cards:
                self._cards[seat][card.code] = self.now_ms
            if body.keys[TAKE] > 0:
                self._took[seat] = self.now_ms

    def check_reading(self, seat: int, code: int) -> None:
        """Raise Found for a reading of a card that is not in the slot."""
        code %= AGAIN  # which a seat by phone adds
        if not self.was_in(seat, code, READING_MS):
            there = [card.code for card in self.bodies[seat].cards]
            self._is_wrong(f"Seat {seat} has read the code {code:09b}; in its slot is {there}.")

    def check_action(
        self, game: Any, action: tuple[int, ...], seats: Sequence[int], within_ms: int = ACTING_MS
    ) -> None:
        """Raise Found for an action, in its fullest known form, that no hand has done within that time."""
        player, card = game.actor(action), game.action_card(action)
        if player == CHANCE and card == NO_CARD:
            return  # the board's own dice, or the result of sealed choices
        places = list(seats) if player == CHANCE else [seats[player]]
        if card != NO_CARD:
            code = code_of(game.NAME, card)
            is_done = any(self.was_in(seat, code, within_ms) for seat in places)
        else:
            is_done = any(self.now_ms - self._took[seat] <= within_ms + self.late_ms for seat in places)
        if not is_done:
            self._is_wrong(f"Nobody did {game.action_text(action)} at the seats {places}.")

    def _is_wrong(self, sentence: str) -> None:
        if not self.is_lenient:
            raise Found(WRONG, sentence)
        self.errors += 1

    def was_in(self, seat: int, code: int, within_ms: int) -> bool:
        """Return whether a card with this code is in the slot of a seat, or was recently."""
        return self.now_ms - self._cards[seat].get(code, NEVER_MS) <= within_ms + self.late_ms
