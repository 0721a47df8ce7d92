"""How what lies in a slot came there: whether its ones came as those of one card do.

A card that is pushed in lies between two rows every 19 mm, where no pad feels it. From there to where it comes to lie
its ones rise together. What rose alone, or did not ebb when the others did, is a drop or a fingertip on a single pad,
or belongs to another card. Of nine falls (how far each pad is below its empty reading, in counts) the greatest tells
whether things ebb or rise; a card that was there at once tells nothing.

A card of which three ones lie deepest shows them over the row nearest the mouth when it is left two rows short. No
patch lies over the other rows then, and a drop there comes and goes as it likes: the four look like a card with that
whole row and one pad more. But such a card has come through the mouth, and a row or two short its single deeper one was
alone over that row. So it has to have been felt there, unless it lay in the slot before anybody looked.

A quick hand's card passes from one row to the next between two looks, and nothing is seen to ebb: it is of one card all
the same where every look shows just its ones, two rows short, then one, then at the stop.
"""

from tavolo.wiring import PADS

# A pad that fell by less than this of the greatest fall, in hundredths, while things rose or lay still, is late. A card
# that is bent as far as its channel lets it, and askew, keeps its weakest one above 38.
LATE_PER_CENT = 30
# The pad that was highest at the ebb has to have risen by this factor, in hundredths, to be a one of what came then.
RISEN_PER_CENT = 150
_NO_EBB = 1024
_NOISE_COUNTS = 8  # by more than this and a quarter things rise
_TELLING_COUNTS = 55  # no one is weaker
_FELT_COUNTS = 45  # but on its way, when it is not wholly over its pad
# A quick hand's card is at the stop so soon after it was first felt, and until then there are so few looks that differ.
QUICK_MS = 100
QUICK_LOOKS = 8
_IN_ROW = 3
_ALL = (1 << PADS) - 1
_MOUTH_ROW = 0b111000000
_RISES, _EBBS, _UNKNOWN = 1, -1, 0


class Approach:
    """What is remembered of the way that things came; `begin` and `vanish` forget it.

    But for which pads were felt alone: the slot may seem empty when a card is pushed in slowly, or rests between rows.
    """

    def __init__(self) -> None:
        self._looks = [0] * QUICK_LOOKS  # which pads were felt, and below that, which were late
        self.forget()
        self.begin()

    def forget(self) -> None:
        """What was in the slot is out again."""
        self._alone = 0  # the pads that were felt while no other was, bit by bit

    def begin(self) -> None:
        """Something has come into the slot."""
        self._trend = _UNKNOWN
        self._floor = _NO_EBB  # the greatest fall at the ebb, and which pad had it
        self._held = 0
        self._peak = 0
        self._late = 0  # the pads that were late, bit by bit
        self._way_ms = 0
        self._looked = 0
        self._is_quick = True

    def look_first(self, falls: "list[int]", is_hand: bool) -> None:
        """Take nine falls of what has just come: in the next pass a card may have left its first row, and ebb."""
        self._peak = max(falls)
        if not is_hand and self._peak >= _FELT_COUNTS:
            self._compare(falls, self._peak, is_still=False)

    def vanish(self) -> None:
        """Nothing is felt in the slot: the lowest ebb there is."""
        self.begin()
        self._trend = _EBBS
        self._floor = 0

    def step(self, falls: "list[int]", is_still: bool, is_hand: bool, elapsed_ms: int) -> None:
        """Take nine falls, so long after those before: whether they are about those, and whether they are a hand's."""
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
        """Note which pads are late, or one that is felt alone."""
        little, much = greatest * LATE_PER_CENT // 100, greatest // 2
        most = max(3 * greatest // 4, _TELLING_COUNTS)  # a one that is wholly over its pad falls by more
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
        """Keep a look; with the last one where the same pads are felt."""
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
        """Whether the ones of `code`, which `falls` show now, can have come with one card, whose way `was_seen`."""
        if code >= _MOUTH_ROW and was_seen and not self._alone & (code << _IN_ROW | code << 2 * _IN_ROW):
            return False
        return self._has_risen(code, falls) or self._was_quick(code)

    def _has_risen(self, code: int, falls: "list[int]") -> bool:
        """Whether none of the ones was late, nor held when the others ebbed."""
        if code & self._late:
            return False
        held = self._held
        if self._trend != _RISES or not code >> held & 1:
            return True
        return falls[held] * 100 >= self._floor * RISEN_PER_CENT

    def _was_quick(self, code: int) -> bool:
        """Whether the few looks show the card's ones, and all of them, two rows short, then one, then at the stop.

        A reading is the mean of some milliseconds, so one may show the two rows that a card has left and reached. Not
        so on its way to the stop: that would be as three ones and a drop are.
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
            self._floor = 0  # what was there first may be the card on its way: it has seen no ebb
        self._trend = _RISES
        self._peak = greatest


def _shows(look: int, ones: int) -> bool:
    """Whether of what was felt all is of these ones, and whether none of them was late."""
    return not (look >> PADS & ~ones or look & _ALL & ones)
