"""Deals a game, and plays one on: chance draws, and one of those who may act acts, until the game is over."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from tavolo.games import load
from tavolo.rules.contract import CHANCE, Setup

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

BY_CHANCE = (CHANCE,)  # the actors when chance is next
TO_THE_END = 1 << 30  # decisions: more than any game has


def deal(name: str, players: int, seed: int | None = None) -> "tuple[Game, Position]":
    """Return a game and its first position in which a player acts, every card known; ValueError as in `Setup`.

    A seed deals the same cards each time.
    """
    game, random = load(name), Random(seed)
    position = game.start(Setup(game, players, dealt=True))
    while game.to_act(position) == BY_CHANCE:
        game.apply(position, game.chance(position, random.randrange) or ())
    return game, position


def playout(
    game: "Game",
    position: Any,
    choose: "Callable[[Any, int], Action]",
    below: Callable[[int], int],
    order: Callable[[Sequence[int]], Iterable[int]] = tuple,
    decisions: int = TO_THE_END,
) -> "Iterator[Action]":
    """Yield each action that is played from a dealt position on, before it is applied there.

    It goes on to the end of the game, or for that many decisions. Chance draws by below(n). Of several acting players
    the first in this `order` acts who does not wait for others: for whom choose(position, player) is not ().
    ValueError, in a sentence, when nobody does anything.
    """
    to_act, apply, played = game.to_act, game.apply, 0
    while decisions and (acting := to_act(position)):
        action: Action | None = ()
        if acting == BY_CHANCE:
            action = game.chance(position, below)
        else:
            decisions -= 1
            for player in acting if len(acting) == 1 else order(acting):
                action = choose(position, player)
                if action:
                    break
        if not action:
            raise ValueError(f"Nobody goes on in {game.TITLE} after {played} actions.")
        yield action
        apply(position, action)
        played += 1
