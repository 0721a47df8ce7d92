"""Runs `tavolo` as a separate process, whose page is open to visitors."""

import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random

import psutil

from host.tools.torture.crowd import Crowd
from host.tools.torture.evenings import Evening, setup_at
from host.tools.torture.found import EXCEPTION, STUCK, Found, Tally
from host.tools.torture.restless import LAN
from tests.cli.command_support import as_from_a_shell, free_port

ENDING_S = 60
STRANGE = (b"GET / HTTP/1.0\r\n\r\n", b"\x00" * 3000, b"~m00000001 0 0 act*00000000\r\n", b"AT\r\n", b"\xff" * 10)


class Program:
    """`tavolo` with these arguments and a page at a `port`, in an environment; its standard error is kept."""

    def __init__(self, port: int, environment: Mapping[str, str], *arguments: str) -> None:
        self.port = port
        self._told = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        command = [sys.executable, "-m", "tavolo_host", *arguments, "--no-browser", "--web-port", str(port)]
        self.process = subprocess.Popen(
            [*command, "--lan-address", LAN],
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._told,
        )

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

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
    """An evening in real time beside a program with visitors, which is killed at its end; `play` plays through it.

    Where the program is started again, it has the same address, and whatever it has kept.
    """

    storms = 3

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self.random = evening.random("faults")
        self.kinds = evening.kinds
        self.tally = tally
        self.setup = setup_at(evening.number, evening.random("setup"))
        self.program: Program | None = None
        self._port, self._environment = free_port(), as_from_a_shell()
        self.crowd = Crowd(self._port, lambda: self.program is not None and self.program.is_running, tally)
        if evening.is_short:
            self.storms = 1
        self._began = time.monotonic()

    def begin(self, *arguments: str) -> None:
        """Start the program."""
        self.program = Program(self._port, self._environment, *arguments)

    async def play(self) -> None:
        raise NotImplementedError

    async def play_and_kill(self) -> None:
        try:
            await self.play()
        finally:
            await self.crowd.leave()
            if self.program is not None:
                self.program.kill()

    def check_running(self) -> None:
        """Raise Found for an exception, or when the program has ended."""
        assert self.program is not None
        self.program.check_running()
        self.crowd.check()

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
