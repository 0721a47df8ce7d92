"""The serial ports of this machine: finds those with a Pico, and opens one exclusively.

Only here do exceptions of pyserial and the system become sentences. A device may vanish during any call, and pyserial
3.5 then raises more than OSError: termios.error when it configures, TypeError when it lists.
"""

import contextlib
import errno
import io
import re
import select
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import serial
from serial.tools import list_ports

from tavolo.link.channel import Serial
from tavolo_host.texts.deferred import deferred

USB_VENDOR = 0x2E8A  # Raspberry Pi
TOUCH_BAUD = 1200
AT_ONCE = 4096  # bytes read in one go
NETWORK = ("socket", "rfc2217")  # schemes of addresses; pyserial's others are of no use here
# A Windows error in pyserial's text, which has neither number nor cause: OSError(22, 'words', None, winerror).
OF_WINDOWS = re.compile(r"Error\(\d+, (['\"])(?P<words>.*)\1, None, (?P<number>\d+)\)")
# Windows' numbers: no such file, no such path, access denied (the port is in use), sharing violation.
NUMBERS_OF_WINDOWS = {2: errno.ENOENT, 3: errno.ENOENT, 5: errno.EBUSY, 32: errno.EBUSY}


class PortError(Exception):
    """A port cannot be used; str() is one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class SilentPort(PortError):
    """Nothing answered at an open port in the time that a board needs."""


class OtherVersion(PortError):
    """A board speaks another version of the protocol."""


@dataclass(frozen=True)
class FoundBoard:
    """A port that looks like a Pico: device name, description and serial number; "" if not known."""

    device: str
    description: str = ""
    serial_number: str = ""


def list_boards() -> list[FoundBoard]:
    """Return the ports with a Pico, by device name; only a hello shows whether a table answers there.

    Raises PortError when they cannot be listed: a device that disappears during the call spoils the whole list.
    """
    try:
        ports = list(list_ports.comports())
    except Exception as problem:
        raise PortError(deferred("The ports cannot be listed: {}.", _told_by_system(problem)[1])) from problem
    found = [
        FoundBoard(port.device, port.description or "", port.serial_number or "")
        for port in ports
        if port.vid == USB_VENDOR
    ]
    return sorted(found, key=lambda board: board.device)


class SerialPort(Serial):
    """A pyserial port that never waits. Reading and writing raise OSError when the device has gone."""

    def __init__(self, device: serial.SerialBase) -> None:
        self._device = device

    def read(self) -> bytes:
        """Return what has arrived."""
        with _only_os_errors():
            return bytes(self._device.read(AT_ONCE))

    def write(self, data: bytes) -> int:
        """Write as much as there is room for."""
        with _only_os_errors():
            try:
                number = self._device.fileno()
            except (io.UnsupportedOperation, AttributeError):
                number = None  # Windows: there pyserial returns at once by itself
            # pyserial 3.5 spins while the buffer is full, even with a write timeout of 0.
            if number is not None and not select.select([], [number], [], 0)[1]:
                return 0
            return self._device.write(data) or 0

    def close(self) -> None:
        """Close the port; errors from a device that has gone are ignored."""
        with contextlib.suppress(Exception):
            self._device.close()


@contextlib.contextmanager
def _only_os_errors() -> Iterator[None]:
    try:
        yield
    except OSError:
        raise
    except Exception as problem:
        raise OSError(str(problem)) from problem


def open_serial(url: str) -> SerialPort:
    """Open a device, or an address with a scheme of NETWORK, exclusively; PortError if that fails."""
    if not _names_a_port(url):
        words = deferred(
            "“{}” is neither a serial port such as /dev/ttyACM0 or COM5 nor the address of one: "
            "socket://HOST:PORT or rfc2217://HOST:PORT.",
            url,
        )
        raise PortError(words)
    try:
        return SerialPort(serial.serial_for_url(url, timeout=0, write_timeout=0, exclusive=True))
    except Exception as problem:
        raise PortError(_why_not_opened(url, problem)) from problem


def touch(url: str) -> None:
    """Open a port at 1200 baud and close it: a table, and other programs that offer it, then restart in BOOTSEL.

    PortError if it cannot be opened. (`MICROPY_HW_USB_CDC_1200BPS_TOUCH` of MicroPython: at that rate both lines fall.)
    """
    try:
        device = serial.serial_for_url(url, baudrate=TOUCH_BAUD, timeout=0, write_timeout=0, exclusive=True)
    except Exception as problem:
        raise PortError(_why_not_opened(url, problem)) from problem
    with contextlib.suppress(Exception), device:  # it may be gone at once
        device.rts = device.dtr = False


def _names_a_port(url: str) -> bool:
    scheme, mark, _place = url.partition("://")
    if not mark:
        return bool(url) and "\0" not in url
    try:
        parts = urlsplit(url)
        return scheme.lower() in NETWORK and bool(parts.hostname) and parts.port is not None
    except ValueError:
        return False


def _why_not_opened(url: str, problem: Exception) -> str:
    number, words = _told_by_system(problem)
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return deferred("There is no port {}.", url)
    if number in (errno.EBUSY, errno.EAGAIN):  # EAGAIN: another program has locked it
        return deferred("Port {} is in use by another program.", url)
    if number == errno.EACCES:
        return deferred(
            "You do not have permission to open port {}: on Linux, type `{}`, and log out and in again.",
            url,
            f"sudo usermod -aG {_group_of(url)} $USER",
        )
    if number == errno.ECONNREFUSED:
        return deferred("Nothing is listening at {}.", url)
    return deferred("Port {} cannot be opened: {}.", url, words)


def _group_of(url: str) -> str:
    """Return the group that may use a device: dialout on Debian and its kin, uucp on Arch and its kin."""
    with contextlib.suppress(OSError, KeyError, NotImplementedError):
        if Path(url).group() != "root":
            return Path(url).group()
    return "dialout"


def _told_by_system(problem: Exception) -> tuple[int, str]:
    """Return the number (0 if unknown) and the text of the system's error.

    The system's exception is the context of pyserial's; on Windows there is only text.
    """
    cause = problem.__context__ or problem
    found = OF_WINDOWS.search(str(cause))
    if found:
        return NUMBERS_OF_WINDOWS.get(int(found["number"]), 0), found["words"].rstrip(".")
    if len(cause.args) > 1 and isinstance(cause.args[0], int):
        return cause.args[0], str(cause.args[1]).rstrip(".")
    return 0, str(cause).rstrip(".")
