"""The virtual table's serial side: never waits, keeps few unread bytes, lets one laptop in."""

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
import serial

from tavolo.link.channel import Serial
from tavolo_host.board.serial_port import open_serial
from tavolo_host.simulator.serial_line import UNREAD, LoopbackServer, PseudoTerminal

TURNS = 500  # of waiting for the system to pass bytes on, each no longer than WAIT_S
WAIT_S = 0.01


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with closing(LoopbackServer()) as found:
        yield found


def wait_until(condition: Callable[[], object]) -> None:
    """Let the system do what it has to, until something is so."""
    for _ in range(TURNS):
        if condition():
            return
        select.select([], [], [], WAIT_S)
    raise AssertionError("it has not happened in all that time")


def takes_no_more(line: Serial, limit: int) -> bool:
    """Whether an unread line finally accepts nothing more, after less than `limit`."""
    taken = refusals = 0
    while taken < limit and refusals < 20:
        count = line.write(b"x" * 1000)
        taken += count
        refusals += count == 0
    return taken < limit


def client(server: LoopbackServer) -> socket.socket:
    """A laptop's connection that the server has accepted, or turned away when it has one."""
    found = socket.create_connection(("127.0.0.1", server.port))
    found.setblocking(False)

    def is_in() -> bool:
        server.step()
        return server.connected

    wait_until(is_in)
    return found


def has_come(line: Serial, wanted: bytes) -> bool:
    """Whether a line brings exactly these bytes."""
    data = bytearray()

    def is_whole() -> bool:
        data.extend(line.read())
        return len(data) >= len(wanted)

    wait_until(is_whole)
    return data == wanted


def test_the_loopback_server_is_reached_on_this_computer_alone(server: LoopbackServer) -> None:
    assert server.url == f"socket://127.0.0.1:{server.port}"
    assert server._server.getsockname()[0] == "127.0.0.1"


def test_bytes_go_both_ways_and_a_second_laptop_is_turned_away(server: LoopbackServer) -> None:
    with client(server) as first, client(server) as second:

        def is_turned_away() -> bool:
            server.step()
            return bool(select.select([second], [], [], 0)[0])

        wait_until(is_turned_away)
        assert second.recv(10) == b""
        first.send(b"still here")
        assert has_come(server, b"still here")
        assert server.write(b"welcome") == 7
        wait_until(lambda: select.select([first], [], [], 0)[0])
        assert first.recv(100) == b"welcome"


def test_a_laptop_that_leaves_makes_room_for_the_next(server: LoopbackServer) -> None:
    client(server).close()

    def is_alone() -> bool:
        server.read()
        return not server.connected

    wait_until(is_alone)
    with client(server) as following:
        following.send(b"next")
        assert has_come(server, b"next")


def test_a_laptop_that_does_not_read_makes_the_server_take_nothing_more(server: LoopbackServer) -> None:
    with client(server):
        assert takes_no_more(server, limit=20_000_000)


def test_a_server_that_does_not_read_does_not_hold_the_laptop_up(server: LoopbackServer) -> None:
    with closing(open_serial(server.url)) as laptop:
        server.step()
        assert takes_no_more(laptop, limit=50_000_000)


def test_a_pseudo_terminal_carries_bytes_unchanged_and_takes_no_more_than_fits() -> None:
    pytest.importorskip("termios")
    with closing(PseudoTerminal()) as terminal:
        assert terminal.read() == b""
        with closing(serial.serial_for_url(terminal.url, timeout=0, write_timeout=0)) as laptop:
            data = b"~m\r\n\x03\x04\x1a\xff"
            laptop.write(data)
            assert has_come(terminal, data)
            assert terminal.write(data) == len(data)
            wait_until(lambda: select.select([laptop.fileno()], [], [], 0)[0])
            assert laptop.read(100) == data
            assert takes_no_more(terminal, limit=100 * UNREAD)


def test_an_unopened_pseudo_terminal_echoes_nothing() -> None:
    pytest.importorskip("termios")
    with closing(PseudoTerminal()) as terminal:
        terminal.write(b"is anybody there?\r\n")
        for _ in range(3):
            assert terminal.read() == b""
            select.select([], [], [], WAIT_S)
