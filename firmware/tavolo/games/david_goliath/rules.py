"""David & Goliath (Reinhard Staupe, Pegasus 2008): 3 to 6 players, tricks of which the lowest card takes the highest.

The functions follow the rulebook: preparation (“Preparazione”), how to play (“Come si gioca”), end of the game (“Fine
del gioco”); around them are the functions of `contract`. Its modules are `position` and `events`.

Where the rulebook is silent: player 0 leads the first deal unless a dealer is given; equal totals share; if all numbers
of a trick are equal its last player takes all; several deals may be played, the dealer moving clockwise. A colour that
a player did not follow is noted once, with the first trick that showed it; reporting a revoke removes the note.
"""

from tavolo.games.david_goliath import CARDS, NAME, OPTIONS, SEATS, TITLE
from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath.position import (
    ACTIONS,
    COLOURS,
    DEAL,
    FIELDS,
    HAND,
    IN_BOX,
    IN_HAND,
    IN_TRICK,
    KINDS,
    NUMBERS,
    PLAY,
    Position,
    colour_points,
    deck,
    digest,
)
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    CHANCE,
    CHANCE_IS_NEXT,
    GAME_IS_OVER,
    NO_CARD,
    NO_SUCH_ACTION,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
    WRONG_DEAL,
    Refused,
    Setup,
)
from tavolo.rules.declared import Actions
from tavolo.rules.fields import Fields, demand
from tavolo.rules.parts import drawn, forgotten, in_order, may_act, players_with, secret, waits

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

card_text, card_from_text = KINDS["card"]
_ACTIONS = Actions(ACTIONS, KINDS)
action_text = _ACTIONS.text
action_from_text = _ACTIONS.from_text
public = _ACTIONS.public
actor = _ACTIONS.actor
action_card = _ACTIONS.card
_FIELDS = Fields(FIELDS, KINDS, SEATS, OPTIONS)
position_text = _FIELDS.text
position_bytes = _FIELDS.packed
view = _FIELDS.view


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, if it is invalid."""
    return _completed(_FIELDS.read(Position, text))


def position_from_bytes(begun: Position, content: bytes) -> Position:
    """Return the position of these bytes, from a newly started one; ValueError or IndexError if invalid."""
    return _completed(_FIELDS.unpacked(begun, content))


def _completed(position: Position) -> Position:
    """Compute the fields that follow from others; ValueError, in a sentence, if they are inconsistent."""
    for card in range(CARDS):
        player = position.where[card]
        if player < IN_HAND:
            demand("where", player < position.players)
            _capture(position, player, card)
    return position


# ---- material and deal


def start(setup: Setup) -> Position:
    """Return the position before the first deal (rulebook: preparation)."""
    if setup.options[1] >= setup.players:
        raise ValueError(f"The dealer is one of {setup.players} players, counted from 0.")
    return Position(setup.players, setup.options, setup.dealt)


def _refuse_deal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why cards may not be dealt like this, None if they may (rulebook: preparation)."""
    if position.remaining:
        return (NO_SUCH_ACTION,)
    cards = deck(position.players) if position.dealt else []
    return None if sorted(action[1:]) == cards else (WRONG_DEAL, len(cards))


