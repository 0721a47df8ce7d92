"""Classifies nine readings of a slot: a card and its code, nothing, a hand, two cards, or unclear.

The measure is how far each pad fell below its empty reading, in thousandths of that. When a card lies in the slot, a
pad whose patch is joined to the ground patch falls by 250 or more, another by 25. The thinnest card of its class, bent
up to the hood, tilted, with drift and much stray capacitance, leaves 104 of the 250; when the card is pressed on the
pads, with fingers at its edge, drift and little stray, the 25 become 54. (Computed from the slot's geometry, not
measured.) A pad between the two thresholds is undecided, and then nothing is read.
"""

from tavolo.seat import cards
from tavolo.seat.states import HAND, TWO_CARDS, UNCLEAR
from tavolo.wiring import PADS

# The results besides HAND, TWO_CARDS and UNCLEAR.
NOTHING = 0
CARD = 1

# How far a pad must have fallen, in thousandths of its empty reading: at least, to be a one; at most, to be a zero. A
# hand lowers each row by a tenth less than the next outer one. The thresholds are farther apart than that, so a hand on
# its way never shows ones in one row and zeros in the next.
ONE_PER_MILLE = 91
ZERO_PER_MILLE = 68
# The weakest one in hundredths of the strongest zero, at least. A card shows 300 in the worst case. A card half in
# under a pressing hand can show four ones that are not its own, but below 130.
CONTRAST_PER_CENT = 160
# The zeros of one card at the end stop agree to within this many thousandths of the empty reading plus hundredths of
# the strongest one. Those of two cards that stick together, each a row or more short, seldom do.
ZEROS_PER_MILLE = 18
OF_THE_ONES_PER_CENT = 2
# A card at the stop has patches over the deepest row, which lower its zeros like the others, to within this many
# thousandths of the empty reading (plus hundredths as above), on average while it settles. A card a row short has none
# there, and neither have two. This is checked where at most one pad of the row is a one, which may be a drop's.
DEEPEST_PER_MILLE = 4
# Where the deepest row has no one, the ones are in rows that even a bent card keeps at one height: the strongest is at
# most this many hundredths of the weakest. The ones of two cards are at distances that differ by a card.
ONES_PER_CENT = 130
_IN_ROW = 3
_DEEPEST_ROW = (1 << _IN_ROW) - 1
# The thresholds of the chip's touch bits, in thousandths, which say whether anything is in the slot: above the fall of
# a pad whose patch is not joined, so that damp air does not make a slot seem full.
TOUCHED_PER_MILLE = 47
RELEASED_PER_MILLE = 42

# A hand alone lowers all pads nearly alike: the least by at least this much of the greatest, in hundredths.
ALIKE_PER_CENT = 60
# A hand that presses on a card lowers the pads that the card does not join by this much; a second card lowers pads that
# neither joins by 16 at most.
PRESSED_PER_CENT = 20


class Thresholds:
    """The thresholds for ones and zeros that follow from nine empty readings, in counts."""

    def __init__(self, empty: "list[int]") -> None:
        self.empty, self.one, self.zero = [0] * PADS, [0] * PADS, [0] * PADS
        self.falls = [0] * PADS  # of the last classified reading
        self.calibrate(empty)

    def calibrate(self, empty: "list[int]") -> None:
        """Use the first nine of `empty` as the empty readings."""
        for pad in range(PADS):
            self.empty[pad] = empty[pad]
            self.one[pad] = empty[pad] * ONE_PER_MILLE // 1000
            self.zero[pad] = empty[pad] * ZERO_PER_MILLE // 1000


def classify(counts: "list[int]", thresholds: Thresholds) -> int:
    """Classify nine readings; return 16 times the code plus CARD, or NOTHING, HAND, TWO_CARDS, UNCLEAR."""
    bits = ones = zeros = greatest = highest_zero = 0
    least = lowest_one = 1024
    falls = thresholds.falls
    for pad in range(PADS):
        fall = falls[pad] = thresholds.empty[pad] - counts[pad]
        if fall >= thresholds.one[pad]:
            bits |= 1 << pad
            ones += 1
            lowest_one = min(lowest_one, fall)
        elif fall <= thresholds.zero[pad]:
            zeros += 1
            highest_zero = max(highest_zero, fall)
        greatest = max(greatest, fall)
        least = min(least, fall)
    if zeros == PADS:
        return NOTHING
    if ones == cards.ONES and zeros == PADS - cards.ONES:
        if lowest_one * 100 < highest_zero * CONTRAST_PER_CENT or not cards.is_code(bits):
            return UNCLEAR
        empty = thresholds.empty[0]
        if (highest_zero - least) * 1000 > empty * ZEROS_PER_MILLE + greatest * 10 * OF_THE_ONES_PER_CENT:
            return TWO_CARDS
        if not bits & _DEEPEST_ROW and greatest * 100 > lowest_one * ONES_PER_CENT:
            return TWO_CARDS
        return bits << 4 | CARD
    if least * 100 >= greatest * ALIKE_PER_CENT:
        return HAND
    if ones > cards.ONES:
        return TWO_CARDS if zeros or least * 100 < greatest * PRESSED_PER_CENT else HAND
    return UNCLEAR if zeros else HAND


def shallowness(falls: "list[int]", code: int, empty: int) -> int:
    """Return how much less the zeros of the deepest row fell than the others: above 0 is more than for one card.

    In hundredths of a count, times the number of zeros in that row and elsewhere. A single value is no larger than the
    noise: sum several.
    """
    deepest = others = in_row = 0
    for pad in range(PADS):
        if not code >> pad & 1:
            if pad < _IN_ROW:
                deepest += falls[pad]
                in_row += 1
            else:
                others += falls[pad]
    if in_row < _IN_ROW - 1:
        return 0
    elsewhere = PADS - cards.ONES - in_row
    alike = empty * DEEPEST_PER_MILLE // 10 + max(falls) * OF_THE_ONES_PER_CENT
    return (others * in_row - deepest * elsewhere) * 100 - in_row * elsewhere * alike


def has_ones(counts: "list[int]", thresholds: Thresholds) -> bool:
    """Return whether any pad reads 1."""
    return any(thresholds.empty[pad] - counts[pad] >= thresholds.one[pad] for pad in range(PADS))
