"""A game with all cards of one deal in the players' hands; it follows the actions that the board accepts.

An accepted action counts even if a hand forbids it, as at any table: a player may pass who could have played, or put in
a hand card instead of one turned up from the pile. So nothing that the board accepted is refused here. If a card turns
out to be somewhere else than recorded, two cards change places.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from tavolo.rules.contract import CHANCE, NO_CARD, Refused, Setup
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.players.thinking import Decision

Action = tuple[int, ...]
SEED_BITS = 256  # more than can be tried


@dataclass(frozen=True)
class Deck:
    """The order in which the cards of a game come: all draws after the first `since` actions follow from `seed`.

    The seed is secret until the game ends, and its `commitment` is shown before the first card: so nobody can choose
    cards later, and everybody can check that afterwards.
    """

    seed: str
    since: int = 0

    @staticmethod
    def shuffled(random: Random, since: int = 0) -> "Deck":
        """Return a new deck; `random` should be the system's source."""
        return Deck(f"{random.getrandbits(SEED_BITS):064x}", since)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, a space and `since`, 64 hexadecimal digits."""
        return sha256(f"{self.seed} {self.since}".encode()).hexdigest()

    def draw(self, number: int) -> Callable[[int], int]:
        """Return below(n) for draw `number` of a game, which returns numbers from 0 to n - 1.

        Of 256 bits the remainder favours no number by more than n in 2**256.
        """
        tries = count()

        def below(limit: int) -> int:
            digest = sha256(f"{self.seed} {number} {next(tries)}".encode()).digest()
            return int.from_bytes(digest, "big") % limit

        return below


class HiddenHands:
    """Like a `Record` of dealt play, for actions accepted elsewhere; `actions` are in their private form.

    `deck` is where cards come from, None if they came from elsewhere.
    """

    def __init__(self, setup: Setup, deck: Deck | None = None) -> None:
        self.game = setup.game
        self.setup = Setup(setup.game, setup.players, setup.options, dealt=True)
        self.actions: list[Action] = []
        self.deck = deck
        self._positions: list[Any] = [self.game.start(self.setup)]  # the first is before the first action

    @property
    def position(self) -> Any:
        """Return the current position, which callers must not change."""
        return self._positions[-1]

    def moment(self, player: int, level: str, place: int | None = None) -> Decision:
        """Return a player's decision problem before action number `place`, by default now.

        Knowledge and random numbers are the same every time, so a later explanation gives the reasons that decided.
        """
        place = len(self.actions) if place is None else place
        position = self._positions[place]
        chance = Random(f"{self.game.digest(position)} {place} {player}")
        return Decision(self.game, self.game.view(position, player), player, chance, level)

    def before(self, place: int) -> Any:
        """Return the position before action number `place`, which callers must not change."""
        return self._positions[place]

    def is_open(self, place: int) -> bool:
        """Return whether everybody knows action number `place`; a sealed one is known after its reveal."""
        action = self.actions[place]
        if self.game.public(action) == action:
            return True
        player = self.game.actor(action)
        sealed = [len(position.sealed[player]) for position in self._positions[place:] if hasattr(position, "sealed")]
        if len(sealed) < 2 or sealed[0] >= sealed[1] or 0 not in sealed[2:]:
            return False
        # People may have put in other cards after a power cut: what was not shown stays hidden.
        return self.game.action_card(action) in self.actions[place + sealed.index(0, 2) - 1][1:]

    def apply(self, action: Action) -> None:
        """Apply an action that the board has accepted."""
        position = self.position.copy()
        if self.game.refusal(position, action):
            self._put_right(position, action)
        action = self._applied(position, action)
        self._positions.append(position)
        self.actions.append(action)

    def _applied(self, position: Any, action: Action) -> Action:
        """Apply an action to a position even if it is illegal there; return it, or what it must have been."""
        game, player = self.game, self.game.actor(action)
        with suppress(Refused):
            game.apply(position, action)
            return action
        # The player's hand forbids it, which the board does not know.
        hand, position.hands[player] = position.hands[player], None
        with suppress(Refused):
            game.apply(position, action)
            position.hands[player] = [held for held in hand if held != game.action_card(action)]
            return action
        # Other cards were sealed than recorded: then this is another card too, or it lies somewhere else.
        position.hands[player] = hand
        others = [other for other in game.legal(position, player) if game.public(other) == game.public(action)]
        if others:
            game.apply(position, others[0])
            return others[0]
        position.hands[player] = None
        game.apply(position, game.public(action))
        sealed, card = position.sealed[player], game.action_card(action)
        sealed[sealed.index(UNKNOWN)] = card
        position.hands[player] = [held for held in hand if held != card]
        return action

    def _put_right(self, position: Any, action: Action) -> None:
        """Move the cards of an action to where it takes them from."""
        game = self.game
        player, card = game.actor(action), game.action_card(action)
        if player != CHANCE:
            hand = getattr(position, "hands", {player: []})[player]
            if card != NO_CARD and hand and card not in hand:
                self._exchange(position, hand, hand[-1], card)
        elif card != NO_CARD:
            drawn = game.chance(position, lambda _: 0)
            if drawn:
                expected = game.action_card(drawn)
                drawn_from = [*self._hidden(position, "closed"), *self._hidden(position, "own")]
                holding = next(cards for cards in drawn_from if expected in cards)
                self._exchange(position, holding, expected, card)
        else:
            for place, shown in enumerate(action[1:]):
                sealed = [(own, each) for own in getattr(position, "sealed", ()) for each in own]
                if place < len(sealed):
                    self._exchange(position, *sealed[place], shown)

    def _exchange(self, position: Any, holding: list[int], held: int, other: int) -> None:
        """Exchange a held card with another hidden one; of identical cards, only one moves."""
        sealed = self._hidden(position, "sealed")
        elsewhere = next((cards for cards in [*sealed, *self._hidden(position, "own", "closed")] if other in cards), [])
        for cards, card, instead in ((elsewhere, other, held), (holding, held, other)):
            if cards and held != other:
                cards[cards.index(card)] = instead
                if all(cards is not each for each in sealed):
                    cards.sort()

    def _hidden(self, position: Any, *secrets: str) -> list[list[int]]:
        """Return the lists of hidden cards of these kinds: "own", "closed", "sealed"."""
        found: list[list[int]] = []
        for group in self.game.FIELDS:  # type: ignore[attr-defined]
            for field in group.split(", "):
                if field.split()[-1] in secrets:
                    cards = getattr(position, field.split()[0].partition(":")[0]) or []
                    found += [each for each in cards if isinstance(each, list)] or [cards]
        return found

    def chance(self) -> Action | None:
        """Return what the deck gives now, which is the same after undo; None as in `Game.chance`."""
        if self.deck is None or self.game.forgotten(self.position):
            return None
        number = sum(self.game.actor(action) == CHANCE for action in self.actions)
        return self.game.chance(self.position, self.deck.draw(number))

    def undo(self, length: int) -> None:
        """Go back to the first `length` actions."""
        while len(self.actions) > length:
            self._positions.pop()
            self.actions.pop()
