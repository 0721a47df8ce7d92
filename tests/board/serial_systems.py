"""Stand-ins for what Windows, macOS and Linux do about serial ports, below pyserial's own code for each of them.

The port is a cable in memory. Every call of the system is counted, and at the one called `vanishes_at` the device goes.
"""

import ctypes
import errno
import importlib.util
import os
import sys
import termios
from inspect import isbuiltin
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
import serial

from tavolo_host.board import serial_port
from tests.link.link_support import Cable, CableEnd

PYSERIAL = Path(serial.__file__).parent
WORDS = {  # what Windows says, with the number that the C library has for it
    2: (errno.ENOENT, "The system cannot find the file specified."),
    5: (errno.EACCES, "Access is denied."),
    22: (errno.EACCES, "The device does not recognize the command."),
    31: (errno.EACCES, "A device attached to the system is not functioning."),
}


class System:
    """A system with one port, which a Pico is at: how often it was called, and what is open there."""

    name = ""
    NUMBER = "e66141040b3a2b2c"
    NEEDED: ClassVar[dict[str, Any]] = {}  # calls that need the device, and with what each fails when it has gone

    def __init__(self) -> None:
        self.cable = Cable()
        self.opened: dict[int, CableEnd] = {}
        self.is_there = True
        self.shown = 0  # ports that were there when listing them began, and were not listed yet
        self.calls, self.vanishes_at = 0, -1
        self.error = self.fails_with = 0  # the last, and what opening ends in whatever is there

    def called(self) -> None:
        self.calls += 1
        if self.calls == self.vanishes_at:
            self.is_there = False
            self.cable.pull()

    def is_gone(self, handle: int) -> bool:
        return self.cable.end_of_laptop is not self.opened[handle]

    def fail(self, how: Any) -> Any:
        """Let a call fail as it does without the device."""
        raise NotImplementedError

    def open(self) -> int:
        handle = 100 + self.calls
        self.opened[handle] = self.cable.open(self.name)
        return handle

    def taken(self, handle: int, count: int) -> bytes:
        end = self.opened[handle]
        data, end.unread = end.unread[:count], end.unread[count:]
        return data

    def begin_to_list(self, *_: Any) -> int:
        self.shown = int(self.is_there)
        return 1


