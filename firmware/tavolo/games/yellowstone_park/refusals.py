"""Yellowstone Park: why an action may not be. One action is looked at, never the list of all."""

from tavolo.games.yellowstone_park import CARDS, marks
from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park.frames import FRAMES, WINDOWS, holds, kept_by
from tavolo.games.yellowstone_park.position import (
    BEFORE_DEAL,
    BOARD,
    BY_CHANCE,
    CHOOSING_PILE,
    COPIES,
    DEAL,
    DRAW,
    DRAWING,
    DRAWING_OWN,
    FIRST_CARD,
    HAND,
    KEEP,
    KEEPING,
    NO_COLUMN,
    NUMBERS,
    OVER,
    PENALTIES,
    PLACE,
    PLACING,
    REFILLING,
    SHUFFLE,
    STOP,
    TURN_UP,
    Position,
)
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CHANCE_IS_NEXT,
    GAME_IS_OVER,
    NO_SUCH_ACTION,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
)

# Reasons, with the numbers that follow the code. A frame is as in `frames`.

_CARDS_OF_CHANCE = (DEAL, DRAW)
_DRAWS = (DRAWING, DRAWING_OWN)

# How many numbers an action of each verb has; deal and draw are counted where they are looked at.
_LENGTHS = (0, 2, 4, 3, 2, 2, 2, 0)


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action may not be, or None when it may."""
    phase = position.phase
    if phase == OVER:
        return (GAME_IS_OVER,)
    verb = action[0] if action else -1
    if verb in _CARDS_OF_CHANCE:
        return _refuse_cards(position, action)
    if not 0 <= verb < len(_LENGTHS) or len(action) != _LENGTHS[verb]:
        return (NO_SUCH_ACTION,)
    if verb == TURN_UP:
        return _refuse_turn_up(position, action[1])
    if phase in BY_CHANCE:
        return _chance_first(position)
    player = action[1]
    if player != position.turn % position.players:
        return (NOT_YOUR_TURN, player)
    if phase == KEEPING:
        return _refuse_frame(position, action[2]) if verb == KEEP else (code.FRAME_IS_NEXT, player, position.card)
    if verb == PLACE:
        return _refuse_place(position, player, action[2], action[3])
    if verb == KEEP:
        return (NO_SUCH_ACTION,)
    return _refuse_draw(position, player, verb)


def _chance_first(position: Position) -> tuple[int, ...]:
    if position.phase == BEFORE_DEAL:
        return (CHANCE_IS_NEXT,)
    return (code.SHOW_FIRST_CARD,) if position.phase == FIRST_CARD else (code.DRAW_IS_NEXT, position.player())


def _refuse_cards(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """A deal or a draw: at the table only its number is told, in dealt play its cards are those of the pile."""
    if action[0] == DEAL:
        if position.phase != BEFORE_DEAL:
            return (NO_SUCH_ACTION,)
        number, cards = position.players * HAND, action[1:]
    else:
        if position.phase not in _DRAWS or len(action) < 3:
            return (NO_SUCH_ACTION,)
        number, cards = position.draw_count(), action[3:]
        if action[1] != position.turn % position.players:
            return (NOT_YOUR_TURN, action[1])
        if action[2] != number:
            return (code.WRONG_NUMBER, number)
    if position.pile is None or position.penalties is None:
        return (code.CARDS_ARE_UNKNOWN,) if cards else None
    left = position.penalties[position.player()][:] if position.phase == DRAWING_OWN else position.pile[:]
    if len(cards) != number:
        return (code.WRONG_CARDS, number)
    try:
        for card in cards:
            left.remove(card)
    except ValueError:
        return (code.WRONG_CARDS, number)
    return None


def _refuse_turn_up(position: Position, card: int) -> tuple[int, ...] | None:
    if position.phase == BEFORE_DEAL:
        return (CHANCE_IS_NEXT,)
    if position.phase != FIRST_CARD:
        return (NO_SUCH_ACTION,)
    if not 0 <= card < CARDS or (position.pile is not None and card not in position.pile):
        return (NOT_IN_THE_DECK, card)
    return None


def _refuse_place(position: Position, player: int, card: int, column: int) -> tuple[int, ...] | None:
    if position.phase == REFILLING:
        return (code.TWO_ARE_PLACED, player)
    if position.phase == CHOOSING_PILE:
        return (code.MUST_REFILL, player)
    if not 0 <= card < CARDS:
        return (NOT_IN_THE_DECK, card)
    hand = position.hands[player]
    if hand is not None:
        if card not in hand:
            return (CARD_NOT_IN_HAND, player, card)
    elif not marks.may_hold(position, player, card):
        return (code.CANNOT_HOLD, player, card) + _seen_elsewhere(position, card)
    if not 0 <= column < NUMBERS:
        return (code.NO_SUCH_COLUMN,)
    colour = card // NUMBERS
    own = position.columns[colour]
    if own == column:
        return None
    if own != NO_COLUMN:
        return (code.COLOUR_HAS_COLUMN, colour, own, column)
    for other in range(len(position.columns)):
        if position.columns[other] == column:
            return (code.COLUMN_HAS_COLOUR, column, other)
    return None


def _seen_elsewhere(position: Position, card: int) -> tuple[int, int, int]:
    """Return how many of both cards of a face lie on the board, how many in penalty piles, how many in other places."""
    both = position.marks[COPIES * card : COPIES * card + COPIES]
    board = sum([mark == BOARD for mark in both])
    penalties = sum([not mark & ~PENALTIES for mark in both])
    return board, penalties, COPIES - board - penalties


def _refuse_frame(position: Position, frame: int) -> tuple[int, ...] | None:
    if frame in position.frames:
        return None
    card = position.card
    if not 0 <= frame < FRAMES - (0 if position.edge_frame else WINDOWS):
        return (code.NO_SUCH_FRAME,)
    if not holds(frame, card % NUMBERS, position.columns[card // NUMBERS]):
        return (code.CARD_OUTSIDE_FRAME, card, frame)
    return (code.SAME_RESULT, frame, position.frames[position.results.index(kept_by(position, frame))])


def _refuse_draw(position: Position, player: int, verb: int) -> tuple[int, ...] | None:
    """Stopping, and the two piles that a player may draw from."""
    phase = position.phase
    if phase == PLACING:
        if not position.placed:
            return (code.PLACE_FIRST, player)
        return None if verb == STOP else (code.NOT_AFTER_ONE, player)
    if phase == CHOOSING_PILE:
        return (code.MUST_REFILL, player) if verb == STOP else None
    return (code.STILL_HAS_CARDS, player, position.hand_counts[player]) if verb == SHUFFLE else None
