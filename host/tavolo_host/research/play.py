"""A game as a tree: at each node one player decides, or chance makes one draw, or the game is over.

It is dealt play: the program knows every card, and shows each player only that player's view.

- *Chance, card by card.* Each question that a game's `chance` asks of below(n) is a node of its own, with n equally
  likely outcomes, 0 to n - 1. The action of chance is carried out when all are answered. So a deal of ninety cards is
  89 nodes, and a roll of five dice is five. An action without a question, such as a reveal, comes at once.
- *Simultaneous (sealed) choices* are made one after the other: no view shows what others have sealed.
- *Purchases* that are needed before anything else come last, in the order in which they would be served.
- *Optional actions* (`may_act`: a player who has chosen or waits for a turn may buy) are not offered: waiting is
  no choice here. Each player decides when the game waits for it, and can buy then.
- *The horizon* ends a game that does not end by itself; nobody has won then.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tavolo.games import load, setup_from_text
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.fields import declared
from tavolo_host.players.of_game import points
from tavolo_host.research.numbering import numbering_of

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Event

OVER = -4  # in `acting`, as OpenSpiel has it
HORIZON = 10_000  # decisions
MOST = 1_000_000  # decisions of a horizon, and numbers of a memory


class Seen(NamedTuple):
    """An action as a player saw it, in full if it was the player's, and the cards that the player got by it."""

    action: "Action"
    cards: tuple[int, ...]


