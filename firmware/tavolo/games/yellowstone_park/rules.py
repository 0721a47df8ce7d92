"""Yellowstone Park (Uwe Rosenberg, Amigo 2003): 2 to 5 players, cards on a board of which a small frame is kept.

The functions follow the rulebook: set-up (“Setup”), sequence of play (“Sequenza di Gioco”), victory (“Vittoria”);
around them are the functions of `contract`. Its modules are `position`, `frames` (frames and what they keep), `marks`
(where a card may be), `placing` (a card that is placed, a frame that is kept), `turn` (deal, draws, scoring) and
`events`.

Options where other readings are played: `end_after`, the space that ends the game, and `reaching`, whether a marker has
to pass it (0) or reach it (1); `neutral_marker` (two players) and `edge_frame` are the rulebook's own. Fixed where the
rulebook is silent or garbled: a player without cards may draw from their penalty pile if it has six cards or more
(the rulebook has that reversed); player 0 begins; any frame that holds the new card may be kept, also one that keeps
less than another; frames that keep the same are one choice; a marker that is far enough ends the game only at a
scoring; drawing the last card is followed by a scoring even if no more were needed.
"""

from tavolo.games.yellowstone_park import CARDS, NAME, OPTIONS, SEATS, TITLE
from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park.frames import choices
from tavolo.games.yellowstone_park.placing import empty_columns, keep, place, placements, refuse_frame, refuse_place
from tavolo.games.yellowstone_park.position import (
    ACTIONS,
    BEFORE_DEAL,
    BOARD,
    BY_CHANCE,
    COPIES,
    DEAL,
    DRAW,
    FIELDS,
    FIRST_CARD,
    KEEP,
    KEEPING,
    KINDS,
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
from tavolo.games.yellowstone_park.turn import deal, decide, draw, number_due, refuse_chance, refuse_decision, turn_up
from tavolo.rules.contract import CHANCE, GAME_IS_OVER, NO_CARD, NO_SUCH_ACTION, NOT_YOUR_TURN, Refused, Setup
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

# The length of an action, by verb; 0 for those of chance, which `turn` checks.
_LENGTHS: tuple[int, ...] = (0, 0, 4, 3, 2, 2, 2, 0)


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, if it is invalid."""
    return _completed(_FIELDS.read(Position, text))


def position_from_bytes(begun: Position, content: bytes) -> Position:
    """Return the position of these bytes, from a newly started one; ValueError or IndexError if invalid."""
    return _completed(_FIELDS.unpacked(begun, content))


def _completed(position: Position) -> Position:
    """Compute the fields that follow from others; ValueError, in a sentence, if they are inconsistent."""
    marks, columns, card = position.marks, list(position.columns), position.card
    for copy, mark in enumerate(marks):
        if mark == BOARD:
            position.doubles |= position.board & 1 << copy // COPIES
            position.board |= 1 << copy // COPIES
    counted = sum(position.hand_counts) + sum(position.penalty_counts) + position.pile_count
    demand("pile_count", counted + list(marks).count(BOARD) == len(marks))
    demand("marks", all([marks[copy] <= marks[copy + 1] for copy in range(0, len(marks), COPIES)]))
    for colour, column in enumerate(columns):
        lies = position.board >> colour * NUMBERS & (1 << NUMBERS) - 1 > 0
        demand("columns", lies == (column != NO_COLUMN) and (not lies or columns.count(column) == 1))
    for player, hand in enumerate(position.hands):
        demand("hands", not position.dealt if hand is None else len(hand) == position.hand_counts[player])
    demand("pile", (position.pile is not None) == position.dealt)
    demand("penalties", (position.penalties is not None) == position.dealt)
    demand("card", (card != NO_CARD) == (position.phase == KEEPING))
    if card != NO_CARD:
        demand("card", position.board >> card & 1 > 0)
        position.frames, position.results = choices(position, card)
    return position


# ---- material and set-up


def start(setup: Setup) -> Position:
    """Return the position before the deal; ValueError for a neutral marker with more than two (rulebook: set-up)."""
    position = Position(setup.players, setup.options, setup.dealt)
    if position.neutral_marker and setup.players != 2:
        raise ValueError(f"The neutral marker is for two players, not for {setup.players}.")
    return position


def chance(position: Position, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
    """Return the deal, first card or draw, by below(n); None if a card has to be shown (rulebook: set-up)."""
    source, number = position.source(), number_due(position)
    if position.phase == FIRST_CARD:
        return None if source is None else (TURN_UP, source[below(len(source))])
    is_deal = position.phase == BEFORE_DEAL
    action: tuple[int, ...] = (DEAL,) if is_deal else (DRAW, position.turn % position.players, number)
    return action if source is None else action + drawn(source, number, below)


# ---- placing a card, and the turn


def to_act(position: Position) -> tuple[int, ...]:
    """Return whose turn it is, chance for deal, first card, draws, nobody at the end (rulebook: sequence of play)."""
    if position.phase in BY_CHANCE:
        return (CHANCE,)
    return () if position.phase == OVER else (position.turn % position.players,)


def legal(position: Position, player: int, card: int = NO_CARD) -> list[tuple[int, ...]]:
    """Return a player's placements, stopping, frames, piles; for CHANCE first cards (rulebook: sequence of play)."""
    phase = position.phase
    if player == CHANCE:
        if phase != FIRST_CARD:
            return []
        cards = range(CARDS) if card == NO_CARD else (card,)
        return [(TURN_UP, each) for each in cards if refusal(position, (TURN_UP, each)) is None]
    if player != position.turn % position.players:
        return []
    if phase == PLACING:
        return placements(position, player, card)
    if card != NO_CARD or phase in BY_CHANCE or phase == OVER:
        return []
    if phase == KEEPING:
        return [(KEEP, player, frame) for frame in position.frames]
    return [(REFILL, player), (STOP if phase == REFILLING else SHUFFLE, player)]


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action is not allowed, None if it is (rulebook: sequence of play)."""
    phase = position.phase
    if phase == OVER:
        return (GAME_IS_OVER,)
    verb = action[0] if action else -1
    length = _LENGTHS[verb] if 0 <= verb < len(_LENGTHS) else -1
    if length and length != len(action):
        return (NO_SUCH_ACTION,)
    if not length or phase in BY_CHANCE:
        return refuse_chance(position, action)
    player = action[1]
    if player != position.turn % position.players:
        return (NOT_YOUR_TURN, player)
    if phase == KEEPING:
        return refuse_frame(position, action[2]) if verb == KEEP else (code.FRAME_IS_NEXT, player, position.card)
    if verb == PLACE:
        return refuse_place(position, player, action[2], action[3])
    return (NO_SUCH_ACTION,) if verb == KEEP else refuse_decision(position, player, verb)


def why_not(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why `player` cannot place `card` now, None if it can."""
    if player == CHANCE:
        return refusal(position, (TURN_UP, card))
    column = position.columns[card // NUMBERS] if 0 <= card < CARDS else 0
    if column == NO_COLUMN:
        column = empty_columns(position)[0]
    return refusal(position, (PLACE, player, card, column))


def apply(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Apply an action and return its events; raises Refused, and then changes nothing."""
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
    if verb == KEEP:
        return keep(position, action[1], action[2])
    return decide(position, action[1], verb)


# ---- the end


def outcome(position: Position) -> tuple[int, ...] | None:
    """Return (NEAREST_ZERO, winners...) when the game is over; equal markers share (rulebook: victory)."""
    if position.phase != OVER:
        return None
    return (code.NEAREST_ZERO,) + players_with(min(position.markers), position.markers)
