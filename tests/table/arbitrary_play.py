"""For properties of the rules: setups, decisions and chance that Hypothesis draws."""

from random import Random

from hypothesis import strategies as some

from tavolo.games import load, names
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record

GAMES = [load(name) for name in names()]
NUMBERS = some.lists(some.integers(0, 89), max_size=100)
MOST_ACTIONS = 1000  # a game of dice that always fall alike might never end


class Luck:
    """Draws like `Choices`, without an end: for games that shall come to theirs."""

    def __init__(self, seed: int) -> None:
        self.below = Random(seed).randrange


class Choices:
    """Draws by the numbers of a list, and 0 after its end, which is where Hypothesis shrinks to."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = iter(numbers)

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1."""
        return next(self._numbers, 0) % limit


@some.composite
def setups(draw, dealt=None):
    """A setup of any game, number of players and options that can be."""
    game = draw(some.sampled_from(GAMES))
    return draw(setups_of(game, draw(some.integers(*game.SEATS)), dealt))


@some.composite
def setups_of(draw, game, players, dealt=None):
    """A setup of a game for so many players, with any options that can be."""
    options = [
        draw(some.one_of(some.just(option.default), some.integers(option.low, min(option.high, option.low + 3))))
        for option in game.OPTIONS
    ]
    setup = Setup(game, players, tuple(options), draw(some.booleans()) if dealt is None else dealt)
    try:
        game.start(setup)
    except ValueError:
        # Options that do not go together, or not with so many players.
        setup = Setup(game, players, None, setup.dealt)
    return setup


def next_action(record, choices):
    """An action that may be now; None at the end."""
    players = record.game.to_act(record.position)
    if not players:
        return None
    if players == (CHANCE,):
        if (action := record.chance(choices.below)) is not None:
            return action
        # A card is shown to the table, or what was sealed and is not known is chosen once more.
        players = players if record.game.legal(record.position, CHANCE) else record.game.forgotten(record.position)
    actions = record.game.legal(record.position, players[choices.below(len(players))], NO_CARD)
    return actions[choices.below(len(actions))]


def played(setup, numbers, actions=MOST_ACTIONS):
    """A record of `setup` played by these numbers, to its end or that many actions."""
    record, choices = Record(setup), Choices(numbers)
    while len(record.actions) < actions and (action := next_action(record, choices)) is not None:
        record.apply(action)
    return record


def state(record):
    """What a test compares: the text of the whole position, and the digest of its public part."""
    return record.game.position_text(record.position), record.digest()
