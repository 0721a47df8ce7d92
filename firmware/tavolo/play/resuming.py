"""How a game goes on after a power cut: its actions are repeated, and cards that lay in slots are not taken for new.

The table asks nobody: it takes up what the journal holds as soon as it has power.
"""

import gc

from tavolo.games import setup_from_text
from tavolo.journal.entries import ACTION, BACK
from tavolo.journal.journal import Journal
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.packing import unpacked

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.rules.record import Record

ACTIONS_A_PASS = 4  # 2,000 then take 500 passes

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


class Retelling:
    """Repeats the journal's game into a record; `step` has to be called until it returns False.

    `cards_go_back` says that the last thing that happened with cards was that some were taken back. Raises Damaged,
    and whatever the rules raise for an action that they do not allow.
    """

    def __init__(self, journal: Journal, record: "Record") -> None:
        self.cards_go_back = False
        self._entries = journal.entries()
        self._record = record
        self._is_going_back = False

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
                action = unpacked(content)
                self._record.apply(action)
                if len(self._record.actions) % TIDY_EVERY == 0:
                    gc.collect()
                if self._record.game.action_card(action) >= 0:
                    self.cards_go_back = False
            elif kind == BACK:
                self._record.rewind(unpacked(content)[0])
                self._is_going_back = True
                self.cards_go_back = True
            return True
        return False


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
