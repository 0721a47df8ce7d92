"""Yellowstone Park: what a card that is placed, a frame that is kept, a draw and a scoring bring.

What may be done is in `rules`. The functions change the position that they are given and append what happened to
`events`.
"""

from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park import marks
from tavolo.games.yellowstone_park.frames import FEWEST_FOR_A_BONUS, NO_FRAME, bonus, choices, count, frame_around
from tavolo.games.yellowstone_park.position import (
    ALWAYS_REFILL,
    CHOOSING_PILE,
    DRAWING,
    DRAWING_OWN,
    HAND,
    KEEPING,
    NEUTRAL_SPACE,
    NO_COLUMN,
    NUMBERS,
    OVER,
    PLACING,
    REFILLING,
    Position,
)
from tavolo.rules.contract import NO_CARD

_COLUMN = (1 << NUMBERS) - 1  # the bits of a colour


def place(position: Position, player: int, card: int, column: int) -> list[tuple[int, ...]]:
    """Lay a card from a hand into its row, and go on unless a frame has to be chosen; return what happened."""
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
    marks.lay(position, player, card)
    position.hand_counts[player] -= 1
    if not position.hand_counts[player]:
        marks.empty_hand(position, player)
    position.placed += 1
    frame = frame_around(position)
    if frame != NO_FRAME:
        events.append((code.ALL_FIT, frame))
        _look_up_bonus(position, player, card, events)
        _go_on(position, player, events)
        return events
    frames, results = choices(position, card)
    if len(frames) == 1:
        events.append((code.ONE_RESULT, card))
        keep(position, player, card, frames[0], results[0], events)
        return events
    most = max([_cards_in(position, kept) for kept in results])
    events.append((code.MUST_CHOOSE, player, card, len(frames), _cards_in(position, position.board) - most))
    position.phase = KEEPING
    position.card = card
    position.frames = frames
    position.results = results
    return events


def keep(position: Position, player: int, card: int, frame: int, kept: int, events: list[tuple[int, ...]]) -> None:
    """Keep what lies in a frame that holds the new card; all else goes to the player's penalty pile."""
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
    events.append((code.KEPT, player, frame, _cards_in(position, kept)))
    events.append((code.TOOK, player, len(taken), position.penalty_counts[player]) + tuple(taken))
    _look_up_bonus(position, player, card, events)
    _go_on(position, player, events)


def _cards_in(position: Position, faces: int) -> int:
    """Return how many cards of some faces lie on the board."""
    doubles = position.doubles & faces
    return count(faces) + count(doubles) if doubles else count(faces)


def _look_up_bonus(position: Position, player: int, card: int, events: list[tuple[int, ...]]) -> None:
    """The last cell of a frame but one brings 1, the last 3; a card on its twin covers no cell."""
    covered = count(position.board)
    if covered < FEWEST_FOR_A_BONUS[position.edge_frame]:
        return
    frame = frame_around(position)
    spaces = bonus(frame, covered)
    if not spaces:
        return
    if position.doubles >> card & 1:
        events.append((code.TWIN_COVERS_NOTHING, player, frame, covered))
        return
    marker = position.markers[player]
    position.markers[player] = max(0, marker - spaces)
    events.append(
        (code.ONE_MISSING if spaces == 1 else code.ALL_COVERED, player, frame, covered, position.markers[player])
    )
    if marker < spaces:
        events.append((code.STOPS_AT_ZERO, player, spaces - marker))


def _go_on(position: Position, player: int, events: list[tuple[int, ...]]) -> None:
    """A card has been placed, and its cards taken: what the player does next."""
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


def end_turn(position: Position) -> None:
    """The next player clockwise goes on."""
    position.turn += 1
    position.placed = 0
    position.phase = PLACING


def draw(position: Position, player: int, number: int, cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Draw from the pile that was decided on, and score when that is due; return what happened.

    `cards` are those that are drawn, where the position knows them.
    """
    is_own = position.phase == DRAWING_OWN
    hand = position.hands[player]
    if position.dealt:
        source = position.penalties[player] if is_own and position.penalties is not None else position.pile or []
        for card in cards:
            source.remove(card)
        position.hands[player] = sorted((hand or []) + list(cards))
    else:
        position.hands[player] = None
    position.hand_counts[player] += number
    if is_own:
        position.penalty_counts[player] -= number
        left = position.penalty_counts[player]
        marks.draw_own(position, player, not left)
        events: list[tuple[int, ...]] = [(code.DREW_OWN, player, number, left)]
        _move_neutral(position, events)
    else:
        position.pile_count -= number
        left = position.pile_count
        marks.draw(position, player, not left)
        events = [(code.DREW, player, number, position.hand_counts[player], left)]
        if not left:
            events.append((code.PILE_RAN_OUT, player, position.hand_counts[player]))
            _score(position, events)
    if position.phase != OVER:
        end_turn(position)
    return events


def _move_neutral(position: Position, events: list[tuple[int, ...]]) -> None:
    """Option neutral_marker: every draw from an own penalty pile moves it back; below 1 all is scored."""
    if position.neutral_marker:
        position.neutral -= 1
        events.append((code.NEUTRAL_BACK, position.neutral))
        if position.neutral < 1:
            events.append((code.NEUTRAL_RAN_OUT, position.pile_count))
            _score(position, events)


def _score(position: Position, events: list[tuple[int, ...]]) -> None:
    """Markers go forward by the penalty piles, which become the draw pile; one that is far enough ends the game."""
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
            told = code.ENDED_BY_REACHING if position.reaching else code.ENDED_BY_PASSING
            events.append((told, player, position.markers[player], position.end_after))
            position.phase = OVER
