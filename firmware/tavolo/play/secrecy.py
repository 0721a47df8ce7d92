"""The veil over slots while choices are secret: nothing visible depends on a card, and neither does any time.

How quickly a card is read, when its lift is felt, even whether it is unclear, differs by milliseconds from card to
card. So while a choice is sealed, the slots of all players show and report nothing, except of those who are to choose
openly. A card that was read is held back until ✓ seals it; the result is then shown for a fixed time from the key on.
"""

from tavolo.seat.states import EMPTIED, IS_ACCEPTED, IS_EMPTY, IS_REFUSED, NOBODY, READ, TROUBLE

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.seat.seat import Seat

SHOWN_MS = 1500
NO_CODE = -1


class Secrecy:
    """The veil over the slots of `veiled` seats (none while nothing is secret), and the visible state of every slot.

    `codes` has the code of the card that was read in each veiled slot and is not sealed, or NO_CODE. `slots` is the
    visible state of each slot (of `tavolo.seat.states`), `troubled` nonzero for one that visibly has something
    unreadable.
    """

    def __init__(self, seat_count: int) -> None:
        self.veiled: tuple[int, ...] = ()
        self.codes = [NO_CODE] * seat_count
        self.slots = bytearray(seat_count)
        self.troubled = bytearray(seat_count)
        self._held: "list[tuple[int, int]]" = []  # seat and code of unveiled cards that are still to be judged
        self._shown = bytearray(seat_count)
        self._left_ms = [0] * seat_count

    def step(self, elapsed_ms: int, veiled: "tuple[int, ...]") -> "tuple[int, int] | None":
        """Let time pass, and veil these seats; return (seat, code) of a card that is no longer secret.

        One card a tick: judging all unveiled cards together would make a tick too long.
        """
        if self.veiled:
            self._pass_time(elapsed_ms)
        if veiled != self.veiled:
            self._cover(veiled)
        elif self._held:
            return self._held.pop(0)
        return None

    def keeps(self, kind: int, number: int, value: int) -> bool:
        """Take an event of a veiled seat; return whether it is kept secret, because it is about the slot."""
        if kind == READ:
            self.codes[number] = value
        elif kind in (EMPTIED, TROUBLE):
            self.codes[number] = NO_CODE
        else:
            return False
        return True

    def show(self, number: int, is_accepted: bool) -> None:
        """Show for a while what happened to the card that was sealed."""
        self._shown[number] = IS_ACCEPTED if is_accepted else IS_REFUSED
        self._left_ms[number] = SHOWN_MS

    def shows_again(self, seat: "Seat", is_veiled: bool) -> bool:
        """Look at a seat; return whether the visible state of its slot has changed."""
        number, state = seat.number, seat.state
        troubled = 1 if seat.trouble() and not is_veiled else 0
        if is_veiled and state not in NOBODY:  # a chip that is lost is no secret
            state = self._shown[number]
        if self.slots[number] == state and self.troubled[number] == troubled:
            return False
        self.slots[number] = state
        self.troubled[number] = troubled
        return True

    def _cover(self, seats: "tuple[int, ...]") -> None:
        """Veil these seats; the unsealed cards of the others, which were held back, are to be judged."""
        for number in self.veiled:
            if number not in seats:
                if self.codes[number] != NO_CODE:
                    self._held.append((number, self.codes[number]))
                self.codes[number] = NO_CODE
                self._shown[number] = IS_EMPTY
                self._left_ms[number] = 0
        self.veiled = seats

    def _pass_time(self, elapsed_ms: int) -> None:
        for number in range(len(self._left_ms)):
            if self._left_ms[number] > 0:
                self._left_ms[number] -= elapsed_ms
                if self._left_ms[number] <= 0:
                    self._shown[number] = IS_EMPTY
