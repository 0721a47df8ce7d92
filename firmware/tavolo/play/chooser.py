"""Choosing, the same for every game: a card in the slot, ◀ ▶ through its options, ✓ takes one.

The legal actions of a player, narrowed to the card just read, are the options. A single option of a card is taken at
once; an action without a card (passing, buying, stopping, ending a turn) never is. Where the same action is possible
again right away, the cursor stays on it: dice are put aside one after the other, and taken back. A secret choice is
made with a card, so its public form, which names none, is not an option. The chooser of a seat knows nothing of chips
and lights: it takes cards and keys, and returns an action or a refusal.
"""

from tavolo.rules.contract import NO_CARD, NO_SUCH_ACTION, TABLE
from tavolo.seat.states import RIGHT, TAKE

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.rules.game import Game, Position

NOTHING = -1


def by_keys(game: "Game", position: "Position", player: int) -> "list[tuple[int, ...]]":
    """Return what a player may do with keys alone, in the order of the rules."""
    found, sealed, with_card = [], [], []
    is_secret = game.secret(position, player)
    for action in game.legal(position, player):
        kind = action[0] | len(action) << 8  # of a kind all have a card or none: a hundred tiles are asked once
        if kind in with_card:
            continue
        if game.action_card(action) == NO_CARD:
            found.append(action)
            continue
        with_card.append(kind)
        if is_secret:  # all of a kind have one public form
            sealed.append(game.public(action))
    return [action for action in found if action not in sealed]


class Chooser:
    """The options of one player. `index` is the option previewed, NOTHING while none is."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.card = NO_CARD
        self.options: list[tuple[int, ...]] = []
        self.index = NOTHING

    def clear(self) -> None:
        """Drop card and options: an action was taken, or the position has changed."""
        self.card = NO_CARD
        self.options = []
        self.index = NOTHING

    def offer(
        self, game: "Game", position: "Position", card: int
    ) -> "tuple[tuple[int, ...] | None, tuple[int, ...] | None]":
        """Take a card that was read; return (action to take at once or None, reason of a refusal or None)."""
        options = game.legal(position, self.player, card)
        if not options:
            return None, game.why_not(position, self.player, card) or (NO_SUCH_ACTION,)
        if len(options) == 1:
            return options[0], None
        self.card = card
        self.options = options
        self.index = 0
        return None, None

    def may_press(self, game: "Game", position: "Position", key: int) -> bool:
        """Return whether a key does anything.

        ✓ seals, so it may be pressed twice: it opens no options for a player who has sealed or is not waited for. Those
        begin with ◀ or ▶.
        """
        player = self.player
        is_waited_for = player in game.to_act(position)
        if not is_waited_for and player not in game.may_act(position):
            return False
        if key != TAKE or self.options:
            return True
        if is_waited_for and game.secret(position, player):
            return player not in game.forgotten(game.view(position, TABLE))
        return is_waited_for

    def press(self, game: "Game", position: "Position", key: int) -> "tuple[int, ...] | None":
        """Take a key; return the action that ✓ has chosen, or None."""
        if not self.options:
            self.options = by_keys(game, position, self.player)
            if not self.options:
                return None
            if key == TAKE:
                self.index = 0  # shown first, so that nothing is taken unseen
                return None
        if key == TAKE:
            return self.options[self.index] if self.index != NOTHING else None
        step = 1 if key == RIGHT else -1
        if self.index == NOTHING:
            self.index = 0 if key == RIGHT else len(self.options) - 1
        else:
            self.index = (self.index + step) % len(self.options)
        return None

    def go_on(self, game: "Game", position: "Position", action: tuple[int, ...]) -> None:
        """Drop everything after the player's own action, unless it was chosen by keys alone and is possible again.

        That is so when there are as many options as before, with the same one at the cursor: then that stays there.
        """
        if self.card == NO_CARD and self.index != NOTHING and not game.refusal(position, action):
            options = by_keys(game, position, self.player)
            if len(options) == len(self.options) and options[self.index] == action:
                self.options = options
                return
        self.clear()

    def is_still_possible(self, game: "Game", position: "Position") -> bool:
        """Return whether all options are still possible, after another player's action."""
        return not any([game.refusal(position, action) for action in self.options])

    def preview(self) -> tuple[int, ...] | None:
        """Return the option that the lights show, or None."""
        return self.options[self.index] if self.index != NOTHING else None
