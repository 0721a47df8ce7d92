"""David & Goliath (Reinhard Staupe, Pegasus 2008): 3 to 6 players, tricks of which the lowest card takes the highest.

The order of the functions is that of the rulebook: material and deal, a trick, score; the verbs of `contract`
around them. Cards and position are in `david_goliath_position`, the text forms in `david_goliath_text`. Where the
rulebook is silent: player 0 leads the first deal unless a dealer is given; equal totals share; if all numbers of a
trick are equal its last player takes all; a number of deals may be played, the dealer moving clockwise. A colour
that a player did not follow is noted once, with the first trick that showed it; the note is spent when a revoke is
reported.
"""

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
    Option,
    Refused,
    Setup,
)
from tavolo.rules.david_goliath_position import (
    CARDS,
    COLOURS,
    DEAL,
    HAND,
    IN_BOX,
    IN_HAND,
    IN_TRICK,
    NUMBERS,
    PLAY,
    SEATS,
    Position,
    colour_points,
    deck,
    digest,
    number_of,
)
from tavolo.rules.david_goliath_text import (
    action_from_text,
    action_text,
    card_from_text,
    card_text,
    position_from_text,
    position_text,
)

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = (
    "CARDS",
    "COLOURS",
    "SEATS",
    "action_from_text",
    "action_text",
    "card_from_text",
    "card_text",
    "digest",
    "position_from_text",
    "position_text",
)

NAME = "david-goliath"
TITLE = "David & Goliath"
OPTIONS = (
    Option("deals", 1, 1, 9),
    Option("dealer", -1, -1, 5),  # of the first deal; -1 is the last player, so that player 0 leads
)

# Events, refusals and outcomes, with the numbers that follow the code.
DEALT = 100  # deal (from 1), dealer, leader
LED = 101  # player, card
FOLLOWED = 102  # player, card, colour led
WENT_OFF = 103  # player, card, colour led: the player is noted as void in it
REVOKED = 104  # player, colour, trick that showed the void, trick that shows the card (from 1)
LATER_HIGH = 105  # number, player: among equal highest the one played last
LATER_LOW = 106  # number, player
LOW_TAKES_HIGH = 107  # player of the lowest, lowest card, highest card
HIGH_TAKES_REST = 108  # player of the highest, highest card, then the cards taken; leads the next trick
ALL_EQUAL = 109  # number, player who takes all and leads, then the cards
COLOUR_SUM = 110  # player, colour, cards (1 or 2), points
COLOUR_COUNT = 111  # player, colour, cards (3 or more), points
DEAL_SCORED = 112  # player, points of the deal, total
MOST_POINTS = 113  # winners
MUST_FOLLOW = 130  # player, colour led

# ---- material and deal


def start(setup: Setup) -> Position:
    """Return the position before the first deal."""
    deals, dealer = setup.options
    if dealer >= setup.players:
        raise ValueError(f"The dealer is one of {setup.players} players, counted from 0.")
    if dealer < 0:
        dealer = setup.players - 1
    return Position(setup.players, deals, dealer, setup.dealt)


def _refuse_deal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    if position.remaining:
        return (NO_SUCH_ACTION,)
    cards = deck(position.players) if position.dealt else []
    if sorted(action[1:]) != cards:
        return (WRONG_DEAL, len(cards))
    return None


