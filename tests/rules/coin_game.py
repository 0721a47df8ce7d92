"""A game just large enough for tests of records: a player asks for the toss of a coin, or passes.

Chance acts only after a wish, so another line of play after undo has chance in other places.
"""

from tavolo.rules.contract import CHANCE, Refused

NAME = "coin"
TITLE = "Coin"
SEATS = (1, 1)
OPTIONS = ()
PASS, ASK, TOSS = range(3)


class Position:
    """What was done so far: a list of actions."""

    def __init__(self, done):
        self.done = done

    def copy(self):
        """An independent copy."""
        return Position(self.done[:])


def start(setup):
    """The position in which nothing has been done."""
    return Position([])


def to_act(position):
    """Chance after a wish, otherwise the only player."""
    return (CHANCE,) if position.done and position.done[-1][0] == ASK else (0,)


def refusal(position, action):
    """Why an action is illegal; None if it is legal."""
    return None if (action[0] == TOSS) == (to_act(position) == (CHANCE,)) else (3,)


def apply(position, action):
    """Carry an action out."""
    if refusal(position, action) is not None:
        raise Refused(refusal(position, action))
    position.done.append(action)
    return []


def chance(position, below):
    """The toss: 0 to 999, so that the same one hardly comes twice."""
    return (TOSS, below(1000))


def actor(action):
    """Who acts: chance's toss, or the only player."""
    return CHANCE if action[0] == TOSS else 0


def forgotten(position):
    """Nobody: nothing is sealed."""
    return ()
