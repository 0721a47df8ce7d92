"""How what lies in a slot came there: whether all its ones came together, as those of one card do.

A card that is pushed in lies between two rows every 19 mm, where no pad feels it. From there to where it comes to lie
its ones rise together. What rose alone, or did not ebb when the others did, is a drop or a fingertip on a single pad,
or belongs to another card. Of nine falls (how far each pad is below its empty reading, in counts) the greatest tells
whether things ebb or rise; a card that was there at once tells nothing.
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
_RISES, _EBBS, _UNKNOWN = 1, -1, 0


class Approach:
    """What is remembered of the way that things came; `begin` and `vanish` forget it."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Something has come into the slot."""
        self._trend = _UNKNOWN
        self._floor = _NO_EBB  # the greatest fall at the ebb, and which pad had it
        self._held = 0
        self._peak = 0
        self._late = 0  # the pads that were late, bit by bit

    def vanish(self) -> None:
        """Nothing is felt in the slot: the lowest ebb there is."""
        self.begin()
        self._trend = _EBBS
        self._floor = 0

    def step(self, falls: "list[int]", is_still: bool, is_hand: bool) -> None:
        """Take nine falls; whether they are about what they were before, and whether a hand lowers all pads alike."""
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
        if is_hand or greatest < _TELLING_COUNTS or self._trend == _EBBS or not (self._trend or is_still):
            return
        least = greatest * LATE_PER_CENT // 100
        for pad in range(PADS):
            if falls[pad] < least:
                self._late |= 1 << pad

    def is_of_one_card(self, code: int, falls: "list[int]") -> bool:
        """Whether the ones of `code`, which `falls` show now, can have come with one card."""
        if code & self._late:
            return False
        held = self._held
        if self._trend != _RISES or not code >> held & 1:
            return True
        return falls[held] * 100 >= self._floor * RISEN_PER_CENT

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
