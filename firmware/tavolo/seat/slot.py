"""A seat's slot: from nine readings to "this card", and the life of a card in the slot.

*Empty -> settling -> read -> accepted or refused -> lift -> empty.* A reading is judged by how far each pad
fell below its empty reading, in thousandths of that: lying, a pad whose patch is joined to the ground patch falls by
250 or more, another by 25. The thinnest card of its class bent up to the hood, tilted, with drift and much stray
capacitance leaves 104 of the 250; pressed on the pads, with fingers at its edge, drift and little stray, the 25 become
54. (Computed from the slot's geometry, not measured.) Between the two thresholds nothing is decided, and with an
undecided pad nothing is read.
"""

from tavolo.seat import cards
from tavolo.seat.approach import Approach
from tavolo.seat.states import (
    HAND,
    IS_ACCEPTED,
    IS_EMPTY,
    IS_READ,
    IS_REFUSED,
    IS_SETTLING,
    LIFTED_EARLY,
    TWO_CARDS,
    UNCLEAR,
)
from tavolo.wiring import PADS

# What nine readings show, beside HAND, TWO_CARDS and UNCLEAR.
NOTHING = 0
CARD = 1

# What happened in a step.
QUIET = 0
CARD_READ = 1
IN_TROUBLE = 2
EMPTIED = 3

# How far a pad must have fallen, in thousandths of its empty reading: at least, to be a one; at most, to be a
# zero. A hand reaches each row by a tenth less than the next outer one. The thresholds are farther apart than
# that, so no hand on its way shows ones in one row and zeros in the next.
ONE_PER_MILLE = 91
ZERO_PER_MILLE = 68
# The weakest one against the strongest zero, in hundredths, at least. A card shows 300 even with everything
# against it. A card half in under a pressing hand can show four ones that are not its own, but below 130.
CONTRAST_PER_CENT = 160
# What one card at the end stop shows, and two that stick together, each a row or more short, seldom do: its zeros are
# alike, to so many thousandths of the empty reading and so many hundredths of the strongest one.
ZEROS_PER_MILLE = 18
OF_THE_ONES_PER_CENT = 2
# A card that is a row short has lost its deepest row, and so have two of them. So patches have to lie over that row:
# they lower its zeros like the others, within so many thousandths of the empty reading, and hundredths as above, in the
# mean of what settles. It is asked where at most one pad of the row is a one, which a drop may be.
DEEPEST_PER_MILLE = 4
# And where none is, the ones lie in rows that even a bent card keeps at one height: the strongest is at most this much
# of the weakest, in hundredths. The ones of two cards come through layers that differ by a card.
ONES_PER_CENT = 130
_IN_ROW = 3
_DEEPEST_ROW = (1 << _IN_ROW) - 1
# How far for the chip's touch bits, in thousandths, which tell whether anything is in the slot: more than a
# patch that is not joined, so that a slot does not seem full because the air is damp.
TOUCHED_PER_MILLE = 47
RELEASED_PER_MILLE = 42

# A hand alone lowers all pads nearly alike: the least by this much of the greatest, in hundredths, or more.
ALIKE_PER_CENT = 60
# Pressed on a card it lowers the pads that the card does not join by this much; a second card lowers the pads
# that neither joins by less: by 16 at most.
PRESSED_PER_CENT = 20

SETTLE_MS = 40  # a code must be read the same, and lie still, this long
SETTLE_READINGS = 3
STILL_COUNTS = 16  # by which the sum of nine readings may change meanwhile; noise alone changes it by about 9
PATIENCE_MS = 500  # a trouble that lies still is reported after this, once for each insertion
LONGEST_PATIENCE_MS = 1500  # and one that fidgets after this
EMPTY_MS = 100  # nothing must be in the slot for this long before it is empty
CARD_LIKE_MS = 60  # joined patches seen for this long are missed when they go


class Thresholds:
    """What nine empty readings, in counts, mean for telling ones from zeros."""

    def __init__(self, empty: "list[int]") -> None:
        self.empty = [0] * PADS
        self.falls = [0] * PADS  # of the reading that was classified last
        self.one = [0] * PADS
        self.zero = [0] * PADS
        self.calibrate(empty)

    def calibrate(self, empty: "list[int]") -> None:
        """Take the first nine of `empty` as the readings of the empty slot."""
        for pad in range(PADS):
            self.empty[pad] = empty[pad]
            self.one[pad] = empty[pad] * ONE_PER_MILLE // 1000
            self.zero[pad] = empty[pad] * ZERO_PER_MILLE // 1000