def _deal(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Give everybody a hand, and begin a deal (rulebook: preparation)."""
    players = position.players
    for card in deck(players):
        position.where[card] = IN_HAND
    if position.dealt:
        position.hands = [sorted(action[1 + p * HAND : 1 + (p + 1) * HAND]) for p in range(players)]
    position.remaining = players * HAND
    for index in range(players * len(COLOURS)):
        position.voids[index] = position.counts[index] = position.sums[index] = 0
    return [(code.DEALT, position.deal + 1, position.dealer, position.leader)]


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return the deal: shuffled with below(n) in dealt play, by people's hands at the table (rulebook: preparation)."""
    cards = deck(position.players) if position.dealt else []
    return (DEAL,) + drawn(cards, len(cards), below)


# ---- a trick


def to_act(position: Position) -> tuple[int, ...]:
    """Return who is next: the player clockwise, chance for a deal, nobody at the end (rulebook: how to play)."""
    if position.remaining:
        return ((position.leader + len(position.trick)) % position.players,)
    return () if position.is_over() else (CHANCE,)


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return a player's plays: the colour led if it is known to be held, else all possible ones (how to play)."""
    if not position.remaining or player != position.turn():
        return []
    if card != NO_CARD:
        action = (PLAY, player, card)
        return [] if refusal(position, action) else [action]
    hand = position.hands[player]
    if hand is None:
        where = position.where
        return [(PLAY, player, card) for card in range(CARDS) if where[card] == IN_HAND]
    if position.trick:
        led = position.trick[0] // NUMBERS
        hand = [card for card in hand if card // NUMBERS == led] or hand
    return [(PLAY, player, card) for card in hand]


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action is not allowed, None if it is (rulebook: how to play)."""
    if position.is_over():
        return (GAME_IS_OVER,)
    if action and action[0] == DEAL:
        return _refuse_deal(position, action)
    if len(action) != 3 or action[0] != PLAY:
        return (NO_SUCH_ACTION,)
    if not position.remaining:
        return (CHANCE_IS_NEXT,)
    _, player, card = action
    if player != position.turn():
        return (NOT_YOUR_TURN, player)
    if not 0 <= card < CARDS or position.where[card] == IN_BOX:
        return (NOT_IN_THE_DECK, card)
    if position.where[card] != IN_HAND:
        return (CARD_WAS_PLAYED, card)
    hand = position.hands[player]
    if hand is None:
        return None
    if card not in hand:
        return (CARD_NOT_IN_HAND, player, card)
    if position.trick:
        led = position.trick[0] // NUMBERS
        if card // NUMBERS != led and any([other // NUMBERS == led for other in hand]):
            return (code.MUST_FOLLOW, player, led)
    return None


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why `player` cannot play `card` now, None if it can."""
    return refusal(position, (PLAY, player, card))


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Apply an action and return its events; raises Refused, and then changes nothing (rulebook: how to play)."""
    reason = refusal(position, action)
    if reason:
        raise Refused(reason)
    if action[0] == DEAL:
        return _deal(position, action)
    _, player, card = action
    events = _note_colour(position, player, card)
    hand = position.hands[player]
    if hand is not None:
        hand.remove(card)
    position.where[card] = IN_TRICK
    position.trick.append(card)
    position.remaining -= 1
    if len(position.trick) == position.players:
        _take_trick(position, events)
        if not position.remaining:
            _score_deal(position, events)
    return events


def _note_colour(position: Position, player: int, card: int) -> list[tuple[int, ...]]:
    """Return the play as an event, note a colour that is not followed, and find a revoke (rulebook: how to play)."""
    colour, voids = card // NUMBERS, position.voids
    led = position.trick[0] // NUMBERS if position.trick else colour
    if not position.trick:
        events: "list[tuple[int, ...]]" = [(code.LED, player, card)]
    elif colour == led:
        events = [(code.FOLLOWED, player, card, led)]
    else:
        events = [(code.WENT_OFF, player, card, led)]
        note = player * len(COLOURS) + led
        voids[note] = voids[note] or position.trick_number()
    note = player * len(COLOURS) + colour
    if voids[note]:
        events.append((code.REVOKED, player, colour, voids[note], position.trick_number()))
        voids[note] = 0
    return events


def extremes(cards: list[int]) -> tuple[int, int]:
    """Return the places of the highest and of the lowest card; of equal ones the later (rulebook: how to play)."""
    high = low = 0
    for place in range(1, len(cards)):
        number = cards[place] % NUMBERS
        if number >= cards[high] % NUMBERS:
            high = place
        if number <= cards[low] % NUMBERS:
            low = place
    return high, low


def _take_trick(position: Position, events: list[tuple[int, ...]]) -> None:
    """Give the highest card to the lowest one's player, the others to the highest one's (rulebook: how to play)."""
    trick, players = position.trick, position.players
    high, low = extremes(trick)
    winner = (position.leader + high) % players
    numbers = [card % NUMBERS + 1 for card in trick]
    if numbers[high] == numbers[low]:
        events.append((code.ALL_EQUAL, numbers[high], winner) + tuple(trick))
        rest = trick
    else:
        for event, place in ((code.LATER_HIGH, high), (code.LATER_LOW, low)):
            if numbers.count(numbers[place]) > 1:
                events.append((event, numbers[place], (position.leader + place) % players))
        loser = (position.leader + low) % players
        events.append((code.LOW_TAKES_HIGH, loser, trick[low], trick[high]))
        _capture(position, loser, trick[high])
        rest = trick[:high] + trick[high + 1 :]
        events.append((code.HIGH_TAKES_REST, winner, trick[high]) + tuple(rest))
    for card in rest:
        _capture(position, winner, card)
    position.trick = []
    position.leader = winner


def _capture(position: Position, player: int, card: int) -> None:
    """Move a card to a player's captured cards (rulebook: how to play)."""
    position.where[card] = player
    index = player * len(COLOURS) + card // NUMBERS
    position.counts[index] += 1
    position.sums[index] += card % NUMBERS + 1


# ---- score


def _score_deal(position: Position, events: list[tuple[int, ...]]) -> None:
    """Score each colour: the sum of 1 or 2 cards, of more a point for each (rulebook: end of the game)."""
    for player in range(position.players):
        for colour in range(len(COLOURS)):
            index = player * len(COLOURS) + colour
            count, total = position.counts[index], position.sums[index]
            if count:
                event = code.COLOUR_SUM if count < 3 else code.COLOUR_COUNT
                events.append((event, player, colour, count, colour_points(count, total)))
        points = position.deal_points(player)
        position.totals[player] += points
        events.append((code.DEAL_SCORED, player, points, position.totals[player]))
    position.deal += 1
    if not position.is_over():
        position.dealer = (position.dealer + 1) % position.players
        position.leader = (position.dealer + 1) % position.players


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (MOST_POINTS, winners...) after the last deal; equal totals share (rulebook: end of the game)."""
    if not position.is_over():
        return None
    return (code.MOST_POINTS,) + players_with(max(position.totals), position.totals)
