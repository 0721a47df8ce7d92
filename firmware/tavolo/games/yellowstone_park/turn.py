"""Yellowstone Park: the set-up, the consequences of placing cards, draws and scoring.

Rulebook: set-up (“Setup”), playing 1 card (“Giocare 1 Carta”), playing 2 cards (“Giocare 2 Carte”), no card in hand
(“Nessuna Carta in Mano”), scoring (“Punteggio”), victory (“Vittoria”), rules for 2 players (“Regole Alternative per 2
Giocatori”). The functions that apply something change the position.
"""

from tavolo.games.yellowstone_park import CARDS, marks
from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park.position import (
    ALWAYS_REFILL,
    BEFORE_DEAL,
    CENTRE,
    CHOOSING_PILE,
    DEAL,
    DRAW,
    DRAWING,
    DRAWING_OWN,
    FIRST_CARD,
    HAND,
    NEUTRAL_SPACE,
    NUMBERS,
    OVER,
    PILE,
    PLACING,
    REFILL,
    REFILLING,
    SHUFFLE,
    STOP,
    TURN_UP,
    Position,
)
from tavolo.rules.contract import CHANCE_IS_NEXT, NO_SUCH_ACTION, NOT_IN_THE_DECK, NOT_YOUR_TURN
from tavolo.rules.parts import without

_OF_CHANCE: tuple[int, ...] = (DEAL, TURN_UP, DRAW)
_DRAWS: tuple[int, ...] = (DRAWING, DRAWING_OWN)


def number_due(position: Position) -> int:
    """Return how many cards are dealt or drawn now: those missing, as far as there are any (playing 2 cards)."""
    if position.phase == BEFORE_DEAL:
        return position.players * HAND
    player = position.turn % position.players
    there = position.penalty_counts[player] if position.phase == DRAWING_OWN else position.pile_count
    return min(HAND - position.hand_counts[player], there)


