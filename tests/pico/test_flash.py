"""`make flash`: mpremote brings the firmware into the emulated board's ROMFS, over the emulated cable."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from mpremote.romfs import VfsRomWriter

from tavolo import wiring
from tavolo_host.board.port import Port
from tavolo_host.board.rescue import RescueClient
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.pico import EmulatedPico
from tests.pico.emulated_line import EmulatedLine, within_reach_of_mpremote
from tests.pico.pico_evening import FIRMWARE, PicoEvening

BUILT = Path("build/firmware")
WITH_ROM = Path("build/micropython.uf2")
ANOTHER = "0badcafe"  # in place of the firmware's digest
MOST_S = 15  # from the command at the table until the board restarts
AT_THE_PROMPT_MS = 500
WAKING_MS = 1500


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The programs that make an image, and write it onto a board."""
    monkeypatch.syspath_prepend("hardware/micropython")
    return SimpleNamespace(**{name: import_module(name) for name in ("files", "flash", "uf2")})


def changed_firmware(files, folder: Path) -> Path:  # type: ignore[no-untyped-def]
    """Return the firmware with another digest in it, as `make firmware` leaves it."""
    (folder / "source").mkdir()
    (folder / "source" / "build_digests.py").write_text(f'FIRMWARE = "{ANOTHER}"\nRULES = "{ANOTHER}"\n')
    shutil.copytree(BUILT / "rom", folder / "rom")
    for path, content in files.compiled(folder / "source", ["build_digests.py"]).items():
        (folder / "rom" / path).write_bytes(content)
    (folder / "rom.romfs").write_bytes(files.rom_of(folder / "rom"))
    return folder


