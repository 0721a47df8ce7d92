"""The slots that may hold a card from before a power cut, and what becomes of a card that is read there."""

from tavolo.play import reasons
from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo.seat import states
from tavolo.seat.cards import card_in

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.play.play import Play
    from tavolo.rules.record import Record
    from tavolo.seat.seat import Seat

# A slot was empty at power-on if it seems empty for this long, in ticks that count as at most so much time.
SEEMS_EMPTY_MS = 100
LONGEST_GLANCE_MS = 20


class FirstGlance:
    """The slots of `seats` that may hold a card from before the power cut: they have not been seen empty since."""

    def __init__(self, seats: "list[Seat]") -> None:
        self._seats = seats
        self._left_ms = [0] * len(seats)
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

    def are_slots_empty(self) -> bool:
        """Return whether every slot that can be read is known to be empty."""
        for seat in self._seats:
            is_known_empty = seat.state == states.IS_EMPTY and not self.may_lie_there(seat.number)
            if not is_known_empty and seat.state not in states.NOBODY:
                return False
        return True

    def step(self, elapsed_ms: int) -> None:
        """Look at the slots, once a tick while `is_on`."""
        self.is_on = False
        for number in range(len(self._left_ms)):
            if self._left_ms[number] > 0:
                self.is_on = True
                if self._seats[number].state == states.IS_EMPTY:
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
