"""The laptop's port: finding, greeting, refusing, coming back; in memory and over a real line."""

import errno
import select
import socket
from collections.abc import Callable
from types import SimpleNamespace

import pytest
import serial

from tavolo.link.channel import Channel
from tavolo_host.board.client import Client
from tavolo_host.board.companion import Companion
from tavolo_host.board.greeting import HELLO_MS
from tavolo_host.board.port import FIRST_RETRY_MS, LONGEST_RETRY_MS, LOOK_MS, OTHERS_MS, Port, PortState
from tavolo_host.board.serial_port import FoundBoard, PortError, list_boards, open_serial
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.simulator.serial_line import LoopbackServer, PseudoTerminal
from tavolo_host.sources.board_source import WatchSource
from tavolo_host.texts.language import speaking
from tests.link.link_support import Bench, Board, Cable, CableEnd

TURNS = 2000  # of 10 ms made-up time; the system gets up to WAIT_S of real time in each
WAIT_S = 0.002


def first_failure(port: Port, steps: int = 1000) -> str:
    """The sentence of the first attempt that fails, within so many steps of 10 ms."""
    for _ in range(steps):
        port.step(10)
        if port.failures:
            return port.sentence
    return ""


def comes_about(condition: Callable[[], object], *parts: Board | Companion) -> bool:
    """Let these work, with a moment for the system in each turn, until something is so."""
    for _ in range(TURNS):
        for part in parts:
            part.step(10)
        if condition():
            return True
        select.select([], [], [], WAIT_S)
    return False


def test_a_real_socket_that_was_cut_is_opened_again() -> None:
    server = LoopbackServer()
    board = Board(server)
    board.start()
    laptop = Companion(server.url)

    def is_whole() -> bool:
        return bool(laptop.mirror.in_step and board.record and len(laptop.mirror.actions) == len(board.record.actions))

    assert comes_about(is_whole, board, laptop)
    server.hang_up()
    board.act()
    assert comes_about(lambda: not laptop.connected, laptop)
    assert "lost" in laptop.mirror.status or "Waiting" in laptop.mirror.status
    assert comes_about(is_whole, board, laptop), laptop.mirror.status
    laptop.close()
    server.close()


def test_a_port_without_a_listener_is_one_plain_sentence() -> None:
    free = socket.create_server(("127.0.0.1", 0))
    url = f"socket://127.0.0.1:{free.getsockname()[1]}"
    free.close()
    assert first_failure(Port(url)) == f"Nothing is listening at {url}."