def demand_number(name: str, value: Any, least: int) -> None:
    """Raise ValueError, in a sentence, unless a setting is an integer from `least` to MOST."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= value <= MOST:
        raise ValueError(f"The {name} is a whole number from {least} to {MOST}, not {value}.")


class MoreToDraw(Exception):
    """Chance asks for one of this many outcomes, and no answer is left."""


def by(drawn: Sequence[int]) -> Callable[[int], int]:
    """Return below(n) that answers with `drawn`, one after the other, and then raises MoreToDraw."""
    left = list(drawn)

    def below(number: int) -> int:
        if number == 1:
            return 0
        if not left:
            raise MoreToDraw(number)
        return left.pop(0)

    return below


class Play:
    """A game in progress: `acting` is the player who decides, CHANCE, or OVER.

    At a node of chance `outcomes` are equally likely. `seen` has for each player what it saw since the start, `told`
    the events since the last decision. It starts after some `actions`, with what chance has `drawn` of its next one.
    ValueError, in a sentence, for a horizon of less than one decision.
    """

    def __init__(
        self, setup: Setup, horizon: int = HORIZON, actions: "Sequence[Action]" = (), drawn: tuple[int, ...] = ()
    ) -> None:
        demand_number("horizon", horizon, 1)
        self.setup = setup
        self.horizon = horizon
        self.position: Any = setup.game.start(setup)
        self.actions: list[Action] = []
        self.seen: list[list[Seen]] = [[] for _ in range(setup.players)]
        self.told: list[Event] = []
        self.decisions = 0
        self.acting = OVER
        self.outcomes = 0
        self.drawn = drawn  # answers for the current action of chance
        self._legal: list[Action] | None = None
        for action in actions:
            self._carry_out(action)
            self.decisions += setup.game.actor(action) != CHANCE
        self._go_on()

    def legal(self) -> list[int]:
        """Return the numbers of the acting player's legal actions, ascending; none for chance and at the end."""
        if self.acting < 0:
            return []
        if self._legal is None:
            self._legal = self.setup.game.legal(self.position, self.acting)
        number = numbering_of(self.setup.game.NAME, self.setup.players).number
        return sorted(map(number, self._legal))

    def action_of(self, number: int, player: int) -> "Action":
        """Return the action of a number."""
        return numbering_of(self.setup.game.NAME, self.setup.players).action(number, player)

    def decide(self, number: int) -> None:
        """Carry out an action of the acting player; raises contract.Refused, changing nothing, if it is illegal."""
        self.told = []
        self._carry_out(self.action_of(number, self.acting))
        self.decisions += 1
        self._go_on()

    def draw(self, outcome: int) -> None:
        """Let chance draw an outcome, 0 to `outcomes` - 1."""
        self.drawn += (outcome,)
        self._go_on()

    def draw_all(self, below: Callable[[int], int]) -> None:
        """Let chance act until a player decides, by below(n) as in the games' `chance`."""
        while self.acting == CHANCE:
            self.draw(below(self.outcomes))

    def returns(self, by_points: bool = False) -> list[float]:
        """Return everybody's return, which sum up to 0: the share of the win less an equal one, 0 before the end.

        With `by_points` it is everybody's points less their mean, as far as the game came.
        """
        players = self.setup.players
        if self.acting != OVER:
            return [0.0] * players
        if by_points:
            standing = points(self.setup.game, self.position)
            return [each - sum(standing) / players for each in standing]
        winners = (self.setup.game.outcome(self.position) or ())[1:]
        return [(player in winners) / len(winners) - 1 / players if winners else 0.0 for player in range(players)]

    def is_over(self) -> bool:
        """Return whether the game is over, or the horizon is reached."""
        return self.acting == OVER

    def copy(self) -> "Play":
        """Return an independent copy."""
        other = Play.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.position = self.position.copy()
        other.actions, other.told = self.actions[:], self.told[:]
        other.seen = [seen[:] for seen in self.seen]
        return other

    def __deepcopy__(self, memo: object) -> "Play":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = self.setup.text(), self.horizon, tuple(self.actions), self.drawn
        return _restored, arguments, {"told": self.told}

    # ---- what comes next

    def _go_on(self) -> None:
        """Carry out chance's actions that need no more draws, and find out who is next."""
        self._legal, self.outcomes = None, 0
        while True:
            players = self.setup.game.to_act(self.position)
            if not players or self.decisions >= self.horizon:
                self.acting = OVER
                return
            if players != (CHANCE,):
                self.acting = players[0] if len(players) == 1 else self._first_of(players)
                return
            try:
                action = self.setup.game.chance(self.position, by(self.drawn))
            except MoreToDraw as more:
                self.acting, (self.outcomes,) = CHANCE, more.args
                return
            assert action is not None, "in dealt play no card has to be shown"
            self.drawn = ()
            self._carry_out(action)

    def _first_of(self, players: Sequence[int]) -> int:
        """Return which of several players decides now."""
        game = self.setup.game
        legal = {player: game.legal(self.position, player) for player in players}
        purchases = {p: action for p in players for action in legal[p][::-1] if game.waits(action)}
        order = [game.actor(action) for action in game.in_order(self.position, list(purchases.values()))]
        order += [player for player in players if player not in purchases]
        can_do_more = (player for player in order if not all(game.waits(action) for action in legal[player]))
        return next(can_do_more, order[0])

    def _carry_out(self, action: "Action") -> None:
        """Apply an action, and let every player see its part of it."""
        game, players = self.setup.game, range(self.setup.players)
        before = [self.held(player) for player in players]
        self.told += game.apply(self.position, action)
        self.actions.append(action)
        actor, public = game.actor(action), game.public(action)
        for player in players:
            got = Counter(self.held(player)) - Counter(before[player])
            self.seen[player].append(Seen(action if player == actor else public, tuple(sorted(got.elements()))))

    # ---- what a player knows

    def held(self, player: int) -> list[int]:
        """Return the cards that only this player sees."""
        return [
            card for name in _names_of_own(self.setup.game.NAME) for card in getattr(self.position, name)[player] or ()
        ]

    def observation_text(self, player: int) -> str:
        """Return the position as a player sees it; as everybody does for TABLE."""
        game = self.setup.game
        return game.position_text(game.view(self.position, player))

    def history_text(self, player: int) -> str:
        """Return the information state: all that a player saw since the start, a line each."""
        game = self.setup.game
        lines = []
        for action, cards in self.seen[player]:
            got = "".join([" +" + game.card_text(card) for card in cards])
            lines.append(game.action_text(action) + got)
        return "\n".join(lines)

    def text(self) -> str:
        """Return the whole position, secrets included, and what chance has drawn of its current action."""
        drawn = f" drawn={','.join(map(str, self.drawn))}" if self.drawn else ""
        return self.setup.game.position_text(self.position) + drawn


@cache
def _names_of_own(game_name: str) -> list[str]:
    """Return the names of the fields of which each player sees only one part."""
    game: Any = load(game_name)
    return [field.name for field in declared(game.FIELDS, game.KINDS) if field.secret == "own"]


def _restored(setup_text: str, horizon: int, actions: "Sequence[Action]", drawn: tuple[int, ...]) -> Play:
    return Play(setup_from_text(setup_text), horizon, actions, drawn)
