"""Yellowstone Park: where each card may be, as far as the table has seen it.

Rulebook: animal cards (“Carte degli Animali”), sequence of play (“Sequenza di Gioco”), taking cards (“Prendere Carte
Animale dal Tabellone”), playing 2 cards (“Giocare 2 Carte”), no card in hand (“Nessuna Carta in Mano”), scoring
(“Punteggio”). Every card has a mark, the set of places where it may be. A card that is laid or taken has one place. A
pile that is shuffled, wholly or in part, into a hand makes both places possible for all that was in it; an empty place
is removed from all marks. Nobody can say which of the two cards of a face was laid: the other keeps the places that
were possible for either.
"""

from tavolo.games.yellowstone_park import CARDS
from tavolo.games.yellowstone_park.position import BOARD, COPIES, PENALTIES, PENALTY, PILE, Position


def lay(position: Position, place: int, card: int) -> None:
    """Move a card to the board, from a hand or, for the first card, from the draw pile (rulebook: sequence of play)."""
    marks = position.marks
    first, second = marks[COPIES * card], marks[COPIES * card + 1]
    if not first & place:
        first, second = second, first
    # The first may be the one that was laid. The board's mark is the highest.
    marks[COPIES * card] = first | second if second & place else second
    marks[COPIES * card + 1] = BOARD


def take(position: Position, player: int, card: int, taken: list[int]) -> None:
    """Move all cards of a face from the board to a penalty pile, and to `taken` (rulebook: taking cards)."""
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
    """Draw cards unseen: what may be in the draw pile may now be in the hand (rulebook: playing 2 cards)."""
    hand = 1 << player
    if is_empty or not position.mixed & hand:
        _change(position, PILE, hand, PILE if is_empty else 0)
        position.mixed |= hand


def draw_own(position: Position, player: int, is_empty: bool) -> None:
    """Draw cards unseen from the player's own penalty pile (rulebook: no card in hand)."""
    place = PENALTY << player
    _change(position, place, 1 << player, place if is_empty else 0)


def empty_hand(position: Position, player: int) -> None:
    """Note that the last card of a hand has been laid (rulebook: no card in hand)."""
    hand = 1 << player
    _change(position, hand, 0, hand)
    position.mixed &= ~hand


def gather(position: Position) -> None:
    """Shuffle all penalty piles into the draw pile (rulebook: scoring)."""
    _change(position, PENALTIES, PILE, PENALTIES)
    position.mixed = 0


def seen(position: Position, card: int) -> tuple[int, int, int]:
    """Return how many of a face's two cards are on the board, in penalty piles, elsewhere (rulebook: animal cards)."""
    both = position.marks[COPIES * card : COPIES * card + COPIES]
    board = sum([mark == BOARD for mark in both])
    penalties = sum([not mark & ~PENALTIES for mark in both])
    return board, penalties, COPIES - board - penalties


def possible_cards(position: Position, player: int) -> list[int]:
    """Return the faces that may be in an unknown hand, by what is where (rulebook: animal cards)."""
    full = _full_places(position, player)
    return [card for card in range(CARDS) if _may_be(position, player, card, full)]


def may_hold(position: Position, player: int, card: int) -> bool:
    """Return whether a card may be in an unknown hand (rulebook: animal cards)."""
    return _may_be(position, player, card, _full_places(position, player))


def _full_places(position: Position, player: int) -> list[int]:
    """Return the sets of places, including this hand, that are filled by cards which can be nowhere else.

    Cards that may also be outside are not in them. Together with the marks that is all that can be known (Hall's
    theorem on matchings); only unions of marks have to be examined.
    """
    room = {PILE: position.pile_count}  # for cards besides those known to be there
    for each in range(position.players):
        room[1 << each] = position.hand_counts[each]
        room[PENALTY << each] = position.penalty_counts[each]
    numbers: dict[int, int] = {}  # of cards with each other mark
    for mark in position.marks:
        if mark in room:
            room[mark] -= 1
        elif mark != BOARD:
            numbers[mark] = numbers.get(mark, 0) + 1
    unions = {0}
    for mark in numbers:
        unions |= {union | mark for union in unions}
    hand = 1 << player
    full = [] if room[hand] else [hand]
    for union in unions:
        if union & hand:
            left = sum([room[place] for place in room if place & union])
            if left == sum([numbers[mark] for mark in numbers if not mark & ~union]):
                full.append(union)
    return full


def _may_be(position: Position, player: int, card: int, full: list[int]) -> bool:
    hand = 1 << player
    for copy in (COPIES * card, COPIES * card + 1):
        mark = position.marks[copy]
        if mark & hand:
            for places in full:
                if mark & ~places:
                    break
            else:
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
