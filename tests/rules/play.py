"""Playing games of any kind in tests: setups, random games, and refusals that change nothing."""

import sys

from tavolo.games import load, names, setup_from_text
from tavolo.rules.contract import CHANCE, NO_CARD, Refused, Setup
from tavolo.rules.record import Record
from tests.rules.support import Numbers

# MicroPython's WebAssembly build frees no memory within a test, and is ten times slower: there one game each, for
# the fewest and for the most players.
IS_ROOMY = sys.implementation.name == "cpython"
MOST_GAMES = 20 if IS_ROOMY else 1
MOST_ACTIONS = 20_000 if IS_ROOMY else 100  # random games of Kuh Vadis have about a thousand


def games_and_players():
    """All games with each of their numbers of players: (game, players)."""
    found = []
    for name in names():
        game = load(name)
        for players in range(game.SEATS[0], game.SEATS[1] + 1):
            found.append((game, players))
    return found


def new_record(setup_text):
    """A record at its start: "david-goliath players=4 table"."""
    return Record(setup_from_text(setup_text))


def filled_up(hands, size, others):
    """The cards of hands one after the other, each filled up to its size with `others` that no hand names."""
    rest = [each for each in others if not any(each in hand for hand in hands)]
    order = []
    for hand in hands:
        missing = size - len(hand)
        order += hand + rest[:missing]
        rest = rest[missing:]
    return tuple(order)


def dealt_setups(games):
    """Setups of dealt play for all games and numbers of players, with numbers to draw: (setup, numbers).

    The first game of each has the default options, the others random ones.
    """
    found = []
    for game, players in games_and_players():
        if not IS_ROOMY and players not in game.SEATS:
            continue
        for start in range(min(games, MOST_GAMES)):
            numbers = Numbers(1000 * players + start)
            options = options_by_chance(game, players, numbers) if start else None
            found.append((Setup(game, players, options, True), numbers))
    return found


def options_by_chance(game, players, numbers):
    """Options of a game, each its default half of the time; None, which is all defaults, if they do not fit."""
    options = []
    for option in game.OPTIONS:
        other = option.low + numbers.below(min(option.high - option.low, 3) + 1)
        options.append(other if numbers.below(2) else option.default)
    try:
        game.start(Setup(game, players, tuple(options), True))
    except ValueError:
        return None
    return tuple(options)


def next_action(record, numbers, rare=False, unasked=True):
    """A legal action, chosen with `numbers`; None at the end. With `rare` every verb is equally likely.

    With `unasked` players that nobody waits for act now and then too.
    """
    players = record.game.to_act(record.position)
    if not players:
        return None
    if players == (CHANCE,):
        action = record.chance(numbers.below)
        if action is not None:
            return action
        # A card is shown to the table, or an unknown sealed one is chosen again.
        players = players if record.game.legal(record.position, CHANCE) else record.game.forgotten(record.position)
    elif unasked and record.game.may_act(record.position) and numbers.below(8) == 0:
        players = record.game.may_act(record.position)
    choices = record.game.legal(record.position, players[numbers.below(len(players))], NO_CARD) if players else []
    assert choices, stuck(record)
    if rare and choices:
        verbs = sorted(set([action[0] for action in choices]))
        verb = verbs[numbers.below(len(verbs))]
        choices = [action for action in choices if action[0] == verb]
    return choices[numbers.below(len(choices))]


def stuck(record):
    """Raised when nobody can act."""
    acting = ["chance" if player == CHANCE else f"player {player}" for player in record.game.to_act(record.position)]
    last = record.game.action_text(record.actions[-1]) if record.actions else "nothing"
    told = f"{record.game.NAME}: after {len(record.actions)} actions, the last of them “{last}”, everybody waits for "
    gives_nothing = "`chance` in its rules gives" if acting == ["chance"] else "`legal` in its rules lists"
    return told + " and ".join(acting) + ", and " + gives_nothing + " nothing"


def play_on(record, numbers, actions=None, rare=False, unasked=True):
    """Play at random, as in `next_action`, to the end or for a number of actions; yield the events of each action."""
    told = []
    while actions is None or len(told) < actions:
        action = next_action(record, numbers, rare, unasked)
        if action is None:
            break
        told.append(record.apply(action))
    return told


def joined(told):
    """The events of all actions in one list."""
    return [event for events in told for event in events]


def codes(events):
    """The codes of events, in order."""
    return [event[0] for event in events]


def only(events, code):
    """The events with that code."""
    return [event for event in events if event[0] == code]


def played_out(setup, numbers, actions=None, unasked=True):
    """The record of a random game of `setup`, played to its end, or that many actions long."""
    record = Record(setup)
    play_on(record, numbers, actions, unasked=unasked)
    return record


def reason_of(record, action):
    """The reason for which `action` is refused; an assertion error if it is not, or anything changes."""
    game, position = record.game, record.position
    text, digest, length = game.position_text(position), record.digest(), len(record.actions)
    announced = game.refusal(position, action)
    try:
        record.apply(action)
    except Refused as refused:
        assert refused.reason == announced, (action, refused.reason, announced)
        assert game.position_text(position) == text, action
        assert record.digest() == digest, action
        assert len(record.actions) == length, action
        return refused.reason
    raise AssertionError("not refused: " + repr(action))