def test_a_forbidden_port_says_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(url: str, **settings: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr("serial.serial_for_url", denied)
    assert (
        first_failure(Port("COM4"))
        == "You do not have permission to open port COM4: on Linux, type `sudo usermod -aG dialout $USER`, and log out"
        " and in again."
    )


def test_a_port_without_a_board_is_reported_after_its_time() -> None:
    cable = Cable()
    port = Port("cable:", opener=cable.open)
    assert first_failure(port, HELLO_MS // 10) == ""
    assert first_failure(port, 10) == "No Tavolo board answers at cable:."


def test_a_port_that_hangs_up_before_a_board_has_answered_is_no_board() -> None:
    cable = Cable()
    port = Port("cable:", opener=cable.open)  # type: ignore[arg-type]
    port.step(10)
    cable.pull()
    assert first_failure(port, 1) == "No Tavolo board answers at cable:: the connection was closed."


def test_a_board_that_refuses_this_programs_protocol_is_reported() -> None:
    bench = Bench()
    bench.run(200)
    bench.board.channel.send("refused", "2.9")
    bench.run(100)
    assert bench.laptop.port.state is PortState.REFUSED
    assert (
        "The board at cable: speaks version 2.9 of the protocol, this program version 4.4" in bench.laptop.port.sentence
    )


def test_a_hello_that_does_not_say_who_the_board_is_connects_nothing() -> None:
    cable = Cable()
    channel = Channel(cable.board)
    port = Port("cable:", opener=cable.open)  # type: ignore[arg-type]
    answers: list[tuple[str, str]] = []
    told: list[str] = []
    for moment in range(30):
        answers += channel.step(10)
        if moment == 20:
            channel.send("hello", "protocol=4.0 firmware=f rules=r board=b boot=1 seats=ff")
        port.step(10)
        told += port.not_understood
    assert answers[1:] == [("unfit", "hello ends")]
    assert told == [
        "The board sent a message “hello” that this program does not understand. A board's hello says its calibration."
    ]
    assert port.state is PortState.SEARCHING


def test_the_command_line_learns_of_a_first_failure_and_of_a_connection() -> None:
    failing = Companion(Port("/dev/no-such-port"))
    failing.step(10)
    with pytest.raises(PortError) as problem:
        failing.connect()
    assert str(problem.value) == "There is no port /dev/no-such-port."
    bench = Bench()
    assert not bench.laptop.connected
    bench.run(200)
    bench.laptop.connect()
    assert bench.laptop.connected


class Ports:
    """Ports that come and go: which are found, what opening them gives, and how often that was tried."""

    def __init__(self) -> None:
        self.found: list[FoundBoard] = []
        self.cables: dict[str, Cable] = {}
        self.tried: list[str] = []

    def opener(self, url: str) -> CableEnd:
        self.tried.append(url)
        if url not in self.cables:
            raise PortError(f"There is no port {url}.")
        return self.cables[url].open(url)

    def port(self, url: str | None = None, board_id: str = "") -> Port:
        return Port(url, board_id=board_id, opener=self.opener, finder=lambda: self.found)  # type: ignore[arg-type]

    def plug_in(self, device: str, serial_number: str, board: Board | None = None) -> None:
        """Have something be listed, and a board, if it is one, at its far end."""
        self.found = [*(each for each in self.found if each.device != device), FoundBoard(device, "", serial_number)]
        self.cables[device] = Cable()
        if board is not None:
            board.channel._serial = self.cables[device].board

    def unplug(self, device: str) -> None:
        self.found = [each for each in self.found if each.device != device]
        self.cables.pop(device).pull()


def run(laptop: Port | Companion | WatchSource, milliseconds: int, *boards: Board) -> None:
    for _ in range(milliseconds // 10):
        for part in (laptop, *boards):
            part.step(10)


def test_without_a_board_plugged_in_it_searches_on_and_finds_one_that_comes() -> None:
    ports = Ports()
    port = ports.port()
    assert first_failure(port) == "No board is plugged in: no port has a Raspberry Pi Pico on it."
    board = Board(Cable().board)
    ports.plug_in("COM7", "1", board)
    run(port, LONGEST_RETRY_MS + 1000, board)
    assert port.state is PortState.CONNECTED
    assert port.sentence == "Connected to board board-7 at COM7."


def test_all_ports_are_tried_and_the_silent_ones_are_reported() -> None:
    ports = Ports()
    ports.plug_in("COM3", "1")
    ports.plug_in("COM5", "2")
    ports.cables["COM5"].open("")
    port = ports.port()
    silent = "No Tavolo board answers at COM3."
    assert first_failure(port) == f"The port is used by another program. {silent}"
    board = Board(Cable().board)
    ports.plug_in("COM7", "3", board)
    run(port, 2 * FIRST_RETRY_MS + OTHERS_MS, board)
    assert port.sentence.startswith("Connected to board board-7 at COM7. ")
    assert port.sentence.endswith(silent)


class TwoTables:
    """Two tables at one laptop, whose boards' serial numbers the system knows or not."""

    def __init__(self, is_numbered: bool) -> None:
        self.ports = Ports()
        self.numbers = ("seven", "eight") if is_numbered else ("", "")
        self.boards = Board(Cable().board), Board(Cable().board, players=3, name="board-8")
        for board in self.boards:
            board.start()
        for device, number, board in zip(("COM3", "COM4"), self.numbers, self.boards, strict=True):
            self.ports.plug_in(device, number, board)

    def run(self, laptop: Companion | WatchSource, milliseconds: int = LONGEST_RETRY_MS + HELLO_MS) -> None:
        run(laptop, milliseconds, *self.boards)


@pytest.mark.parametrize("is_numbered", [True, False])
@pytest.mark.parametrize("named", [{"board_id": "board-7"}, {"url": "COM3"}, {}])
def test_a_program_stays_with_the_board_that_it_greeted(named: dict[str, str], is_numbered: bool) -> None:
    tables = TwoTables(is_numbered)
    laptop = Companion(tables.ports.port(**named))
    tables.run(laptop)
    if not named:
        assert laptop.port.sentence == "Several boards answer: board-7 (COM3), board-8 (COM4)."
        assert laptop.port.failures == 1
        with pytest.raises(PortError, match="Several boards answer"):
            laptop.connect()
        laptop.port.choose("board-7")
        tables.run(laptop)
    shown = laptop.mirror.record
    assert shown is not None
    assert shown.setup.players == 4
    for device in ("COM3", "COM4"):
        tables.ports.unplug(device)
    tables.run(laptop)
    assert laptop.port.state is PortState.SEARCHING
    tables.ports.plug_in("COM3", tables.numbers[1], tables.boards[1])  # the other table, at the port of the first
    tables.run(laptop)
    assert not laptop.connected
    assert laptop.mirror.record is shown
    asked = {"answers at COM3", "COM3, board board-8 answers", "board-7 is not plugged in"}
    assert any(words in laptop.port.sentence for words in asked), laptop.port.sentence
    back = "COM9" if is_numbered or "url" not in named else "COM3"  # a port without a number is known by its name alone
    tables.ports.plug_in(back, tables.numbers[0], tables.boards[0])
    tables.run(laptop)
    assert laptop.port.sentence == f"Connected to board board-7 at {back}."
    assert laptop.mirror.in_step


def test_the_page_lists_several_boards_and_shows_the_one_that_is_chosen() -> None:
    tables = TwoTables(True)
    source = WatchSource(Companion(tables.ports.port()))
    source.roster.hosts.add("ada")
    tables.run(source)
    tried = len(tables.ports.tried)
    tables.run(source)
    assert len(tables.ports.tried) == tried, "boards are left in peace until one is chosen"
    listed = source.what_to_do("ada")
    assert (listed.state, listed.sentence) == (State.CHOOSE, "Several boards answer. Which board do you want to see?")
    assert [choice.name for choice in listed.choices] == ["Board board-7 at COM3", "Board board-8 at COM4"]
    assert source.what_to_do("a guest").choices == ()
    with speaking("it"):
        assert source.what_to_do("ada").sentence != listed.sentence
    assert source.do("ada", listed.choices[1]) is None
    tables.run(source)
    assert source.mirror.record is not None
    assert source.mirror.record.setup.players == 3
    assert source.do("ada", listed.choices[0]) == "That is no longer possible."


@pytest.mark.parametrize("is_listed", [True, False])
def test_where_the_chosen_board_goes_before_it_is_greeted_one_chooses_again(is_listed: bool) -> None:
    tables = TwoTables(False)
    source = WatchSource(Companion(tables.ports.port()))
    source.roster.hosts.add("ada")
    tables.run(source)
    tables.ports.unplug("COM3")
    if is_listed:
        tables.ports.plug_in("COM3", "")
    assert source.do("ada", source.what_to_do("ada").choices[0]) is None
    tables.run(source)
    listed = source.what_to_do("ada")
    assert listed.sentence == "Board board-7 no longer answers. Which board do you want to see?"
    assert [choice.name for choice in listed.choices] == ["Board board-8 at COM4"]
    assert not source.of_board, "nobody has chosen the other one"
    tables.ports.plug_in("COM3", "", tables.boards[0])
    tables.run(source, LONGEST_RETRY_MS + LOOK_MS)
    assert source.of_board == "Board board-7"
    tables.ports.unplug("COM3")
    tables.run(source)
    assert not source.what_to_do("ada").choices, "it stays with the board that it has greeted"


def test_a_board_of_another_version_is_reported_tried_seldom_and_shown_when_it_speaks_ours() -> None:
    ports = Ports()
    board = Board(Cable().board, protocol="5.0")
    ports.plug_in("COM3", "1", board)
    source = WatchSource(Companion(ports.port()))
    run(source, 20_000, board)
    sentence = (
        "The board at COM3 speaks version 5.0 of the protocol, this program version 4.4:"
        " `tavolo flash` gives it this program's firmware; if its own is newer, install that release here instead."
    )
    assert source.what_to_do("ada").sentence == source.mirror.status == sentence
    assert 4 <= len(ports.tried) <= 6
    for is_unplugged in (True, False):
        if is_unplugged:
            ports.unplug("COM3")
            run(source, 15_000)
        flashed = Board(Cable().board)
        ports.plug_in("COM3", "1", flashed)
        run(source, LOOK_MS + 500 if is_unplugged else LONGEST_RETRY_MS + LOOK_MS, flashed)
        assert source.of_board == "Board board-7"
        source = WatchSource(Companion(ports.port()))
        ports.plug_in("COM3", "1", board)
        run(source, 10_000, board)
        assert source.mirror.status == sentence


class Waiting(Client):
    """What a command has that changes the board of one of these tables."""

    def __init__(self, ports: Ports, *boards: Board, board_id: str = "", acts: bool = True) -> None:
        port = Port(board_id=board_id, acts=acts, opener=ports.opener, finder=lambda: ports.found)  # type: ignore[arg-type]
        super().__init__(port, self.pass_time)
        self.boards, self.passed_ms = boards, 0

    def pass_time(self) -> float:
        self.passed_ms += 10
        for board in self.boards:
            board.step(10)
        return 10


@pytest.mark.parametrize("what", ["is busy", "is gone", "is old", "goes", "is slow", "says nothing", "comes"])
def test_nothing_is_changed_while_another_port_may_have_the_board_that_is_meant(what: str) -> None:
    tables = TwoTables(True)
    ports, (own, other) = tables.ports, tables.boards
    if what == "is busy":
        ports.cables["COM3"].open("")
    elif what == "is gone":
        del ports.cables["COM3"]
    elif what == "is old":
        ports.plug_in("COM3", "seven", own := Board(Cable().board, protocol="5.0"))
    elif what == "says nothing":
        own.publisher = own.channel  # type: ignore[assignment] # it greets and has no hello
    elif what == "comes":
        ports.unplug("COM3")
        ports.plug_in("COM2", "probe")
    client = Waiting(ports, other, own)
    if what in ("goes", "comes", "is slow"):
        client.boards = (other,)
        client.wait(lambda: False, HELLO_MS - 500)
        if what == "goes":
            ports.cables["COM3"].pull()
        elif what == "comes":
            ports.plug_in("COM3", "seven", own)
        else:
            client.boards = (other, own)
    with pytest.raises(PortError) as refusal:
        client.connect()
    told = "Several boards answer: board-7 (COM3), board-8 (COM4)."
    if what != "is slow":
        told = "Board board-8 (COM4) answers, but the board you want may be at another port."
    assert str(refusal.value).startswith(told)
    assert str(refusal.value).endswith("Name the board you want with --board.")
    named = Waiting(ports, other, own, board_id="board-8")
    named.connect()
    assert named.passed_ms < 1000


@pytest.mark.parametrize(("acts", "patience_ms"), [(True, HELLO_MS), (False, OTHERS_MS)])
def test_a_silent_port_that_is_listed_first_is_no_board_after_waiting(acts: bool, patience_ms: int) -> None:
    tables = TwoTables(True)
    client = Waiting(tables.ports, tables.boards[1], acts=acts)  # what is at the other port answers nothing
    client.connect()
    assert client.found.startswith("Connected to board board-8 at COM4. ")
    assert client.found.endswith("No Tavolo board answers at COM3.")
    assert patience_ms <= client.passed_ms <= patience_ms + 200


def test_a_second_program_at_a_port_hears_that_it_is_in_use() -> None:
    line = PseudoTerminal()
    first = open_serial(line.url)
    assert first_failure(Port(line.url)) == f"Port {line.url} is in use by another program."
    first.close()
    open_serial(line.url).close()
    line.close()


def test_attempts_become_rarer_but_never_stop() -> None:
    ports = Ports()
    port = ports.port("COM9")
    run(port, 10_000)
    first = len(ports.tried)
    run(port, 60_000)
    assert first <= 7
    assert 13 <= len(ports.tried) - first <= 16


def test_a_board_that_is_chosen_is_tried_at_once_and_soon_again() -> None:
    ports = Ports()
    port = ports.port("COM9")
    run(port, 60_000)  # by now it is tried seldom
    first = len(ports.tried)
    port.choose("board-8")
    run(port, 4 * FIRST_RETRY_MS)
    assert len(ports.tried) - first == 3  # at once, then after the first waiting time and twice that


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
