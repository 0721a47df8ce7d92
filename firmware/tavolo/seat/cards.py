"""The codes: which pads the foil of a card joins to ground.

A slot has nine pads in three rows of three. Pads 0, 1, 2 lie deepest, 6, 7, 8 nearest the mouth. A code is a
number of nine bits, bit n for pad n, with exactly four ones. An error that only loses ones (a card half in, lifted,
tilted) or only adds some (a hand, a second card) changes their number. A card that is one row short would show its code
moved one row towards the mouth, so every code uses the row nearest the mouth: then at least one of its ones is out of
the slot. Of 126 codes, 111 do.

Codes are numbered 0 to 110 in ascending order. The codes of a game's cards are stored with the game, as ranges (first
code, how many) in the order of its cards.
"""

from tavolo.wiring import PADS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    Ranges = tuple[tuple[int, int], ...]

ONES = 4
CODES = 111

# The 15 codes that use only the six deeper pads are the 15 lowest: any pad of the row nearest the mouth outweighs all
# others.
_CODES_WITHOUT_THE_MOUTH = 15

# _CHOICES[ones][pad]: the number of ways to choose `ones` pads among those below `pad`.
_CHOICES = (
    (1, 1, 1, 1, 1, 1, 1, 1, 1),
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (0, 0, 1, 3, 6, 10, 15, 21, 28),
    (0, 0, 0, 1, 4, 10, 20, 35, 56),
    (0, 0, 0, 0, 1, 5, 15, 35, 70),
)


def code_in(ranges: "Ranges", card: int) -> int:
    """Return the code of a card: nine bits, four of them 1. ValueError when there is no such card."""
    left = card
    if left >= 0:
        for first, count in ranges:
            if left < count:
                return _code_numbered(first + left)
            left -= count
    raise ValueError(f"There is no card numbered {card}.")


def card_in(ranges: "Ranges", code: int) -> int:
    """Return the card that has the code, or -1 if none has (a foreign card, or no code at all)."""
    number = _number_of(code)
    card = 0
    for first, count in ranges:
        if first <= number < first + count:
            return card + number - first
        card += count
    return -1


def is_code(bits: int) -> bool:
    """Return whether nine bits are one of the 111 codes."""
    return _number_of(bits) >= 0


def _number_of(bits: int) -> int:
    """Return the number of a code, 0 to 110; negative for bits that are no code."""
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
    """Return the code with this number, 0 to 110: from the highest pad on, each the highest that still fits."""
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
