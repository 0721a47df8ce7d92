"""What is attached to the emulated Pico: chips, pixels, the laptop's end of the serial port; and the firmware image."""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tavolo.link.channel import Serial
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.simulator.pixels import BYTES_PER_PIXEL, Colour

FLASH_START = 0x10000000
UF2_BLOCK = 512
UF2_MAGIC = (0x0A324655, 0x9E5D5157)
AHEAD = 30  # bytes that a read fetches: the most that the firmware reads at once
PROGRAM, ERASE = 0, 1  # kinds of flash operations
REGISTERS = 0x81  # of an MPR121: its pointer goes from 0x80 back to 0


@dataclass(frozen=True)
class FlashOperation:
    """One page programmed or one sector (or 64 kB block) erased; times in ns, numbers from 1."""

    number: int
    kind: int
    address: int
    size: int
    start_ns: int
    end_ns: int


class PicoPort(Serial):
    """The laptop's end of the board's serial port, a `link.Serial`. It raises OSError when the port is lost.

    While `unread` is set, the laptop does not read although the port is open: the worst it can do. `send` passes bytes
    to the board; `changed` is called when the port closes, or `unread` is set.
    """

    def __init__(self, send: Callable[[bytes], None], changed: Callable[[], None]) -> None:
        self._send = send
        self._changed = changed
        self._unread = False
        self.came = bytearray()
        self.lost = False

    @property
    def unread(self) -> bool:
        """Whether the port is open but not read."""
        return self._unread

    @unread.setter
    def unread(self, unread: bool) -> None:
        self._unread = unread
        self._changed()

    def read(self) -> bytes:
        """Return the received bytes."""
        self._check()
        data = bytes(self.came)
        self.came.clear()
        return data

    def write(self, data: bytes) -> int:
        """Send all of `data`."""
        self._check()
        self._send(data)
        return len(data)

    def close(self) -> None:
        """Release the port."""
        if not self.lost:
            self.lost = True
            self._changed()

    def _check(self) -> None:
        if self.lost:
            raise OSError("the board is not there any more")


class Strip:
    """A strip of `count` pixels at the end of a data line; colours as (red, green, blue).

    `listener` is called with (start in ns, end in ns, bytes) of each frame when it is latched: byte n is on the wire
    from 10 µs times n after the start, and its colours are visible from 280 µs after the end.
    """

    def __init__(self, count: int, listener: Callable[[int, int, bytes], None] | None = None) -> None:
        self.count = count
        self.frames = 0
        self.listener = listener
        self.pixels: list[Colour] = [(0, 0, 0)] * count

    def take(self, start_ns: int, end_ns: int, levels: bytes) -> None:
        """Show a frame: three bytes a pixel, green, red, blue; bytes beyond the strip are lost."""
        greens, reds, blues = (levels[at : BYTES_PER_PIXEL * self.count : BYTES_PER_PIXEL] for at in range(3))
        shown = list(zip(reds, greens, blues, strict=False))
        self.pixels = shown + self.pixels[len(shown) :]
        self.frames += 1
        if self.listener is not None:
            self.listener(start_ns, end_ns, levels)

    def go_dark(self) -> None:
        """Lose the power."""
        self.pixels = [(0, 0, 0)] * self.count


class ChipOnBus:
    """A chip for the emulator, which reads ahead and reports later how many of the bytes it used."""

    def __init__(self, chip: Mpr121) -> None:
        self._chip = chip
        self._pointer = 0  # the register that comes next
        self._is_ahead = False

    def write(self, data: bytes) -> None:
        """Take a write transfer."""
        self._chip.write(data)
        self._pointer = (data[0] + len(data) - 1) % REGISTERS
        self._is_ahead = False

    def read_ahead(self, used: int) -> bytes:
        """Return the next bytes; of those returned before, `used` were used."""
        if self._is_ahead:
            self._pointer = (self._pointer + used) % REGISTERS
            self._chip.write(bytes([self._pointer]))
        self._is_ahead = True
        return self._chip.read(AHEAD)


def firmware_image(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield (address in flash, bytes) of a .bin or .uf2. Raises ValueError for a UF2 of another kind."""
    content = path.read_bytes()
    if path.suffix.lower() != ".uf2":
        yield 0, content
        return
    for at in range(0, len(content), UF2_BLOCK):
        first, second, _, target, size = struct.unpack_from("<5I", content, at)
        if (first, second) != UF2_MAGIC or target < FLASH_START:
            raise ValueError(f"{path.name} is not a UF2 for a Raspberry Pi Pico.")
        yield target - FLASH_START, content[at + 32 : at + 32 + size]
