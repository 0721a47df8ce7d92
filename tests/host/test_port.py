"""The laptop's port: finding, greeting, refusing, coming back; in memory and over a real line."""

import errno
import select
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial

from tavolo.link.channel import Channel
from tavolo_host.companion import Companion, first_connection
from tavolo_host.port import (
    HELLO_MS,
    LONGEST_RETRY_MS,
    FoundBoard,
    Port,
    PortError,
    PortState,
    list_boards,
)
from tavolo_host.virtual.serial_line import LoopbackServer
from tests.link.link_support import Bench, Board, Cable, CableEnd

TURNS = 2000  # of 10 ms made-up time; the system gets up to WAIT_S of real time in each
WAIT_S = 0.002


def first_failure(port: Port, steps: int = 1000) -> str:
    """The sentence of the first attempt that fails, within so many passes of 10 ms."""
    for _ in range(steps):
        port.step(10)
        if port.failures:
            return port.sentence
    return ""


def run_until_in_step(board: Board, laptop: Companion) -> bool:
    """Let both work, with a moment for the system in each turn, until the laptop is in step."""
    for _ in range(TURNS):
        board.step(10)
        laptop.step(10)
        if laptop.mirror.in_step and board.record and len(laptop.mirror.actions) == len(board.record.actions):
            return True
        select.select([], [], [], WAIT_S)
    return False


def test_a_real_socket_that_was_cut_is_opened_again() -> None:
    server = LoopbackServer()
    board = Board(server)
    board.start()
    laptop = Companion(server.url)
    assert run_until_in_step(board, laptop)
    server.hang_up()
    board.act()
    for _ in range(TURNS):
        laptop.step(10)
        if not laptop.connected:
            break
        select.select([], [], [], WAIT_S)
    assert "lost" in laptop.mirror.status or "Waiting" in laptop.mirror.status
    assert run_until_in_step(board, laptop), laptop.mirror.status
    laptop.close()
    server.close()


def test_an_unknown_port_is_one_plain_sentence() -> None:
    assert first_failure(Port("/dev/no-such-port")) == "There is no port /dev/no-such-port."


def test_a_port_that_nobody_listens_at_is_one_plain_sentence() -> None:
    free = socket.create_server(("127.0.0.1", 0))
    url = f"socket://127.0.0.1:{free.getsockname()[1]}"
    free.close()
    assert first_failure(Port(url)) == f"Nobody listens at {url}."


