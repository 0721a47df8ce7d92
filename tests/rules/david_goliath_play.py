"""Playing David & Goliath in tests: tricks as lines of cards, and the rulebook implemented a second time."""

from tavolo.games.david_goliath import rules as david_goliath
from tests.rules.play import filled_up, new_record

COLOURS = ("blue", "yellow", "green", "red", "violet")
HAND = 15


def card(text):
    """The card of "green-12"."""
    return david_goliath.card_from_text(text)


def cards(text):
    """The cards of "green-12 red-2", in that order."""
    return [card(word) for word in text.split()]


def words(found):
    """The cards as a line of text, in order of their numbers in the deck."""
    return " ".join([david_goliath.card_text(each) for each in sorted(found)])


def colour_and_number(each):
    """(colour, number) of a card, read from its text: ("green", 12)."""
    colour, _, number = david_goliath.card_text(each).partition("-")
    return colour, int(number)


def deck(players):
    """All cards for that many players, from the rulebook: 1-9, 1-12, 1-15 or 1-18 in five colours."""
    highest = {3: 9, 4: 12, 5: 15, 6: 18}[players]
    return [card(colour + "-" + str(number)) for colour in COLOURS for number in range(1, highest + 1)]


def table(players, options=""):
    """A record of table play whose cards have been dealt."""
    record = new_record(f"david-goliath players={players} {options} table")
    record.apply((david_goliath.DEAL,))
    return record


def dealt(hands, options=""):
    """A record of dealt play where each player holds the cards of a line of `hands`.

    A line may be short or empty: it is filled up with the cards that no line names, in the deck's order.
    """
    record = new_record(f"david-goliath players={len(hands)} {options} dealt")
    record.apply((david_goliath.DEAL,) + filled_up([cards(hand) for hand in hands], HAND, deck(len(hands))))
    return record


def play(record, line):
    """Play the cards of a line, each by the player whose turn it is; return all events."""
    events = []
    for each in cards(line):
        (player,) = record.game.to_act(record.position)
        events += record.apply((david_goliath.PLAY, player, each))
    return events


def captured_by(record, player):
    """The cards that a player has captured, in the deck's order."""
    return [each for each in range(90) if record.position.where[each] == player]


def captures_of(record):
    """What each player has captured, as lines of text."""
    return [words(captured_by(record, player)) for player in range(record.setup.players)]


def split_trick(trick):
    """Who takes what in a trick of (player, card) in the order played, by the rulebook.

    Returns (winner, {player: cards}); the winner leads next.
    """
    numbers = [colour_and_number(each)[1] for _, each in trick]
    high = low = 0
    for place in range(len(trick)):
        if numbers[place] >= numbers[high]:
            high = place
        if numbers[place] <= numbers[low]:
            low = place
    taken = {player: [] for player, _ in trick}
    for place in range(len(trick)):
        taker = trick[low if place == high else high][0]
        taken[taker].append(trick[place][1])
    return trick[high][0], taken


def points_of(captured):
    """The points of captured cards, by the rulebook."""
    points = 0
    for colour in COLOURS:
        numbers = [colour_and_number(each)[1] for each in captured if colour_and_number(each)[0] == colour]
        points += sum(numbers) if len(numbers) <= 2 else len(numbers)
    return points
