"""Yellowstone Park (Uwe Rosenberg, Amigo 2003): 2 to 5 players, cards on a board of which a small frame is kept.

The order of the functions is that of the rulebook: set-up, placing a card, the turn, the end; the verbs of `contract`
around them. Its parts are `position` (cards, position), `frames` (frames and what they keep), `marks` (where a card may
be), `setup` (deal and chance), `turn` (what a placed card, a draw and a scoring bring), `refusals` (why something may
not be), `events` and `text`.

Options where other readings are played: `end_after`, the space that ends the game, and `reaching`, whether a marker has
to pass it (0) or reach it (1); `neutral_marker` (two players) and `edge_frame` are the rulebook's own. Fixed where the
rulebook is silent or garbled: who has no card left may draw from the own penalty pile with six cards or more in it (the
rulebook has that reversed); player 0 begins; any frame that holds the new card may be kept, also one that keeps less
than another; frames that keep the same are one choice; a marker that is far enough ends the game at a scoring only; the
last card drawn is followed by a scoring even when no more were wanted.
"""

from tavolo.games.yellowstone_park import CARDS, NAME, OPTIONS, SEATS, TITLE, marks
from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park.position import (
    BY_CHANCE,
    DEAL,
    DRAW,
    DRAWING,
    DRAWING_OWN,
    FIRST_CARD,
    KEEP,
    KEEPING,
    NO_COLUMN,
    NUMBERS,
    OVER,
    PLACE,
    PLACING,
    REFILL,
    REFILLING,
    SHUFFLE,
    STOP,
    TURN_UP,
    Position,
    digest,
)
from tavolo.games.yellowstone_park.refusals import refusal
from tavolo.games.yellowstone_park.setup import chance, deal, turn_up
from tavolo.games.yellowstone_park.text import (
    action_card,
    action_from_text,
    action_text,
    actor,
    card_from_text,
    card_text,
    position_from_text,
    position_text,
    public,
)
from tavolo.games.yellowstone_park.turn import draw, end_turn, keep, place
from tavolo.rules.contract import CHANCE, NO_CARD, Refused, Setup
from tavolo.rules.plain import forgotten, in_order, secret, waits

# ---- material and set-up


def start(setup: Setup) -> Position:
    """Return the position before the deal; ValueError for a neutral marker with more than two players."""
    position = Position(setup.players, setup.options, setup.dealt)
    if position.neutral_marker and setup.players != 2:
        raise ValueError(f"The neutral marker is for two players, not for {setup.players}.")
    return position


# ---- placing a card, and the turn


def to_act(position: Position) -> tuple[int, ...]:
    """Return the player whose turn it is, chance for deal, first card and draws, nobody at the end."""
    if position.phase in BY_CHANCE:
        return (CHANCE,)
    return () if position.phase == OVER else (position.turn % position.players,)


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return the actions of a player: cards by face and column, then stopping; frames; piles to draw from.

    For CHANCE the cards that may be turned up first.
    """
    phase = position.phase
    if player == CHANCE:
        if phase != FIRST_CARD:
            return []
        cards = range(CARDS) if card == NO_CARD else (card,)
        return [(TURN_UP, each) for each in cards if refusal(position, (TURN_UP, each)) is None]
    if player != position.turn % position.players:
        return []
    if phase == PLACING:
        return _placements(position, player, card)
    if card != NO_CARD or phase in BY_CHANCE or phase == OVER:
        return []
    if phase == KEEPING:
        return [(KEEP, player, frame) for frame in position.frames]
    if phase == REFILLING:
        return [(REFILL, player), (STOP, player)]
    return [(REFILL, player), (SHUFFLE, player)]


def _placements(position: Position, player: int, card: int) -> list[tuple[int, ...]]:
    hand = position.hands[player]
    if card != NO_CARD:
        may = card in hand if hand is not None else 0 <= card < CARDS and marks.may_hold(position, player, card)
        hand = [card] if may else []
    elif hand is None:
        hand = marks.possible_cards(position, player)
    actions: list[tuple[int, ...]] = []
    empty: list[int] = []
    last = NO_CARD
    for each in hand:
        if each == last:
            continue
        last = each
        column = position.columns[each // NUMBERS]
        if column != NO_COLUMN:
            actions.append((PLACE, player, each, column))
            continue
        if not empty:
            empty = _empty_columns(position)
        for free in empty:
            actions.append((PLACE, player, each, free))
    if position.placed and card == NO_CARD:
        actions.append((STOP, player))
    return actions


def _empty_columns(position: Position) -> list[int]:
    columns = list(range(NUMBERS))
    for column in position.columns:
        if column != NO_COLUMN:
            columns.remove(column)
    return columns


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why `player` cannot place `card` now, or None when it can."""
    if player == CHANCE:
        return refusal(position, (TURN_UP, card))
    column = position.columns[card // NUMBERS] if 0 <= card < CARDS else 0
    if column == NO_COLUMN:
        column = _empty_columns(position)[0]
    return refusal(position, (PLACE, player, card, column))


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Carry an action out and return what happened; raise Refused, changing nothing, when it may not be."""
    reason = refusal(position, action)
    if reason:
        raise Refused(reason)
    verb = action[0]
    if verb == PLACE:
        return place(position, action[1], action[2], action[3])
    if verb == DRAW:
        return draw(position, action[1], action[2], action[3:])
    if verb == DEAL:
        return deal(position, action[1:])
    if verb == TURN_UP:
        return turn_up(position, action[1])
    player = action[1]
    events: list[tuple[int, ...]] = []
    if verb == KEEP:
        kept = position.results[position.frames.index(action[2])]
        keep(position, player, position.card, action[2], kept, events)
    elif verb == STOP:
        told = code.STOPPED_AFTER_ONE if position.phase == PLACING else code.DRAWS_NOTHING
        events.append((told, player, position.hand_counts[player]))
        end_turn(position)
    elif verb == REFILL:
        position.phase = DRAWING
        events.append((code.TAKES_DRAW_PILE, player))
    else:
        position.phase = DRAWING_OWN
        events.append((code.TAKES_OWN_PILE, player, position.penalty_counts[player]))
    return events


# ---- the end


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (NEAREST_ZERO, winners...) when the game is over; equal markers share."""
    if position.phase != OVER:
        return None
    best = min(position.markers)
    return (code.NEAREST_ZERO,) + tuple([p for p in range(position.players) if position.markers[p] == best])


# ---- what is known, and by whom


def view(position: Position, player: int) -> Position:
    """Return what `player` knows, or everybody for TABLE: of hands and closed piles at most the own hand."""
    seen = position.copy()
    seen.dealt = False
    seen.hands = [hand if p == player else None for p, hand in enumerate(seen.hands)]
    seen.penalties = None
    seen.pile = None
    return seen