def loaded(path: str, platform: str, **stand_ins: Any) -> ModuleType:
    """A module of pyserial's as it is on another platform, with these stand-ins among what ctypes has."""
    proxy = SimpleNamespace(**{**vars(ctypes), **stand_ins})
    spec = importlib.util.spec_from_file_location(f"stand_in_{Path(path).stem}", PYSERIAL / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with patch.dict(sys.modules, {"ctypes": proxy}), patch.object(sys, "platform", platform):  # type: ignore[dict-item]
        spec.loader.exec_module(module)
    return module


class Calls:
    """What pyserial calls, each call counted: the system's own functions, else success; else what the module has."""

    def __init__(self, system: System, module: ModuleType | None = None) -> None:
        self._system, self._module = system, module

    def __getattr__(self, name: str) -> Any:
        known = name if self._module is None else f"{self._module.__name__}_{name}"
        function = getattr(self._system, known, None)
        if function is None and self._module is not None and not isbuiltin(getattr(self._module, name)):
            return getattr(self._module, name)

        def call(*arguments: Any) -> Any:
            self._system.called()
            if known in self._system.NEEDED and self._system.is_gone(arguments[0]):
                return self._system.fail(self._system.NEEDED[known])
            return function(*arguments) if function else 1

        return call


class Windows(System):
    """pyserial's serialwin32 over Windows' own calls."""

    name = "COM5"
    NEEDED: ClassVar = {"SetCommState": 31, "ClearCommError": 22, "ReadFile": 31, "WriteFile": 31}

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kernel = Calls(self)
        given: dict[str, Any] = {"WinDLL": lambda _: kernel, "WinError": self.win_error, "GetLastError": lambda: 0}
        given["windll"] = SimpleNamespace(LoadLibrary=lambda _: kernel)
        win32 = loaded("win32.py", "win32", **given)
        monkeypatch.setattr(serial, "win32", win32, raising=False)
        monkeypatch.setitem(sys.modules, "serial.win32", win32)
        monkeypatch.setattr(serial, "Serial", loaded("serialwin32.py", "win32", **given).Serial)
        listing = loaded("tools/list_ports_windows.py", "win32", **given)
        monkeypatch.setattr("serial.tools.list_ports.comports", listing.comports)

    def win_error(self, *_: int) -> OSError:
        number, words = WORDS[self.error or 31]
        return type(OSError(number, ""))(number, words, None, self.error or 31)

    def fail(self, how: int) -> int:
        self.error = how
        return 0

    def CreateFileW(self, *_: Any) -> int | None:  # noqa: N802
        if self.is_there and not self.fails_with:
            return self.open()
        self.error = self.fails_with or 2
        return ctypes.c_void_p(-1).value

    def CloseHandle(self, handle: int) -> int:  # noqa: N802
        if handle in self.opened:
            self.opened.pop(handle).close()
        return 1

    def GetLastError(self) -> int:  # noqa: N802
        return self.error

    def ClearCommError(self, handle: int, _: Any, state: Any) -> int:  # noqa: N802
        state._obj.cbInQue = len(self.opened[handle].unread)
        return 1

    def ReadFile(self, handle: int, buffer: Any, count: int, taken: Any, _: Any) -> int:  # noqa: N802
        buffer.raw = self.taken(handle, count)
        taken._obj.value = count
        return 1

    def WriteFile(self, handle: int, data: bytes, *_: Any) -> int:  # noqa: N802
        return self.opened[handle].write(data)

    def SetupDiClassGuidsFromNameW(self, name: str, _: Any, __: int, count: Any) -> int:  # noqa: N802
        count._obj.value = int(name == "Ports")
        return 1

    SetupDiGetClassDevsW = System.begin_to_list

    def SetupDiEnumDeviceInfo(self, _: int, index: int, __: Any) -> bool:  # noqa: N802
        return index < self.shown

    def RegQueryValueExW(self, _: int, __: str, ___: Any, ____: Any, buffer: Any, _____: Any) -> None:  # noqa: N802
        buffer._obj.value = self.name

    def SetupDiGetDeviceInstanceIdW(self, _: int, __: Any, buffer: Any, *___: Any) -> bool:  # noqa: N802
        buffer.value = f"USB\\VID_2E8A&PID_0005\\{self.NUMBER}"
        return self.is_there

    def SetupDiGetDeviceRegistryPropertyW(self, _: int, __: Any, what: int, ___: Any, buffer: Any, *____: Any) -> bool:  # noqa: N802
        if what == 12:
            buffer._obj.value = "Pico"
        return what == 12 and self.is_there


class Posix(System):
    """pyserial's serialposix over the calls of Linux."""

    name, platform, gone = "/dev/ttyACM0", "linux", errno.EIO
    OVER = ("os", "fcntl", "termios", "select")
    NEEDED: ClassVar = {
        **dict.fromkeys(("fcntl_ioctl", "os_read", "os_write"), OSError),
        **dict.fromkeys(("termios_tcgetattr", "termios_tcsetattr", "termios_tcflush"), termios.error),
    }

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = loaded("serialposix.py", self.platform)
        for name in self.OVER:
            monkeypatch.setattr(module, name, Calls(self, getattr(module, name)))
        monkeypatch.setattr(serial_port, "select", module.select)  # type: ignore[attr-defined]
        monkeypatch.setattr(serial, "Serial", module.Serial)

    def fail(self, how: type[Exception]) -> None:
        raise how(self.gone, os.strerror(self.gone))

    def os_open(self, *_: Any) -> int:
        if not self.is_there:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self.open()

    def termios_tcgetattr(self, _: int) -> list[Any]:
        return [0, 0, 0, 0, 0, 0, [0] * 32]

    def select_select(self, reads: list[int], writes: list[int], *_: Any) -> tuple[list[int], list[int], list[int]]:
        ports = [handle for handle in reads if handle in self.opened]
        return [handle for handle in ports if self.is_gone(handle) or self.opened[handle].unread], writes, []

    def os_pipe(self) -> tuple[int, int]:
        return 1000 + self.calls, 2000 + self.calls

    def os_read(self, handle: int, count: int) -> bytes:
        return self.taken(handle, count)

    def os_write(self, handle: int, data: bytes) -> int:
        return self.opened[handle].write(data)

    def os_close(self, handle: int) -> None:
        if handle not in self.opened:
            return
        is_gone = self.is_gone(handle)
        self.opened.pop(handle).close()
        if is_gone:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class MacOs(Posix):
    """pyserial's serialposix and list_ports_osx over the calls of macOS."""

    name, platform, gone = "/dev/cu.usbmodem1101", "darwin", errno.ENXIO

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().install(monkeypatch)
        library = Calls(self)
        pointer = type("c_void_p", (ctypes.c_void_p,), {"in_dll": classmethod(lambda *_: None)})
        loading = SimpleNamespace(LoadLibrary=lambda _: library)
        listing = loaded("tools/list_ports_osx.py", "darwin", cdll=loading, c_void_p=pointer)
        monkeypatch.setattr("serial.tools.list_ports.comports", listing.comports)

    IOServiceGetMatchingServices = System.begin_to_list

    def IOIteratorNext(self, _: Any) -> int:  # noqa: N802
        left, self.shown = self.shown, 0
        return left

    def IOObjectGetClass(self, _: int, words: Any) -> None:  # noqa: N802
        words._obj.value = b"IOUSBHostDevice"

    def CFStringCreateWithCString(self, _: Any, key: bytes, __: int) -> bytes:  # noqa: N802
        return key

    def IORegistryEntryCreateCFProperty(self, _: int, key: bytes, *__: Any) -> Any:  # noqa: N802
        if key == b"IOCalloutDevice":
            return self.name.encode()
        numbers = {b"idVendor": 0x2E8A, b"idProduct": 5, b"locationID": 0x1100000}
        return (numbers | {b"USB Serial Number": self.NUMBER.encode()}).get(key) if self.is_there else None

    def CFStringGetCStringPtr(self, words: bytes, _: int) -> bytes:  # noqa: N802
        return words

    def CFNumberGetValue(self, number: int, _: int, taken: Any) -> None:  # noqa: N802
        taken._obj.value = number

    def IORegistryEntryGetName(self, _: int, words: Any) -> int:  # noqa: N802
        words._obj.value = b"Pico"
        return 0
