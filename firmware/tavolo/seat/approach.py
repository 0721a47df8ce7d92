"""How what lies in a slot came there: whether its ones came as those of one card do.

A card that is pushed in lies between two rows every 19 mm, where no pad feels it. From there to where it comes to lie
its ones rise together. What rose alone, or did not ebb when the others did, is a drop or a fingertip on a single pad,
or belongs to another card. Of nine falls (how far each pad is below its empty reading, in counts) the greatest tells
whether things ebb or rise; a card that was there at once tells nothing.

A card of which three ones lie deepest shows them over the row nearest the mouth when it is left two rows short. No
patch lies over the other rows then, and a drop there comes and goes as it likes: the four look like a card with that
whole row and one pad more. But such a card has come through the mouth, and a row or two short its single deeper one was
alone over that row. So it has to have been felt there.
"""

from tavolo.wiring import PADS

# A pad that fell by less than this of the greatest fall, in hundredths, while things rose or lay still, is late. A card
# that is bent as far as its channel lets it, and askew, keeps its weakest one above 38.
LATE_PER_CENT = 30
# The pad that was highest at the ebb has to have risen by this factor, in hundredths, to be a one of what came then.
RISEN_PER_CENT = 150
# What moved while nobody looked for longer than this may have passed a row unfelt: a card that falls in is as quick as
# 1.1 mm in a millisecond, and is over a row for some 12 mm.
LOOK_MS = 8
_NO_EBB = 1024
_NOISE_COUNTS = 8  # by more than this and a quarter things rise
_TELLING_COUNTS = 55  # no one is weaker
_FELT_COUNTS = 45  # but on its way, when it is not wholly over its pad
_IN_ROW = 3
_MOUTH_ROW = 0b111000000
_MOVED = 2  # the first look is one
_UNSEEN = -10_000
_RISES, _EBBS, _UNKNOWN = 1, -1, 0


class Approach:
    """What is remembered of the way that things came; `begin` and `vanish` forget it.

    But for which pads were felt alone: the slot may seem empty when a card is pushed in slowly, or rests between rows.
    """

    def __init__(self) -> None:
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
        self._moves = 0  # in how many looks it did not lie still

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
        self._moves = _MOVED

    def step(self, falls: "list[int]", is_still: bool, is_hand: bool, elapsed_ms: int) -> None:
        """Take nine falls, so long after those before: whether they are about those, and whether they are a hand's."""
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
        if not is_still:
            self._moves = self._moves + 1 if elapsed_ms <= LOOK_MS else _UNSEEN
        if not is_hand and greatest >= _FELT_COUNTS:
            self._compare(falls, greatest, is_still)

    def _compare(self, falls: "list[int]", greatest: int, is_still: bool) -> None:
        """Note which pads are late, or one that is felt alone."""
        little, much = greatest * LATE_PER_CENT // 100, greatest // 2
        late = felt = 0
        for pad in range(PADS):
            fall = falls[pad]
            if fall < little:
                late |= 1 << pad
            elif fall > much:
                felt |= 1 << pad
        if not felt & (felt - 1):
            self._alone |= felt
        if greatest >= _TELLING_COUNTS and (self._trend == _RISES or (is_still and self._trend == _UNKNOWN)):
            self._late |= late

    def is_of_one_card(self, code: int, falls: "list[int]") -> bool:
        """Whether the ones of `code`, which `falls` show now, can have come with one card."""
        if code & self._late:
            return False
        if code >= _MOUTH_ROW and self._moves >= _MOVED and not self._alone & (code << _IN_ROW | code << 2 * _IN_ROW):
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