def _deal(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    players = position.players
    for card in deck(players):
        position.where[card] = IN_HAND
    if position.dealt:
        position.hands = [sorted(action[1 + p * HAND : 1 + (p + 1) * HAND]) for p in range(players)]
    position.remaining = players * HAND
    for index in range(players * len(COLOURS)):
        position.voids[index] = position.counts[index] = position.sums[index] = 0
    return [(DEALT, position.deal + 1, position.dealer, position.leader)]


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return the deal: shuffled with below(n) in dealt play, by people's hands at the table."""
    if not position.dealt:
        return (DEAL,)
    cards = deck(position.players)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    hands = [sorted(cards[p * HAND : (p + 1) * HAND]) for p in range(position.players)]
    return (DEAL,) + tuple([card for hand in hands for card in hand])


# ---- a trick


def to_act(position: Position) -> tuple[int, ...]:
    """Return who is next: the player clockwise, chance when a deal is due, nobody at the end."""
    if position.remaining:
        return ((position.leader + len(position.trick)) % position.players,)
    return () if position.is_over() else (CHANCE,)


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return the plays of a player: the led colour if the hand is known to have it, else every card it may hold."""
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
        following: "list[tuple[int, ...]]" = [(PLAY, player, card) for card in hand if card // NUMBERS == led]
        if following:
            return following
    return [(PLAY, player, card) for card in hand]


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action may not be, or None when it may."""
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
            return (MUST_FOLLOW, player, led)
    return None


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why `player` cannot play `card` now, or None when it can."""
    return refusal(position, (PLAY, player, card))


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Carry an action out and return what happened; raise Refused, changing nothing, when it may not be."""
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
    """Return the play as an event, note a colour that is not followed, and find a revoke."""
    events: list[tuple[int, ...]] = []
    colour = card // NUMBERS
    note = player * len(COLOURS) + colour
    if position.voids[note]:
        events.append((REVOKED, player, colour, position.voids[note], position.trick_number()))
        position.voids[note] = 0
    if not position.trick:
        events.insert(0, (LED, player, card))
        return events
    led = position.trick[0] // NUMBERS
    if colour == led:
        events.insert(0, (FOLLOWED, player, card, led))
        return events
    note = player * len(COLOURS) + led
    if not position.voids[note]:
        position.voids[note] = position.trick_number()
    events.insert(0, (WENT_OFF, player, card, led))
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


def _take_trick(position: Position, events: list[tuple[int, ...]]) -> None:
    """The lowest card's player takes the highest card; the highest card's player takes all others and leads."""
    trick, players = position.trick, position.players
    high, low = extremes(trick)
    winner = (position.leader + high) % players
    if number_of(trick[high]) == number_of(trick[low]):
        events.append((ALL_EQUAL, number_of(trick[high]), winner) + tuple(trick))
        rest = trick
    else:
        for code, place in ((LATER_HIGH, high), (LATER_LOW, low)):
            number = number_of(trick[place])
            if [number_of(card) for card in trick].count(number) > 1:
                events.append((code, number, (position.leader + place) % players))
        loser = (position.leader + low) % players
        events.append((LOW_TAKES_HIGH, loser, trick[low], trick[high]))
        _capture(position, loser, trick[high])
        rest = trick[:high] + trick[high + 1 :]
        events.append((HIGH_TAKES_REST, winner, trick[high]) + tuple(rest))
    for card in rest:
        _capture(position, winner, card)
    position.trick = []
    position.leader = winner


def _capture(position: Position, player: int, card: int) -> None:
    position.where[card] = player
    index = player * len(COLOURS) + card // NUMBERS
    position.counts[index] += 1
    position.sums[index] += card % NUMBERS + 1


# ---- score


def _score_deal(position: Position, events: list[tuple[int, ...]]) -> None:
    """Each colour by itself: one or two cards their numbers, three or more a point each."""
    for player in range(position.players):
        for colour in range(len(COLOURS)):
            index = player * len(COLOURS) + colour
            count, total = position.counts[index], position.sums[index]
            if count:
                code = COLOUR_SUM if count < 3 else COLOUR_COUNT
                events.append((code, player, colour, count, colour_points(count, total)))
        points = position.deal_points(player)
        position.totals[player] += points
        events.append((DEAL_SCORED, player, points, position.totals[player]))
    position.deal += 1
    if not position.is_over():
        position.dealer = (position.dealer + 1) % position.players
        position.leader = (position.dealer + 1) % position.players


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (MOST_POINTS, winners...) when the last deal is over; equal totals share."""
    if not position.is_over():
        return None
    best = max(position.totals)
    return (MOST_POINTS,) + tuple([p for p in range(position.players) if position.totals[p] == best])


# ---- what is known, and by whom


def forgotten(position: Position) -> tuple[int, ...]:
    """Return (): this game has no sealed choices."""
    return ()


def ends_undo(action: tuple[int, ...]) -> bool:
    """Return whether undo stops at this action: a deal cannot be taken back by one alone."""
    return action[0] == DEAL


def view(position: Position, player: int) -> Position:
    """Return what `player` knows, or everybody for TABLE: of the hands at most the own."""
    seen = position.copy()
    seen.dealt = False
    seen.hands = [hand if p == player else None for p, hand in enumerate(seen.hands)]
    return seen


def public(action: tuple[int, ...]) -> tuple[int, ...]:
    """Return the form that everybody may know: of a deal only that it took place."""
    return (DEAL,) if action[0] == DEAL else action


def action_card(action: tuple[int, ...]) -> int:
    """Return the card of a play."""
    return action[2] if action[0] == PLAY else NO_CARD
