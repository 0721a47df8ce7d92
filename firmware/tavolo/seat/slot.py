"""The state machine of a card in a seat's slot, from nine readings to "this card".

*Empty -> settling -> read -> accepted or refused -> lift -> empty.* A code counts when it has been read the same for
long enough, of a card that lies still, and has come into the slot as a single card does (`approach`).
"""

from tavolo.seat import states
from tavolo.seat.approach import Approach
from tavolo.seat.reading import CARD, NOTHING, Thresholds, classify, has_ones, shallowness
from tavolo.wiring import PADS

# The results of a step.
QUIET = 0
CARD_READ = 1
IN_TROUBLE = 2
EMPTIED = 3

SETTLE_MS = 40  # a code must be read the same, and lie still, for this long
SETTLE_READINGS = 3
STILL_COUNTS = 16  # by how much the sum of nine readings may change in that time; noise alone changes it by about 9
PATIENCE_MS = 500  # a trouble that lies still is reported after this, once for each insertion
LONGEST_PATIENCE_MS = 1500  # and one that moves after this
EMPTY_MS = 100  # the slot must read empty for this long before it is
CARD_LIKE_MS = 60  # joined patches seen for this long make a lift without a reading worth a report


class Slot:
    """The cards in one slot.

    `state` is IS_EMPTY, IS_SETTLING, IS_READ, IS_ACCEPTED or IS_REFUSED. `code` is the code of the card that was read,
    otherwise -1. `trouble` is what was reported of the present insertion, otherwise NOTHING. `is_leaving` while the
    card is not felt any more, but for less than EMPTY_MS. The seat sets `was_empty`: the slot was seen empty before the
    present card came.
    """

    def __init__(self, empty: "list[int]") -> None:
        self.thresholds = Thresholds(empty)
        self.state = states.IS_EMPTY
        self.code = -1
        self.trouble = NOTHING
        self._gone_ms = 0
        self.is_leaving = False
        self.was_empty = False
        self._candidate = -1
        self._reference = 0
        self._settled_ms = 0
        self._readings = 0
        self._shallowness = 0
        self._of_two = -1  # the code that was reported as two cards
        self._trouble_ms = 0
        self._inside_ms = 0
        self._card_like_ms = 0
        self._approach = Approach()

    def step(self, present: int, counts: "list[int]", elapsed_ms: int) -> int:
        """Step the slot, `elapsed_ms` after the last; return QUIET, CARD_READ, IN_TROUBLE or EMPTIED.

        `present` is nonzero when the chip feels anything on the pads. `counts`, twelve readings of now, are used when
        that begins, and while IS_SETTLING. A card that was read, or whose trouble was reported, ends in EMPTIED when it
        is lifted; one that is lifted unread ends in the trouble LIFTED_EARLY, without EMPTIED.
        """
        if not present:
            return self._step_without_card(elapsed_ms)
        self._gone_ms = 0
        self.is_leaving = False
        if self.state == states.IS_EMPTY:
            self.state = states.IS_SETTLING
            self.trouble = NOTHING
            self._forget()
            is_hand = classify(counts, self.thresholds) == states.HAND
            self._approach.look_first(self.thresholds.falls, is_hand)
        elif self.state == states.IS_SETTLING:
            return self._settle(counts, elapsed_ms)
        return QUIET

    def judge(self, state: int, judged: int) -> None:
        """The card is in this state, and goes over to IS_ACCEPTED or IS_REFUSED; no effect if it was lifted since."""
        if self.state == state:
            self.state = judged

    def reread(self) -> bool:
        """Read the card again, after a time without readings, unless it was judged; return whether it will be."""
        if self.state != states.IS_READ:
            return False
        self.state = states.IS_SETTLING
        self.code = -1
        self._forget()
        return True

    def _step_without_card(self, elapsed_ms: int) -> int:
        if self.state == states.IS_EMPTY:
            return QUIET
        # A card that comes back within a moment (a shaky hand) has to settle again.
        self._candidate = -1
        self._approach.vanish()
        self._gone_ms += elapsed_ms
        self.is_leaving = self._gone_ms < EMPTY_MS
        if self.is_leaving:
            return QUIET
        was_read = self.state != states.IS_SETTLING
        self.state = states.IS_EMPTY
        self.code = -1
        self._gone_ms = 0
        if was_read or self.trouble:
            self.trouble = NOTHING
            self._approach.forget()
            return EMPTIED
        if self._card_like_ms < CARD_LIKE_MS:
            return QUIET
        self.trouble = states.LIFTED_EARLY
        return IN_TROUBLE

    def _settle(self, counts: "list[int]", elapsed_ms: int) -> int:
        verdict = classify(counts, self.thresholds)
        still = self._lies_still(counts)
        self._inside_ms += elapsed_ms
        falls, approach = self.thresholds.falls, self._approach
        approach.step(falls, still, verdict == states.HAND, elapsed_ms)
        if verdict & 15 == CARD and not approach.is_of_one_card(verdict >> 4, falls, self.was_empty):
            verdict = states.TWO_CARDS
        if verdict & 15 == CARD:
            self._card_like_ms = CARD_LIKE_MS
            return self._settle_card(verdict >> 4, still, elapsed_ms)
        self._candidate = -1
        if verdict != states.HAND and has_ones(counts, self.thresholds):
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
        if self._shallowness > 0 or code == self._of_two:
            result = self._doubt(states.TWO_CARDS, still, elapsed_ms)
            if result:
                self._of_two = code  # it stays two cards, however they slide, until they are lifted
            return result
        self.state = states.IS_READ
        self.code = code
        self.trouble = NOTHING
        return CARD_READ

    def _doubt(self, verdict: int, still: bool, elapsed_ms: int) -> int:
        self._trouble_ms = self._trouble_ms + elapsed_ms if still else 0
        if self.trouble or (self._trouble_ms < PATIENCE_MS and self._inside_ms < LONGEST_PATIENCE_MS):
            return QUIET
        self.trouble = verdict if verdict != NOTHING else states.UNCLEAR
        return IN_TROUBLE

    def _lies_still(self, counts: "list[int]") -> bool:
        """Return whether the sum of the nine readings is about what it was when this last returned False."""
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
        self._of_two = -1
        self._trouble_ms = 0
        self._inside_ms = 0
        self._card_like_ms = 0
        self._approach.begin()
