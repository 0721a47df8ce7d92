"""The registers of the MPR121 touch chip: their addresses, what is written to them, and which readings are plausible.

Source: its data sheet, revision 4.
"""

import micropython

ELECTRODES = 12

STATUS = 0x00  # touch status, two bytes; out-of-range, two; filtered data of the electrodes, two each
DATA = 0x04
_BASELINES = 0x1E
_THRESHOLDS = 0x41
SAMPLING = 0x5B  # debounce, charge and filter 1, charge time and filter 2, electrode configuration
_CONFIGURATION = 0x5E  # electrode configuration: 0 is stop mode
_CHARGES = 0x5F
MARK = 0x73  # controls pins that are no electrodes; here all are, so it is writable while the chip runs, without effect
_AUTOMATIC = 0x7B
_RESET = 0x80

STOP = bytes((_CONFIGURATION, 0))
# Baseline tracking off, no proximity electrode, electrodes 0 to 11.
_START = 0b01_00_1100
MARKS = bytes((0x55, 0xAA))  # they differ in every bit
SOFT_RESET = bytes((_RESET, 0x63))
SAMPLING_AFTER_RESET = 0x24
# In the touch status: bits without a meaning and the proximity electrode's, which is off; and besides these the bit
# that says that an over-current stopped the chip.
NEVER_SET = 0x7000
NOT_A_TOUCH = 0xF000

# A touch counts at once (a key should light up within 20 ms), a release after three samples.
DEBOUNCE = 2 << 4
FILTER = 0x10  # first filter 6 samples; the charge in the low bits is not used, each electrode has its own


class Settings:
    """The chip's configuration: charge, baseline and thresholds of each of the 12 electrodes.

    `charges` are microamperes (1-63), `charge_time` is the chip's code for all electrodes (1 is 0.5 us, each
    further one doubles it), `baselines` are counts (0-1023). `thresholds` is the block that is written: the number of
    its first register, then for each electrode how many counts below the baseline (0-255) it is touched and released.
    A plausible reading is from `lowest` to `highest` counts: the converter's range, until a calibration narrows it.
    """

    def __init__(self) -> None:
        self.charges = bytearray(ELECTRODES)
        self.charge_time = 1
        self.baselines = [0] * ELECTRODES
        # Then the proximity electrode's thresholds, the sampling, and the start.
        self.thresholds = bytearray((_THRESHOLDS,)) + bytes(2 * ELECTRODES) + bytes((0, 0, DEBOUNCE, FILTER, 0, _START))
        self.lowest, self.highest = 1, 1023

    def limit(self, lowest: int, highest: int) -> None:
        """Reject readings outside these counts."""
        self.lowest, self.highest = lowest, highest


_TIME_AT = SAMPLING + 2 - _THRESHOLDS + 1  # in the block of thresholds
_AUTOMATIC_OFF = bytearray((_AUTOMATIC, 0, 0))


def blocks_of(settings: Settings) -> "list[bytearray]":
    """Return all blocks that are written to a stopped chip: the number of the first register, then the values.

    The last one starts the chip. AUTOMATIC, BASELINES, CHARGES and THRESHOLDS are their indices.
    """
    # The chip stores baselines without the lowest two bits; they are rounded, or thresholds would be low.
    baselines = bytearray((_BASELINES,)) + bytes([min((each + 2) >> 2, 255) for each in settings.baselines])
    # Behind the charges that of the proximity electrode, charge times (0: the common one), and a mark.
    charges = bytearray((_CHARGES,)) + settings.charges + bytes(8) + MARKS[:1]
    settings.thresholds[_TIME_AT] = settings.charge_time << 5  # with the second filter at 4 samples, 1 ms apart (zeros)
    return [_AUTOMATIC_OFF, baselines, charges, settings.thresholds]


AUTOMATIC, BASELINES, CHARGES, THRESHOLDS = range(4)
# Where the block of charges has four bytes with the mark, and that of thresholds four with the sampling.
AT_MARK = MARK - 3 - _CHARGES + 1
AT_SAMPLING = SAMPLING - _THRESHOLDS + 1


ptr8 = memoryview  # on the board viper's own type


@micropython.viper
def counts_of(block, counts, lowest: int, highest: int) -> bool:  # type: ignore[no-untyped-def]
    """Take the twelve counts from a block of touch status and what follows it; return False if they are not plausible.

    Not plausible is one that is too low or too high, or if all are equal: no twelve electrodes read the same.
    """
    data = ptr8(block)
    at = 4
    first = data[4] | data[5] << 8
    others = 0
    for electrode in range(int(ELECTRODES)):  # int(): viper's own type, not an object
        count = data[at] | data[at + 1] << 8
        if count < lowest or count > highest:
            return False
        if count != first:
            others += 1
        counts[electrode] = count
        at += 2
    return others > 0
