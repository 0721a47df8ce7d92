"""The code table: which pads the foil of each card joins to ground, for the cards of all five games.

A slot has nine pads in three rows of three. Pads 0, 1, 2 lie deepest, 6, 7, 8 nearest the mouth. A code is a
number of nine bits, bit n for pad n, with exactly four ones: whatever is only lost (a card half in, lifted,
tilted) or only gained (a hand, a second card) leaves another number of ones. A card that is in by one row too
little would show its code moved one row towards the mouth, so every code uses the row nearest the mouth; then
at least one of its four ones is out of the slot when that happens. Of 126 codes, 111 do.

Codes are counted from 0 to 110 in the order of their numbers. The ranges below say which of them each game
uses, in the order of its cards. 111 codes are fewer than the 267 different cards, so games share codes. Every
code is used by two or three games, which is the least that is possible: 201 shared codes when each pair of
games is counted. Bambuti and Yellowstone Park share none. What the larger two games leave free is given to
the smaller two in proportion to their sizes, so that a card that strayed is noticed about as often whichever
box it came from. Of the cards put into the slot while the other game is played, these have a code that the
game does not use, and are told to be foreign:

| card of           | in Hornochsen | in David & Goliath | in Bambuti | in Yellowstone Park |
| ----------------- | ------------- | ------------------ | ---------- | ------------------- |
| Hornochsen        | -             | 21 of 99           | 57 of 99   | 75 of 99            |
| David & Goliath   | 12 of 90      | -                  | 53 of 90   | 70 of 90            |
| Bambuti           | 8 of 50       | 13 of 50           | -          | 50 of 50            |
| Yellowstone Park  | 4 of 28       | 8 of 28            | 28 of 28   | -                   |

The others cannot be told from a card of the game. Kuh Vadis has no cards: every card is foreign to it.
"""

from tavolo.wiring import PADS

ONES = 4
ROW_NEAREST_THE_MOUTH = 0b111000000  # the bits of its pads; every code has one of them
CODES = 111

# Codes are numbered in ascending order of their value. The 15 that use only the six deeper pads are the 15
# lowest, because any use of a pad of the row nearest the mouth outweighs them all.
_CODES_WITHOUT_THE_MOUTH = 15

# _CHOICES[ones][pad]: in how many ways `ones` pads can be chosen among the pads below `pad`.
_CHOICES = (
    (1, 1, 1, 1, 1, 1, 1, 1, 1),
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (0, 0, 1, 3, 6, 10, 15, 21, 28),
    (0, 0, 0, 1, 4, 10, 20, 35, 56),
    (0, 0, 0, 0, 1, 5, 15, 35, 70),
)

# A game's cards, first to last: (first code number, how many).
_RANGES = (
    ("tanz-der-hornochsen", ((0, 99),)),
    ("david-goliath", ((21, 90),)),
    ("bambuti", ((99, 8), (0, 13), (21, 29))),
    ("yellowstone-park", ((107, 4), (13, 8), (50, 16))),
    ("kuh-vadis", ()),
)


def code_of(game_name: str, card: int) -> int:
    """The code of a card: nine bits, four of them 1. ValueError when there is no such game or card."""
    left = card
    if left >= 0:
        for first, count in _ranges_of(game_name):
            if left < count:
                return _code_numbered(first + left)
            left -= count
    raise ValueError(f"{game_name} has no card numbered {card}.")


def card_of(game_name: str, code: int) -> int:
    """The card of this game that has the code, or -1 when none has (a foreign card, or no code at all).

    ValueError when the game is unknown.
    """
    ranges = _ranges_of(game_name)
    number = _number_of(code)
    card = 0
    for first, count in ranges:
        if first <= number < first + count:
            return card + number - first
        card += count
    return -1


def cards_in(game_name: str) -> int:
    """How many cards with different faces the game has. ValueError when the game is unknown."""
    return sum(count for first, count in _ranges_of(game_name))


def is_code(bits: int) -> bool:
    """Whether nine bits are one of the 111 codes."""
    return _number_of(bits) >= 0


def _ranges_of(game_name: str) -> "tuple[tuple[int, int], ...]":
    for name, ranges in _RANGES:
        if name == game_name:
            return ranges
    raise ValueError(f"There is no game called {game_name}.")


def _number_of(bits: int) -> int:
    """Which of the codes this is, 0 to 110; negative when it is none of them."""
    if not 0 <= bits < 1 << PADS:
        return -1
    ones = 0
    number = -_CODES_WITHOUT_THE_MOUTH
    for pad in range(PADS):
        if bits & 1 << pad:
            ones += 1
            if ones > ONES:
                return -1
            number += _CHOICES[ones][pad]
    return number if ones == ONES else -1


def _code_numbered(number: int) -> int:
    """The code with this number, 0 to 110: the highest pad first, each the highest that still fits."""
    left = number + _CODES_WITHOUT_THE_MOUTH
    code = 0
    ones = ONES
    for pad in range(PADS - 1, -1, -1):
        ways = _CHOICES[ones][pad]
        if ones and left >= ways:
            left -= ways
            code |= 1 << pad
            ones -= 1
    return code
