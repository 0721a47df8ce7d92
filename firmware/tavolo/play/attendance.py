"""Which seats there are, what is wrong at them, and which slots may hold a card from before a power cut."""

from tavolo.play import reasons
from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo.seat import states
from tavolo.seat.calibration import id_of
from tavolo.seat.cards import card_in
from tavolo.wiring import PADS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.link.publisher import Publisher
    from tavolo.play.play import Play
    from tavolo.rules.record import Record
    from tavolo.seat.seat import Seat

_TROUBLES = {
    states.HAND: reasons.HAND_IN_SLOT,
    states.TWO_CARDS: reasons.TWO_CARDS,
    states.UNCLEAR: reasons.CARD_NOT_CLEAR,
    states.LIFTED_EARLY: reasons.LIFTED_EARLY,
}
_FAILURES = {states.CHIP_LOST: reasons.CHIP_IS_LOST, states.NOT_CALIBRATED: reasons.SEAT_NOT_CALIBRATED}


# A slot was empty at power-on if it seems empty for this long, in ticks that count as at most so much time.
SEEMS_EMPTY_MS = 100
LONGEST_GLANCE_MS = 20


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
            if seat.state not in states.NOBODY:
                present |= 1 << seat.number
        self.is_due = False
        able = self.able()
        self.only = self._seats[able[0]] if len(able) == 1 else None
        calibration = id_of([seat.calibration for seat in self._seats])
        self._publisher.introduce(present, f"{calibration:08x}")
        return True

    def able(self) -> list[int]:
        """Return the seats whose keys can be read."""
        return [seat.number for seat in self._seats if seat.state not in states.NOBODY]

    def is_untouched(self, veiled: tuple[int, ...]) -> bool:
        """Return whether no slot or key is in use, as far as that may be known of `veiled` seats."""
        for seat in self._seats:
            if seat.keys.down:
                return False
            if seat.state != states.IS_EMPTY and seat.state not in states.NOBODY and seat.number not in veiled:
                return False
        return True

    def tries(self, number: int, code: int) -> bool:
        """Take a card that was read before any game; return whether the only seat is being tried out, and note it."""
        if self.only is None or self.only.number != number:
            return False
        self._publisher.note((reasons.TRIED, number) + tuple([pad for pad in range(PADS) if code >> pad & 1]))
        return True

    def report(self, kind: int, number: int, value: int) -> None:
        """Note a trouble in a slot, or a chip that was lost, has recovered, or has (not) been calibrated."""
        if kind == states.CHIP_BACK:
            self._publisher.note_of("trouble", number, (reasons.CHIP_IS_BACK, number))
        elif kind != states.CALIBRATED:
            reason = (_TROUBLES[value], number) if kind == states.TROUBLE else (_FAILURES[kind], number, value)
            self._publisher.note_of("trouble", number, reason)
        self.is_due |= kind not in (states.TROUBLE, states.NOT_CALIBRATED)


class FirstGlance:
    """The slots that may hold a card from before the power cut, because they have not been seen empty since."""

    def __init__(self, seat_count: int) -> None:
        self._left_ms = [0] * seat_count
        self.is_on = False

    def begin(self) -> None:
        """Begin when a game resumes after a power cut: any slot may hold one."""
        self._left_ms = [SEEMS_EMPTY_MS] * len(self._left_ms)
        self.is_on = True

    def end(self) -> None:
        """End when another game begins: no slot does."""
        self._left_ms = [0] * len(self._left_ms)

    def may_lie_there(self, number: int) -> bool:
        """Return whether this seat's slot may hold a card from before."""
        return self._left_ms[number] > 0

    def step(self, all_seats: "list[Seat]", elapsed_ms: int) -> None:
        """Look at the slots, once a tick while `is_on`."""
        self.is_on = False
        for number in range(len(self._left_ms)):
            if self._left_ms[number] > 0:
                self.is_on = True
                if all_seats[number].state == states.IS_EMPTY:
                    self._left_ms[number] -= min(elapsed_ms, LONGEST_GLANCE_MS)


def judge_again(play: "Play", seat: int, code: int) -> "tuple[tuple[int, ...] | None, bool] | None":
    """Judge a code read in a slot that was not empty at power-on; None: judge it like any other.

    The card that this seat inserted last, or one that was shown to the table, is already played.
    """
    if seat in play.seats:
        player = play.seats.index(seat)
        if player in play.players_to_reseal():
            return (reasons.EMPTY_THE_SLOTS, seat), False
        card = card_in(play.ranges, code)
        if card >= 0 and not play.slots_to_empty and card in played_last(play.record, player):
            return None, True
    return None


def played_last(record: "Record", player: int) -> list[int]:
    """Return the cards of a player that may still lie in the slot after they were played.

    These are the last one that the player inserted, and all that were shown to the table since, in any slot.
    """
    game = record.game
    cards = []
    is_last = True
    for action in reversed(record.actions):
        card = game.action_card(action)
        actor = game.actor(action)
        if card != NO_CARD and (actor == CHANCE or (is_last and actor == player)):
            cards.append(card)
            is_last = is_last and actor == CHANCE
    return cards
