"""What a seat's electrodes read untouched, followed as damp and heat change it.

The chip could do this itself, but then a card that lies still would become the baseline. Here a key is
followed while nobody touches it, and the slot while it is known to be empty. That is when all nine pads
differ from their baselines by the same: a card, however it lies, lowers some pads and not others.

What is down without end (a spill on a key, a slot that drifted while a card was in it or did so at once) becomes the
baseline after a minute, lest the seat be lost for the game. A person is seldom that patient; for one who is, the next
reading above the baseline corrects it, because no finger and no card raises a reading.
"""

from tavolo.seat.registers import ELECTRODES
from tavolo.wiring import PADS

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.seat.touch import Chip

# An untouched reading that is lower than this below its baseline may be a finger on its way.
FOLLOW_COUNTS = 16
# The chip knows a baseline to 4 counts; a smaller change than this is not worth a restart of the chip.
REWRITE_COUNTS = 6
# The pads of an empty slot agree to within this and a quarter of how far they are away, because those with
# little stray capacitance drift farther. With a card in the slot, however faint it is felt, they do not.
ALIKE_COUNTS = 8
STUCK_MS = 60_000
ABOVE_MS = 20_000  # of one pad above its baseline: no patience is needed, but noise has to pass
LEAP_COUNTS = 64  # a key that rises by more has to go on for as long: a single bit may have fallen over on the bus

_FRACTION = 4  # bits after the point of a baseline
_HALF = 1 << _FRACTION - 1
_FOLLOW = -FOLLOW_COUNTS << _FRACTION
_ABOVE = REWRITE_COUNTS << _FRACTION
_LEAP = LEAP_COUNTS << _FRACTION
_PADS_BITS = (1 << PADS) - 1


class Drift:
    """The baselines of a seat's twelve electrodes, in counts, which begin as the readings `empty`."""

    def __init__(self, empty: "list[int]") -> None:
        self._baselines = [counts << _FRACTION for counts in empty]
        self._away_ms = [0] * ELECTRODES
        self._least = self._greatest = 0

    def step(self, chip: "Chip", touched: int, elapsed_ms: int) -> bool:
        """Follow the chip's counts; return whether it was told of it, and has to settle."""
        self.follow(chip.counts, touched, elapsed_ms)
        return self.rewrite(chip.settings.baselines) and (chip.configure() or True)

    def follow(self, counts: "list[int]", touched: int, elapsed_ms: int) -> None:
        """Take twelve readings and the chip's touch bits, `elapsed_ms` after the last.

        An untouched reading draws the baseline a quarter of the way, half the way upwards. What looks touched, or
        like a finger on its way, becomes the baseline only after STUCK_MS, and a leap upwards after ABOVE_MS. The pads
        go down together; if they differ from their baselines by this and that, only what is far above its own becomes
        that, after ABOVE_MS.
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
                away_ms[electrode] = 0
                continue
            if away > 0 and (away <= _LEAP if electrode >= PADS else are_alike):
                away >>= 1
            elif away <= 0 and is_free:
                away = -(-away >> 2)
            else:
                away_ms[electrode] += elapsed_ms
                if away_ms[electrode] < (ABOVE_MS if away > 0 else STUCK_MS):
                    continue
            baselines[electrode] += away
            away_ms[electrode] = 0

    def rewrite(self, written: "list[int]") -> bool:
        """Bring the twelve baselines that the chip has been told up to date; False when that is not worth it."""
        baselines = self._baselines
        for electrode in range(ELECTRODES):
            if not -REWRITE_COUNTS < (baselines[electrode] + _HALF >> _FRACTION) - written[electrode] < REWRITE_COUNTS:
                break
        else:
            return False
        for electrode in range(ELECTRODES):
            written[electrode] = baselines[electrode] + _HALF >> _FRACTION
        return True

    def _compare_pads(self, counts: "list[int]") -> None:
        """Note how far the pads are above their baselines, at least and at most: no tuple, which would be litter."""
        baselines = self._baselines
        least, greatest = 1024, -1024
        for pad in range(PADS):
            away = counts[pad] - (baselines[pad] + _HALF >> _FRACTION)
            if away < least:
                least = away
            if away > greatest:
                greatest = away
        self._least, self._greatest = least, greatest
