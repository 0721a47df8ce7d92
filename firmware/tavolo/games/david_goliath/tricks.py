"""David & Goliath: what a card, a complete trick and a finished deal bring. What may be played is in `rules`.

The functions change the position that they are given and append what happened to `events`.
"""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath.position import COLOURS, NUMBERS, Position, colour_points, number_of


def note_colour(position: Position, player: int, card: int) -> list[tuple[int, ...]]:
    """Return the play as an event, note a colour that is not followed, and find a revoke."""
    events: list[tuple[int, ...]] = []
    colour = card // NUMBERS
    note = player * len(COLOURS) + colour
    if position.voids[note]:
        events.append((code.REVOKED, player, colour, position.voids[note], position.trick_number()))
        position.voids[note] = 0
    if not position.trick:
        events.insert(0, (code.LED, player, card))
        return events
    led = position.trick[0] // NUMBERS
    if colour == led:
        events.insert(0, (code.FOLLOWED, player, card, led))
        return events
    note = player * len(COLOURS) + led
    if not position.voids[note]:
        position.voids[note] = position.trick_number()
    events.insert(0, (code.WENT_OFF, player, card, led))
    return events


def extremes(cards: list[int]) -> tuple[int, int]:
    """Return the places in `cards` of the highest and of the lowest; among equal numbers the one played last."""
    high = low = 0
    for place in range(1, len(cards)):
        number = cards[place] % NUMBERS
        if number >= cards[high] % NUMBERS:
            high = place
        if number <= cards[low] % NUMBERS:
            low = place
    return high, low


def take_trick(position: Position, events: list[tuple[int, ...]]) -> None:
    """The lowest card's player takes the highest card; the highest card's player takes all others and leads."""
    trick, players = position.trick, position.players
    high, low = extremes(trick)
    winner = (position.leader + high) % players
    if number_of(trick[high]) == number_of(trick[low]):
        events.append((code.ALL_EQUAL, number_of(trick[high]), winner) + tuple(trick))
        rest = trick
    else:
        for told, place in ((code.LATER_HIGH, high), (code.LATER_LOW, low)):
            number = number_of(trick[place])
            if [number_of(card) for card in trick].count(number) > 1:
                events.append((told, number, (position.leader + place) % players))
        loser = (position.leader + low) % players
        events.append((code.LOW_TAKES_HIGH, loser, trick[low], trick[high]))
        count_capture(position, loser, trick[high])
        rest = trick[:high] + trick[high + 1 :]
        events.append((code.HIGH_TAKES_REST, winner, trick[high]) + tuple(rest))
    for card in rest:
        count_capture(position, winner, card)
    position.trick = []
    position.leader = winner


def count_capture(position: Position, player: int, card: int) -> None:
    """Note a card that lies captured before a player."""
    position.where[card] = player
    index = player * len(COLOURS) + card // NUMBERS
    position.counts[index] += 1
    position.sums[index] += card % NUMBERS + 1


def score_deal(position: Position, events: list[tuple[int, ...]]) -> None:
    """Each colour by itself: one or two cards their numbers, three or more a point each."""
    for player in range(position.players):
        for colour in range(len(COLOURS)):
            index = player * len(COLOURS) + colour
            count, total = position.counts[index], position.sums[index]
            if count:
                told = code.COLOUR_SUM if count < 3 else code.COLOUR_COUNT
                events.append((told, player, colour, count, colour_points(count, total)))
        points = position.deal_points(player)
        position.totals[player] += points
        events.append((code.DEAL_SCORED, player, points, position.totals[player]))
    position.deal += 1
    if not position.is_over():
        position.dealer = (position.dealer + 1) % position.players
        position.leader = (position.dealer + 1) % position.players
