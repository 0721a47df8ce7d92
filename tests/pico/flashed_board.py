"""For tests of `tavolo flash`: a computer with an emulated Pico at its cable, as a board that runs or as a drive."""

import io
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pytest
import serial

from tavolo_host.board.serial_port import TOUCH_BAUD, FoundBoard
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.pico import BOARD_ID
from tavolo_host.simulator.pico_parts import firmware_image
from tavolo_host.workshop.flashing import drives
from tavolo_host.workshop.flashing.firmware import Firmware
from tavolo_host.workshop.flashing.steps import Flashing, Surroundings

CABLE = "cable"
INFO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"


class Device:
    """The board's serial port as pyserial opens it."""

    rts = dtr = True

    def __init__(self, table: PicoTable, baudrate: int = 9600, **_: object) -> None:
        if not (table.pico.is_on and table.pico.has_greeted):
            raise serial.SerialException(2, "could not open port")
        self._pico = table.pico
        self._is_touch = baudrate == TOUCH_BAUD
        self._port = table.open_port()

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def read(self, _: int) -> bytes:
        return self._port.read()

    def write(self, data: bytes) -> int:
        return self._port.write(data)

    def close(self) -> None:
        if self._is_touch and not (self.rts or self.dtr):
            self._pico.touch()
        self._port.close()


class Computer:
    """A computer with a board at its cable. `folder` is the drive while the board is in BOOTSEL; `lines` were told.

    `in_bootsel` is called whenever the drive has come.
    """

    def __init__(self, table: PicoTable, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table, self.folder = table, folder
        self.lines: list[str] = []
        self.in_bootsel: Callable[[], object] = lambda: None
        monkeypatch.setattr(serial, "serial_for_url", lambda _, **named: Device(table, **named))

    def pass_time(self) -> float:
        """Let the board run, or its loader take what is on the drive."""
        pico, info, file = self.table.pico, self.folder / drives.INFO, self.folder / drives.FILE
        pico.advance_ms(TICK_MS)
        if pico.is_on:
            return TICK_MS
        if not info.exists():
            self.folder.mkdir(exist_ok=True)
            info.write_text(INFO)
            self.in_bootsel()
        elif file.exists():
            for address, data in firmware_image(file):
                pico.write_flash(address, data)
            file.unlink()
            info.unlink()
            pico.power_on()
        return TICK_MS

    def flash(self, firmware: Firmware, again: bool = False) -> None:
        """Run `tavolo flash` as a person who says yes."""
        around = Surroundings(
            self.lines.append,
            lambda _: True,
            self.pass_time,
            lambda: [drive for drive in [drives.drive_at(self.folder)] if drive],
            list,
            lambda: [FoundBoard(CABLE, "Board in FS mode", BOARD_ID.hex())] if self.table.pico.has_greeted else [],
        )
        Flashing(firmware, around, None, CABLE, "").run(again)
