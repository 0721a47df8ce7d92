"""Follows the untouched readings of a seat's electrodes as damp and heat change them.

The chip has baseline tracking, but with it a card that lies still would become the baseline. Here a key is followed
while nobody touches it, and the slot while it is known to be empty: then all nine pads differ from their baselines by
the same, whereas a card, however it lies, lowers some pads and not others.

What stays down for a minute (a spill on a key, a slot that drifted while a card was in it or drifted fast) becomes the
baseline, or the seat would be lost for the game. People are seldom that patient; if one is, the next reading above the
baseline corrects it, because no finger and no card raises a reading.
"""

from tavolo.seat.registers import ELECTRODES
from tavolo.wiring import PADS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.seat.touch import Chip

# An untouched reading that is further below its baseline may be a finger on its way.
FOLLOW_COUNTS = 16
# The chip stores a baseline in steps of 4 counts; a smaller change than this is not worth a restart of the chip.
REWRITE_COUNTS = 6
# The pads of an empty slot agree to within this and a quarter of their distance from the baselines, because those with
# little stray capacitance drift farther. With a card in the slot, however faintly it is felt, they do not.
ALIKE_COUNTS = 8
STUCK_MS = 60_000
ABOVE_MS = 20_000  # of one pad above its baseline: long enough for noise to pass
LEAP_COUNTS = 64  # a key that rises by more must stay there as long: one bit may have flipped on the bus

_FRACTION = 4  # binary places of a baseline
_HALF = 1 << _FRACTION - 1
_FOLLOW = -FOLLOW_COUNTS << _FRACTION
_ABOVE = REWRITE_COUNTS << _FRACTION
_LEAP = LEAP_COUNTS << _FRACTION
_PADS_BITS = (1 << PADS) - 1


class Drift:
    """The baselines of a seat's twelve electrodes; `empty` are the first ones, `counts` those of now.

    The chip's own baselines, for its touch bits, may be a few counts behind. To judge a card that is too much: its
    zeros in the deepest row are compared with its others (`reading.shallowness`).
    """

    def __init__(self, empty: "list[int]") -> None:
        self._baselines = [counts << _FRACTION for counts in empty]
        self.counts = list(empty)
        self._away_ms = [0] * ELECTRODES  # negative: below
        self._least = self._greatest = 0

    def step(self, chip: "Chip", touched: int, elapsed_ms: int) -> bool:
        """Follow the chip's counts; return whether the chip was configured again, and has to settle."""
        self.follow(chip.counts, touched, elapsed_ms)
        return self.rewrite(chip.settings.baselines) and (chip.configure() or True)

    def follow(self, counts: "list[int]", touched: int, elapsed_ms: int) -> None:
        """Take twelve readings and the chip's touch bits, `elapsed_ms` after the last.

        An untouched reading moves the baseline a quarter of the way, half the way upwards. What looks touched, or
        like a finger on its way, becomes the baseline only after STUCK_MS, and a leap upwards of a key after ABOVE_MS;
        a look at which that key is at its baseline takes back half of its time. The pads move down together; if they
        differ from their baselines by different amounts, only a reading far above its own becomes the baseline, after
        ABOVE_MS.
        """
        baselines, away_ms = self._baselines, self._away_ms
        self._compare_pads(counts)
        least, greatest = self._least, self._greatest
        are_alike = greatest - least <= ALIKE_COUNTS + max(greatest, -least) // 4
        in_slot = touched & _PADS_BITS != 0
        for electrode in range(ELECTRODES):
            away = (counts[electrode] << _FRACTION) - baselines[electrode]
            if electrode >= PADS:
                is_free = not touched >> electrode & 1 and away >= _FOLLOW
            elif are_alike:
                is_free = not in_slot and least >= -FOLLOW_COUNTS
            elif away < _ABOVE:
                if not in_slot or away_ms[electrode] < 0:  # a card that covers a pad tells nothing of its baseline
                    away_ms[electrode] = 0
                continue
            if away > 0 and (away <= _LEAP if electrode >= PADS else are_alike):
                away >>= 1
            elif away <= 0 and is_free:
                away = -(-away >> 2)
            elif away > 0:
                away_ms[electrode] = max(away_ms[electrode], 0) + elapsed_ms
                if away_ms[electrode] < ABOVE_MS:
                    continue
            else:
                away_ms[electrode] = min(away_ms[electrode], 0) - elapsed_ms
                if away_ms[electrode] > -STUCK_MS:
                    continue
            baselines[electrode] += away
            self.counts[electrode] = baselines[electrode] + _HALF >> _FRACTION
            if electrode >= PADS and abs(away) < _LEAP:
                # A key that was learned while it was held is at its baseline whenever it is pressed.
                away_ms[electrode] = max(0, away_ms[electrode] - elapsed_ms // 2)
            else:
                away_ms[electrode] = 0

    def rewrite(self, written: "list[int]") -> bool:
        """Update the chip's twelve baselines in `written`; return False if the change is not worth a restart."""
        counts = self.counts
        for electrode in range(ELECTRODES):
            if not -REWRITE_COUNTS < counts[electrode] - written[electrode] < REWRITE_COUNTS:
                break
        else:
            return False
        for electrode in range(ELECTRODES):
            written[electrode] = counts[electrode]
        return True

    def _compare_pads(self, counts: "list[int]") -> None:
        """Note the least and the greatest distance of the pads above their baselines; a tuple would be garbage."""
        baselines = self.counts
        least, greatest = 1024, -1024
        for pad in range(PADS):
            away = counts[pad] - baselines[pad]
            if away < least:
                least = away
            if away > greatest:
                greatest = away
        self._least, self._greatest = least, greatest
