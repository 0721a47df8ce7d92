"""Which seats there are, and what is wrong at them."""

from tavolo.play import reasons
from tavolo.seat import states
from tavolo.seat.calibration import id_of

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.link.publisher import Publisher
    from tavolo.seat.seat import Seat

_TROUBLES = {
    states.HAND: reasons.HAND_IN_SLOT,
    states.TWO_CARDS: reasons.TWO_CARDS,
    states.UNCLEAR: reasons.CARD_NOT_CLEAR,
    states.LIFTED_EARLY: reasons.LIFTED_EARLY,
}
_FAILURES = {states.CHIP_LOST: reasons.CHIP_IS_LOST, states.NOT_CALIBRATED: reasons.SEAT_NOT_CALIBRATED}


class Attendance:
    """Watches the `seats`, and tells the `publisher` about them.

    `is_due` says that they need counting, because one has come or gone. `only` is the seat when just one is present:
    too few for any game, so the table shows what it reads.
    """

    def __init__(self, seats: "list[Seat]", publisher: "Publisher") -> None:
        self.is_due = True
        self.only: "Seat | None" = None
        self._seats = seats
        self._publisher = publisher

    def count(self) -> bool:
        """Publish which seats there are and how they are calibrated, once none of them is calibrating."""
        present = 0
        for seat in self._seats:
            if seat.state == states.IS_CALIBRATING:
                return False
            if seat.is_by_phone or seat.state not in states.NOBODY:
                present |= 1 << seat.number
        self.is_due = False
        able = self.able()
        readable = [seat for seat in self._seats if seat.number in able and not seat.is_by_phone]
        self.only = readable[0] if len(readable) == 1 and present == 1 << readable[0].number else None
        calibration = id_of([seat.calibration for seat in self._seats])
        self._publisher.introduce(present, f"{calibration:08x}")
        return True

    def able(self) -> list[int]:
        """Return the seats whose keys can be read."""
        return [seat.number for seat in self._seats if seat.state not in states.NOBODY]

    def are_mixed(self, seats: tuple[int, ...]) -> bool:
        """Return whether some of these seats are played by phone, and others are not."""
        by_phone = [self._seats[seat].is_by_phone for seat in seats]
        return any(by_phone) and not all(by_phone)

    def able_among(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of these seats whose keys can be read."""
        able = self.able()
        return tuple([seat for seat in seats if seat in able])

    def is_untouched(self, veiled: tuple[int, ...]) -> bool:
        """Return whether no slot or key is in use, as far as that may be known of `veiled` seats."""
        for seat in self._seats:
            if seat.keys.down:
                return False
            if seat.state != states.IS_EMPTY and seat.state not in states.NOBODY and seat.number not in veiled:
                return False
        return True

    def report(self, kind: int, number: int, value: int) -> None:
        """Note a trouble in a slot, or a chip that was lost, has recovered, or has (not) been calibrated."""
        if kind == states.CHIP_BACK:
            self._publisher.note_of("trouble", number, (reasons.CHIP_IS_BACK, number))
        elif kind != states.CALIBRATED:
            reason = (_TROUBLES[value], number) if kind == states.TROUBLE else (_FAILURES[kind], number, value)
            self._publisher.note_of("trouble", number, reason)
        self.is_due |= kind not in (states.TROUBLE, states.NOT_CALIBRATED)
