"""David & Goliath for the strong player's search: random rollouts, but for the last card of a trick, which is chosen.

The last player sees what everybody captures, and the virtual player's figures say what that promises. In 600 games
against the first sensible players this search was 13.5 points ahead, with .563 of the wins; with random play throughout
and more iterations, 11.9 ahead in 200 games. Stopping at the end of a trick and evaluating it by the figures is no
better.

In its determinizations a player who did not follow a colour has none of it. A note that was cleared by a reported
revoke says nothing any more.
"""

from collections.abc import Sequence
from random import Random

from tavolo.games.david_goliath import CARDS
from tavolo.games.david_goliath import rules as game
from tavolo.games.david_goliath.position import COLOURS, HAND, IN_HAND, NUMBERS, Position
from tavolo.games.david_goliath.rules import extremes
from tavolo_host.games.david_goliath.player import Curve, curves
from tavolo_host.players import determinization

Action = tuple[int, ...]

ITERATIONS = 700
DECISIONS = 90  # a whole deal, with any number of players; later deals do not depend on this one
SAMPLES = 500  # because the rest of a deal, played at random, scatters by 15 points


def rollout_policy(position: Position, player: int, random: Random) -> Action:
    """Return an action for `player`: as the last of a trick the best card, otherwise a random one."""
    actions: list[Action] = game.legal(position, player)
    if len(actions) == 1:
        return actions[0]
    trick = position.trick
    if len(trick) < position.players - 1:
        return actions[int(random.random() * len(actions))]
    curve = curves(position.players)[position.remaining // len(COLOURS)]
    return max(actions, key=lambda action: _brought(position, player, [*trick, action[2]], curve))


def _brought(position: Position, player: int, trick: Sequence[int], curve: Curve) -> float:
    """Return the value of a complete trick for a player, less the others' average."""
    high, low = extremes(trick)  # type: ignore[arg-type]
    players, brought = position.players, 0.0
    is_equal = trick[high] % NUMBERS == trick[low] % NUMBERS
    taken: dict[int, tuple[int, int]] = {}  # by taker and colour: how many captured before and now, and their sum
    for place, card in enumerate(trick):
        seat = (position.leader + (low if place == high and not is_equal else high)) % players
        index = seat * len(COLOURS) + card // NUMBERS
        count, total = taken.get(index) or (position.counts[index], position.sums[index])
        more = curve.worth(count + 1, total + card % NUMBERS + 1) - curve.worth(count, total)
        taken[index] = count + 1, total + card % NUMBERS + 1
        brought += more if seat == player else -more / (players - 1)
    return brought


_OF_COLOUR = [range(colour * NUMBERS, (colour + 1) * NUMBERS) for colour in range(len(COLOURS))]


def determinize(known: Position, player: int, random: Random) -> Position:
    """Return a random dealt position that agrees with `known`, a view of `player`, each with equal probability.

    ValueError when none agrees, as after an unnoticed revoke.
    """
    own = [card for hand in known.hands if hand for card in hand]
    where = known.where
    cards = [card for card in range(CARDS) if where[card] == IN_HAND and card not in own]
    held = [0 if known.hands[other] is not None else _held(known, other) for other in range(known.players)]
    barred = {other: found for other, number in enumerate(held) if number and (found := _barred(known, other))}
    return determinization.determinize(game, known, player, random, determinization.Unseen(cards, held, barred, rest=0))


def _held(known: Position, player: int) -> int:
    """Return how many cards a player holds: one a trick is played, in the present one by some already."""
    if not known.remaining:
        return 0
    has_played = (player - known.leader) % known.players < len(known.trick)
    return HAND + 1 - known.trick_number() - has_played


def _barred(known: Position, player: int) -> set[int]:
    """Return the cards of all colours that a player did not follow."""
    first = player * len(COLOURS)
    noted = known.voids[first : first + len(COLOURS)]
    return {card for colour, trick in enumerate(noted) if trick for card in _OF_COLOUR[colour]}
