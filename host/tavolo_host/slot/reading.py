"""How a slot's counts become ones, zeros and doubt: the charge, and the thresholds of the firmware.

The reading uses the *drop* of a pad: the share of its empty reading that it has lost. Drops hardly depend on the
charge, on the supply or on a pad's stray capacitance, so thresholds are shares of each pad's own empty reading.
Computed for the 3×3 grid, over all codes, all classes of cards, and pads with little and with much stray:

- a joined patch drops at least 23.5 % as built, and 10.5 % when the thinnest card of its class is bent up to the
  hood, lies askew, and the slot has drifted;
- an isolated patch drops at most 1.8 % as built, 3.0 % with fingers at the card's edge, and 4.8 % when fingers, a
  card pressed on the film and drift come together; bridges add to that (`hardware/cards.md`).

*One* is from 91 and *zero* up to 68 thousandths: 59 and 44 counts below an empty reading of 650. A reading with a pad
in between is never accepted. That band also keeps a hand, which lowers all pads alike, from passing through a code on
its way. Both figures are those of the firmware (`tavolo.seat.reading`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tavolo.seat.cards import ONES
from tavolo.seat.reading import ONE_PER_MILLE, ZERO_PER_MILLE
from tavolo_host.slot.geometry import measurable

ONE_FROM = ONE_PER_MILLE / 1000  # of the empty reading
ZERO_UP_TO = ZERO_PER_MILLE / 1000
COUNTS = 1024  # of the chip's 10-bit converter, at the supply voltage
HEADROOM_V = 0.7  # its current source is linear up to this much below the supply (MPR121 data sheet, section 5.11)


def adc_counts(capacitance_pf: Any, current_ua: Any, time_us: Any, supply_v: float = 3.3) -> Any:
    """The converter's reading, in counts, of `capacitance_pf` charged by `current_ua` for `time_us`, or of arrays.

    counts = I·T / (C·Vdd) · 1024 (MPR121 data sheet, revision 4, section 3, equation 4; µA·µs/pF are volts). Above
    Vdd − 0.7 V the source gives less and less. The data sheet does not say how much less, so the model lets the reading
    approach 1023 exponentially.
    """
    counts = current_ua * time_us * COUNTS / (capacitance_pf * supply_v)
    linear_top = (supply_v - HEADROOM_V) / supply_v * COUNTS
    room = COUNTS - 1 - linear_top
    return np.minimum(counts, linear_top + room * (1 - np.exp(np.minimum(0, linear_top - counts) / room)))


@dataclass(frozen=True)
class Charge:
    """How the chip charges an electrode, and the assumed noise.

    Each pad gets its own current (registers 0x5F–0x6A) such that it reads `empty_counts` when empty, in steps of 1 µA;
    the time is 0.5 µs for all. Sampling 4 times at 1 ms gives a reading each 4 ms (register 0x5D = 0x20). A noise of
    one count is an assumption: the data sheet gives none, and calibration shows the real one.
    """

    empty_counts: float = 650.0
    time_us: float = 0.5
    supply_v: float = 3.3
    noise_counts: float = measurable(1.0, "counts", 0.0, 50.0, "standard deviation of an electrode's reading")
    greatest_current_ua: int = 63

    def current_ua(self, empty_pf: Any) -> Any:
        """The current for a pad of `empty_pf`, or for several. ValueError for one with too much stray capacitance."""
        current = np.rint(self.empty_counts / self.counts(empty_pf, 1))
        if not (np.min(current) >= 1 and np.max(current) <= self.greatest_current_ua):
            raise ValueError(f"A pad of {np.max(empty_pf):.1f} pF cannot be charged to {self.empty_counts:.0f} counts.")
        return current

    def counts(self, picofarads: Any, current_ua: Any) -> Any:
        """The reading of a capacitance, without noise and not rounded."""
        return adc_counts(picofarads, current_ua, self.time_us, self.supply_v)


@dataclass(frozen=True)
class Reading:
    """The state of the nine pads: sets of pads as bits. The rest are zeros."""

    ones: int
    doubtful: int

    def code(self) -> int | None:
        """The code that is read: four ones, no doubt. None when nothing is."""
        return self.ones if not self.doubtful and self.ones.bit_count() == ONES else None


def drops(charge: Charge, empty_pf: Sequence[float], now_pf: Sequence[float]) -> list[float]:
    """For each pad the share of its empty reading that it has lost."""
    empty = np.asarray(empty_pf)
    current = charge.current_ua(empty)
    shares: list[float] = (1 - charge.counts(np.asarray(now_pf), current) / charge.counts(empty, current)).tolist()
    return shares


def step_to_a_code(drops_of_pads: Sequence[float]) -> float:
    """By how much all pads' drops would have to be off at once for the reading to be taken as some code.

    0 when it is one. That takes four ones and five zeros, so the fourth largest drop must reach `ONE_FROM` and the
    fifth must come down to `ZERO_UP_TO`.
    """
    ordered = sorted(drops_of_pads, reverse=True)
    return max(0.0, ONE_FROM - ordered[ONES - 1], ordered[ONES] - ZERO_UP_TO)


def strongest(drops_of_pads: Sequence[float]) -> int:
    """The four pads with the largest drops, as a code: the nearest to being read."""
    order = sorted(range(len(drops_of_pads)), key=lambda pad: -drops_of_pads[pad])
    return sum(1 << pad for pad in order[:ONES])


def step_to_another_code(drops_of_pads: Sequence[float], own: int) -> float:
    """The same for any code but `own`: where its four pads drop most, the weakest of them must change places."""
    if strongest(drops_of_pads) != own:
        return step_to_a_code(drops_of_pads)
    *_, weakest, rival = sorted(drops_of_pads, reverse=True)[: ONES + 1]
    return max(0.0, ONE_FROM - rival, weakest - ZERO_UP_TO)


def read(drops_of_pads: Sequence[float]) -> Reading:
    """Ones and doubtful pads from the pads' drops."""
    ones = sum(1 << pad for pad, drop in enumerate(drops_of_pads) if drop >= ONE_FROM)
    doubtful = sum(1 << pad for pad, drop in enumerate(drops_of_pads) if ZERO_UP_TO < drop < ONE_FROM)
    return Reading(ones, doubtful)