def refuse_chance(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why a deal, first card or draw is not allowed or not due; None if it may be (rulebook: set-up)."""
    verb, phase = action[0], position.phase
    if verb == DRAW and phase in _DRAWS and len(action) > 2:
        number = number_due(position)
        if action[1] != position.turn % position.players:
            return (NOT_YOUR_TURN, action[1])
        return _refuse_cards(position, number, action[3:]) if action[2] == number else (code.WRONG_NUMBER, number)
    if verb == DEAL and phase == BEFORE_DEAL:
        return _refuse_cards(position, position.players * HAND, action[1:])
    if verb == TURN_UP and phase == FIRST_CARD and len(action) == 2:
        card, pile = action[1], position.pile
        return None if 0 <= card < CARDS and (pile is None or card in pile) else (NOT_IN_THE_DECK, card)
    if verb in _OF_CHANCE and (verb != TURN_UP or phase != BEFORE_DEAL):
        return (NO_SUCH_ACTION,)
    if phase == BEFORE_DEAL:
        return (CHANCE_IS_NEXT,)
    return (code.SHOW_FIRST_CARD,) if phase == FIRST_CARD else (code.DRAW_IS_NEXT, position.turn % position.players)


def _refuse_cards(position: Position, number: int, cards: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why these cannot be the cards, or None: none at the table, in dealt play the pile's (rulebook: set-up)."""
    source = position.source()
    if source is None:
        return (code.CARDS_ARE_UNKNOWN,) if cards else None
    if len(cards) != number or without(source, cards) is None:
        return (code.WRONG_CARDS, number)
    return None


def deal(position: Position, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Give everybody a hand, of `cards` by player if known; return the events (rulebook: set-up)."""
    for player in range(position.players):
        _give(position, player, HAND, cards[player * HAND : (player + 1) * HAND])
    position.phase = FIRST_CARD
    return [(code.DEALT, HAND, position.pile_count)]


def turn_up(position: Position, card: int) -> list[tuple[int, ...]]:
    """Lay the draw pile's first card into the centre column; return the events (rulebook: set-up)."""
    if position.pile is not None:
        position.pile.remove(card)
    position.pile_count -= 1
    position.columns[card // NUMBERS] = CENTRE
    position.board = 1 << card
    marks.lay(position, PILE, card)
    position.phase = PLACING
    return [(code.TURNED_UP, card, CENTRE)]


def go_on(position: Position, player: int, events: list[tuple[int, ...]]) -> None:
    """Continue after a card is placed and others taken (rulebook: playing 1 card, playing 2 cards)."""
    left = position.hand_counts[player]
    if not left:
        penalties = position.penalty_counts[player]
        events.append((code.MAY_SHUFFLE if penalties >= HAND else code.HAND_IS_EMPTY, player, penalties))
        position.phase = CHOOSING_PILE if penalties >= HAND else DRAWING
    elif position.placed == 1:
        position.phase = PLACING
    elif position.players <= ALWAYS_REFILL:
        events.append((code.MUST_DRAW, player, left, position.players))
        position.phase = DRAWING
    else:
        events.append((code.MAY_DRAW, player, left))
        position.phase = REFILLING


def refuse_decision(position: Position, player: int, verb: int) -> tuple[int, ...] | None:
    """Return why the player may not stop, or draw from one of the two piles (rulebook: no card in hand)."""
    phase = position.phase
    if phase == PLACING:
        if not position.placed:
            return (code.PLACE_FIRST, player)
        return None if verb == STOP else (code.NOT_AFTER_ONE, player)
    if phase == CHOOSING_PILE:
        return (code.MUST_REFILL, player) if verb == STOP else None
    return (code.STILL_HAS_CARDS, player, position.hand_counts[player]) if verb == SHUFFLE else None


def decide(position: Position, player: int, verb: int) -> list[tuple[int, ...]]:
    """Stop, or decide which pile to draw from; return the events (rulebook: no card in hand)."""
    if verb == STOP:
        event = code.STOPPED_AFTER_ONE if position.phase == PLACING else code.DRAWS_NOTHING
        _end_turn(position)
        return [(event, player, position.hand_counts[player])]
    if verb == REFILL:
        position.phase = DRAWING
        return [(code.TAKES_DRAW_PILE, player)]
    position.phase = DRAWING_OWN
    return [(code.TAKES_OWN_PILE, player, position.penalty_counts[player])]


def _end_turn(position: Position) -> None:
    """Pass the turn to the next player clockwise (rulebook: set-up)."""
    position.turn += 1
    position.placed = 0
    position.phase = PLACING


def draw(position: Position, player: int, number: int, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Draw from the chosen pile, `cards` if known; score when due (rulebook: scoring, rules for 2 players)."""
    left = _give(position, player, number, cards)
    if position.phase == DRAWING_OWN:
        events: list[tuple[int, ...]] = [(code.DREW_OWN, player, number, left)]
        if position.neutral_marker:
            position.neutral -= 1
            events.append((code.NEUTRAL_BACK, position.neutral))
            if position.neutral < 1:
                events.append((code.NEUTRAL_RAN_OUT, position.pile_count))
                _score(position, events)
    else:
        events = [(code.DREW, player, number, position.hand_counts[player], left)]
        if not left:
            events.append((code.PILE_RAN_OUT, player, position.hand_counts[player]))
            _score(position, events)
    if position.phase != OVER:
        _end_turn(position)
    return events


def _give(position: Position, player: int, number: int, cards: tuple[int, ...]) -> int:
    """Move cards from a pile into a hand; return how many the pile has left (rulebook: playing 2 cards)."""
    source, hand = position.source(), position.hands[player]
    position.hands[player] = None
    if source is not None and hand is not None:
        position.hands[player] = sorted(hand + list(cards))
        for card in cards:
            source.remove(card)
    position.hand_counts[player] += number
    if position.phase == DRAWING_OWN:
        position.penalty_counts[player] -= number
        marks.draw_own(position, player, not position.penalty_counts[player])
        return position.penalty_counts[player]
    position.pile_count -= number
    marks.draw(position, player, not position.pile_count)
    return position.pile_count


def _score(position: Position, events: list[tuple[int, ...]]) -> None:
    """Move markers by their penalty piles, which become the draw pile; far ones end it (rulebook: scoring, victory)."""
    for player in range(position.players):
        penalties = position.penalty_counts[player]
        position.markers[player] += penalties
        position.pile_count += penalties
        position.penalty_counts[player] = 0
        events.append((code.SCORED, player, penalties, position.markers[player]))
    if position.penalties is not None and position.pile is not None:
        for cards in position.penalties:
            position.pile += cards
            del cards[:]
        position.pile.sort()
    marks.gather(position)
    events.append((code.NEW_PILE, position.pile_count))
    if position.neutral_marker:
        position.neutral = NEUTRAL_SPACE
        events.append((code.NEUTRAL_RETURNS, NEUTRAL_SPACE))
    limit = position.end_after - position.reaching
    for player in range(position.players):
        if position.markers[player] > limit:
            event = code.ENDED_BY_REACHING if position.reaching else code.ENDED_BY_PASSING
            events.append((event, player, position.markers[player], position.end_after))
            position.phase = OVER
