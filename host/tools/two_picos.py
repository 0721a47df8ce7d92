"""Two emulated Picos at ports and drives, to follow hardware/rig/README.md without hardware.

    python -m host.tools.two_picos FOLDER

As if plugged in here, they have ports, FOLDER/ttyACM0 (the board) and FOLDER/ttyACM1 (the rig), while their USB is
alive. At first both are blank. A blank Pico, or one that is plugged in with BOOTSEL held, is a drive instead,
FOLDER/RPI-RP2-board or FOLDER/RPI-RP2-rig: a .uf2 file that is copied onto it goes into the flash, and the Pico starts.

They are not faster than real time, but slower if the computer is: several times, when both run. Programs notice that by
their time-outs, and hands that move in real time would be too quick. So a command takes its time from FOLDER/clock if
it is run by this module, and so do tests that have it as a plugin, as HELP shows.
"""

import os
import select
import shutil
import struct
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tavolo import wiring
from tavolo_host import cli
from tavolo_host.board import client
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.joined_picos import JoinedPicos
from tavolo_host.simulator.pico_bridge import PicoBridge
from tavolo_host.simulator.pico_parts import UF2_BLOCK, PicoPort, Strip, firmware_image
from tavolo_host.simulator.serial_line import PseudoTerminal

STEP_MS = 2
CLOCK = "clock"  # a file that was last modified at the simulated time
NOTICED_MS = 20  # from when a Pico is gone until a system takes its port away: until then a program can read what came
LOOK_S = 0.001  # between two looks at it
LAG_S = 0.1  # that is caught up; what the computer is further behind is lost
BLOCKS_AT = 24  # in a block of a UF2: how many blocks the file has
HELP = """Type, a line each:
    plug board, plug rig            give it its USB plug
    bootsel board, bootsel rig      plug it in with BOOTSEL held
    unplug board, unplug rig        pull its USB plug
    wire, unwire                    join both by all wires, or take them away
    quit
They are several times slower than real ones. These two commands take their time from them, in another terminal:
    build/venv/bin/python -m host.tools.two_picos {0} selftest --port {0}/ttyACM0 --rig {0}/ttyACM1
    PYTEST_PLUGINS=host.tools.two_picos make test-pico BOARD={0}/ttyACM0 RIG={0}/ttyACM1"""


class PicosTime:
    """What programs at a board use of the module `time`, by the clock of Picos that run in another process."""

    def __init__(self, clock: Path) -> None:
        self._clock = clock

    def monotonic(self) -> float:
        """Return the simulated time in s."""
        return self._clock.stat().st_mtime

    def sleep(self, duration_s: float) -> None:
        """Wait for simulated time to pass."""
        end_s = self.monotonic() + duration_s
        while self.monotonic() < end_s:
            time.sleep(LOOK_S)


def pytest_configure(config: pytest.Config) -> None:
    """Let the tests of a board at one of these ports take their time from its clock."""
    take_time_from(Path(config.getoption("--board")).parent)


def take_time_from(folder: Path) -> None:
    """Let clients of boards in this process take their time from the Picos in a folder."""
    client.time = PicosTime(folder / CLOCK)  # type: ignore[assignment]


class Cable(PseudoTerminal):
    """A pseudo-terminal that knows whether a program has it open."""

    def __init__(self) -> None:
        super().__init__()
        os.close(self.laptop_end)
        self.laptop_end = -1
        self._hang_up = select.poll()
        self._hang_up.register(self.table_end, 0)
        self._has_read = False

    def read(self) -> bytes:
        data = b""
        with suppress(OSError):  # no program has it open
            data = super().read()
        self._has_read = bool(data)
        return data

    @property
    def connected(self) -> bool:
        """Whether a program has it open, or had when it wrote what was read last."""
        return self._has_read or not self._hang_up.poll(0)


