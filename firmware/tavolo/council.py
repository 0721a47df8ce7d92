"""What needs everybody: taking actions back, and abandoning a game.

A seat asks by holding ◀ and ▶ for three seconds; it may turn its question with ◀ or ▶ (take back the last
decision, abandon), every seat agrees with ✓, and any other seat that touches ◀ or ▶ disagrees, which ends it. The
laptop may ask too; then nobody can turn the question, and any ◀ or ▶ disagrees. A question that is not answered
lapses, and a seat whose chip does not answer is not asked: otherwise one of them could block a game for good.
"""

from tavolo.chooser import TAKE

UNDO, ABANDON = 0, 1
OPEN, AGREED, DISAGREED, TURNED = 0, 1, 2, 3

PATIENCE_MS = 60_000

LAPTOP = -1  # who asks, when it is no seat


class Motion:
    """One question to `seats`, the seats that play and can answer.

    `what` is UNDO or ABANDON, `asker` a seat or LAPTOP, `request` the laptop's number for it. `count` is how many
    actions an undo would take back.
    """

    def __init__(self, what: int, asker: int, seats: tuple[int, ...], count: int, request: int = 0) -> None:
        self.what = what
        self.asker = asker
        self.count = count
        self.request = request
        self.seats = seats
        self.agreed = [False] * len(seats)
        self.left_ms = PATIENCE_MS

    def press(self, seat: int, key: int) -> int:
        """Take a key of a seat that plays; return OPEN, AGREED, DISAGREED or TURNED."""
        if key == TAKE:
            if seat in self.seats:
                self.agreed[self.seats.index(seat)] = True
            return AGREED if all(self.agreed) else OPEN
        if seat != self.asker:
            return DISAGREED
        if not self.count:
            return OPEN  # there is nothing to take back, so abandoning is all that can be asked
        self.what = ABANDON if self.what == UNDO else UNDO
        self.agreed = [False] * len(self.seats)  # nobody has agreed to the turned question
        return TURNED

    def lapses(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether the question has been open for too long."""
        self.left_ms -= elapsed_ms
        return self.left_ms <= 0
