"""What a seat shows while choices are secret: nothing that depends on a card, and nothing at a time that does.

How quickly a card is read, when it is felt to be lifted, even that it is unclear, differs by milliseconds from card to
card. So while a choice is sealed no slot of the players shows or tells anything by itself, but of those who are to
choose openly: a card is held back when it was read, and ✓ seals it. What comes of that is shown for a fixed time,
counted from the key.
"""

from tavolo.seat.states import EMPTIED, IS_ACCEPTED, IS_EMPTY, IS_REFUSED, NOBODY, READ, TROUBLE

SHOWN_MS = 1500
NO_CODE = -1


class Veil:
    """The veil over the slots of `seats`, of nobody while nothing is secret.

    `codes` holds the code of the card that was read in each slot and not sealed, or NO_CODE.
    """

    def __init__(self, seat_count: int) -> None:
        self.seats: tuple[int, ...] = ()
        self.codes = [NO_CODE] * seat_count
        self._shown = bytearray(seat_count)
        self._left_ms = [0] * seat_count

    def cover(self, seats: "tuple[int, ...]") -> "list[tuple[int, int]]":
        """From now on cover these seats; return (seat, code) of the others' cards that were held back, not sealed."""
        held = []
        for number in self.seats:
            if number not in seats:
                if self.codes[number] != NO_CODE:
                    held.append((number, self.codes[number]))
                self.codes[number] = NO_CODE
                self._shown[number] = IS_EMPTY
                self._left_ms[number] = 0
        self.seats = seats
        return held

    def keeps(self, kind: int, number: int, value: int) -> bool:
        """Take an event of a seat; return whether it is kept from everybody, being about what is in the slot."""
        if kind == READ:
            self.codes[number] = value
        elif kind in (EMPTIED, TROUBLE):
            self.codes[number] = NO_CODE
        else:
            return False
        return True

    def show(self, number: int, is_accepted: bool) -> None:
        """Show for a while what became of the card that was sealed."""
        self._shown[number] = IS_ACCEPTED if is_accepted else IS_REFUSED
        self._left_ms[number] = SHOWN_MS

    def step(self, elapsed_ms: int) -> None:
        """Let time pass."""
        for number in range(len(self._left_ms)):
            if self._left_ms[number] > 0:
                self._left_ms[number] -= elapsed_ms
                if self._left_ms[number] <= 0:
                    self._shown[number] = IS_EMPTY

    def state(self, number: int, state: int) -> int:
        """Return what is to be seen of a slot in this state: a chip that is lost is no secret."""
        return state if state in NOBODY else self._shown[number]
