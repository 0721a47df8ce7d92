"""For tests of decisions: whole dealt games without a table, with a chosen player for each decision."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from tavolo.games import load, setup_from_text
from tavolo.rules.contract import CHANCE, Setup
from tavolo_host.people.hidden_hands import Deck, HiddenHands
from tavolo_host.players import random_player
from tavolo_host.players.of_game import choose
from tavolo_host.players.playout import playout

Action = tuple[int, ...]
Decide = Callable[[Any, Any, int, Random], Action]  # rules, position, player, chance; () to wait for others


def sensible(game: Any, position: Any, player: int, random: Random) -> Action:
    """What the game's own virtual player does, who sees no more than its view."""
    return choose(game, game.view(position, player), player, random)


def plainly(game: Any, position: Any, player: int, random: Random) -> Action:
    """The random player's action, for any game."""
    return random_player.choose(game, game.view(position, player), player, random)


def by_lot(game: Any, position: Any, player: int, random: Random) -> Action:
    action: Action = random.choice(game.legal(position, player))
    return action


def only(players: set[int], skilled: Decide = sensible, others: Decide = by_lot) -> Decide:
    """Some players who decide in one way, and others."""
    return lambda game, position, player, random: (skilled if player in players else others)(
        game, position, player, random
    )


def actions(setup: str, decide: Decide, random: Random) -> Iterator[tuple[Any, int, Action]]:
    """Each action of a game before it is carried out: position, player or CHANCE, action.

    The same position object is yielded throughout; in the end it is the final position. Among several players who may
    act, chance picks the first.
    """
    game: Any = (described := setup_from_text(setup)).game
    position = game.start(described)

    def decided(position: Any, player: int) -> Action:
        return decide(game, position, player, random)

    def shuffled(acting: Sequence[int]) -> list[int]:
        random.shuffle(order := list(acting))
        return order

    for action in playout(game, position, decided, random.randrange, shuffled):
        yield position, game.actor(action), action


def decisions(setup: str, decide: Decide, random: Random) -> Iterator[tuple[Any, int, Action]]:
    """Those that are no chance."""
    return (each for each in actions(setup, decide, random) if each[1] != CHANCE)


def at_the_end(setup: str, decide: Decide, random: Random, longest: int = 20_000) -> Any:
    """The position in which a game ends, after no more than so many decisions, each of which may be made."""
    game: Any = setup_from_text(setup).game
    for count, (position, player, action) in enumerate(decisions(setup, decide, random)):
        assert action in game.legal(position, player)
        assert count < longest, "the game has no end"
    assert game.outcome(position)
    return position


def thought_out(name: str) -> Iterator[tuple[HiddenHands, int]]:
    """A game of the fewest sensible people before each decision, as they have it in their heads, and who decides."""
    dealt = HiddenHands(Setup(load(name), load(name).SEATS[0]), Deck(name))
    while acting := dealt.game.to_act(dealt.position):
        if acting == (CHANCE,):
            dealt.apply(dealt.chance() or ())
            continue
        for player in acting:
            _, known, _, random, _ = dealt.moment(player, "")
            action = choose(dealt.game, known, player, random)
            if action:
                yield dealt, player
                dealt.apply(action)
                break
