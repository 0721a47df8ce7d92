"""One electrode of a virtual MPR121: from capacitance to counts, from counts to touched or not, and the baseline.

Sources: MPR121 data sheet, revision 4, sections 3 (capacitance sensing, equation 4), 5.5 (baseline filter),
5.6 (thresholds), 5.7 (debounce); application note AN3891 for the baseline filter.
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
    """Touch state, debounce and baseline of one electrode; all figures are counts of the 10-bit converter."""

    __slots__ = ("_beyond", "_dissenting", "_waited", "baseline", "touched")

    def __init__(self) -> None:
        self.baseline = 0
        self.touched = False
        self._dissenting = 0  # readings in a row that contradict `touched`
        self._beyond = 0  # readings in a row farther from the baseline than the filter lets pass
        self._waited = 0  # readings since the baseline filter last ran

    def restart(self) -> None:
        """Forget touch and filter history, as at the change from stop to run mode; the baseline stays."""
        self.touched = False
        self._dissenting = self._beyond = self._waited = 0

    def decide(self, data: int, thresholds: tuple[int, int], debounce: tuple[int, int]) -> None:
        """Process the filtered reading `data`; thresholds and debounce are pairs (touch, release).

        Touched below baseline − touch threshold, released above baseline − release threshold; a change counts
        after `debounce` further readings in a row that agree with it.
        """
        if self.touched:
            dissents = data > self.baseline - thresholds[1]
        else:
            dissents = data < self.baseline - thresholds[0]
        if not dissents:
            self._dissenting = 0
            return
        self._dissenting += 1
        if self._dissenting > debounce[self.touched]:
            self.touched = not self.touched
            self._dissenting = 0

    def is_settled(self, lowest: float, highest: float, thresholds: tuple[int, int]) -> bool:
        """Whether readings from `lowest` to `highest` can never change the touch state."""
        if self._dissenting:
            return False
        if self.touched:
            return highest <= self.baseline - thresholds[1]
        return lowest >= self.baseline - thresholds[0]

    def track(self, data: int, filters: bytes) -> None:
        """Let the baseline follow `data`. `filters` are registers 0x2B–0x35: MHD, NHD, NCL, FDL rising; the same
        falling; NHD, NCL, FDL touched.

        Every FDL + 1 readings: a difference of up to twice MHD (it is a *half* delta) passes straight through; after
        more than NCL larger ones in a row the baseline moves by NHD towards the data. Simplified from AN3891, which
        averages over FDL readings first. A touch has no MHD, and NHD = 0 freezes the baseline.
        """
        difference = data - self.baseline
        if self.touched:
            greatest, step, count_limit, delay = 0, filters[8], filters[9], filters[10]
        else:
            greatest, step, count_limit, delay = filters[0:4] if difference > 0 else filters[4:8]
        self._waited += 1
        if self._waited <= delay:
            return
        self._waited = 0
        if abs(difference) <= 2 * greatest:
            self.baseline = data
            self._beyond = 0
            return
        self._beyond += 1
        if self._beyond > count_limit:
            self._beyond = 0
            self.baseline += max(-step, min(step, difference))
