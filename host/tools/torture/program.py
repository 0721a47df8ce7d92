"""Runs `tavolo` as a separate process, with a visitor to its page who presses random buttons."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from random import Random
from typing import Any

import psutil

from host.tools.torture.evenings import Evening, setup_at
from host.tools.torture.found import EXCEPTION, STUCK, Found, Tally
from host.tools.torture.page_visitor import PageVisitor, listener_of
from tests.host.command_support import as_from_a_shell, free_port

IN_STEP = 'class="dot in-step"'  # on a page that is in step
ARRIVING_S = 120  # for a program to start on a busy machine
ENDING_S = 60
PRESSED = re.compile(r'data-press="([^"]*)"')
STRANGE = (b"GET / HTTP/1.0\r\n\r\n", b"\x00" * 3000, b"~m00000001 0 0 act*00000000\r\n", b"AT\r\n", b"\xff" * 10)


class RestlessVisitor(PageVisitor):
    """A visitor who presses anything."""

    def shows(self, text: str) -> bool:
        return text in self.text()

    @property
    def is_there(self) -> bool:
        return bool(self._socket.connected)

    async def press_choice(self, random: Random) -> bool:
        """Press one of the choices offered to the visitor's seat; return whether there are any."""
        found = [number for number, element in self._elements.items() if "what-choices" in element.get("class", ())]
        return any([await self._press_part(number, random) for number in found])

    async def press_anything(self, random: Random) -> None:
        """Press a button, or a part of the page that acts as one."""
        buttons = [number for number, element in self._elements.items() if listener_of(element, "click")]
        parts = [number for number, element in self._elements.items() if listener_of(element, "press")]
        if parts and random.random() < 0.6:
            await self._press_part(random.choice(parts), random)
        elif buttons:
            await self.emit(random.choice(buttons), "click", [])

    async def _press_part(self, number: str, random: Random) -> bool:
        values = PRESSED.findall(str(self._elements[number].get("props", {}).get("html", "")))
        if values:
            await self.emit(number, "press", [json.dumps(unescape(random.choice(values)))])
        return bool(values)

    async def emit(self, number: str, kind: str, values: list[Any]) -> None:
        with suppress(Exception):  # the page may be gone
            await super().emit(number, kind, values)


class Program:
    """`tavolo` with these arguments and a page; its standard error is kept."""

    def __init__(self, *arguments: str) -> None:
        self.port = free_port()
        self._told = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        command = [sys.executable, "-m", "tavolo_host", *arguments, "--no-browser", "--web-port", str(self.port)]
        self.process = subprocess.Popen(
            command,
            env=as_from_a_shell() | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._told,
        )

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    async def visited(self) -> RestlessVisitor:
        """Return a visitor who has arrived; raises Found when the page does not come."""
        visitor = RestlessVisitor(f"http://127.0.0.1:{self.port}/", lambda: self.is_running)
        try:
            await asyncio.wait_for(visitor.arrive(), ARRIVING_S)
        except TimeoutError:
            raise Found(STUCK, "The page does not come.") from None
        return visitor

    def check(self) -> None:
        """Raise Found for an exception on standard error."""
        self._told.seek(0)
        told = self._told.read().decode(errors="replace")
        if "Traceback" in told:
            raise Found(EXCEPTION, told[told.find("Traceback") :][-1500:])

    def check_running(self) -> None:
        """Raise Found for an exception, or when the program has ended."""
        self.check()
        if not self.is_running:
            raise Found(STUCK, f"The program ended by itself, with {self.process.returncode}.")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(ENDING_S)

    def end(self) -> None:
        """End the process with SIGTERM; raises Found when it does not end."""
        self.process.terminate()
        try:
            self.process.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Found(STUCK, "The program does not end.") from None
        self.check()

    def strange_port(self) -> int:
        """Return the port of its virtual board's line on this machine, 0 if unknown."""
        ports = [port for port in listened_to(self.process.pid) if port != self.port]
        return ports[0] if ports else 0


class ProgramEvening:
    """An evening in real time beside a program, which is killed at its end. `play` plays through storms and calms."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self.random = evening.random("faults")
        self.kinds = evening.kinds
        self.tally = tally
        self.setup = setup_at(evening.number, evening.random("setup"))
        self.program: Program | None = None
        self._began = time.monotonic()

    async def play(self) -> None:
        raise NotImplementedError

    async def play_and_kill(self) -> None:
        try:
            await self.play()
        finally:
            if self.program is not None:
                self.program.kill()

    def suffer(self, kind: str) -> None:
        """Count a fault, and log it with its time."""
        self.tally.faults[kind] += 1
        self.tally.log.append(f"{time.monotonic() - self._began:.1f} s: {kind}")


def be_strange(port: int, random: Random) -> None:
    """Open a port of this machine, send something strange, and leave."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as stranger:
        stranger.sendall(random.choice(STRANGE))


def listened_to(process: int) -> list[int]:
    """Return the TCP ports that a process listens to, as far as the system shows them."""
    with suppress(psutil.Error):
        found = psutil.Process(process).net_connections("tcp4")
        return [each.laddr.port for each in found if each.status == psutil.CONN_LISTEN]
    return []


async def until(condition: Callable[[], object], limit_s: float, sentence: str) -> None:
    """Wait for a condition; raises Found when it does not come true."""
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            raise Found(STUCK, sentence)
        await asyncio.sleep(0.1)