def test_a_file_that_is_no_port_is_one_plain_sentence(tmp_path: Path) -> None:
    sentence = first_failure(Port(str(tmp_path)))
    assert sentence.startswith(f"The port {tmp_path} cannot be opened: ")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        (errno.EACCES, "You may not open the port COM4 (on Linux: join the group dialout)."),
        (errno.EBUSY, "The port COM4 is used by another program."),
    ],
)
def test_what_the_system_denies_is_said_plainly(number: int, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(url: str, **settings: object) -> None:
        raise serial.SerialException(number, "could not open port")

    monkeypatch.setattr("serial.serial_for_url", denied)
    assert first_failure(Port("COM4")) == wanted


def test_a_port_without_a_board_is_said_to_have_none_after_its_time() -> None:
    cable = Cable()
    port = Port("cable:", opener=cable.open)
    assert first_failure(port, HELLO_MS // 10) == ""
    assert first_failure(port, 10) == "At cable: no Tavolo board answers."


def test_a_port_that_hangs_up_before_a_board_has_answered_is_no_board() -> None:
    cable = Cable()
    port = Port("cable:", opener=cable.open)  # type: ignore[arg-type]
    port.step(10)
    cable.pull()
    assert first_failure(port, 1) == "At cable: no Tavolo board answers: the connection was closed."


def test_a_board_with_another_protocol_version_is_refused_for_good() -> None:
    bench = Bench(protocol="4.0")
    bench.run(500)
    port = bench.laptop.port
    assert port.state is PortState.REFUSED
    assert port.sentence == "The board speaks version 4.0 of the protocol, this program speaks 3.0."
    assert bench.laptop.mirror.status == port.sentence
    assert port.step(100_000) == []


def test_a_board_that_refuses_this_programs_protocol_is_refused_for_good() -> None:
    bench = Bench()
    bench.run(200)
    bench.board.channel.send("refused", "2.9")
    bench.run(100)
    assert bench.laptop.port.state is PortState.REFUSED
    assert bench.laptop.port.sentence == "The board speaks version 2.9 of the protocol, this program speaks 3.0."


def test_a_hello_that_does_not_say_who_the_board_is_connects_nothing() -> None:
    cable = Cable()
    channel = Channel(cable.board)
    port = Port("cable:", opener=cable.open)  # type: ignore[arg-type]
    answers: list[tuple[str, str]] = []
    told: list[str] = []
    for moment in range(30):
        answers += channel.step(10)
        if moment == 20:
            channel.send("hello", "protocol=3.0 firmware=f rules=r board=b boot=1 seats=ff")
        port.step(10)
        told += port.not_understood
    assert answers[1:] == [("unfit", "hello ends")]
    assert told == ["The board sent a message “hello” that is not understood. A board's hello says its calibration."]
    assert port.state is PortState.SEARCHING


def test_what_is_not_understood_comes_into_the_log_and_changes_nothing() -> None:
    bench = Bench()
    bench.run(200)
    bench.board.start()
    bench.board.act()
    bench.run(100)
    for kind, payload in (("dance", "now"), ("act", "1 00000000 1,,2"), ("unknown", "resync")):
        bench.board.channel.send(kind, payload)
        bench.run(1100)  # of such things one is said a second
    assert [entry.sentence for entry in bench.laptop.mirror.log[-3:]] == [
        "The board sent a message “dance”, which this program does not know.",
        "The board sent a message “act” that is not understood. For “action” the link takes only 1 to 20 whole numbers"
        " from -8 to 999 with commas between them.",
        "The board does not know the message “resync”.",
    ]
    assert bench.in_step()


def test_the_command_line_learns_of_a_first_failure_and_of_a_connection() -> None:
    failing = Companion(Port("/dev/no-such-port"))
    failing.step(10)
    with pytest.raises(PortError) as problem:
        first_connection(failing)
    assert str(problem.value) == "There is no port /dev/no-such-port."
    bench = Bench()
    assert first_connection(bench.laptop) is False
    bench.run(200)
    assert first_connection(bench.laptop) is True


class Ports:
    """Ports that come and go: which are found, what opening them gives, and how often that was tried."""

    def __init__(self) -> None:
        self.found: list[FoundBoard] = []
        self.cables: dict[str, Cable] = {}
        self.tried: list[str] = []

    def finder(self) -> list[FoundBoard]:
        return self.found

    def opener(self, url: str) -> CableEnd:
        self.tried.append(url)
        if url not in self.cables:
            raise PortError(f"There is no port {url}.")
        return self.cables[url].open(url)

    def port(self) -> Port:
        return Port(opener=self.opener, finder=self.finder)  # type: ignore[arg-type]


def test_without_a_board_plugged_in_it_searches_on_and_finds_one_that_comes() -> None:
    ports = Ports()
    port = ports.port()
    assert first_failure(port) == "No board is plugged in: no port has a Raspberry Pi Pico on it."
    ports.found = [FoundBoard("COM7", "Pico", "1")]
    ports.cables["COM7"] = Cable()
    board = Board(ports.cables["COM7"].board)
    for _ in range(LONGEST_RETRY_MS // 10 + 100):
        port.step(10)
        board.step(10)
    assert port.state is PortState.CONNECTED
    assert port.sentence == "Connected to board board-7 at COM7."


def test_of_two_picos_the_one_with_a_table_on_it_is_found() -> None:
    ports = Ports()
    ports.found = [FoundBoard("COM3", "Pico", "1"), FoundBoard("COM7", "Pico", "2")]
    ports.cables = {"COM3": Cable(), "COM7": Cable()}
    port, board = ports.port(), Board(ports.cables["COM7"].board)
    for _ in range((HELLO_MS + LONGEST_RETRY_MS) // 10):
        port.step(10)
        board.step(10)
    assert port.state is PortState.CONNECTED
    assert ports.tried == ["COM3", "COM7"]


def test_attempts_become_rarer_but_never_stop() -> None:
    ports = Ports()
    port = Port("COM9", opener=ports.opener)  # type: ignore[arg-type]
    for _ in range(1000):
        port.step(10)
    first = len(ports.tried)
    for _ in range(6000):
        port.step(10)
    assert first <= 7
    assert 13 <= len(ports.tried) - first <= 16


def test_fractions_of_a_millisecond_add_up() -> None:
    bench = Bench()
    for _ in range(16_000):
        bench.laptop.step(0.25)
        bench.board.step(0)
    assert bench.laptop.connected
    for _ in range(16_000):
        bench.laptop.step(0.25)
    assert not bench.laptop.connected


def test_only_ports_with_a_pico_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [
        SimpleNamespace(device="COM7", vid=0x2E8A, description="Board in FS mode", serial_number="E66"),
        SimpleNamespace(device="COM1", vid=None, description="a mouse", serial_number=None),
        SimpleNamespace(device="COM3", vid=0x2E8A, description=None, serial_number=None),
        SimpleNamespace(device="COM2", vid=0x0403, description="a cable", serial_number="A"),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    assert list_boards() == [FoundBoard("COM3", "", ""), FoundBoard("COM7", "Board in FS mode", "E66")]
