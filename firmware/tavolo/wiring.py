"""How the table is wired, for firmware, virtual table and building plans alike.

Pins are GP numbers of the Raspberry Pi Pico. Every number has its unit.
"""

SEATS = 8

# Two I2C buses of four MPR121 each: (SDA, SCL). A chip has four possible addresses.
BUSES = ((4, 5), (6, 7))
ADDRESSES = (0x5A, 0x5B, 0x5C, 0x5D)
I2C_HERTZ = 400_000
I2C_TIMEOUT_US = 3_000  # the longest transfer, 28 bytes, takes 0.65 ms

# Electrodes of a seat's chip: the slot's nine pads, then the three keys.
PADS = 9
KEY_LEFT, KEY_RIGHT, KEY_TAKE = 9, 10, 11

TRACK_PIN, TRACK_PIXELS = 2, 64
FIELD_PIN, FIELD_COLUMNS, FIELD_ROWS = 3, 16, 8
LAMPS_PIN, LAMPS = 8, 8

# The journal's place in the Pico's flash: the last 32 sectors of its 2 MB, outside the file system. The last of them is
# its index.
FLASH_BYTES = 0x200000
SECTOR_BYTES = 4096  # the unit of erasing
PAGE_BYTES = 256  # the unit of programming
JOURNAL_ADDRESS, JOURNAL_BYTES = 0x1E0000, 0x1F000
INDEX_ADDRESS, INDEX_BYTES = 0x1FF000, 0x1000
# The crash log lies between the file system and the journal.
CRASHES_ADDRESS, CRASHES_BYTES = 0x1DE000, 0x2000
JOURNAL, INDEX = (JOURNAL_ADDRESS, JOURNAL_BYTES), (INDEX_ADDRESS, INDEX_BYTES)
CRASHES = CRASHES_ADDRESS, CRASHES_BYTES

# What all pixels together may draw from the 5 V supply, idle current included: what the fuse of 1.25 A leaves beside
# the Pico in a warm box (`hardware.circuit.current`). Of 4142 pictures in eight whole games none needs more, and 987
# need more than 400.
CURRENT_LIMIT_MA = 700


def seat_place(seat: int) -> tuple[int, int]:
    """Return (bus, address) of the chip of a seat (0-7)."""
    return seat // len(ADDRESSES), ADDRESSES[seat % len(ADDRESSES)]


def field_pixel(column: int, row: int) -> int:
    """Return the index, on the field's strip, of the pixel in a column (0-15) and row (0-7).

    The strip has two 8x8 panels one after the other; each runs row by row from its top left.
    """
    panel, column = column // 8, column % 8
    return panel * 64 + row * 8 + column
