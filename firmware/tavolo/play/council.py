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
from tavolo.play.play import close
from tavolo.seat.states import TAKE

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.play.judge import Judge
    from tavolo.play.play import Play

PATIENCE_MS = 60_000
# Before a laptop may ask again: enough to play on, as a card takes about five seconds.
WAIT_MS = 20_000


def ask(
    referee: "Judge", what: int, request: int = 0, length: "int | None" = None, asker: int = LAPTOP
) -> "tuple[bool, tuple[int, ...] | None]":
    """Put a question to all seats that play and can answer; return (whether it is open, why not).

    An undo leaves `length` actions, by default those before the last decision. `request` is the laptop's number for its
    question, and `asker` the seat where it was told to ask; without a request, the seat that asks by its keys.
    """
    play, gap_repair = referee.play, referee.gap_repair
    assert play is not None
    referee.showing.has_changed = True
    if asker != LAPTOP and asker not in play.seats:
        return False, (reasons.SEAT_NOT_PLAYING, asker)
    if what != REPAIR:
        play.finish()
    total, last = len(play.record.actions), play.record.before_last_decision()
    left = last if length is None else length
    count = len(gap_repair.offered) if what == REPAIR and gap_repair else total - left
    if what == UNDO and (left > last or last == total):  # no decision would be taken back
        if request:
            return False, (reasons.NOTHING_TO_UNDO,)
        what = ABANDON
    able = referee.attendance.able()
    asked = tuple([seat for seat in play.seats if seat in able])
    referee.question = Motion(what, asker, asked, count, request, referee)
    return True, None


def take_back(referee: "Judge", play: "Play", length: int) -> None:
    """Begin to undo all but the first `length` actions: the seats whose cards go back have to lift them."""
    game, actions = play.record.game, play.record.actions
    play.keep(referee.journal.undone(length))
    referee.publisher.note((reasons.UNDONE, len(actions) - length))
    cards = [0] * len(play.seats)
    for place in range(length, len(actions)):  # one by one: as a list, all actions of a long game take too much memory
        action = actions[place]
        if game.action_card(action) >= 0 and game.actor(action) >= 0:
            cards[game.actor(action)] += 1
    for player, seat in enumerate(play.seats):
        if cards[player]:
            referee.seats[seat].take_back()
            referee.publisher.note((reasons.CARDS_GO_BACK, player, cards[player]))
    play.rewind(length)


class Motion:
    """One question to `seats`, the seats that play and can answer; if they agree, the `referee` carries it out.

    `what` is UNDO, ABANDON or REPAIR, `asker` a seat or LAPTOP, `request` the laptop's number for it, 0 without one.
    `count` is how many actions would be undone or repaired. `game_continues` after an undo or a repair.
    """

    def __init__(
        self, what: int, asker: int, seats: tuple[int, ...], count: int, request: int, referee: "Judge"
    ) -> None:
        self.what = what
        self.game_continues = what != ABANDON
        self.asker = asker
        self.count = count
        self.request = request
        self.seats = seats
        self.agreed = [request > 0 and seat == asker and len(seats) > 1 for seat in seats]
        self.left_ms = PATIENCE_MS
        self._referee = referee
        referee.publisher.note(self._note())

    def seats_agreed(self) -> "list[int]":
        """Return the seats that have agreed."""
        return [seat for number, seat in enumerate(self.seats) if self.agreed[number]]

    def press(self, seat: int, key: int) -> None:
        """Take a key of a seat."""
        play, publisher = self._referee.play, self._referee.publisher
        if play is None or seat not in play.seats or play.is_replaying:
            return
        if key == TAKE:
            if seat in self.seats:
                self.agreed[self.seats.index(seat)] = True
            if self.agreed and all(self.agreed):
                self._end((reasons.EVERYBODY_AGREED,), True)
                self._carry_out(play)
        elif seat != self.asker or self.request:
            publisher.note((reasons.DISAGREED, seat))
            self._end((reasons.DISAGREED, seat))
        elif self.count:  # otherwise there is nothing to undo, and abandoning is the only question
            self.what = ABANDON if self.what == UNDO else UNDO
            self.game_continues = self.what == UNDO
            self.agreed = [False] * len(self.seats)  # nobody has agreed to the changed question
            publisher.note(self._note())

    def lapse(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether the question has just lapsed."""
        self.left_ms -= elapsed_ms
        if self.left_ms > 0:
            return False
        self._referee.publisher.note((reasons.QUESTION_LAPSED,))
        self.drop()
        return True

    def drop(self) -> None:
        """Withdraw the question, whose subject no longer exists."""
        self._end((reasons.QUESTION_LAPSED,))

    def _end(self, reason: tuple[int, ...], has_passed: bool = False) -> None:
        referee = self._referee
        referee.question = None
        if self.request:
            referee.publisher.answer(self.request, has_passed, reason)
        if (self.request or self.asker == LAPTOP) and not has_passed:
            referee.laptop_waits_ms = max(referee.laptop_waits_ms, WAIT_MS)

    def _carry_out(self, play: "Play") -> None:
        referee = self._referee
        if self.what == UNDO:
            take_back(referee, play, len(play.record.actions) - self.count)
        elif self.what == ABANDON:
            close(referee)
            referee.publisher.abandoned()
        elif referee.gap_repair is not None:
            referee.gap_repair.begin()

    def _note(self) -> tuple[int, ...]:
        undo = self.what == UNDO
        if self.what == REPAIR:
            return (reasons.ASKED_TO_REPAIR, self.count)
        if self.asker == LAPTOP:
            return (reasons.ASKED_BY_LAPTOP_UNDO, self.count) if undo else (reasons.ASKED_BY_LAPTOP_ABANDON,)
        return (reasons.ASKED_FOR_UNDO, self.asker, self.count) if undo else (reasons.ASKED_TO_ABANDON, self.asker)
