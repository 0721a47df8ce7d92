"""The virtual table's serial side: never waits, keeps few unread bytes, lets one laptop in."""

import select
import socket

import pytest
import serial

from tavolo.link.channel import Serial
from tavolo_host.virtual.serial_line import UNREAD, LoopbackServer, PseudoTerminal

TURNS = 500  # of waiting for the system to pass bytes on, each no longer than WAIT_S
WAIT_S = 0.01


def written_until_full(line: Serial, limit: int) -> int:
    """How many bytes a line takes that nobody reads; it must come to an end before `limit`."""
    taken = 0
    refusals = 0
    while taken < limit and refusals < 20:
        count = line.write(b"x" * 1000)
        taken += count
        refusals += count == 0
    return taken


def client(server: LoopbackServer) -> socket.socket:
    """A laptop's connection that the server has accepted."""
    found = socket.create_connection(("127.0.0.1", server.port))
    found.setblocking(False)
    for _ in range(TURNS):
        server.step()
        if server.connected:
            break
        select.select([], [], [], WAIT_S)
    return found


def read_from(server: LoopbackServer, wanted: int) -> bytes:
    """That many bytes, as they come in."""
    data = b""
    for _ in range(TURNS):
        data += server.read()
        if len(data) >= wanted:
            break
        select.select([], [], [], WAIT_S)
    return data


def test_the_loopback_server_is_reached_on_this_computer_alone() -> None:
    server = LoopbackServer()
    assert server.url == f"socket://127.0.0.1:{server.port}"
    assert server._server.getsockname()[0] == "127.0.0.1"
    server.close()


def test_without_a_laptop_the_server_takes_nothing_and_gives_nothing() -> None:
    server = LoopbackServer()
    assert server.read() == b""
    assert server.write(b"nobody hears it") == 0
    server.close()


def test_bytes_go_both_ways_through_the_server() -> None:
    server = LoopbackServer()
    laptop = client(server)
    laptop.send(b"hello")
    assert read_from(server, 5) == b"hello"
    assert server.write(b"welcome") == 7
    assert select.select([laptop], [], [], WAIT_S * TURNS)[0]
    assert laptop.recv(100) == b"welcome"
    laptop.close()
    server.close()


def test_a_second_laptop_is_turned_away_and_the_first_stays() -> None:
    server = LoopbackServer()
    first = client(server)
    second = client(server)
    for _ in range(TURNS):
        server.step()
        if select.select([second], [], [], WAIT_S)[0]:
            break
    assert second.recv(10) == b""
    first.send(b"still here")
    assert read_from(server, 10) == b"still here"
    first.close()
    second.close()
    server.close()


def test_a_laptop_that_leaves_makes_room_for_the_next() -> None:
    server = LoopbackServer()
    client(server).close()
    for _ in range(TURNS):
        server.read()
        if not server.connected:
            break
        select.select([], [], [], WAIT_S)
    assert not server.connected
    following = client(server)
    following.send(b"next")
    assert read_from(server, 4) == b"next"
    following.close()
    server.close()


def test_a_laptop_that_does_not_read_makes_the_server_take_nothing_more() -> None:
    server = LoopbackServer()
    laptop = client(server)
    limit = 20_000_000
    assert written_until_full(server, limit) < limit
    assert server.write(b"x") == 0
    laptop.close()
    server.close()


def test_a_port_that_is_taken_is_an_error_of_the_system() -> None:
    server = LoopbackServer()
    with pytest.raises(OSError):
        LoopbackServer(server.port)
    server.close()


def test_a_pseudo_terminal_carries_bytes_unchanged_and_takes_no_more_than_fits() -> None:
    pytest.importorskip("termios")
    terminal = PseudoTerminal()
    assert terminal.read() == b""
    laptop = serial.serial_for_url(terminal.url, timeout=0, write_timeout=0)
    data = b"~m\r\n\x03\x04\x1a\xff"
    laptop.write(data)
    found = b""
    for _ in range(TURNS):
        found += terminal.read()
        if len(found) >= len(data):
            break
        select.select([], [], [], WAIT_S)
    assert found == data
    assert terminal.write(data) == len(data)
    assert select.select([laptop.fileno()], [], [], WAIT_S * TURNS)[0]
    assert laptop.read(100) == data
    limit = 100 * UNREAD
    assert written_until_full(terminal, limit) < limit
    laptop.close()
    terminal.close()


def test_a_pseudo_terminal_that_nobody_has_opened_echoes_nothing() -> None:
    pytest.importorskip("termios")
    terminal = PseudoTerminal()
    terminal.write(b"is anybody there?\r\n")
    for _ in range(20):
        assert terminal.read() == b""
        select.select([], [], [], WAIT_S)
    terminal.close()
