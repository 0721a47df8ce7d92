"""Questions to everybody: undoing, abandoning a game, and a gap repair that no record proves.

A seat asks by holding ◀ and ▶ for three seconds; with ◀ or ▶ it may change its question (undo the last decision,
abandon). Every seat agrees with ✓; any other seat that touches ◀ or ▶ disagrees, which ends it. The laptop may ask too,
and undo more than one decision; then nobody can change the question, and any ◀ or ▶ disagrees. If it says at which seat
it was told to, that seat has agreed by that, but at least one has to press ✓. An unanswered question lapses, a seat
whose chip does not answer is not asked, and after a laptop's question has failed it has to wait before it asks anything
again: otherwise one of them could block a game for good.
"""

from tavolo.link.telemetry import ABANDON, LAPTOP, REPAIR, UNDO
from tavolo.play import reasons
from tavolo.seat.states import TAKE

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.link.publisher import Publisher
    from tavolo.play.play import Play
    from tavolo.seat.seat import Seat

PATIENCE_MS = 60_000
# Before a laptop may ask again: enough to play on, as a card takes about five seconds.
WAIT_MS = 20_000


def ask(
    play: "Play",
    seats: tuple[int, ...],
    publisher: "Publisher",
    what: int,
    request: int = 0,
    length: "int | None" = None,
    asker: int = LAPTOP,
) -> "tuple[Motion | None, tuple[int, ...] | None]":
    """Ask these `seats`, which can answer, whether to undo or to abandon; return (the question or None, why not).

    An undo leaves `length` actions, by default those before the last decision. `request` is the laptop's number for its
    question, and `asker` the seat where it was told to ask; without a request, the seat that asks by its keys.
    """
    if asker != LAPTOP and asker not in play.seats:
        return None, (reasons.SEAT_NOT_PLAYING, asker)
    play.finish()
    total, last = len(play.record.actions), play.record.before_last_decision()
    left = last if length is None else length
    if what == UNDO and (left > last or last == total):  # no decision would be taken back
        if request:
            return None, (reasons.NOTHING_TO_UNDO,)
        what = ABANDON
    return Motion(what, asker, seats, total - left, request, publisher), None


def take_back(play: "Play", length: int, all_seats: "list[Seat]", publisher: "Publisher") -> None:
    """Begin to undo all but the first `length` actions: the seats whose cards go back have to lift them."""
    game, actions = play.record.game, play.record.actions
    play.keep(play.journal.undone(length))
    publisher.note((reasons.UNDONE, len(actions) - length))
    cards = [0] * len(play.seats)
    for place in range(length, len(actions)):  # one by one: as a list, all actions of a long game take too much memory
        action = actions[place]
        if game.action_card(action) >= 0 and game.actor(action) >= 0:
            cards[game.actor(action)] += 1
    for player, seat in enumerate(play.seats):
        if cards[player]:
            all_seats[seat].take_back()
            publisher.note((reasons.CARDS_GO_BACK, player, cards[player]))
    play.rewind(length)


class Motion:
    """One question to `seats`, the seats that play and can answer. The `publisher` tells the laptop how it ends.

    `what` is UNDO, ABANDON or REPAIR, `asker` a seat or LAPTOP, `request` the laptop's number for it, 0 without one.
    `count` is how many actions would be undone or repaired. `game_continues` after an undo or a repair. When the
    question `is_over`, `has_passed` says whether everybody has agreed.
    """

    def __init__(
        self, what: int, asker: int, seats: tuple[int, ...], count: int, request: int, publisher: "Publisher"
    ) -> None:
        self.what = what
        self.game_continues = what != ABANDON
        self.asker = asker
        self.count = count
        self.request = request
        self.seats = seats
        self.agreed = [request > 0 and seat == asker and len(seats) > 1 for seat in seats]
        self.left_ms = PATIENCE_MS
        self.is_over = self.has_passed = False
        self._publisher = publisher
        publisher.note(self._note())

    def seats_agreed(self) -> "list[int]":
        """Return the seats that have agreed."""
        return [seat for number, seat in enumerate(self.seats) if self.agreed[number]]

    def wait_ms(self) -> int:
        """Return how long the laptop has to wait after this question before it may ask again."""
        return WAIT_MS if (self.request or self.asker == LAPTOP) and not self.has_passed else 0

    def press(self, seat: int, key: int) -> None:
        """Take a key of a seat that plays."""
        if key == TAKE:
            if seat in self.seats:
                self.agreed[self.seats.index(seat)] = True
            if self.agreed and all(self.agreed):
                self.has_passed = True
                self._end((reasons.EVERYBODY_AGREED,))
        elif seat != self.asker or self.request:
            self._publisher.note((reasons.DISAGREED, seat))
            self._end((reasons.DISAGREED, seat))
        elif self.count:  # otherwise there is nothing to undo, and abandoning is the only question
            self.what = ABANDON if self.what == UNDO else UNDO
            self.game_continues = self.what == UNDO
            self.agreed = [False] * len(self.seats)  # nobody has agreed to the changed question
            self._publisher.note(self._note())

    def lapse(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether the question has just lapsed."""
        self.left_ms -= elapsed_ms
        if self.left_ms > 0:
            return False
        self._publisher.note((reasons.QUESTION_LAPSED,))
        self.drop()
        return True

    def drop(self) -> None:
        """Withdraw the question, whose subject no longer exists."""
        self._end((reasons.QUESTION_LAPSED,))

    def _end(self, reason: tuple[int, ...]) -> None:
        self.is_over = True
        if self.request:
            self._publisher.answer(self.request, self.has_passed, reason)

    def _note(self) -> tuple[int, ...]:
        undo = self.what == UNDO
        if self.what == REPAIR:
            return (reasons.ASKED_TO_REPAIR, self.count)
        if self.asker == LAPTOP:
            return (reasons.ASKED_BY_LAPTOP_UNDO, self.count) if undo else (reasons.ASKED_BY_LAPTOP_ABANDON,)
        return (reasons.ASKED_FOR_UNDO, self.asker, self.count) if undo else (reasons.ASKED_TO_ABANDON, self.asker)
