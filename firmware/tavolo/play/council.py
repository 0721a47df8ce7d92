"""What needs everybody: taking actions back, abandoning a game, and filling in what was lost with nothing to prove it.

A seat asks by holding ◀ and ▶ for three seconds; it may turn its question with ◀ or ▶ (take back the last
decision, abandon), every seat agrees with ✓, and any other seat that touches ◀ or ▶ disagrees, which ends it. The
laptop may ask too; then nobody can turn the question, and any ◀ or ▶ disagrees. A question that is not answered
lapses, a seat whose chip does not answer is not asked, and a laptop that not everybody has agreed with waits before it
asks again, whatever it is: otherwise one of them could block a game for good.
"""

from tavolo.play import reasons
from tavolo.seat.states import TAKE

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.link.herald import Herald

UNDO, ABANDON, FILL = 0, 1, 2
OPEN, AGREED, DISAGREED, TURNED = 0, 1, 2, 3

PATIENCE_MS = 60_000
# Before a laptop asks anything again: long enough to play, as somebody takes about five seconds for a card.
WAIT_MS = 20_000

LAPTOP = -1  # who asks, when it is no seat
UNDECIDED = -1  # what a vote has decided, when it has decided nothing


class Motion:
    """One question to `seats`, the seats that play and can answer.

    `what` is UNDO, ABANDON or FILL, `asker` a seat or LAPTOP, `request` the laptop's number for it, 0 without one.
    `count` is how many actions an undo would take back, or would be filled in.
    """

    def __init__(self, what: int, asker: int, seats: tuple[int, ...], count: int, request: int = 0) -> None:
        self.what = what
        self.asker = asker
        self.count = count
        self.request = request
        self.seats = seats
        self.agreed = [False] * len(seats)
        self.left_ms = PATIENCE_MS

    @property
    def takes_back(self) -> bool:
        """Return whether the game goes on after it, otherwise than before."""
        return self.what != ABANDON

    def seats_agreed(self) -> "list[int]":
        """Return the seats that have agreed."""
        return [seat for number, seat in enumerate(self.seats) if self.agreed[number]]

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


class Council:
    """The open question as `motion`, or None; tells the `herald` what becomes of it.

    `waits_ms` is how long a laptop has to wait before it may ask anything.
    """

    def __init__(self, herald: "Herald") -> None:
        self.motion: Motion | None = None
        self.waits_ms = 0
        self._herald = herald

    def wait(self, elapsed_ms: int) -> None:
        """Let time pass for a laptop that waits."""
        self.waits_ms = max(0, self.waits_ms - elapsed_ms)

    def _refuse(self, motion: Motion) -> None:
        """Not everybody has agreed."""
        if motion.asker == LAPTOP:
            self.waits_ms = WAIT_MS

    def ask(self, what: int, asker: int, asked: tuple[int, ...], count: int, request: int = 0) -> tuple[int, ...]:
        """Put a question to the seats `asked`, an undo of `count` actions; return the reason that is told.

        That may be that there is nothing to ask; then `motion` stays None.
        """
        if what == UNDO and not count:
            if asker == LAPTOP:
                return (reasons.NOTHING_TO_UNDO,)
            what = ABANDON
        self.motion = Motion(what, asker, asked, count, request)
        return _question(self.motion)

    def lapse(self, elapsed_ms: int) -> bool:
        """Let the open question grow old; return whether it has lapsed just now."""
        motion = self.motion
        if motion is None or not motion.lapses(elapsed_ms):
            return False
        self.motion = None
        self._refuse(motion)
        self._herald.note((reasons.QUESTION_LAPSED,))
        if motion.request:
            self._herald.answer(motion.request, False, (reasons.QUESTION_LAPSED,))
        return True

    def press(self, seat: int, key: int) -> int:
        """Take a key of a seat that plays; return UNDO, ABANDON or FILL when all have agreed to it, else UNDECIDED."""
        motion = self.motion
        assert motion is not None
        result = motion.press(seat, key)
        if result == TURNED:
            self._herald.note(_question(motion))
        if result in (OPEN, TURNED):
            return UNDECIDED
        self.motion = None
        if result == DISAGREED:
            self._refuse(motion)
            self._herald.note((reasons.DISAGREED, seat))
        if motion.request:
            agreed = result == AGREED
            reason = (reasons.EVERYBODY_AGREED,) if agreed else (reasons.DISAGREED, seat)
            self._herald.answer(motion.request, agreed, reason)
        return motion.what if result == AGREED else UNDECIDED


def _question(motion: Motion) -> tuple[int, ...]:
    """Return what is told of a question."""
    undo = motion.what == UNDO
    if motion.what == FILL:
        return (reasons.ASKED_TO_FILL, motion.count)
    if motion.asker == LAPTOP:
        return (reasons.ASKED_BY_LAPTOP_UNDO if undo else reasons.ASKED_BY_LAPTOP_ABANDON,)
    return (reasons.ASKED_FOR_UNDO if undo else reasons.ASKED_TO_ABANDON, motion.asker)
