"""Yellowstone Park: placing a card, and the frame that is kept. What a player does after that is in `turn`.

Rulebook: animal cards (“Carte degli Animali”), sequence of play (“Sequenza di Gioco”), taking cards (“Prendere Carte
Animale dal Tabellone”), bonus (“Bonus”).
"""

from tavolo.games.yellowstone_park import CARDS, frames, marks
from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park.position import (
    CHOOSING_PILE,
    KEEPING,
    NO_COLUMN,
    NUMBERS,
    PLACE,
    REFILLING,
    STOP,
    Position,
)
from tavolo.games.yellowstone_park.turn import go_on
from tavolo.rules.contract import CARD_NOT_IN_HAND, NO_CARD, NOT_IN_THE_DECK

_COLUMN = (1 << NUMBERS) - 1  # the bits of a colour


def refuse_place(position: Position, player: int, card: int, column: int) -> tuple[int, ...] | None:
    """Return why a card may not be placed in a column, or None if it may (rulebook: animal cards)."""
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
        return (code.CANNOT_HOLD, player, card) + marks.seen(position, card)
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


def placements(position: Position, player: int, card: int) -> list[tuple[int, ...]]:
    """Return how cards, or one, may be placed, by face and column; then stopping (rulebook: sequence of play)."""
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
            empty = empty_columns(position)
        for free in empty:
            actions.append((PLACE, player, each, free))
    if position.placed and card == NO_CARD:
        actions.append((STOP, player))
    return actions


def empty_columns(position: Position) -> list[int]:
    """Return the columns in which no colour lies (rulebook: animal cards)."""
    columns = list(range(NUMBERS))
    for colour in range(len(position.columns)):
        if position.columns[colour] != NO_COLUMN:
            columns.remove(position.columns[colour])
    return columns


def place(position: Position, player: int, card: int, column: int) -> list[tuple[int, ...]]:
    """Lay a card, and go on unless a frame has to be chosen; return what happened (rulebook: sequence of play)."""
    hand = position.hands[player]
    if hand is not None:
        hand.remove(card)
    colour = card // NUMBERS
    face = 1 << card
    if position.board & face:
        position.doubles |= face
        events: list[tuple[int, ...]] = [(code.PLACED_ON_TWIN, player, card, column)]
    elif position.columns[colour] == column:
        events = [(code.PLACED_IN_COLUMN, player, card, column, colour)]
    else:
        position.columns[colour] = column
        events = [(code.PLACED_IN_NEW_COLUMN, player, card, column, colour)]
    position.board |= face
    marks.lay(position, 1 << player, card)
    position.hand_counts[player] -= 1
    if not position.hand_counts[player]:
        marks.empty_hand(position, player)
    position.placed += 1
    frame = frames.frame_around(position)
    if frame != frames.NO_FRAME:
        events.append((code.ALL_FIT, frame))
        _look_up_bonus(position, player, card, events)
        go_on(position, player, events)
        return events
    position.card = card
    position.frames, position.results = frames.choices(position, card)
    if len(position.frames) == 1:
        events.append((code.ONE_RESULT, card))
        return events + keep(position, player, position.frames[0])
    fewest = _cards_in(position, position.board) - max([_cards_in(position, kept) for kept in position.results])
    events.append((code.MUST_CHOOSE, player, card, len(position.frames), fewest))
    position.phase = KEEPING
    return events


def refuse_frame(position: Position, frame: int) -> tuple[int, ...] | None:
    """Return why a frame may not be kept, or None if it may (rulebook: taking cards)."""
    if frame in position.frames:
        return None
    card = position.card
    if not 0 <= frame < frames.FRAMES - (0 if position.edge_frame else frames.WINDOWS):
        return (code.NO_SUCH_FRAME,)
    kept = frames.kept_by(position, frame)
    if not kept >> card & 1:
        return (code.CARD_OUTSIDE_FRAME, card, frame)
    return (code.SAME_RESULT, frame, position.frames[position.results.index(kept)])


def keep(position: Position, player: int, frame: int) -> list[tuple[int, ...]]:
    """Keep what lies in a frame with the new card; the player takes all else (rulebook: taking cards)."""
    card = position.card
    kept = position.results[position.frames.index(frame)]
    taken: list[int] = []
    outside = position.board & ~kept
    for colour in range(len(position.columns)):
        face = colour * NUMBERS
        faces = outside >> face & _COLUMN
        if faces and not kept >> face & _COLUMN:
            position.columns[colour] = NO_COLUMN
        while faces:
            if faces & 1:
                marks.take(position, player, face, taken)
            faces >>= 1
            face += 1
    position.board = kept
    position.doubles &= kept
    position.penalty_counts[player] += len(taken)
    if position.penalties is not None:
        position.penalties[player] += taken
    position.card = NO_CARD
    position.frames = position.results = []
    events: list[tuple[int, ...]] = [
        (code.KEPT, player, frame, _cards_in(position, kept)),
        (code.TOOK, player, len(taken), position.penalty_counts[player]) + tuple(taken),
    ]
    _look_up_bonus(position, player, card, events)
    go_on(position, player, events)
    return events


def _cards_in(position: Position, faces: int) -> int:
    """Return how many cards of some faces lie on the board (rulebook: taking cards)."""
    doubles = position.doubles & faces
    return frames.count(faces) + frames.count(doubles) if doubles else frames.count(faces)


def _look_up_bonus(position: Position, player: int, card: int, events: list[tuple[int, ...]]) -> None:
    """A frame's last cell but one brings 1, the last 3; a card on its twin nothing (rulebook: bonus)."""
    covered = frames.count(position.board)
    if covered < frames.FEWEST_FOR_A_BONUS[position.edge_frame]:
        return
    frame = frames.frame_around(position)
    spaces = frames.bonus(frame, covered)
    if spaces and position.doubles >> card & 1:
        events.append((code.TWIN_COVERS_NOTHING, player, frame, covered))
    elif spaces:
        marker = position.markers[player] - spaces
        position.markers[player] = max(0, marker)
        event = code.ONE_MISSING if spaces == 1 else code.ALL_COVERED
        events.append((event, player, frame, covered, position.markers[player]))
        if marker < 0:
            events.append((code.STOPS_AT_ZERO, player, -marker))
