"""How a game goes on after a power cut: its actions are repeated, and cards that lay in slots are not taken for new.

Where the journal cannot be read the game goes on from the last action before, and it is said how much is missing.

The table asks nobody: it takes up what the journal holds as soon as it has power.
"""

import gc

from tavolo.games import setup_from_text
from tavolo.journal.entries import ACTION, BACK, BEHIND, CUT, DIGEST_BYTES, MOST_RECORDS, whole_of
from tavolo.journal.journal import Journal
from tavolo.lights.stage import UNCOUNTED
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.packing import packed, unpacked

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.rules.record import Record

ACTIONS_A_PASS = 4  # 2,000 then take 500 passes

LOSS_SHOWN_MS = 10_000

# Actions after which memory is tidied: else what stays lies so scattered among what was dropped that the list of a
# long game finds no place to grow (MicroPython moves nothing).
TIDY_EVERY = 64


def setup_of(journal: Journal, seat_count: int) -> Setup:
    """Return the setup of the game in the journal; ValueError for one that this table cannot play."""
    setup = setup_from_text(journal.setup_text)
    players = journal.seats
    if setup.players != len(players) or setup.players != len(set(players)) or max(players) >= seat_count:
        raise ValueError("The seats of the game are not those of this table.")
    return setup


class Loss:
    """What the lights show of what the journal has lost: `count` actions, and the `seats` whose cards go back."""

    def __init__(self, count: int, seats: "list[int]") -> None:
        self.count = count
        self.seats = seats
        self.left_ms = LOSS_SHOWN_MS


class Retelling:
    """Repeats the journal's game into a record; `step` has to be called until it returns False.

    `cards_go_back` says that the last thing that happened with cards was that some were taken back; `reading` tells
    what is missing, and `gone` how many cards of each player cannot be taken for played any more for that. An action
    that the rules do not allow, or that does not lead where it did, is missing too.
    """

    def __init__(self, journal: Journal, record: "Record") -> None:
        self.cards_go_back = False
        self.reading = journal.reading()
        self.gone = [0] * record.setup.players
        self._entries = self.reading.entries()
        self._record = record
        self._is_going_back = False

    def loss(self, seats: "tuple[int, ...]") -> Loss:
        """Return what is missing, in a game of these seats."""
        reading = self.reading
        count = UNCOUNTED if reading.is_torn else max(reading.unreadable + reading.readable, reading.owed)
        return Loss(count, [seats[player] for player in range(len(seats)) if self.gone[player]])

    def go_on(self) -> bool:
        """Repeat a few actions, as many as a pass has time for; return whether there are more."""
        for _ in range(ACTIONS_A_PASS):
            if not self.step():
                return False
        return True

    def step(self) -> bool:
        """Repeat one action; return whether there is more."""
        if self._is_going_back:
            self._is_going_back = self._record.replay_one()
            return True
        for kind, content in self._entries:
            if kind == ACTION:
                self._repeat(content)
            elif kind == BACK:
                self._go_back(content)
                self.cards_go_back = True
            elif kind == CUT:
                left = unpacked(content)
                self.reading.owed = max(0, min(left[-1], MOST_RECORDS))
                self._go_back(packed(left[:-1]))
                self.gone = [0] * len(self.gone)
            elif kind == BEHIND:
                self._miss(content)
            return True
        return False

    def _repeat(self, content: bytes) -> None:
        """Repeat an action, or take it for missing."""
        record = self._record
        length = len(record.actions)
        try:
            action = unpacked(content[DIGEST_BYTES:])
            record.apply(action)
            is_right = record.digest() == whole_of(content)
        except Exception:  # whatever the rules raise for what a right CRC covers, and nobody wrote here
            is_right = False
        if not is_right:
            if self.reading.fail():
                self._miss(content)
            record.rewind(length)  # also when it was not applied: nobody knows how far that came
            self._is_going_back = True
            return
        if len(record.actions) % TIDY_EVERY == 0:
            gc.collect()
        if record.game.action_card(action) >= 0:
            self.cards_go_back = False

    def _go_back(self, content: bytes) -> None:
        """Go back to so many actions, if that can be."""
        lengths = unpacked(content)
        if len(lengths) != 1 or packed(lengths) != content or not 0 <= lengths[0] <= len(self._record.actions):
            self.reading.fail()
        elif lengths[0] < len(self._record.actions):
            self._record.rewind(lengths[0])
            self._is_going_back = True

    def _miss(self, content: bytes) -> None:
        """Count the card of an action that cannot be repeated."""
        game = self._record.game
        try:
            action = unpacked(content[DIGEST_BYTES:])
            if game.action_card(action) >= 0 and game.actor(action) >= 0:
                self.gone[game.actor(action)] += 1
        except (IndexError, ValueError, TypeError):
            return  # of another firmware


def played_last(record: "Record", player: int) -> list[int]:
    """Return which cards may still lie in the slot of a player, having been played.

    That is the last that the player put in, and whatever was shown to the table, in any slot.
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
