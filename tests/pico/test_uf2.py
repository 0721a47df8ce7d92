"""The one file that makes a new Pico the table's: its blocks, and a chip that has nothing but these."""

import struct
from pathlib import Path

import pytest

from tavolo import wiring
from tavolo.link.hello import PROTOCOL
from tavolo_host.simulator.pico_parts import ERASE, firmware_image
from tests.pico.pico_evening import PicoEvening, hurry

UF2 = Path("build/tavolo.uf2")
FILES_AT = 0xA_0000  # where the files begin
# The format's description, "Overall block structure".
BLOCK, DATA = 512, 256
BEGIN, BEGIN_TOO, END = 0x0A32_4655, 0x9E5D_5157, 0x0AB1_6F30
FAMILY_IS_NAMED, RP2040 = 0x2000, 0xE48B_FF56
WAKING_MS = 2000  # and making the files
ACTIONS = 6


def blocks() -> list[bytes]:
    content = UF2.read_bytes()
    assert len(content) % BLOCK == 0
    return [content[at : at + BLOCK] for at in range(0, len(content), BLOCK)]


def test_every_block_is_one_for_this_chip_and_they_are_numbered() -> None:
    whole = blocks()
    assert len(whole) > 1000
    for number, block in enumerate(whole):
        head = struct.unpack_from("<8I", block)
        assert head[:3] == (BEGIN, BEGIN_TOO, FAMILY_IS_NAMED)
        assert head[4:] == (DATA, number, len(whole), RP2040)
        assert block[32 + DATA : BLOCK - 4].strip(b"\0") == b""
        assert struct.unpack_from("<I", block, BLOCK - 4) == (END,)


def test_the_emulator_reads_the_same_from_it_as_from_the_image_that_it_was_made_of() -> None:
    flash = bytearray()
    for address, data in firmware_image(UF2):
        assert address == len(flash)
        flash += data
    image = Path("build/micropython/firmware.bin").read_bytes()
    assert flash[: len(image)] == image
    assert len(flash) - len(image) < DATA
    assert len(flash) <= FILES_AT < wiring.CRASHES_ADDRESS


def test_a_file_for_another_chip_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.uf2"
    block = bytearray(blocks()[0])
    struct.pack_into("<I", block, 12, 0x0800_0000)  # where other chips have their flash
    other.write_bytes(block)
    with pytest.raises(ValueError, match=r"other\.uf2 is not a UF2 for a Raspberry Pi Pico"):
        list(firmware_image(other))


def assert_the_files_end_where_the_journal_begins(flash: bytes) -> None:
    """The first block of littlefs has the number of its blocks, behind its name."""
    at = flash.index(b"littlefs", FILES_AT)
    version, block_bytes, block_count = struct.unpack_from("<3I", flash, at + len(b"littlefs") + 4)
    assert version >> 16 == 2
    assert block_bytes == wiring.SECTOR_BYTES
    assert FILES_AT + block_count * block_bytes == wiring.CRASHES_ADDRESS


@pytest.mark.short
def test_an_erased_chip_makes_its_files_says_hello_and_plays_with_equal_digests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hurry(monkeypatch)
    with PicoEvening(seed=8, firmware=UF2, waking_ms=WAKING_MS) as evening:
        operations = evening.table.pico.operations
        assert operations[0].kind == ERASE
        assert min(each.address for each in operations) >= FILES_AT  # nothing from the file
        assert_the_files_end_where_the_journal_begins(evening.table.pico.read_flash())
        assert evening.companion.connected
        assert (evening.companion.port.board["protocol"], evening.companion.port.board["seats"]) == (PROTOCOL, "ff")
        evening.start(3)
        evening.play_actions(ACTIONS)
        assert evening.mirror.in_step is True
        assert evening.virtual_players.record.actions[1:] == evening.mirror.actions[1:]
        record = evening.virtual_players.record
        assert record.game.digest(record.position) == evening.mirror.record.digest()
