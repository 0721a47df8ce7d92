"""The page's server answers to its own names and its own pages, and hangs up on who says nothing."""

import http.client
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from tavolo_host.display.access.connections import IDLE, IDLE_IN_ALL, PATIENCE_S, ImpatientProtocol
from tavolo_host.display.access.content_policy import HEADERS
from tests.cli.command_support import PATIENCE_S as LONGEST_S
from tests.cli.command_support import as_from_a_shell, free_port

LOOK_S = 0.1
POLLING = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@contextmanager
def served() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`tavolo play`, and where it serves its page."""
    number = free_port()
    command = [sys.executable, "-m", "tavolo_host", "play", "--no-browser", "--web-port", str(number)]
    process = subprocess.Popen(command, env=as_from_a_shell(), stdin=subprocess.DEVNULL)
    try:
        end = time.monotonic() + LONGEST_S
        while not is_served(number):
            assert process.poll() is None, "the program has ended"
            assert time.monotonic() < end
            time.sleep(LOOK_S)
        yield process, number
    finally:
        process.kill()
        process.wait(30)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served() as (_process, number):
        yield number


def is_served(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def status(port: int, path: str, **headers: str) -> int:
    return answer(port, path, **headers)[0]


def answer(port: int, path: str, **headers: str) -> tuple[int, str]:
    """Status and page for who asks for this, as at the server's own address unless another `Host` is named."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST_S)
    try:
        connection.putrequest("GET", path, skip_host=True)
        for name, value in ({"Host": f"127.0.0.1:{port}"} | headers).items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        return response.status, "" if response.status == 101 else response.read().decode()
    finally:
        connection.close()


def known_browser(port: int) -> str:
    """The cookie of a browser that has come once."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
        return str(page.headers["Set-Cookie"]).partition(";")[0]


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "LOCALHOST:{}"])
def test_the_page_is_served_by_the_names_of_this_computer(port: int, host: str) -> None:
    own = host.format(port)
    assert status(port, "/", Host=own) == 200
    assert status(port, POLLING, Host=own, Origin=f"http://{own.lower()}") == 400, "only sockets have limits"
    assert status(port, SOCKET, **UPGRADE, Host=own, Origin=f"http://{own.lower()}") == 101


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{}", "127.0.0.1.evil.example:{}", "192.0.2.7:{}", ""])
def test_no_other_name_that_leads_here_gets_the_table_or_a_socket(port: int, host: str) -> None:
    for path in ("/", POLLING, "/display/page.css"):
        number, page = answer(port, path, Host=host.format(port))
        assert number == (421 if host else 400)
        assert "_nicegui" not in page
    assert status(port, SOCKET, **UPGRADE, Host=host.format(port)) == 400


def test_a_page_that_comes_by_another_port_says_by_which_address_the_table_is_reached(port: int) -> None:
    for host in (f"127.0.0.1:{port + 1}", "localhost", f"ada-laptop.local:{port}"):
        number, page = answer(port, "/", Host=host)
        assert number == 421
        assert f'href="http://127.0.0.1:{port}"' in page
        assert f"ssh -L {port}:127.0.0.1:{port}" in page
    assert "Questa pagina" in answer(port, "/", Host="localhost", **{"Accept-Language": "it"})[1]


@pytest.mark.parametrize("origin", ["http://evil.example", "http://evil.example:{}", "https://localhost:{}", "null"])
def test_no_socket_is_opened_for_another_sites_page(port: int, origin: str) -> None:
    there = origin.format(port)
    assert status(port, POLLING, Origin=there) == 400
    assert status(port, SOCKET, **UPGRADE, Origin=there) == 403


# ---- who keeps a connection open

BEGUN = b"GET / HTTP/1.1\r\nHost: localhost:%d\r\nX: "
UPLOAD = b"POST / HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 20000000\r\n\r\n"
DOWNLOAD = b"GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n"
PAGE_SOCKET = SOCKET + "&client_id=%s&tab_id=%s&document_id=1&next_message_id=0&implicit_handshake=true"
SLOW, REQUESTS, PAGES = 500, 300, 4
ENDS_IN_S = 10  # it takes little more than one; as it was, it never ended


class Clients:
    """Connections to the program, open until the test ends, that do not read what they ask for."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port = port
        self._cookie = cookie
        self._all: list[socket.socket] = []
        self._slow: list[socket.socket] = []
        self._has_ended = threading.Event()
        self._thread = threading.Thread(target=self._trickle, daemon=True)

    def open(self, request: bytes = b"", is_slow: bool = False) -> socket.socket:
        """One more, which has sent as much of a request as is taken from it; a slow one goes on sending."""
        client = socket.socket()
        self._all.append(client)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", self._port))
        client.setblocking(False)
        with suppress(BlockingIOError):
            client.send(request)
        if is_slow:
            self._slow.append(client)
        return client

    def open_page(self, client_id: str, tab: int) -> socket.socket:
        """A page whose socket has begun to bring all that there is to be shown."""
        lines = {"Host": f"127.0.0.1:{self._port}", "Cookie": self._cookie} | UPGRADE
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        client = self.open(f"GET {PAGE_SOCKET % (client_id, tab)} HTTP/1.1\r\n{head}\r\n".encode())
        client.settimeout(LONGEST_S)
        answered = client.makefile("rb")
        assert b" 101 " in answered.readline()
        client.send(b"\x81\x82\0\0\0\x0040")  # a frame of text: the name space of the page's events is entered
        assert len(answered.read(5000)) == 5000
        return client

    def _trickle(self) -> None:
        """Send a little more of what is slow, until all is closed."""
        while not self._has_ended.wait(LOOK_S):
            for client in self._slow:
                with suppress(OSError):
                    client.send(b"a" * 1000)

    def __enter__(self) -> "Clients":
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._has_ended.set()
        self._thread.join()
        for client in self._all:
            client.close()


