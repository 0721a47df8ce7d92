"""What the readings of an untouched electrode tell about its wiring.

Every limit is the firmware's own, except how far an electrode may differ from similar ones on the same board: a real
slot's capacitance is unknown, so a pad is compared with the other pads, and a key with the other keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import mean, median, stdev

from tavolo.seat.calibrating import MOST_NOISE_COUNTS
from tavolo.seat.calibration import HIGHEST_COUNTS, LEAST_COUNTS, LOWEST_COUNTS, MOST_COUNTS
from tavolo.seat.keys import TOUCHED_PER_MILLE
from tavolo.seat.reading import ONE_PER_MILLE, ZERO_PER_MILLE
from tavolo.wiring import PADS
from tavolo_host.selftest.advice import Advise, pins_of
from tavolo_host.selftest.bench import Chip
from tavolo_host.slot.geometry import WIDTH_IN_DEVIATIONS

KEYS = ("◀", "▶", "✓")
SUPPLY_V = 3.3
FEWEST_READINGS = 8
# Relative to the median of similar electrodes.
LEAST_OF_LIKE = 0.6
MOST_OF_LIKE = 1.6

# By how much a card in the worst case lowers a pad's reading, in thousandths of the empty one: at least, where a patch
# is joined and the card bent up to the hood, and at most, where it is isolated. Over all classes of cards,
# computed from the slot's geometry, not measured.
JOINED_BENT_PER_MILLE = 104
ISOLATED_PER_MILLE = 54


@dataclass(frozen=True)
class Electrode:
    """An untouched electrode: its mean reading and the width of sixteen such readings, in counts.

    `margin` is in counts: of a pad, by how much the hardest case of a card is still read right by the model of the slot
    (`pad_margin`); of a key, how far its scatter is from a touch. `picofarads` is None where the reading is out of the
    chip's range. `fault` is the end of a sentence, "" when nothing is wrong.
    """

    number: int
    counts: int
    noise: int
    margin: int
    picofarads: float | None
    fault: str = ""

    @property
    def name(self) -> str:
        """Its name at the table."""
        return electrode_name(self.number)


def electrode_name(number: int) -> str:
    """Return the name of a chip's electrode at the table."""
    return f"electrode {number} (a pad)" if number < PADS else f"electrode {number} (key {KEYS[number - PADS]})"


def untouched(chips: Sequence[Chip], advise: Advise) -> list[list[Electrode]]:
    """Return the electrodes of each chip; none for one with too few readings."""
    measured = [_measured(chip) if chip.charges and len(chip.readings) >= FEWEST_READINGS else [] for chip in chips]
    pads = _usual([each for electrodes in measured for each in electrodes[:PADS]])
    keys = _usual([each for electrodes in measured for each in electrodes[PADS:]])
    return [
        [
            replace(each, fault=_fault(each, chips[seat], pads if each.number < PADS else keys, advise, pins_of(seat)))
            for each in electrodes
        ]
        for seat, electrodes in enumerate(measured)
    ]


def pad_margin(empty: int, noise: int) -> int:
    """Return by how many counts the hardest case of a card is read right, less half the noise."""
    joined = empty * JOINED_BENT_PER_MILLE // 1000 - empty * ONE_PER_MILLE // 1000
    isolated = empty * ZERO_PER_MILLE // 1000 - empty * ISOLATED_PER_MILLE // 1000
    return min(joined, isolated) - (noise + 1) // 2


def _measured(chip: Chip) -> list[Electrode]:
    found = []
    for number, column in enumerate(zip(*chip.readings, strict=True)):
        counts, noise = round(mean(column)), round(WIDTH_IN_DEVIATIONS * stdev(column))
        touch = counts * TOUCHED_PER_MILLE // 1000 - (noise + 1) // 2
        picofarads = None
        if LOWEST_COUNTS <= counts <= HIGHEST_COUNTS:
            microseconds = 0.5 * (1 << chip.charge_time - 1)
            picofarads = round(chip.charges[number] * microseconds * 1024 / (counts * SUPPLY_V), 2)
        margin = pad_margin(counts, noise) if number < PADS else touch
        found.append(Electrode(number, counts, noise, margin, picofarads))
    return found


def _usual(electrodes: Sequence[Electrode]) -> float:
    known = [each.picofarads for each in electrodes if each.picofarads is not None]
    return median(known) if known else 0.0


def _fault(each: Electrode, chip: Chip, usual_pf: float, advise: Advise, pins: Sequence[int]) -> str:
    """Return what is wrong with an electrode, the most telling fault first."""
    if each.counts > HIGHEST_COUNTS:
        hint = advise("look for a broken joint or wire.", pins)
        return f"reads {each.counts} of 1023, as if nothing were connected: {hint}"
    if each.counts < LOWEST_COUNTS:
        return f"reads {each.counts}, as if it were connected to ground: {advise('look for a solder bridge.', pins)}"
    if each.picofarads is not None and each.picofarads < LEAST_OF_LIKE * usual_pf:
        hint = advise("look for a broken joint or wire.", pins)
        return f"has {each.picofarads:.1f} pF where similar ones have {usual_pf:.1f}: {hint}"
    if each.picofarads is not None and each.picofarads > MOST_OF_LIKE * usual_pf:
        hint = advise("is it joined to a neighbour?", pins)
        return f"has {each.picofarads:.1f} pF where similar ones have {usual_pf:.1f}: {hint}"
    if chip.status >> each.number & 1:
        hint = advise("is something on it, or behind it?", pins)
        return f"is felt all the time although nobody touches it: {hint}"
    if chip.is_calibrated and not LEAST_COUNTS <= each.counts <= MOST_COUNTS:
        return f"reads {each.counts}, not {LEAST_COUNTS} to {MOST_COUNTS}: it has changed since it was calibrated."
    if each.noise > MOST_NOISE_COUNTS:
        hint = advise("look for a loose joint or a long wire.", pins)
        return f"scatters by {each.noise} counts, more than {MOST_NOISE_COUNTS}: {hint}"
    return ""
