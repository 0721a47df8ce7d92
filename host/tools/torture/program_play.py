"""An evening in real time with `tavolo play` as a process: visitors do anything, strangers use its ports, and it is
killed. The schedule of the faults repeats with the seed, their effects may not.
"""

import asyncio
import socket
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import psutil

from host.tools.torture.crowd import Crowd
from host.tools.torture.evening import Evening
from host.tools.torture.found import EXCEPTION, STUCK, Found, Tally
from host.tools.torture.play import Play
from host.tools.torture.visitors import LAN
from tavolo_host.simulator.hardware import TICK_MS
from tests.cli.command_support import as_from_a_shell, free_port

SPEED = "20"
ENDING_S = 60
STRANGE = (b"GET / HTTP/1.0\r\n\r\n", b"\x00" * 3000, b"~m00000001 0 0 act*00000000\r\n", b"AT\r\n", b"\xff" * 10)


class Program:
    """`tavolo` with these arguments and a page at a `port`, in an environment; its standard error is kept."""

    def __init__(self, port: int, environment: Mapping[str, str], arguments: Sequence[str]) -> None:
        self.is_killed = False
        self._told = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        command = [sys.executable, "-m", "tavolo_host", *arguments, "--no-browser", "--web-port", str(port)]
        self._process = subprocess.Popen(
            [*command, "--lan-address", LAN],
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._told,
        )

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def check(self) -> None:
        """Raise Found for an exception on standard error."""
        self._told.seek(0)
        told = self._told.read().decode(errors="replace")
        if "Traceback" in told:
            raise Found(EXCEPTION, told[told.find("Traceback") :][-1500:])

    def check_running(self) -> None:
        """Raise Found for an exception, or when the program has ended by itself."""
        self.check()
        if not (self.is_running or self.is_killed):
            raise Found(STUCK, f"The program ended by itself, with {self._process.returncode}.")

    def kill(self) -> None:
        """End the process at once."""
        self.is_killed = True
        self._process.kill()
        self._process.wait(ENDING_S)

    def end(self) -> None:
        """End the process with SIGTERM; raises Found when it does not end, or had ended by itself."""
        self.check_running()
        self._process.terminate()
        try:
            self._process.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Found(STUCK, "The program does not end.") from None
        self.check()

    def ports(self) -> list[int]:
        """Return the ports on which it listens, as far as the system shows them: the page's and its board's line."""
        with suppress(psutil.Error):
            found = psutil.Process(self._process.pid).net_connections("tcp4")
            return [each.laddr.port for each in found if each.status == psutil.CONN_LISTEN]
        return []


class ProgramPlay(Play):
    """A `tavolo play`, restarted whenever it was killed, and its visitors.

    It is started again `attempts` times, if it ends with a sentence. It has always the same address, and what it has
    kept.
    """

    kinds: tuple[str, ...] = (*8 * ("clicks",), "pages closed", "second clients", "laptop killed")
    storms, storm_ms, pause_ms = 3, (5000, 12_000), (50, 1500)
    back_ms = 240_000  # the crowd has limits of its own
    attempts = 1

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        self._port, self._environment = free_port(), as_from_a_shell()
        self._loop = asyncio.new_event_loop()
        self._tasks: list[asyncio.Task[None]] = []
        self._arrival: asyncio.Task[None] | None = None
        self.program: Program | None = None
        self.crowd = Crowd(self._port, lambda: self.program is not None and self.program.is_running, tally)

    def arguments(self) -> Sequence[str]:
        """Return those of the program."""
        game = self.setup.game
        pairs = zip(game.OPTIONS, self.setup.options, strict=True)
        options = [word for option, value in pairs for word in ("--option", f"{option.name}={value}")]
        return "play", game.NAME, "--seats", str(self.setup.players), *options, "--speed", SPEED

    # ---- time

    def pass_time(self) -> None:
        self._loop.run_until_complete(asyncio.sleep(TICK_MS / 1000))
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.remove(task)
            task.result()

    def let(self, coroutine: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Let visitors do something while time passes."""
        task = self._loop.create_task(coroutine)
        self._tasks.append(task)
        return task

    def wait_for(self, task: "asyncio.Task[None]") -> None:
        """Let time pass until it is done."""
        while not task.done():
            self.step()

    # ---- program and visitors

    def gather(self) -> None:
        """Let everybody come who is not there."""
        if not self.are_arriving():
            self._arrival = self.let(self._gather())

    def are_arriving(self) -> bool:
        """Return whether visitors are on their way, perhaps to a program that is only starting, or leaving."""
        return self._arrival is not None and not self._arrival.done()

    async def _gather(self) -> None:
        is_new = self.program is None or self.program.is_killed
        for _ in range(self.attempts if is_new else 1):
            if is_new:
                await self.crowd.leave()
                self.program = Program(self._port, self._environment, self.arguments())
            try:
                await self.crowd.gather()
            except AssertionError:  # the program has ended
                self.check()
            else:
                return
        raise Found(STUCK, "The program ends before it serves the page.")

    def last_words(self) -> str:
        return self.crowd.last_words()

    # ---- the evening

    def wake(self) -> None:
        self.calm()

    def put_right(self) -> None:
        super().put_right()
        while self.are_arriving():
            self.step()
        if self.program is not None:
            self.program.check_running()

    def is_clear(self) -> bool:
        if not self.crowd.are_all_there():
            self.gather()
        return not self.are_arriving()

    def check(self) -> None:
        """Raise Found for an exception in the terminal or on a page."""
        if self.program is not None:
            self.program.check()
        self.crowd.check()

    def goes_on(self) -> None:
        self.wait_for(self.let(self.crowd.goes_on(self.random)))

    def finish(self) -> None:
        self.tally.accepted += self.crowd.host.pictures
        assert self.program is not None
        self.program.end()

    def close(self) -> None:
        super().close()
        self._loop.run_until_complete(self._leave())
        self._loop.close()
        if self.program is not None:
            self.program.kill()

    async def _leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.crowd.leave()
        await self._loop.shutdown_default_executor()

    # ---- faults

    def click(self, random: Random) -> None:
        """Let every visitor do some things."""
        for visitor in 3 * self.crowd.everybody:
            if visitor.is_there:
                self.let(visitor.do_anything(Random(random.random())))

    def close_page(self, random: Random) -> None:
        """Let a visitor leave."""
        visitor = random.choice(self.crowd.everybody)
        if not self.are_arriving():
            self._arrival = self.let(visitor.leave())

    def kill_laptop(self) -> None:
        """End the program with SIGKILL, and restart it."""
        if self.program is not None and not self.are_arriving():
            self.program.check()
            self.program.kill()
            self.gather()

    def let_stranger_in(self, random: Random) -> None:
        """Open the program's ports, send something strange, and leave."""
        for port in self.program.ports() if self.program is not None else ():
            be_strange(port, random)


def be_strange(port: int, random: Random) -> None:
    """Open a port of this machine, send something strange, and leave."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as stranger:
        stranger.sendall(random.choice(STRANGE))
