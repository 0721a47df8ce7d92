"""What a seat's electrodes read untouched, followed as damp and heat change it.

The chip could do this itself, but then a card that lies still would become the baseline. Here a key is
followed while nobody touches it, and the slot while it is known to be empty. That is when all nine pads
differ from their baselines by the same: a card, however it lies, lowers some pads and not others.

What is down without end (a spill on a key, a slot that drifted while a card was in it) becomes the baseline
after a minute, lest the seat be lost for the game. A person is seldom that patient; for one who is, the next
reading above the baseline corrects it, because no finger and no card raises a reading.
"""

from tavolo.registers import ELECTRODES
from tavolo.slot import PADS

# An untouched reading that is lower than this below its baseline may be a finger on its way.
FOLLOW_COUNTS = 16
# The chip knows a baseline to 4 counts; a smaller change than this is not worth a restart of the chip.
REWRITE_COUNTS = 6
# The pads of an empty slot agree to within this and a quarter of how far they are away, because those with
# little stray capacitance drift farther. With a card in the slot, however faint it is felt, they do not.
ALIKE_COUNTS = 8
STUCK_MS = 60_000

_FRACTION = 4  # bits after the point of a baseline
_PADS_BITS = (1 << PADS) - 1


class Baseline:
    """What one electrode reads untouched, in counts."""

    def __init__(self, counts: int) -> None:
        self._value = counts << _FRACTION
        self._away_ms = 0

    def counts(self) -> int:
        """The baseline, rounded."""
        return self._value + (1 << (_FRACTION - 1)) >> _FRACTION

    def follow(self, count: int, touched: bool, elapsed_ms: int) -> None:
        """Take a reading, `elapsed_ms` after the last.

        An untouched one draws the baseline a quarter of the way, half the way upwards. What looks touched, or
        like a finger on its way, becomes the baseline only after STUCK_MS.
        """
        away = (count << _FRACTION) - self._value
        if away > 0:
            self._value += away >> 1
        elif not touched and away >= -(FOLLOW_COUNTS << _FRACTION):
            self._value -= (-away) >> 2
        else:
            self._away_ms += elapsed_ms
            if self._away_ms < STUCK_MS:
                return
            self._value += away
        self._away_ms = 0

    def stay(self) -> None:
        """Take a reading that says nothing about the baseline."""
        self._away_ms = 0


class Drift:
    """The baselines of a seat's twelve electrodes, which begin as the readings `empty`."""

    def __init__(self, empty: "list[int]") -> None:
        self._baselines = [Baseline(counts) for counts in empty]

    def follow(self, counts: "list[int]", touched: int, elapsed_ms: int) -> None:
        """Take twelve readings and the chip's touch bits, `elapsed_ms` after the last."""
        is_empty = self._pads_are_alike(counts)
        in_slot = touched & _PADS_BITS != 0
        for pad in range(PADS):
            if is_empty:
                self._baselines[pad].follow(counts[pad], in_slot, elapsed_ms)
            else:
                self._baselines[pad].stay()
        for key in range(PADS, ELECTRODES):
            self._baselines[key].follow(counts[key], touched >> key & 1 != 0, elapsed_ms)

    def rewrite(self, written: "list[int]") -> bool:
        """Bring the twelve baselines that the chip has been told up to date; False when that is not worth it."""
        away = 0
        for electrode, baseline in enumerate(self._baselines):
            away = max(away, abs(baseline.counts() - written[electrode]))
        if away < REWRITE_COUNTS:
            return False
        for electrode, baseline in enumerate(self._baselines):
            written[electrode] = baseline.counts()
        return True

    def _pads_are_alike(self, counts: "list[int]") -> bool:
        least, greatest = 1024, -1024
        for pad in range(PADS):
            away = counts[pad] - self._baselines[pad].counts()
            least, greatest = min(least, away), max(greatest, away)
        return greatest - least <= ALIKE_COUNTS + max(greatest, -least) // 4
