"""Ports of Windows, macOS and Linux under pyserial's own code: what the system says, and devices that vanish."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tavolo_host.board.port import Port, PortState
from tavolo_host.board.serial_port import FoundBoard, PortError, SerialPort, list_boards
from tests.board.serial_systems import MacOs, Posix, System, Windows
from tests.link.link_support import Board

TICK_MS = 10
BACK_AFTER_MS = 700


@pytest.fixture
def system_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[System]], System]:
    def made(kind: type[System]) -> System:
        system = kind()
        monkeypatch.setattr("serial.tools.list_ports.comports", list)
        system.install(monkeypatch)  # type: ignore[attr-defined]
        return system

    return made


@pytest.mark.parametrize("kind", [Windows, MacOs])
def test_a_pico_is_listed_and_one_that_goes_while_it_is_listed_is_one_sentence(kind, system_of) -> None:
    system = system_of(kind)
    assert list_boards() == [FoundBoard(kind.name, list_boards()[0].description, kind.NUMBER)]
    calls = system.calls // 2
    sentences = set()
    for call in range(1, calls + 1):
        system.vanishes_at, system.calls = call, 0
        try:
            list_boards()
        except PortError as problem:
            sentences.add(problem.sentence.split(":")[0])
        system.is_there = True
    assert sentences == {"The ports cannot be listed"}


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (2, "There is no port COM5."),
        (5, "Port COM5 is in use by another program."),
        (31, "Port COM5 cannot be opened: A device attached to the system is not functioning."),
    ],
)
def test_an_error_of_windows_is_reported_and_the_port_tried_again(error: int, wanted: str, system_of) -> None:
    system = system_of(Windows)
    system.fails_with = error
    port = Port("COM5")
    port.step(TICK_MS)
    assert (port.sentence, port.state) == (wanted, PortState.SEARCHING)
    system.fails_with = 0
    assert _connects(port, Board(system.cable.board))


@pytest.mark.parametrize("kind", [Windows, MacOs, Posix])
def test_a_device_that_vanishes_in_any_call_is_lost_tried_again_and_found(kind, system_of) -> None:
    system = system_of(kind)
    board = Board(system.cable.board)
    for named in (kind.name, None):
        if named is None and kind is Posix:
            continue  # Linux's list is read from files; only what is opened is a stand-in's here
        system.calls = 0
        port = Port(named)
        assert _connects(port, board)
        port.step(TICK_MS)
        calls = system.calls
        port.close()
        for call in range(1, calls + 1):
            system.calls, system.vanishes_at = 0, call
            port = Port(named)
            _run(port, board, BACK_AFTER_MS)
            assert port.state is PortState.SEARCHING, (call, port.sentence)
            system.is_there = True
            assert _connects(port, board), (call, port.sentence)
            port.close()


def _run(port: Port, board: Board, milliseconds: int) -> None:
    for _ in range(milliseconds // TICK_MS):
        port.step(TICK_MS)
        board.step(TICK_MS)


def _connects(port: Port, board: Board) -> bool:
    for _ in range(300):
        if port.state is PortState.CONNECTED:
            return True
        _run(port, board, TICK_MS)
    return False


def test_a_device_that_took_no_byte_is_reported_to_have_taken_none() -> None:
    full = SimpleNamespace(write=lambda data: 0)  # Windows: without a file number
    assert SerialPort(cast("Any", full)).write(b"hello") == 0
