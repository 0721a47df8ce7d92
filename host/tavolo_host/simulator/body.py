"""Hands at a seat: they put cards into the slot, take them out, and touch the keys, in simulated time.

All that a hand does ends as a capacitance on the seat's chip; the board sees nothing else. A movement is a generator
that changes the hand and yields the milliseconds until its next step.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.slot.capacitance import InsertedCard, Slot

Movement = Iterator[int]

# How far a card is from the end stop at each step of its way in, in mm, and how long such a step takes.
WAY_IN_MM = (70.0, 52.0, 36.0, 22.0, 11.0, 5.0, 1.5, 0.0)
MOMENT_MS = 30
EMPTY_MS = 150  # before the next card goes in: the slot has to be seen empty between two cards
# The share of a hand at the slot while it holds the card.
HOLDING_HAND = 0.15
PRESS_MS = 110
REST_MS = 130


class Body:
    """The hands at a seat. `cards` are those that lie there, `keys` how far each key is covered (0-1).

    `feel` lets the board notice what they do.
    """

    def __init__(self, random: Random) -> None:
        self.cards: list[InsertedCard] = []
        self.keys = [0.0, 0.0, 0.0]
        self._random = random
        self._movements: deque[Movement] = deque()
        self._rest_ms = 0

    def feel(self) -> None:
        """Let the board notice what the hands do."""
        raise NotImplementedError

    def is_moving(self) -> bool:
        """Return whether a movement is going on or queued."""
        return bool(self._movements)

    def do(self, movement: Movement) -> None:
        """Queue a movement."""
        self._movements.append(movement)

    def stop(self) -> None:
        """Drop the queued movements; the current one goes on."""
        while len(self._movements) > 1:
            self._movements.pop()

    def step(self, elapsed_ms: int) -> None:
        """Let time pass."""
        self._rest_ms -= elapsed_ms
        while self._movements and self._rest_ms <= 0:
            try:
                self._rest_ms = next(self._movements[0])
            except StopIteration:
                self._movements.popleft()
                self._rest_ms = 0
            self.feel()

    # ---- movements

    def put_in(self, code: int) -> Movement:
        """Put a card in."""
        raise NotImplementedError

    def put_in_again(self, code: int) -> Movement:
        """Put in a card that had been sealed and was lost."""
        return self.put_in(code)

    def take_out(self) -> Movement:
        """Take out what lies there."""
        raise NotImplementedError

    def press(self, *keys: int, hold_ms: int = PRESS_MS, rest_ms: int = REST_MS) -> Movement:
        """Touch keys (0 ◀, 1 ▶, 2 ✓) together, and let go."""
        for key in keys:
            self.keys[key] = 1.0
        yield hold_ms
        for key in keys:
            self.keys[key] = 0.0
        yield rest_ms

    def wait(self, milliseconds: int) -> Movement:
        """Do nothing for a while."""
        yield milliseconds


class SlotBody(Body):
    """The hands at the seat of a chip, with a share of a `hand` at its slot (0-1): they change its capacitances."""

    def __init__(self, chip: Mpr121, slot: Slot, random: Random) -> None:
        super().__init__(random)
        self.slot = slot
        self.hand = 0.0
        self._chip = chip
        self.feel()

    def feel(self) -> None:
        """Apply what the hands do to the electrodes."""
        self._chip.capacitance_pf = self.slot.electrodes(self.cards, self.hand, self.keys)

    def put_in(self, code: int, stop_at_mm: float = 0.0) -> Movement:
        """Put a card in, as askew as hands and side walls allow; `stop_at_mm` leaves it that far from the stop."""
        geometry = self.slot.geometry
        shift = self._random.uniform(-geometry.shift_mm, geometry.shift_mm)
        tilt = self._random.uniform(-geometry.tilt_deg, geometry.tilt_deg)
        self.hand = HOLDING_HAND
        for short in WAY_IN_MM:
            self.cards = [InsertedCard(code, max(short, stop_at_mm), shift, tilt)]
            yield MOMENT_MS
            if short <= stop_at_mm:
                break
        self.hand = 0.0
        yield 0

    def take_out(self) -> Movement:
        """Take out what is in the slot."""
        self.hand = HOLDING_HAND
        lying = self.cards
        for short in reversed(WAY_IN_MM):
            self.cards = [replace(card, short_mm=max(short, card.short_mm)) for card in lying]
            yield MOMENT_MS
        self.cards = []
        self.hand = 0.0
        yield EMPTY_MS