@pytest.mark.slow
def test_the_program_ends_when_it_is_told_to_whatever_is_open() -> None:
    with served() as (process, port), Clients(port, cookie := known_browser(port)) as clients:
        pages = [answer(port, "/", Cookie=cookie)[1] for _ in range(PAGES)]
        ids = [re.findall(r"'client_id': '([^']+)'", page)[0] for page in pages]
        for _ in range(PAGES):  # each time all that the page shows is sent to all of its sockets
            clients.open_page(ids[0], PAGES)
        vanishing = [clients.open_page(client_id, tab) for tab, client_id in enumerate(ids[1:])]
        for _ in range(SLOW):
            clients.open(BEGUN % port, is_slow=True)
        for request in (b"", BEGUN % port + b"a" * 1_000_000):
            clients.open(request)
        clients.open(UPLOAD % port, is_slow=True)
        for script in re.findall(r'"(/_nicegui/[^"]+\.js)"', pages[0]):
            clients.open(DOWNLOAD % (script.encode(), port) * 40)
        for number in range(REQUESTS):
            assert answer(port, "/display/page.css" if number % 10 else "/")[0] == 200
        for each in vanishing:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            each.close()
        process.terminate()
        time.sleep(3 * LOOK_S)
        process.terminate()
        process.wait(ENDS_IN_S)
        assert process.returncode == -signal.SIGTERM


class Loop:
    """An event loop whose time passes when a test says so, and which begins no task."""

    def __init__(self) -> None:
        self.now = 0.0
        self.later: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Callable[..., None], *given: Any) -> Any:
        later = (self.now + delay, call, given)
        self.later.append(later)
        return SimpleNamespace(cancel=lambda: self.later.remove(later))

    def create_task(self, task: Any, **_named: Any) -> "Loop":
        task.close()
        return self

    def add_done_callback(self, _call: Callable[..., None]) -> None:
        pass

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        due = [later for later in self.later if later[0] <= self.now]
        self.later = [later for later in self.later if later[0] > self.now]
        for _when, call, given in due:
            call(*given)


class Transport:
    """A client's connection; `is_closed` once the server has closed it."""

    def __init__(self, address: str = "192.0.2.7") -> None:
        self._address = address
        self.is_closed = False
        self.protocol: object = None
        self.written = b""

    def get_extra_info(self, name: str) -> object:
        return (self._address, 40_000) if name == "peername" else None

    def get_protocol(self) -> object:
        return self.protocol

    def is_closing(self) -> bool:
        return self.is_closed

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.is_closed = True


