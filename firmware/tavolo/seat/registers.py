"""The registers of the MPR121 touch chip and what is written to them. Source: its data sheet, revision 4."""

ELECTRODES = 12

STATUS = 0x00  # touch status, two bytes; out-of-range, two; filtered data of the electrodes, two each
_BASELINES = 0x1E
_THRESHOLDS = 0x41
SAMPLING = 0x5B  # debounce, charge and filter 1, charge time and filter 2, electrode configuration
_CONFIGURATION = 0x5E  # electrode configuration: 0 is stop mode
_CHARGES = 0x5F
_AUTOMATIC = 0x7B
_RESET = 0x80

STOP = bytes((_CONFIGURATION, 0))
# Baseline tracking off, no proximity electrode, electrodes 0 to 11.
START = bytes((_CONFIGURATION, 0b01_00_1100))
SOFT_RESET = bytes((_RESET, 0x63))
AUTOMATIC_OFF = bytes((_AUTOMATIC, 0, 0))
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
    further one doubles it), `baselines` are counts (0-1023), `touched` and `released` are counts below the
    baseline (0-255).
    """

    def __init__(self) -> None:
        self.charges = bytearray(ELECTRODES)
        self.charge_time = 1
        self.baselines = [0] * ELECTRODES
        self.touched = bytearray(ELECTRODES)
        self.released = bytearray(ELECTRODES)

    def time_byte(self) -> int:
        """The charge time as its register has it, with the second filter at 4 samples, 1 ms apart (zeros)."""
        return self.charge_time << 5


def baselines_block(settings: Settings) -> bytearray:
    """Baselines as the chip keeps them, without their lowest two bits: rounded, lest thresholds lie low."""
    block = bytearray((_BASELINES,))
    for baseline in settings.baselines:
        block.append(min((baseline + 2) >> 2, 255))
    return block


def thresholds_block(settings: Settings) -> bytearray:
    """Thresholds of 12 electrodes and of the unused proximity electrode, and how to sample."""
    block = bytearray((_THRESHOLDS,))
    for electrode in range(ELECTRODES):
        block.append(settings.touched[electrode])
        block.append(settings.released[electrode])
    for byte in (0, 0, DEBOUNCE, FILTER, settings.time_byte()):
        block.append(byte)
    return block


def charges_block(settings: Settings) -> bytearray:
    """Charges of 12 electrodes and the proximity electrode, then charge times: 0 means the common one."""
    block = bytearray((_CHARGES,))
    block.extend(settings.charges)
    block.extend(bytes(8))
    return block
