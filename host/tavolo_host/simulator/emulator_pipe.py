"""The pipe to the emulated Pico: requests and answers over a Node process's standard input and output.

`hardware/emulator/pipe.mjs` is its other end and describes the messages."""

import atexit
import shutil
import struct
import subprocess
from contextlib import suppress
from pathlib import Path

PROGRAM = Path(__file__).parents[3] / "hardware" / "emulator" / "main.mjs"
PACKAGES = Path(__file__).parents[3] / "build" / "emulator"
LEAVING_S = 10  # until an emulator that does not exit is killed
SPARE = 2  # idle emulators kept for the next board, at most: a warm one starts seconds faster


class EmulatorError(Exception):
    """An error in the emulator, or that it cannot be started, in a sentence."""


class EmulatorPipe:
    """A running emulator. Raises `EmulatorError` when it cannot be started or has ended."""

    def __init__(self) -> None:
        node = shutil.which("node")
        if node is None:
            raise EmulatorError("The emulated Pico needs Node.js 18 or newer, and there is no program `node`.")
        if not (PACKAGES / "node_modules" / "rp2040js").exists():
            raise EmulatorError(f"The emulated Pico's package rp2040js is not in {PACKAGES / 'node_modules'}.")
        self._process = subprocess.Popen(
            [node, str(PROGRAM), str(PACKAGES)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout

    @classmethod
    def take(cls) -> "EmulatorPipe":
        """Return an idle emulator, or start one."""
        return _spare.pop(0) if _spare else cls()

    def give_back(self) -> None:
        """Keep this emulator for the next board, or end it."""
        if len(_spare) < SPARE:
            _spare.append(self)
        else:
            self.close()

    def send(self, kind: bytes, payload: bytes = b"") -> None:
        """Send a message."""
        try:
            self._to.write(struct.pack("<I", len(payload) + 1) + kind + payload)
            self._to.flush()
        except OSError:
            raise EmulatorError("The emulator has ended.") from None

    def receive(self) -> tuple[int, bytes]:
        """Wait for the next message: its kind (the code of its letter) and its payload."""
        (size,) = struct.unpack("<I", self._read(4))
        message = self._read(size)
        return message[0], message[1:]

    def _read(self, count: int) -> bytes:
        data = self._from.read(count)
        if len(data) < count:
            raise EmulatorError("The emulator has ended.")
        return data

    def close(self) -> None:
        """End the emulator."""
        with suppress(OSError):  # what was not sent to an emulator that has ended
            self._to.close()
        self._from.close()
        try:
            self._process.wait(LEAVING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_spare: list[EmulatorPipe] = []


@atexit.register
def _end_spare_emulators() -> None:
    while _spare:
        _spare.pop().close()
