"""Worlds of David & Goliath: who did not follow a colour has none of it.

A note that is spent, since a revoke was reported, tells nothing any more.
"""

from random import Random

from tavolo.games.david_goliath import CARDS, rules
from tavolo.games.david_goliath.position import COLOURS, HAND, IN_HAND, NUMBERS, Position
from tavolo_host.players import determinize

_OF_COLOUR = [range(colour * NUMBERS, (colour + 1) * NUMBERS) for colour in range(len(COLOURS))]


def world(known: Position, player: int, random: Random) -> Position:
    """Return a dealt position that agrees with `known`, a view of `player`; each that does is as likely.

    ValueError when none agrees, as after a revoke that nobody has noticed yet.
    """
    own = [card for hand in known.hands if hand for card in hand]
    where = known.where
    cards = [card for card in range(CARDS) if where[card] == IN_HAND and card not in own]
    held = [0 if known.hands[other] is not None else _held(known, other) for other in range(known.players)]
    barred = {other: found for other, number in enumerate(held) if number and (found := _barred(known, other))}
    return determinize.world(rules, known, player, random, determinize.Unseen(cards, held, barred, rest=0))


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
