"""Yellowstone Park: where each card may be, as far as the table has seen it.

Every card has a mark, the places where it may be. A card that is laid or taken has one place. A pile that is shuffled,
wholly or in part, into a hand makes both places possible for all that was in it; a place that is empty is none. Of two
cards of a face nobody can say which was laid: the other keeps what was possible for either.
"""

from tavolo.games.yellowstone_park import CARDS
from tavolo.games.yellowstone_park.position import BOARD, COPIES, PENALTIES, PENALTY, PILE, Position


def lay(position: Position, player: int, card: int) -> None:
    """A card comes from a hand onto the board."""
    marks = position.marks
    first, second = marks[COPIES * card], marks[COPIES * card + 1]
    hand = 1 << player
    if not first & hand:
        first, second = second, first
    # Now the first may be the one that was laid. The board's mark is the highest.
    marks[COPIES * card] = first | second if second & hand else second
    marks[COPIES * card + 1] = BOARD


def turn_up(position: Position, card: int) -> None:
    """The first card of the draw pile comes onto the board."""
    position.marks[COPIES * card + 1] = BOARD


def take(position: Position, player: int, card: int, taken: list[int]) -> None:
    """All cards of a face go from the board to a penalty pile, and are appended to `taken`."""
    marks = position.marks
    pile = PENALTY << player
    taken.append(card)
    # The board's mark is the highest, so it is the second, or both.
    first = marks[COPIES * card]
    if first == BOARD:
        taken.append(card)
        marks[COPIES * card] = pile
    elif first > pile:
        marks[COPIES * card], pile = pile, first
    marks[COPIES * card + 1] = pile


def draw(position: Position, player: int, is_empty: bool) -> None:
    """Cards are drawn unseen from the draw pile: whatever may be there may now be in the hand."""
    hand = 1 << player
    if is_empty or not position.mixed & hand:
        _change(position, PILE, hand, PILE if is_empty else 0)
        position.mixed |= hand


def draw_own(position: Position, player: int, is_empty: bool) -> None:
    """Cards are drawn unseen from the own penalty pile."""
    place = PENALTY << player
    _change(position, place, 1 << player, place if is_empty else 0)


def empty_hand(position: Position, player: int) -> None:
    """The last card of a hand has been laid."""
    hand = 1 << player
    _change(position, hand, 0, hand)
    position.mixed &= ~hand


def gather(position: Position) -> None:
    """All penalty piles are shuffled into the draw pile."""
    _change(position, PENALTIES, PILE, PENALTIES)
    position.mixed = 0


def possible_cards(position: Position, player: int) -> list[int]:
    """Return the faces that may be in a hand that is not known, given what else lies where and how much."""
    full = full_places(position, player)
    return [card for card in range(CARDS) if _may_be(position, player, card, full)]


def may_hold(position: Position, player: int, card: int) -> bool:
    """Return whether a card may be in a hand that is not known."""
    return _may_be(position, player, card, full_places(position, player))


def full_places(position: Position, player: int) -> list[int]:
    """Return the sets of places, this hand among them, that are filled by cards which can be nowhere else.

    Whatever may also be outside of such places is not in them. Together with the marks that is all that can be
    known (Hall's theorem on matchings); only unions of marks have to be looked at.
    """
    room = _room(position)
    marks: list[int] = []
    numbers: list[int] = []
    for mark in position.marks:
        if mark & mark - 1:  # known places are in the room already
            if mark in marks:
                numbers[marks.index(mark)] += 1
            else:
                marks.append(mark)
                numbers.append(1)
    unions = [0]
    for mark in marks:
        for union in unions[:]:
            if union | mark not in unions:
                unions.append(union | mark)
    hand = 1 << player
    full = [] if room[player] else [hand]
    for union in unions:
        if union & hand:
            left = sum([room[place] for place in range(len(room)) if union >> place & 1])
            if left == sum([numbers[index] for index in range(len(marks)) if not marks[index] & ~union]):
                full.append(union)
    return full


def _room(position: Position) -> list[int]:
    """Return how many cards each place holds besides those known to be there; places in the order of their bits."""
    room = [0] * 12
    for player in range(position.players):
        room[player] = position.hand_counts[player]
        room[6 + player] = position.penalty_counts[player]
    room[5] = position.pile_count
    for mark in position.marks:
        if not mark & mark - 1 and mark != BOARD:
            place = 0
            while mark >> place > 1:
                place += 1
            room[place] -= 1
    return room


def _may_be(position: Position, player: int, card: int, full: list[int]) -> bool:
    hand = 1 << player
    for copy in (COPIES * card, COPIES * card + 1):
        mark = position.marks[copy]
        if mark == hand:
            return True
        if mark & hand:
            fits = True
            for places in full:
                if mark & ~places:
                    fits = False
            if fits:
                return True
    return False


def _change(position: Position, places: int, added: int, gone: int) -> None:
    """Change the mark of each card that may be in one of `places`."""
    marks = position.marks
    for copy in range(0, CARDS * COPIES, COPIES):
        first, second = marks[copy], marks[copy + 1]
        if (first | second) & places:
            if first & places:
                first = first & ~gone | added
            if second & places:
                second = second & ~gone | added
            if first > second:
                first, second = second, first
            marks[copy] = first
            marks[copy + 1] = second
