"""`tavolo flash` onto an emulated board that runs: by its prompt, by the touch, and what is left of flash and game."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tavolo import wiring
from tavolo.link import hello
from tavolo.maker.rescue import NO_GAME
from tavolo_host.board import greeting
from tavolo_host.board.port import Port
from tavolo_host.board.rescue import RescueClient, State
from tavolo_host.board.settings import SettingsClient
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator.pico_parts import firmware_image
from tavolo_host.workshop.flashing.firmware import firmware
from tests.pico.flashed_board import CABLE, Computer
from tests.pico.pico_evening import FIRMWARE, PicoEvening, hurry

WITH_ROM = Path("build/micropython.uf2")
FILES_AT = 0xA_0000
CHANGED = "phones=2"
ANSWERS = "The board answers with the new firmware. `tavolo watch` shows it on a page."


def kept(computer: Computer) -> bytes:
    """The flash between the firmware and the crash log: the files."""
    return computer.table.pico.read_flash(FILES_AT, wiring.CRASHES_ADDRESS - FILES_AT)


def test_a_board_with_another_interpreter_is_written_over_its_cable_and_keeps_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PicoTable(Random(3), WITH_ROM) as table:
        computer = Computer(table, tmp_path / "drive", monkeypatch)
        table.run_ms(3000)
        with closing(SettingsClient(Port(CABLE), computer.pass_time)) as client:
            client.change([CHANGED])
        files = kept(computer)
        computer.flash(firmware(), again=True)
        assert CHANGED in computer.lines[1]
        assert computer.lines[-1] == ANSWERS
        assert kept(computer) == files
        for address, data in firmware_image(FIRMWARE):
            assert table.pico.read_flash(address, len(data)) == data
        with closing(RescueClient(Port(CABLE), computer.pass_time)) as rescue:
            assert rescue.look() == (State(0, False, NO_GAME), [])
        computer.flash(firmware())
        assert "already" in computer.lines[-1]


@pytest.mark.short
def test_a_board_with_another_protocol_is_restarted_by_the_touch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PicoTable(Random(4), FIRMWARE) as table:
        computer = Computer(table, tmp_path / "drive", monkeypatch)
        table.run_ms(2000)
        files = kept(computer)
        with pytest.MonkeyPatch.context() as another:
            for module in (hello, greeting):
                another.setattr(module, "PROTOCOL", "99.0")
            computer.in_bootsel = another.undo  # the new firmware speaks as the laptop does
            computer.flash(firmware())
        assert "another version" in computer.lines[1]
        assert "Whether a game is under way there is not known." in computer.lines[2]
        assert computer.lines[-1] == ANSWERS
        assert kept(computer) == files


def test_a_board_in_a_game_is_refused_and_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    with PicoEvening(seed=8, waking_ms=3000) as evening:
        evening.start(3)
        evening.play_actions(2)
        evening.companion.close()
        operations = len(evening.table.pico.operations)
        computer = Computer(evening.table, tmp_path / "drive", monkeypatch)
        with pytest.raises(ValueError, match="is in a game: finish it, or abandon it"):
            computer.flash(firmware(), again=True)
        assert len(evening.table.pico.operations) == operations
        assert evening.table.pico.is_on
