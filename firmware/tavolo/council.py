"""What needs everybody: taking actions back, and abandoning a game.

A seat asks by holding ◀ and ▶ for three seconds; it may turn its question with ◀ or ▶ (take back the last
decision, abandon), every seat agrees with ✓, and any other seat that touches ◀ or ▶ disagrees, which ends it. The
laptop may ask too; then nobody can turn the question, and any ◀ or ▶ disagrees.
"""

from tavolo.chooser import TAKE

UNDO, ABANDON = 0, 1
OPEN, AGREED, DISAGREED = 0, 1, 2

LAPTOP = -1  # who asks, when it is no seat


class Motion:
    """One question to all seats that play.

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

    def press(self, seat: int, key: int) -> int:
        """Take a key of a seat that plays; return OPEN, AGREED or DISAGREED."""
        if key == TAKE:
            self.agreed[self.seats.index(seat)] = True
            return AGREED if all(self.agreed) else OPEN
        if seat != self.asker:
            return DISAGREED
        self.what = ABANDON if self.what == UNDO and self.count else UNDO if self.count else ABANDON
        self.agreed = [False] * len(self.seats)  # nobody has agreed to the turned question
        return OPEN
