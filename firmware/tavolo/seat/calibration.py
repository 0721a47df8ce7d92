"""A calibration: the charge of each electrode of a seat, and its reading when nothing is there.

The charges make every electrode read 600 to 700 of 1023 counts, and then stay; the empty readings become the baselines
for cards and keys. The journal stores them; `calibrating` measures them.
"""

from binascii import crc32

from tavolo.seat import keys, reading
from tavolo.seat.registers import ELECTRODES, Settings
from tavolo.wiring import PADS

LEAST_COUNTS = 600
TARGET_COUNTS = 650
MOST_COUNTS = 700
# The possible readings of an electrode charged like that. The charging source works up to 0.7 V below the supply (data
# sheet, section 5.11); below the lower limit are a hundred picofarads or a short circuit, more than any hand.
LOWEST_COUNTS = 50
HIGHEST_COUNTS = 806

FULL_COUNTS = 1023
MOST_CHARGE_UA = 63
LONGEST_TIME = 7  # 32 us: the chip's code has three bits

# By how many thousandths of its empty reading each electrode has to fall to be touched, and to be released.
_OF_A_PAD = reading.TOUCHED_PER_MILLE, reading.RELEASED_PER_MILLE
_OF_A_KEY = keys.TOUCHED_PER_MILLE, keys.RELEASED_PER_MILLE
_THRESHOLDS = _OF_A_PAD * PADS + _OF_A_KEY * (ELECTRODES - PADS)

_BYTES = 1 + 4 * ELECTRODES  # of a stored calibration


class Calibration:
    """One seat's calibration, twelve numbers of each kind.

    `charges` in microamperes (1-63), `charge_time` the chip's code (1 is 0.5 us, each further one doubles it), `empty`
    the untouched readings in counts, `noise` the full width of their scatter in counts.
    """

    def __init__(self, charges: "list[int]", charge_time: int, empty: "list[int]", noise: "list[int]") -> None:
        self.charges = charges
        self.charge_time = charge_time
        self.empty = empty
        self.noise = noise

    def settings(self) -> Settings:
        """Return the chip's configuration, thresholds included."""
        settings, empty = Settings(), self.empty
        settings.charge_time = self.charge_time
        settings.charges = bytearray(self.charges)
        settings.baselines = list(empty)
        thresholds = [empty[each // 2] * _THRESHOLDS[each] // 1000 for each in range(2 * ELECTRODES)]
        settings.thresholds[1 : 1 + 2 * ELECTRODES] = bytes(thresholds)
        return settings

    def drifted(self, baselines: "list[int]") -> "Calibration":
        """Return the same with other untouched readings."""
        return Calibration(self.charges, self.charge_time, list(baselines), self.noise)

    def to_bytes(self) -> bytes:
        """Return it as 49 bytes, as the journal stores it."""
        content = bytes((self.charge_time,)) + bytes(self.charges) + bytes([min(noise, 255) for noise in self.noise])
        for empty in self.empty:
            content += empty.to_bytes(2, "little")
        return content


def from_bytes(content: bytes) -> "Calibration | None":
    """Return the calibration that `Calibration.to_bytes` wrote; None for any other bytes."""
    if len(content) != _BYTES:
        return None
    charges, noise, empty = (content[1 + group * ELECTRODES :] for group in range(3))
    readings = [empty[2 * place] | empty[2 * place + 1] << 8 for place in range(ELECTRODES)]
    charges = charges[:ELECTRODES]
    if not (0 < content[0] <= LONGEST_TIME and min(charges) > 0 and max(charges) <= MOST_CHARGE_UA):
        return None
    if not (min(readings) > 0 and max(readings) <= FULL_COUNTS):
        return None
    return Calibration(list(charges), content[0], readings, list(noise[:ELECTRODES]))


def nominal() -> Calibration:
    """Return a calibration by the model of the slot (12 pF an electrode), for a seat without one."""
    return Calibration([50] * ELECTRODES, 1, [647] * ELECTRODES, [0] * ELECTRODES)


def id_of(calibrations: "list[Calibration | None]") -> int:
    """Return 32 bits that identify the calibrations of a whole table: equal ones have equal ids."""
    value = 0
    for seat, calibration in enumerate(calibrations):
        if calibration is not None:
            empty = calibration.empty
            value = crc32(bytes((seat, calibration.charge_time)), value)
            for numbers in (calibration.charges, calibration.noise, [count & 0xFF for count in empty]):
                value = crc32(bytes(numbers), value)
            value = crc32(bytes([count >> 8 for count in empty]), value)
    return value