class Connections:
    """A server's connections, whose time passes by `loop`."""

    def __init__(self) -> None:
        self.loop = Loop()
        self._state = ServerState()
        self._config = Config(lambda _scope: None, log_config=None, headers=HEADERS)
        self._config.load()
        self._state.default_headers = self._config.encoded_headers

    def open(self, address: str = "192.0.2.7", *, sends: bytes = b"") -> tuple[Any, Transport]:
        """A new connection from an address, which has sent this."""
        transport = Transport(address)
        protocol: Any = ImpatientProtocol(
            config=self._config,
            server_state=self._state,
            app_state={},
            _loop=self.loop,  # type: ignore[arg-type]
        )
        transport.protocol = protocol
        protocol.connection_made(transport)
        protocol.data_received(sends)
        self.loop.pass_time(0.001)
        return protocol, transport


@pytest.fixture
def connections() -> Connections:
    return Connections()


@pytest.fixture
def connection(connections: Connections) -> tuple[Any, Transport, Loop]:
    """A protocol with a new connection."""
    return *connections.open(), connections.loop


def test_a_silent_connection_is_closed(connection: tuple[Any, Transport, Loop]) -> None:
    _, transport, loop = connection
    loop.pass_time(PATIENCE_S - 1)
    assert not transport.is_closed
    loop.pass_time(2)
    assert transport.is_closed


def test_a_connection_that_sends_a_request_letter_by_letter_is_closed(connection: tuple[Any, Transport, Loop]) -> None:
    protocol, transport, loop = connection
    for letter in b"GET / HTTP/1.1":
        protocol.data_received(bytes((letter,)))
        loop.pass_time(3)
    assert transport.is_closed


def test_a_connection_with_new_requests_stays_open(connection: tuple[Any, Transport, Loop]) -> None:
    protocol, transport, loop = connection
    for _ in range(5):
        protocol.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        protocol.cycle.response_complete = True
        loop.pass_time(PATIENCE_S)
        assert not transport.is_closed
    loop.pass_time(PATIENCE_S)
    assert transport.is_closed


def test_the_socket_of_a_page_may_be_silent(connection: tuple[Any, Transport, Loop]) -> None:
    _, transport, loop = connection
    transport.protocol = "that of a websocket"
    loop.pass_time(10 * PATIENCE_S)
    assert not transport.is_closed


HALF, WHOLE = b"GET / HTTP/1.1\r\nHost: ", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_of_many_half_open_connections_of_one_address_the_oldest_are_closed(connections: Connections) -> None:
    half = [connections.open(sends=HALF)[1] for _ in range(300)]
    assert [transport.is_closed for transport in half] == [True] * (300 - IDLE) + [False] * IDLE
    _, newest = connections.open("192.0.2.8", sends=HALF)
    assert not newest.is_closed
    assert half[-IDLE].is_closed is False, "another address has room of its own"


def test_half_open_connections_of_many_addresses_are_as_few_in_all(connections: Connections) -> None:
    half = [connections.open(f"192.0.2.{number}", sends=HALF)[1] for number in range(200)]
    assert sum(not transport.is_closed for transport in half) == IDLE_IN_ALL
    assert not any(transport.is_closed for transport in half[-IDLE_IN_ALL:])


def test_a_browser_that_loads_a_page_keeps_its_connections_while_others_are_half_open(connections: Connections) -> None:
    _, loading = connections.open(sends=WHOLE)  # is being answered
    answered, waiting = connections.open(sends=WHOLE)
    answered.cycle.response_complete = True
    socket_, of_page = connections.open()
    of_page.protocol = "that of a websocket"
    socket_.connections.discard(socket_)  # as uvicorn does then
    for _ in range(300):
        connections.open(sends=HALF)
    assert [each.is_closed for each in (loading, waiting, of_page)] == [False] * 3


def test_a_connection_that_is_being_answered_is_never_closed_for_others(connections: Connections) -> None:
    _, loading = connections.open(sends=WHOLE)
    for _ in range(300):
        answered, _ = connections.open(sends=WHOLE)
        answered.cycle.response_complete = True
    assert not loading.is_closed


def test_even_what_is_no_request_at_all_is_answered_with_the_policy(connections: Connections) -> None:
    _, transport = connections.open(sends=b"nonsense\r\n\r\n")
    assert b"400 Bad Request" in transport.written
    assert b"frame-ancestors 'none'" in transport.written


def test_a_connection_that_is_over_leaves_nothing_behind(connections: Connections) -> None:
    protocol, _ = connections.open(sends=WHOLE)
    protocol.connection_lost(None)
    assert connections.loop.later == []
