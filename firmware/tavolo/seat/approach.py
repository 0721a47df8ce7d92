"""How a card came into a slot: whether its ones came as those of a single card do.

A card that is pushed in is between two rows every 19 mm, where no pad feels it. From there to its final place its ones
rise together. A one that rose alone, or did not ebb with the others, is a drop or a fingertip on a single pad, or
belongs to another card. A fall is how far a pad is below its empty reading, in counts; the greatest of the nine falls
shows whether things ebb or rise. A card that was there from the start shows neither.

A card with three ones in its deepest row, left two rows short, shows them over the row nearest the mouth. No patch is
over the other rows then, and a drop may come and go there: together the four look like a card with that whole row and
one pad more. But such a card has come through the mouth, and when it was one or two rows short, its single deeper one
was alone over the row at the mouth. So that one must have been felt alone there, unless the card lay in the slot before
the first reading.

A quick card passes from one row to the next between two looks, so that no ebb is seen. It is still one card if every
look shows just its ones: two rows short, then one, then at the stop.
"""

from tavolo.wiring import PADS

# A pad is late if its fall was below this share of the greatest fall, in hundredths, while things rose or lay still.
# The weakest one of a card that is bent and askew as far as its channel allows is above 38.
LATE_PER_CENT = 30
# The highest pad of the ebb must have risen by this factor, in hundredths, to be a one of the card that came then.
RISEN_PER_CENT = 150
_NO_EBB = 1024
_NOISE_COUNTS = 8  # things rise when they rise by more than this and a quarter
_TELLING_COUNTS = 55  # every one has more
_FELT_COUNTS = 45  # enough for a one on its way, not wholly over its pad
# The limits for a quick card: from when it was first felt to the stop, and how many different looks until then.
QUICK_MS = 100
QUICK_LOOKS = 8
_IN_ROW = 3
_ALL = (1 << PADS) - 1
_MOUTH_ROW = 0b111000000
_RISES, _EBBS, _UNKNOWN = 1, -1, 0


class Approach:
    """What is remembered of how things came; `begin` and `vanish` forget it.

    Except which pads were felt alone: the slot may seem empty when a card comes slowly, or rests between rows.
    """

    def __init__(self) -> None:
        self._looks = [0] * QUICK_LOOKS  # the pads that were felt, and in the lower bits those that were late
        self.forget()
        self.begin()

    def forget(self) -> None:
        """Forget all: the slot is empty."""
        self._alone = 0  # the pads that were felt while no other was, a bit each

    def begin(self) -> None:
        """Begin, when something has come into the slot."""
        self._trend = _UNKNOWN
        self._floor = _NO_EBB  # the greatest fall at the ebb; `_held` is its pad
        self._held = 0
        self._peak = 0
        self._late = 0  # the pads that were late, a bit each
        self._way_ms = 0
        self._looked = 0
        self._is_quick = True

    def look_first(self, falls: "list[int]", is_hand: bool) -> None:
        """Take the first nine falls: by the next tick a card may have left its first row, and ebb."""
        self._peak = max(falls)
        if not is_hand and self._peak >= _FELT_COUNTS:
            self._compare(falls, self._peak, is_still=False)

    def vanish(self) -> None:
        """Nothing is felt in the slot: the lowest ebb there is."""
        self.begin()
        self._trend = _EBBS
        self._floor = 0

    def step(self, falls: "list[int]", is_still: bool, is_hand: bool, elapsed_ms: int) -> None:
        """Take nine falls, `elapsed_ms` after the last; `is_still`: they are about the same, `is_hand`: a hand's."""
        self._way_ms += elapsed_ms
        greatest = max(falls)
        if greatest > self._peak:
            self._peak = greatest
        if self._trend != _RISES and 4 * greatest > 5 * self._floor + 4 * _NOISE_COUNTS:
            self._rise(greatest)
        elif self._trend != _EBBS and 4 * greatest < 3 * self._peak:
            self._trend = _EBBS
            self._ebb(falls, greatest)
        elif self._trend != _RISES and greatest < self._floor:
            self._ebb(falls, greatest)
        if not is_hand and greatest >= _FELT_COUNTS:
            self._compare(falls, greatest, is_still)

    def _compare(self, falls: "list[int]", greatest: int, is_still: bool) -> None:
        """Note which pads are late, and a pad that is felt alone."""
        little, much = greatest * LATE_PER_CENT // 100, greatest // 2
        most = max(3 * greatest // 4, _TELLING_COUNTS)  # a one wholly over its pad falls by more
        late = felt = whole = 0
        for pad in range(PADS):
            fall = falls[pad]
            if fall < little:
                late |= 1 << pad
            elif fall > much:
                felt |= 1 << pad
                if fall > most:
                    whole |= 1 << pad
        if not felt & (felt - 1):
            self._alone |= felt
        if greatest < _TELLING_COUNTS:
            return
        if self._trend == _RISES or (is_still and self._trend == _UNKNOWN):
            self._late |= late
        self._keep(whole << PADS | late)

    def _keep(self, look: int) -> None:
        """Keep a look; merge it with the last one if the same pads are felt."""
        last = self._looked - 1
        if last < 0:
            self._way_ms = 0
        if last >= 0 and self._looks[last] >> PADS == look >> PADS:
            self._looks[last] |= look
        elif self._looked < QUICK_LOOKS and self._way_ms <= QUICK_MS:
            self._looks[self._looked] = look
            self._looked += 1
        else:
            self._is_quick = False

    def is_of_one_card(self, code: int, falls: "list[int]", was_seen: bool) -> bool:
        """Return whether the ones of `code`, with these `falls`, are one card's; `was_seen`: from an empty slot on."""
        if code >= _MOUTH_ROW and was_seen and not self._alone & (code << _IN_ROW | code << 2 * _IN_ROW):
            return False
        return self._has_risen(code, falls) or self._was_quick(code)

    def _has_risen(self, code: int, falls: "list[int]") -> bool:
        """Return whether none of the ones was late, or stayed when the others ebbed."""
        if code & self._late:
            return False
        held = self._held
        if self._trend != _RISES or not code >> held & 1:
            return True
        return falls[held] * 100 >= self._floor * RISEN_PER_CENT

    def _was_quick(self, code: int) -> bool:
        """Return whether the few looks show just the card's ones: two rows short, then one, then at the stop.

        A reading is the mean of some milliseconds, so one look may show both the row that a card has left and the one
        that it has reached; but not on the way to the stop, where three ones and a drop would look like that.
        """
        if not self._is_quick:
            return False
        short = 2 * _IN_ROW
        for place in range(self._looked):
            look = self._looks[place]
            while not _shows(look, code << short):
                if short == _IN_ROW and _shows(look, code << short | code << 2 * short):
                    break
                if not short:
                    return False
                short -= _IN_ROW
        return True

    def _ebb(self, falls: "list[int]", greatest: int) -> None:
        self._floor = greatest
        self._held = falls.index(greatest)

    def _rise(self, greatest: int) -> None:
        if self._trend == _EBBS:
            self._late = 0
        else:
            self._floor = 0  # the first thing felt may be the card on its way: it has not ebbed
        self._trend = _RISES
        self._peak = greatest


def _shows(look: int, ones: int) -> bool:
    """Return whether only these ones were felt, and none of them was late."""
    return not (look >> PADS & ~ones or look & _ALL & ones)
