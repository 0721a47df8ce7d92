"""Two emulated Picos at ports and drives: `host.tools.two_picos`, in simulated time."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from host.tools.two_picos import CLOCK, STEP_MS, TwoPicos, take_time_from
from tavolo_host.board import client
from tavolo_host.board.companion import Companion

UF2 = Path("build/tavolo.uf2")
LIMIT_MS = 10_000


def run_until(picos: TwoPicos, happened: Callable[[], bool], companion: Companion | None = None) -> None:
    for _ in range(LIMIT_MS // STEP_MS):
        picos.step()
        if companion is not None:
            companion.step(STEP_MS)
        if happened():
            return
    raise AssertionError("It has not happened in all that time.")


def test_a_client_of_a_board_takes_its_time_from_the_picos(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(client, "time", client.time)
    clock = tmp_path / CLOCK
    clock.touch()
    os.utime(clock, (5.0, 5.0))
    take_time_from(tmp_path)
    pass_time = client.real_time(0)
    os.utime(clock, (7.5, 7.5))
    assert pass_time() == 2500


def test_a_file_that_is_copied_onto_the_drive_of_a_blank_pico_starts_and_its_port_is_the_boards(tmp_path: Path) -> None:
    port, drive = tmp_path / "ttyACM0", tmp_path / "RPI-RP2-board"
    with closing(TwoPicos(tmp_path)) as picos:
        picos.do("plug board")
        content = UF2.read_bytes()
        with open(drive / "tavolo.uf2", "wb") as copied:
            copied.write(content[:-1])
            copied.flush()
            picos.step()
            assert drive.exists()
            copied.write(content[-1:])
        run_until(picos, port.exists)
        assert not drive.exists()
        with closing(Companion(str(port))) as companion:
            run_until(picos, lambda: companion.connected, companion)
            picos.do("bootsel board")
            run_until(picos, lambda: not companion.connected, companion)
        assert drive.exists()
        assert not port.is_symlink()