def classify(counts: "list[int]", thresholds: Thresholds) -> int:
    """What nine readings show: 16 times the code plus CARD, or NOTHING, HAND, TWO_CARDS, UNCLEAR."""
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
    """How much less the zeros of the deepest row fell than the others: above 0, more than those of one card would.

    In hundredths of a count, times how many zeros are in that row and elsewhere. To be summed up: noise is as large.
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
    """Whether any pad reads 1."""
    return any(thresholds.empty[pad] - counts[pad] >= thresholds.one[pad] for pad in range(PADS))


def margin_per_mille(counts: "list[int]", thresholds: Thresholds) -> int:
    """How far the pad that is nearest to being undecided is from it, in thousandths of its empty reading.

    Negative when some pad is undecided.
    """
    least = 1000
    for pad in range(PADS):
        fall = thresholds.empty[pad] - counts[pad]
        above, below = fall - thresholds.one[pad], thresholds.zero[pad] - fall
        least = min(least, max(above, below) * 1000 // thresholds.empty[pad])
    return least


class Slot:
    """The life of cards in one slot.

    `state` is IS_EMPTY, IS_SETTLING, IS_READ, IS_ACCEPTED or IS_REFUSED. `code` is the code of the card that was read,
    otherwise -1. `trouble` is what was reported of the present insertion, otherwise NOTHING.
    """

    def __init__(self, empty: "list[int]") -> None:
        self.thresholds = Thresholds(empty)
        self.state = IS_EMPTY
        self.code = -1
        self.trouble = NOTHING
        self._gone_ms = 0
        self._candidate = -1
        self._reference = 0
        self._settled_ms = 0
        self._readings = 0
        self._shallowness = 0
        self._trouble_ms = 0
        self._inside_ms = 0
        self._card_like_ms = 0
        self._approach = Approach()

    def step(self, present: int, counts: "list[int]", elapsed_ms: int) -> int:
        """Go on by `elapsed_ms`; return QUIET, CARD_READ (see `code`), IN_TROUBLE (see `trouble`) or EMPTIED.

        `present` is not 0 when the chip finds anything on the pads. `counts`, twelve readings taken now, are
        looked at while IS_SETTLING only. Taking out a card that was read, or that trouble was reported of, ends
        in EMPTIED; another that was taken out unread ends in the trouble LIFTED_EARLY and no EMPTIED after
        it.
        """
        if not present:
            return self._step_without_card(elapsed_ms)
        self._gone_ms = 0
        if self.state == IS_EMPTY:
            self.state = IS_SETTLING
            self.trouble = NOTHING
            self._forget()
        elif self.state == IS_SETTLING:
            return self._settle(counts, elapsed_ms)
        return QUIET

    def accept(self) -> None:
        """The card that was read is played; wait for its lift. Without effect if it was lifted meanwhile."""
        if self.state == IS_READ:
            self.state = IS_ACCEPTED

    def refuse(self) -> None:
        """The card that was read may not be played; wait for its lift. Without effect if it was lifted."""
        if self.state == IS_READ:
            self.state = IS_REFUSED

    def take_back(self) -> None:
        """The card that was accepted has been taken back; wait for its lift. Without effect if it was lifted."""
        if self.state == IS_ACCEPTED:
            self.state = IS_REFUSED

    def _step_without_card(self, elapsed_ms: int) -> int:
        if self.state == IS_EMPTY:
            return QUIET
        # A card that comes back within a moment (a shaky hand) has to settle anew.
        self._candidate = -1
        self._approach.vanish()
        self._gone_ms += elapsed_ms
        if self._gone_ms < EMPTY_MS:
            return QUIET
        was_read = self.state != IS_SETTLING
        self.state = IS_EMPTY
        self.code = -1
        self._gone_ms = 0
        if was_read or self.trouble:
            self.trouble = NOTHING
            return EMPTIED
        if self._card_like_ms < CARD_LIKE_MS:
            return QUIET
        self.trouble = LIFTED_EARLY
        return IN_TROUBLE

    def _settle(self, counts: "list[int]", elapsed_ms: int) -> int:
        verdict = classify(counts, self.thresholds)
        still = self._lies_still(counts)
        self._inside_ms += elapsed_ms
        falls, approach = self.thresholds.falls, self._approach
        approach.step(falls, still, verdict == HAND)
        if verdict & 15 == CARD and not approach.is_of_one_card(verdict >> 4, falls):
            verdict = TWO_CARDS
        if verdict & 15 == CARD:
            self._card_like_ms = CARD_LIKE_MS
            return self._settle_card(verdict >> 4, still, elapsed_ms)
        self._candidate = -1
        if verdict != HAND and has_ones(counts, self.thresholds):
            self._card_like_ms += elapsed_ms
        return self._doubt(verdict, still, elapsed_ms)

    def _settle_card(self, code: int, still: bool, elapsed_ms: int) -> int:
        shallowness_now = shallowness(self.thresholds.falls, code, self.thresholds.empty[0])
        if code != self._candidate or not still:
            self._candidate = code
            self._settled_ms = self._trouble_ms = 0
            self._readings = 1
            self._shallowness = shallowness_now
            return QUIET
        self._settled_ms += elapsed_ms
        self._readings += 1
        self._shallowness += shallowness_now
        if self._settled_ms < SETTLE_MS or self._readings < SETTLE_READINGS:
            return QUIET
        if self._shallowness > 0:
            return self._doubt(TWO_CARDS, still, elapsed_ms)
        self.state = IS_READ
        self.code = code
        self.trouble = NOTHING
        return CARD_READ

    def _doubt(self, verdict: int, still: bool, elapsed_ms: int) -> int:
        self._trouble_ms = self._trouble_ms + elapsed_ms if still else 0
        if self.trouble or (self._trouble_ms < PATIENCE_MS and self._inside_ms < LONGEST_PATIENCE_MS):
            return QUIET
        self.trouble = verdict if verdict != NOTHING else UNCLEAR
        return IN_TROUBLE

    def _lies_still(self, counts: "list[int]") -> bool:
        """Whether the sum of the nine readings is about what it was when this last said no."""
        total = 0
        for pad in range(PADS):
            total += counts[pad]
        if -STILL_COUNTS <= total - self._reference <= STILL_COUNTS:
            return True
        self._reference = total
        return False

    def _forget(self) -> None:
        self._candidate = -1
        self._reference = 0
        self._settled_ms = 0
        self._readings = 0
        self._shallowness = 0
        self._trouble_ms = 0
        self._inside_ms = 0
        self._card_like_ms = 0
        self._approach.begin()
