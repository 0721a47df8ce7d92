"""The registers of the MPR121 touch chip, what is written to them, and what is read of them that can be.

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
MARK = 0x73  # how pins work that are no electrodes; all are: it takes writes while the chip runs, and does nothing
_AUTOMATIC = 0x7B
_RESET = 0x80

STOP = bytes((_CONFIGURATION, 0))
# Baseline tracking off, no proximity electrode, electrodes 0 to 11.
_START = 0b01_00_1100
MARKS = (0x55, 0xAA)  # all bits differ
SOFT_RESET = bytes((_RESET, 0x63))
SAMPLING_AFTER_RESET = 0x24
# In the touch status: bits without a meaning and that of the proximity electrode, which is off; and with the
# bit that says that an over-current stopped the chip.
NEVER_SET = 0x7000
NOT_A_TOUCH = 0xF000

# A touch counts at once (a key should light up within 20 ms), a release after three samples.
DEBOUNCE = 2 << 4
FILTER = 0x10  # first filter 6 samples; the charge in the low bits is not used, each electrode has its own


class Settings:
    """What a chip is told: for each of the 12 electrodes charge, empty reading and thresholds.

    `charges` are microamperes (1-63), `charge_time` is the chip's code for all electrodes (1 is 0.5 us, each
    further one doubles it), `baselines` are counts (0-1023). `thresholds` is what is written from that register on:
    behind its number, for each electrode, by how many counts below the baseline (0-255) it is touched and released.
    `lowest` and `highest` are the counts between which a reading can be: those of the converter, until a calibration
    knows more.
    """

    def __init__(self) -> None:
        self.charges = bytearray(ELECTRODES)
        self.charge_time = 1
        self.baselines = [0] * ELECTRODES
        # Behind them those of the proximity electrode, how to sample, and the start.
        self.thresholds = bytearray((_THRESHOLDS,)) + bytes(2 * ELECTRODES) + bytes((0, 0, DEBOUNCE, FILTER, 0, _START))
        self.lowest, self.highest = 1, 1023

    def limit(self, lowest: int, highest: int) -> None:
        """Believe no reading beyond these counts."""
        self.lowest, self.highest = lowest, highest

    def time_byte(self) -> int:
        """The charge time as its register has it, with the second filter at 4 samples, 1 ms apart (zeros)."""
        return self.charge_time << 5


def baselines_block(settings: Settings) -> bytearray:
    """Baselines as the chip keeps them, without their lowest two bits: rounded, lest thresholds lie low."""
    block = bytearray((_BASELINES,))
    for baseline in settings.baselines:
        block.append(min((baseline + 2) >> 2, 255))
    return block


def charges_block(settings: Settings) -> bytearray:
    """Charges of 12 electrodes and the proximity electrode, charge times (0 means the common one), and a mark."""
    block = bytearray((_CHARGES,))
    block.extend(settings.charges)
    block.extend(bytes(8))
    block.append(MARKS[0])
    return block


_TIME_AT = SAMPLING + 2 - _THRESHOLDS + 1  # in the thresholds
_AUTOMATIC_OFF = bytearray((_AUTOMATIC, 0, 0))


def blocks_of(settings: Settings) -> "list[bytearray]":
    """All that is written to a chip that stands still: each time a register, and what goes there and behind it.

    The last of them starts it. Their places are `AUTOMATIC` and what follows.
    """
    settings.thresholds[_TIME_AT] = settings.time_byte()
    return [_AUTOMATIC_OFF, baselines_block(settings), charges_block(settings), settings.thresholds]


AUTOMATIC, BASELINES, CHARGES, THRESHOLDS = range(4)
# From where in the block of charges, and in that of thresholds, four bytes hold the mark, and how to sample.
AT_MARK = MARK - 3 - _CHARGES + 1
AT_SAMPLING = SAMPLING - _THRESHOLDS + 1


ptr8 = memoryview  # viper has a type of its own by this name


@micropython.viper
def counts_of(block, counts, lowest: int, highest: int) -> bool:  # type: ignore[no-untyped-def]
    """Take the twelve counts from touch status and all that is behind it; False when they cannot be.

    That is one that is too low or too high, or all the same, which no twelve electrodes read.
    """
    data = ptr8(block)
    at = 4
    first = data[4] | data[5] << 8
    others = 0
    for electrode in range(int(ELECTRODES)):  # a number to viper, not an object
        count = data[at] | data[at + 1] << 8
        if count < lowest or count > highest:
            return False
        if count != first:
            others += 1
        counts[electrode] = count
        at += 2
    return others > 0
