"""Makes a UF2, the format of a Pico's BOOTSEL drive: `python uf2.py OUT.uf2 INTERPRETER.bin [ROM.romfs]`.

The interpreter is at the start of the flash, and a ROMFS image in its place.
"""

import struct
import sys
from pathlib import Path

from tavolo import wiring

FLASH = 0x1000_0000  # the flash's address
FILES_AT = 0xA_0000  # offset of the file system, in every MicroPython for the Raspberry Pi Pico
ROM_BYTES = 0x4_0000  # of ROMFS, which ends there; our interpreter runs the firmware from it
ROM_AT = FILES_AT - ROM_BYTES
PLACES = {".bin": 0, ".romfs": ROM_AT}
FAMILY = 0xE48B_FF56  # RP2040
# A block has 512 bytes (UF2 specification, "Overall block structure"): 32 of head, 476 for data, and the end marker.
HEAD = struct.Struct("<8I")
BLOCK, DATA = 512, 256
MAGIC, END_MAGIC = (0x0A32_4655, 0x9E5D_5157), 0x0AB1_6F30
FAMILY_IS_NAMED = 0x2000


def uf2_of(parts: list[tuple[int, bytes]]) -> bytes:
    """Return the UF2 that puts each part's bytes at its address in flash (a multiple of 4096).

    Sectors that would only be erased are left out: they keep their content.
    """
    pages: list[tuple[int, bytes]] = []
    for address, data in parts:
        for at in range(0, len(data), wiring.SECTOR_BYTES):
            sector = data[at : at + wiring.SECTOR_BYTES]
            if sector.strip(b"\xff"):
                pages += [(address + at + page, sector[page : page + DATA]) for page in range(0, len(sector), DATA)]
    blocks = []
    for number, (address, page) in enumerate(pages):
        head = HEAD.pack(*MAGIC, FAMILY_IS_NAMED, FLASH + address, DATA, number, len(pages), FAMILY)
        blocks.append(head + page.ljust(BLOCK - HEAD.size - 4, b"\0") + struct.pack("<I", END_MAGIC))
    return b"".join(blocks)


def main(out: Path, inputs: list[Path]) -> None:
    """Make the UF2 as described above."""
    out.write_bytes(uf2_of([(PLACES[file.suffix], file.read_bytes()) for file in inputs]))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
    except OSError as error:
        sys.exit(str(error))
