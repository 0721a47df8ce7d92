"""`make flash`: mpremote brings the firmware into the emulated board's ROMFS, over the emulated cable."""

import shutil
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.pico.emulated_line import within_reach_of_mpremote
from tests.pico.pico_evening import FIRMWARE, PicoEvening
from tests.pico.test_uf2 import firmware_is_inside

BUILT = Path("build/firmware")
WITH_ROM = Path("build/micropython.uf2")
ANOTHER = "0badcafe"  # in the place of the firmware's digest
MOST_S = 12  # from the order until the board begins anew


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The programs that make an image, and bring it onto a board."""
    monkeypatch.syspath_prepend("hardware/micropython")
    return SimpleNamespace(**{name: import_module(name) for name in ("files", "flash", "uf2")})


def changed_firmware(files, folder: Path) -> Path:  # type: ignore[no-untyped-def]
    """The firmware with another digest in it, as `make firmware` leaves it."""
    (folder / "source").mkdir()
    (folder / "source" / "build_digests.py").write_text(f'FIRMWARE = "{ANOTHER}"\nRULES = "{ANOTHER}"\n')
    shutil.copytree(BUILT / "rom", folder / "rom")
    for path, content in files.compiled(folder / "source", ["build_digests.py"]).items():
        (folder / "rom" / path).write_bytes(content)
    (folder / "rom.romfs").write_bytes(files.rom_of(folder / "rom"))
    return folder


@pytest.mark.short
@firmware_is_inside
def test_a_changed_file_is_on_the_board_in_seconds_and_runs_from_there(tools: SimpleNamespace, tmp_path: Path) -> None:
    folder = changed_firmware(tools.files, tmp_path)
    with PicoEvening(seed=5, firmware=WITH_ROM) as evening:
        pico = evening.table.pico
        assert evening.companion.port.board["firmware"] != ANOTHER
        evening.companion.close()
        evening.companion = None
        began_ns, operations = pico.now_ns, len(pico.operations)
        with within_reach_of_mpremote(pico):
            tools.flash.bring("the emulated board", folder)
        assert (pico.now_ns - began_ns) / 1e9 < MOST_S
        written = {each.address for each in pico.operations[operations:]}
        image = (folder / "rom.romfs").read_bytes()
        begin = tools.uf2.ROM_AT
        assert begin == min(written) <= max(written) < tools.uf2.FILES_AT
        assert pico.read_flash(begin, len(image)) == image
        evening.table.catch_up()
        evening.plug_in()
        evening.run_until(lambda: evening.companion.connected)
        assert evening.companion.port.board["firmware"] == ANOTHER


@pytest.mark.short
@firmware_is_inside
def test_a_board_with_the_firmware_inside_its_interpreter_is_refused_and_nothing_is_written(
    tools: SimpleNamespace,
) -> None:
    with PicoEvening(seed=5, laptop=False, firmware=FIRMWARE) as evening:
        pico = evening.table.pico
        before = len(pico.operations)
        with within_reach_of_mpremote(pico), pytest.raises(tools.flash.Refused, match="inside its interpreter"):
            tools.flash.bring("the emulated board", BUILT)
        assert len(pico.operations) == before


def test_an_interpreter_without_romfs_gets_files_and_a_sentence_about_it(
    tools: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, ...]] = []

    def ask(port: str, *arguments: str) -> str:
        asked.append(arguments)
        return "plain\n"

    monkeypatch.setattr(tools.flash, "ask", ask)
    tools.flash.bring("port", BUILT)
    assert asked[1:] == [
        ("resume", "fs", "cp", "-r", *[f"{BUILT}/files/{name}" for name in ("lib", "main.py")], ":/", "+", "reset")
    ]
    assert "no place for ROMFS" in capsys.readouterr().out


def test_what_mpremote_cannot_do_is_refused_with_its_reason(tools: SimpleNamespace) -> None:
    with pytest.raises(tools.flash.Refused, match=r"(?s)failed to access.*onto the Pico at /no/such/port\.$"):
        tools.flash.bring("/no/such/port", BUILT)