class Socket:
    """A Pico's USB socket: what the computer sees of it, a port or a drive."""

    def __init__(
        self,
        port: Path,
        drive: Path,
        power_on: Callable[[], None],
        cut_power: Callable[[], None],
        write_flash: Callable[[int, bytes], None],
        open_port: Callable[[], PicoPort],
    ) -> None:
        self.drive = drive
        self._port = port
        self._power_on, self._cut_power = power_on, cut_power
        self._write_flash, self._open_port = write_flash, open_port
        self._is_blank = True
        self._gone_ms = 0  # since its USB went
        self._line: Cable | None = None
        self._bridge: PicoBridge | None = None

    def plug(self, is_bootsel_held: bool = False) -> None:
        """Power it, as a drive if it has to be one."""
        self.unplug()
        if is_bootsel_held or self._is_blank:
            self.drive.mkdir()
        else:
            self._power_on()

    def unplug(self) -> None:
        """Take the power from it."""
        self._cut_power()
        shutil.rmtree(self.drive, ignore_errors=True)

    def show(self, is_alive: bool) -> None:
        """Show its port while its USB `is_alive`, and carry bytes."""
        if self._line is None and is_alive:
            self._line = Cable()
            self._bridge = PicoBridge(self._open_port, self._line)
            self._port.symlink_to(self._line.url)
        if self._line is None or self._bridge is None:
            return
        if is_alive or self._gone_ms == 0:
            self._bridge.step()
        self._gone_ms = 0 if is_alive else self._gone_ms + STEP_MS
        if not is_alive:
            self._bridge.hang_up()
        if self._gone_ms > NOTICED_MS:
            self.hide()

    def hide(self) -> None:
        """Take its port away."""
        if self._line is not None:
            self._port.unlink()
            self._line.close()
        self._line = self._bridge = None
        self._gone_ms = 0

    def take_file(self) -> None:
        """Take the firmware that was copied onto the drive, and start it. Raises ValueError for another chip's."""
        for file in self.drive.glob("*.uf2"):
            content = file.read_bytes()
            blocks = struct.unpack_from("<I", content, BLOCKS_AT)[0] if len(content) >= UF2_BLOCK else -1
            if len(content) != UF2_BLOCK * blocks:
                continue  # not all of it is there yet
            try:
                image = list(firmware_image(file))
            finally:
                file.unlink()
            for address, data in image:
                self._is_blank &= address > 0
                self._write_flash(address, data)
            self.plug()


class TwoPicos:
    """Board and rig. Close it at the end."""

    def __init__(self, folder: Path) -> None:
        strips = {pin: Strip(0) for pin in (wiring.TRACK_PIN, wiring.FIELD_PIN, wiring.LAMPS_PIN)}
        nothing = Path(os.devnull)
        self.picos = picos = JoinedPicos(nothing, nothing, wiring.BUSES, strips, Clock())
        picos.wire(False)
        self._folder, self._clock = folder, folder / CLOCK
        self._clock.touch()
        board = picos.power_on, picos.cut_power, picos.write_flash, picos.open_port
        rig = picos.power_rig, picos.cut_rig_power, picos.write_rig_flash, picos.open_rig
        self.board = Socket(folder / "ttyACM0", folder / "RPI-RP2-board", *board)
        self.rig = Socket(folder / "ttyACM1", folder / "RPI-RP2-rig", *rig)

    def do(self, command: str) -> None:
        """Do what HELP says; ValueError for anything else."""
        socket = {"board": self.board, "rig": self.rig}.get(command.partition(" ")[2])
        match command.split():
            case ["plug", _] if socket:
                socket.plug()
            case ["bootsel", _] if socket:
                socket.plug(is_bootsel_held=True)
            case ["unplug", _] if socket:
                socket.unplug()
            case ["wire" | "unwire" as word]:
                self.picos.wire(word == "wire")
            case _:
                raise ValueError(HELP.format(self._folder))

    def step(self) -> None:
        """Let STEP_MS pass."""
        self.picos.advance_ms(STEP_MS)
        os.utime(self._clock, ns=(self.picos.now_ns, self.picos.now_ns))
        self.board.show(self.picos.has_greeted)
        self.rig.show(self.picos.rig_has_greeted)
        self.board.take_file()
        self.rig.take_file()

    def close(self) -> None:
        """Take both away."""
        for socket in (self.board, self.rig):
            socket.unplug()
            socket.hide()
        self.picos.close()
        self._clock.unlink()


def run(picos: TwoPicos) -> None:
    """Run in real time until the standard input ends, or says quit."""
    typed = ""
    began_s = due_s = time.monotonic()
    while True:
        due_s = max(due_s + STEP_MS / 1000, time.monotonic() - LAG_S)
        if select.select([sys.stdin], [], [], max(0, due_s - time.monotonic()))[0]:
            came = os.read(sys.stdin.fileno(), 100).decode()
            *commands, typed = (typed + came).split("\n")
            if not came or "quit" in commands:
                break
            for command in commands:
                try:
                    picos.do(command)
                except ValueError as problem:
                    print(problem)
        try:
            picos.step()
        except ValueError as problem:
            print(problem)
    passed_s = time.monotonic() - began_s
    print(f"In {passed_s:.0f} s, {picos.picos.now_ns / 1e9:.0f} s passed for the Picos.")


def main(folder: Path) -> None:
    """Run with ports and drives in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(TwoPicos(folder)) as picos:
        print(
            f"Two Picos, blank and unplugged; their ports and drives will be in {folder}. {HELP.format(folder)}",
            flush=True,
        )
        with suppress(KeyboardInterrupt):
            run(picos)


if __name__ == "__main__":
    picos_folder = Path(sys.argv.pop(1))
    if sys.argv[1:]:
        take_time_from(picos_folder)
        cli.main()
    else:
        main(picos_folder)