@contextmanager
def within_reach(
    tools: SimpleNamespace, evening: PicoEvening, at_the_prompt: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Let `flash.py` find this evening's board, before and after the board's program ends, and by mpremote.

    `at_the_prompt` is called in between: from then on the firmware erases nothing ahead.
    """
    pico = evening.table.pico

    def pass_time() -> float:
        pico.advance_ms(TICK_MS)
        return TICK_MS

    def to_the_prompt(_: str) -> None:
        RescueClient(Port("cable", opener=evening.table.open_port, first_session=77), pass_time).go_to_the_prompt()
        pico.advance_ms(AT_THE_PROMPT_MS)
        at_the_prompt()

    with pytest.MonkeyPatch.context() as patch, within_reach_of_mpremote(pico):
        patch.setattr(tools.flash, "to_the_prompt", to_the_prompt)
        yield


def prompt_of(evening: PicoEvening) -> str:
    """Return what the board prints at power-on and when asked what it has mounted."""
    pico = evening.table.pico
    pico.cut_power()
    pico.power_on()
    pico.advance_ms(WAKING_MS)
    line = EmulatedLine(pico)
    line.write(b"\x04")  # restarts MicroPython, which repeats its greeting
    pico.advance_ms(AT_THE_PROMPT_MS)
    line.write(b"import os; print(os.listdir('/'))\r")
    pico.advance_ms(AT_THE_PROMPT_MS)
    output = line.read(line.inWaiting()).decode(errors="replace")
    line.close()
    return output


def test_the_interpreter_has_the_names_of_all_modules_among_its_own(tools: SimpleNamespace) -> None:
    interpreter = Path("build/micropython/interpreter.bin").read_bytes()
    modules = [file.read_bytes() for file in (BUILT / "rom").rglob("*.mpy")]
    names = {name for module in modules for name in tools.files.names_in(module) if name.isidentifier()}
    assert {"Referee", "read_status", "board_of_the_lobby"} & names == {"Referee", "read_status"}
    assert [name for name in sorted(names) if name.encode() + b"\0" not in interpreter] == []


def test_a_changed_file_is_on_the_board_in_seconds_and_runs_from_there(tools: SimpleNamespace, tmp_path: Path) -> None:
    folder = changed_firmware(tools.files, tmp_path)
    with PicoEvening(seed=5, firmware=WITH_ROM, waking_ms=WAKING_MS) as evening:
        pico = evening.table.pico
        assert evening.companion.port.board["firmware"] != ANOTHER
        evening.companion.close()
        evening.companion = None
        began_ns, operations = pico.now_ns, len(pico.operations)
        with within_reach(tools, evening):
            tools.flash.write("the emulated board", folder)
        assert (pico.now_ns - began_ns) / 1e9 < MOST_S
        # Except the journal, in which the firmware may erase a sector ahead until its program ends.
        journal = range(wiring.JOURNAL_ADDRESS, wiring.FLASH_BYTES)
        written = {each.address for each in pico.operations[operations:]}.difference(journal)
        image = (folder / "rom.romfs").read_bytes()
        begin = tools.uf2.ROM_AT
        assert begin == min(written) <= max(written) < tools.uf2.FILES_AT
        assert pico.read_flash(begin, len(image)) == image
        evening.table.catch_up()
        evening.plug_in()
        evening.run_until(lambda: evening.companion.connected)
        assert evening.companion.port.board["firmware"] == ANOTHER


LAST = -1
# Where the power goes: how many flash operations after the first, and after which share of that one; while the image
# that was there is spoilt, erased, and written over, and before the new one is finished.
CUTS = ((0, 0.5), (1, 0.1), (100, 0.5), (LAST, 0.0))


def test_a_power_cut_leaves_no_image_that_runs_and_the_next_time_does_it(
    tools: SimpleNamespace, tmp_path: Path
) -> None:
    folder = changed_firmware(tools.files, tmp_path)
    image = (folder / "rom.romfs").read_bytes()
    sectors = -(-len(image) // wiring.SECTOR_BYTES)
    last = 1 + sectors + sectors * wiring.SECTOR_BYTES // wiring.PAGE_BYTES
    with PicoEvening(seed=5, laptop=False, firmware=WITH_ROM, waking_ms=WAKING_MS) as evening:
        pico = evening.table.pico
        before = pico.read_flash()
        for after, share in CUTS:
            pico.cut_power()
            pico.write_flash(0, before)
            pico.power_on()
            pico.advance_ms(WAKING_MS)
            cut_power = partial(plan_cut, pico, 1 + (last if after == LAST else after), share)
            with within_reach(tools, evening, cut_power), pytest.raises(tools.flash.Refused):
                tools.flash.write("the emulated board", folder)
            assert not pico.is_on
            output = prompt_of(evening)
            assert "make flash" in output
            assert "'rom'" not in output
        with within_reach_of_mpremote(pico):
            tools.flash.write_image("the emulated board", image)
        assert pico.read_flash(tools.uf2.ROM_AT, len(image)) == image
        evening.table.catch_up()
        evening.plug_in()
        evening.run_until(lambda: evening.companion.connected, 10_000)
        assert evening.companion.port.board["firmware"] == ANOTHER


def plan_cut(pico: EmulatedPico, number: int, share: float) -> None:
    """Cut the power in the flash operation that has this number from now on."""
    pico.cut_power_at_operation(len(pico.operations) + number, share)


@pytest.mark.parametrize("length", [20_000, 20_001, 201_000, 223_067, 0x3FF00, 0x3FF01])
def test_an_image_without_its_length_fits_nowhere_and_becomes_whole_by_zeros_alone(
    tools: SimpleNamespace, length: int
) -> None:
    writer = VfsRomWriter()
    writer.mkfile("main.mpy", bytes(length))
    image = bytes(writer.finalise())
    unfinished = tools.flash.unfinished(image)
    assert len(unfinished) == len(image)
    assert bytes(a & b for a, b in zip(unfinished, image, strict=True)) == image
    assert unfinished[:3] == VfsRomWriter.ROMFS_HEADER
    assert unfinished[tools.flash.PAGE_BYTES :] == image[tools.flash.PAGE_BYTES :]
    assert length_of(image) < len(image)
    assert tools.uf2.ROM_BYTES < length_of(unfinished) < 1 << 28


def test_the_old_image_is_invalidated_before_anything_is_erased(
    tools: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tools.flash, "ask", lambda _, *arguments: asked.extend(arguments))
    tools.flash.write_image("port", bytes(20_000))
    invalidate, deploy = asked.index("exec") + 1, asked.index("deploy")
    assert invalidate < deploy < asked.index("exec", deploy) < asked.index("reset")
    flash = bytearray(VfsRomWriter.ROMFS_HEADER).ljust(tools.flash.PAGE_BYTES, b"\0")

    def program(_: int, page: bytes, at: int) -> None:
        flash[at:] = bytes(old & new for old, new in zip(flash, page, strict=True))

    vfs = SimpleNamespace(rom_ioctl=lambda *_: SimpleNamespace(writeblocks=program))
    monkeypatch.setitem(sys.modules, "vfs", vfs)
    exec(asked[invalidate], {})
    assert not flash.startswith(VfsRomWriter.ROMFS_HEADER)


def length_of(image: bytes) -> int:
    """The length that an image says it has, as MicroPython reads it (extmod/vfs_rom.c)."""
    length = 0
    for byte in image[3:]:
        length = length << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return length


def test_a_board_with_the_firmware_inside_its_interpreter_is_refused_and_nothing_is_written(
    tools: SimpleNamespace,
) -> None:
    with PicoEvening(seed=5, laptop=False, firmware=FIRMWARE, waking_ms=WAKING_MS) as evening:
        pico = evening.table.pico
        before = len(pico.operations)
        with within_reach(tools, evening), pytest.raises(tools.flash.Refused, match="inside its interpreter"):
            tools.flash.write("the emulated board", BUILT)
        assert len(pico.operations) == before


def test_an_interpreter_without_romfs_is_refused(tools: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools.flash, "ask", lambda *_: f"{tools.flash.NOWHERE}\n")
    with pytest.raises(tools.flash.Refused, match="has no ROMFS"):
        tools.flash.write("port", BUILT)


def test_a_failure_of_mpremote_is_refused_with_its_reason(tools: SimpleNamespace) -> None:
    with pytest.raises(tools.flash.Refused, match=r"(?s)failed to access.*to the Pico at /no/such/port\.$"):
        tools.flash.write("/no/such/port", BUILT)
