"""What needs everybody: taking actions back, abandoning a game, and filling in what was lost with nothing to prove it.

A seat asks by holding ◀ and ▶ for three seconds; it may turn its question with ◀ or ▶ (take back the last
decision, abandon), every seat agrees with ✓, and any other seat that touches ◀ or ▶ disagrees, which ends it. The
laptop may ask too; then nobody can turn the question, and any ◀ or ▶ disagrees. A question that is not answered
lapses, a seat whose chip does not answer is not asked, and a laptop that not everybody has agreed with waits before it
asks again, whatever it is: otherwise one of them could block a game for good.
"""

from tavolo.link.shown import ABANDON, FILL, LAPTOP, UNDO
from tavolo.play import reasons
from tavolo.seat.states import TAKE

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.link.herald import Herald

PATIENCE_MS = 60_000
# Before a laptop asks anything again: long enough to play, as somebody takes about five seconds for a card.
WAIT_MS = 20_000


class Motion:
    """One question to `seats`, the seats that play and can answer; tells the `herald` what becomes of it.

    `what` is UNDO, ABANDON or FILL, `asker` a seat or LAPTOP, `request` the laptop's number for it, 0 without one.
    `count` is how many actions an undo would take back, or would be filled in. It `is_open` until all have agreed, and
    it `has_passed` then, or it has failed.
    It `takes_back`, or fills in, if the game goes on after it.
    """

    def __init__(
        self, what: int, asker: int, seats: tuple[int, ...], count: int, request: int, herald: "Herald"
    ) -> None:
        self.what = what
        self.takes_back = what != ABANDON
        self.asker = asker
        self.count = count
        self.request = request
        self.seats = seats
        self.agreed = [False] * len(seats)
        self.is_open = True
        self.has_passed = False
        self.left_ms = PATIENCE_MS
        self._herald = herald
        herald.note(self._told())

    def wait_ms(self) -> int:
        """Return how long a laptop has to wait after it before it may ask anything."""
        return WAIT_MS if self.asker == LAPTOP and not self.has_passed else 0

    def seats_agreed(self) -> "list[int]":
        """Return the seats that have agreed."""
        return [seat for number, seat in enumerate(self.seats) if self.agreed[number]]

    def press(self, seat: int, key: int) -> None:
        """Take a key of a seat that plays."""
        if key == TAKE:
            if seat in self.seats:
                self.agreed[self.seats.index(seat)] = True
            if self.agreed and all(self.agreed):
                self.has_passed = True
                self._end((reasons.EVERYBODY_AGREED,))
        elif seat != self.asker:
            self._herald.note((reasons.DISAGREED, seat))
            self._end((reasons.DISAGREED, seat))
        elif self.count:  # otherwise there is nothing to take back, so abandoning is all that can be asked
            self.what = ABANDON if self.what == UNDO else UNDO
            self.takes_back = self.what == UNDO
            self.agreed = [False] * len(self.seats)  # nobody has agreed to the turned question
            self._herald.note(self._told())

    def lapse(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether the question has just been open for too long."""
        self.left_ms -= elapsed_ms
        if self.left_ms <= 0:
            self._herald.note((reasons.QUESTION_LAPSED,))
            self._end((reasons.QUESTION_LAPSED,))
        return not self.is_open

    def drop(self) -> None:
        """What it is about is no more: nobody is asked."""
        self._end((reasons.QUESTION_LAPSED,))

    def _end(self, reason: tuple[int, ...]) -> None:
        self.is_open = False
        if self.request:
            self._herald.answer(self.request, self.has_passed, reason)

    def _told(self) -> tuple[int, ...]:
        undo = self.what == UNDO
        if self.what == FILL:
            return (reasons.ASKED_TO_FILL, self.count)
        if self.asker == LAPTOP:
            return (reasons.ASKED_BY_LAPTOP_UNDO if undo else reasons.ASKED_BY_LAPTOP_ABANDON,)
        return (reasons.ASKED_FOR_UNDO if undo else reasons.ASKED_TO_ABANDON, self.asker)
