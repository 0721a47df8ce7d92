"""Converts between the bytes of a Pico's flash and UF2, the format of its BOOTSEL drive.

`python uf2.py OUT.uf2 INTERPRETER.bin [FILES.img | ROM.romfs]` puts an interpreter at the start of the flash, and a
file system or ROMFS image in its place; `python uf2.py OUT.bin IN` converts a .uf2, or copies a .bin.
"""

import struct
import sys
from pathlib import Path

from tavolo import wiring

FLASH = 0x1000_0000  # the flash's address
FILES_AT = 0xA_0000  # offset of the file system, in every MicroPython for the Raspberry Pi Pico
ROM_BYTES = 0x4_0000  # of ROMFS, which ends there; our interpreter runs the firmware from it
ROM_AT = FILES_AT - ROM_BYTES
PLACES = {".bin": 0, ".romfs": ROM_AT, ".img": FILES_AT}
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


def flash_of(uf2: bytes) -> bytes:
    """Return the flash's content from its start to a UF2's last byte; ValueError if the UF2 is not for a Pico."""
    flash = bytearray()
    for at in range(0, len(uf2), BLOCK):
        block = uf2[at : at + BLOCK]
        if len(block) < BLOCK or HEAD.unpack_from(block)[:2] != MAGIC:
            raise ValueError("This is not a UF2 file.")
        _, _, flags, address, size, _, _, family = HEAD.unpack_from(block)
        if not flags & FAMILY_IS_NAMED or family != FAMILY or address < FLASH:
            raise ValueError("This UF2 file is for another chip than the Pico's RP2040.")
        end = address - FLASH + size
        flash.extend(b"\xff" * (end - len(flash)))
        flash[end - size : end] = block[HEAD.size : HEAD.size + size]
    return bytes(flash)


def main(out: Path, inputs: list[Path]) -> None:
    """Convert files as described above."""
    contents = [file.read_bytes() for file in inputs]
    if out.suffix == ".uf2":
        places = [PLACES[file.suffix] for file in inputs]
        out.write_bytes(uf2_of(list(zip(places, contents, strict=True))))
    else:
        out.write_bytes(contents[0] if inputs[0].suffix == ".bin" else flash_of(contents[0]))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
    except (OSError, ValueError) as error:
        sys.exit(str(error))
