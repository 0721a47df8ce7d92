"""One electrode of a virtual MPR121: from capacitance to counts, and from counts to touched or not.

Sources: MPR121 data sheet, revision 4, sections 3 (capacitance sensing, equation 4), 5.6 (thresholds), 5.7 (debounce).
"""

import math

COUNTS = 1024  # of the 10-bit converter, at the supply voltage
HEADROOM_V = 0.7  # the current source is linear up to this much below the supply (data sheet, section 5.11)


def adc_counts(capacitance_pf: float, current_ua: float, time_us: float, supply_v: float = 3.3) -> float:
    """The converter's reading, in counts, of `capacitance_pf` charged by `current_ua` for `time_us`.

    counts = I·T / (C·Vdd) · 1024 (equation 4; µA·µs/pF are volts). Above Vdd − 0.7 V the source gives less and less.
    The data sheet does not say how much less, so the model lets the reading approach 1023 exponentially.
    """
    counts = current_ua * time_us * COUNTS / (capacitance_pf * supply_v)
    linear_top = (supply_v - HEADROOM_V) / supply_v * COUNTS
    if counts <= linear_top:
        return counts
    room = COUNTS - 1 - linear_top
    return linear_top + room * (1.0 - math.exp((linear_top - counts) / room))


class Electrode:
    """Touch state and debounce of one electrode with its baseline, all in counts of the 10-bit converter."""

    __slots__ = ("_dissenting", "baseline", "touched")

    def __init__(self, baseline: int = 0) -> None:
        self.baseline = baseline
        self.touched = False
        self._dissenting = 0  # readings in a row that contradict `touched`

    def decide(self, data: int, thresholds: tuple[int, int], debounce: tuple[int, int]) -> None:
        """Process the filtered reading `data`; thresholds and debounce are pairs (touch, release).

        Touched below baseline − touch threshold, released above baseline − release threshold; a change counts
        after `debounce` further readings in a row that agree with it.
        """
        if not self._dissents(data, thresholds):
            self._dissenting = 0
            return
        self._dissenting += 1
        if self._dissenting > debounce[self.touched]:
            self.touched = not self.touched
            self._dissenting = 0

    def is_settled(self, lowest: float, highest: float, thresholds: tuple[int, int]) -> bool:
        """Whether readings from `lowest` to `highest` can never change the touch state."""
        return not (self._dissenting or self._dissents(lowest, thresholds) or self._dissents(highest, thresholds))

    def _dissents(self, data: float, thresholds: tuple[int, int]) -> bool:
        """Whether a reading contradicts the touch state."""
        return data > self.baseline - thresholds[1] if self.touched else data < self.baseline - thresholds[0]
