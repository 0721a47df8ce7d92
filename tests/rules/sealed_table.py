"""A table at which secrets are sealed, undone, lost with the power and sealed again, for tests of the reveal."""

from tavolo.play.chooser import by_keys
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE
from tavolo.rules.record import Record
from tavolo.rules.sealed import known


class SealedTable:
    """A random game in table play, and a mirror of it that hears public forms only.

    `board` does what the table does with a record. `lies` has, for each action, its form with the card that lies there
    now. `happened` counts reveals, undos, losses and cards put in again.
    """

    def __init__(self, setup, numbers):
        self.game = setup.game
        self.board = Record(setup)
        self.mirror = Record(setup)
        self.lies = []
        self.happened = [0, 0, 0, 0]
        self._numbers = numbers

    @property
    def position(self):
        """The position as the board knows it."""
        return self.board.position

    def is_over(self):
        """Whether the game has its outcome."""
        return self.game.outcome(self.position) is not None

    def step(self):
        """Let one thing happen: now and then an undo or a power cut, otherwise the next action."""
        below, length = self._numbers.below, len(self.lies)
        luck = below(24)
        if luck == 0 and length:
            self.undo(below(length) if below(4) == 0 else self.board.before_last_decision())
        elif luck == 1:
            self.lose_power()
        elif self.game.to_act(self.position) == (CHANCE,) and not self.game.forgotten(self.position):
            self._act(self.board.chance(below) or self._some(self.game.legal(self.position, CHANCE)))
        else:
            self._decide()

    def undo(self, length):
        """Undo all but that many actions, here and there."""
        for record in (self.board, self.mirror):
            record.undo(length)
        del self.lies[length:]
        self.happened[1] += 1

    def lose_power(self):
        """Restart with what is in flash: the public forms."""
        self.board = Record(self.mirror.setup)
        for action in self.mirror.actions:
            self.board.apply(action)
        self.happened[2] += 1

    def agrees(self):
        """Whether board and mirror know the same public state."""
        text = self.game.position_text
        seen = text(self.game.view(self.position, TABLE))
        return seen == text(self.mirror.position) and self.board.digest() == self.mirror.digest()

    def revealed(self):
        """What a reveal would have to show now: the cards that lie there, player by player."""
        cards = []
        for player in range(self.mirror.setup.players):
            cards += [self.lies[place][2] for place in self._places(player)]
        return cards

    def _decide(self):
        game, position = self.game, self.position
        forgotten = game.forgotten(position)
        acting = game.to_act(position) + game.may_act(position)
        player = self._some([each for each in acting if each != CHANCE] + list(forgotten))
        card = self._card(player)
        if player in forgotten:
            # As at the table: this player's first card that the board does not know.
            place = self._places(player)[self._known(player)]
            action = game.legal(position, player, card)[0]
            self.board.learn(action)
            self.lies[place] = action
            self.happened[3] += 1
            return
        options = by_keys(game, position, player)
        if card != NO_CARD and (not options or self._numbers.below(4)):
            options = game.legal(position, player, card)
        if options:
            self._act(self._some(options))

    def _act(self, action):
        is_reveal = action[0] == self.game.REVEAL
        if is_reveal:
            assert list(action[1:]) == self.revealed(), (action, self.lies)
            self.happened[0] += 1
        self.board.apply(action)
        self.mirror.apply(self.game.public(action))
        self.lies.append(action)

    def _some(self, actions):
        return actions[self._numbers.below(len(actions))]

    def _card(self, player):
        """A card that this player can put in now; sometimes one that is sealed elsewhere, which is a wrong one."""
        game, below = self.game, self._numbers.below
        sealed = self.revealed()
        for attempt in range(60):
            card = self._some(sealed) if sealed and attempt < 2 and below(6) == 0 else below(game.CARDS)
            if game.legal(self.position, player, card):
                return card
        cards = [card for card in range(game.CARDS) if game.legal(self.position, player, card)]
        return self._some(cards) if cards else NO_CARD

    def _places(self, player):
        """The places of the actions with which this player has sealed what is not revealed yet."""
        game = self.game
        places = []
        for place in range(len(self.lies) - 1, -1, -1):
            action = self.lies[place]
            if action[0] == game.REVEAL:
                break
            if game.public(action) != action and game.actor(action) == player:
                places.insert(0, place)
        return places

    def _known(self, player):
        """How many of this player's sealed cards the board knows, up to the first unknown one."""
        return len(known(self.position.sealed, player))
