"""The search over a real network, that of this computer alone: a device announces itself, and is asked what it is."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import ClassVar

import pytest
from zeroconf import ServiceInfo, Zeroconf

from tavolo_host.own_lights import search
from tavolo_host.own_lights.device import Device

pytestmark = pytest.mark.slow  # sockets
ANNOUNCED = "_wled._tcp.local."  # https://kno.wled.ge
INFO = {"name": "Shelf", "leds": {"count": 128, "matrix": {"w": 16, "h": 8}}}
TOO_LONG = json.dumps(INFO | {"more": "x" * search.MOST_BYTES}).encode()


class Answering(BaseHTTPRequestHandler):
    """A device's web server."""

    body: ClassVar[bytes] = b""
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_about: object) -> None:
        pass


@contextmanager
def device(body: bytes) -> Iterator[int]:
    """Serve a device, and yield its port."""
    Answering.body, server = body, HTTPServer(("127.0.0.1", 0), Answering)
    Answering.asked.clear()
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_a_device_that_announces_itself_is_found_and_asked_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    here = {"interfaces": ["127.0.0.1"]}
    monkeypatch.setattr(search, "AsyncZeroconf", partial(search.AsyncZeroconf, **here))
    with device(json.dumps(INFO).encode()) as port:
        network = Zeroconf(**here)  # type: ignore[arg-type]
        address = [socket.inet_aton("127.0.0.1")]
        network.register_service(ServiceInfo(ANNOUNCED, f"shelf.{ANNOUNCED}", port, addresses=address))
        try:
            found = asyncio.run(search.found())
        finally:
            network.close()
    assert (found, Answering.asked) == ([Device.made("127.0.0.1", 16, 8, "Shelf")], ["/json/info"])


@pytest.mark.parametrize("body", [b"", b"[]", b"<html>", b'{"name": "x"}', TOO_LONG])
def test_what_answers_otherwise_is_no_device(body: bytes) -> None:
    with device(body) as port, pytest.raises(ValueError):
        asyncio.run(search.described_by("127.0.0.1", port))


def test_what_does_not_answer_is_an_error_of_the_network() -> None:
    with device(b"") as port:
        pass
    with pytest.raises(OSError):
        asyncio.run(search.described_by("127.0.0.1", port))
