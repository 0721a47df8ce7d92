"""Stand-ins for what Windows, macOS and Linux do about serial ports, below pyserial's own code for each of them.

A port is a cable in memory. Every call of the system is counted, and at the one called `vanishes_at` the device goes.
"""

import ctypes
import errno
import importlib.util
import os
import sys
import termios
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
import serial

from tavolo_host import serial_port
from tests.link.link_support import Cable, CableEnd

PYSERIAL = Path(serial.__file__).parent
WORDS = {  # what Windows says, with the number that the C library has for it
    2: (errno.ENOENT, "The system cannot find the file specified."),
    5: (errno.EACCES, "Access is denied."),
    22: (errno.EACCES, "The device does not recognize the command."),
    31: (errno.EACCES, "A device attached to the system is not functioning."),
    121: (errno.EINVAL, "The semaphore timeout period has expired."),
}


class System:
    """The ports of a system by name, each open for one program, and how often the system was called."""

    name = ""

    def __init__(self, cables: dict[str, Cable]) -> None:
        self.cables = cables
        self.opened: dict[int, tuple[str, CableEnd]] = {}
        self.calls = 0
        self.vanishes_at = -1
        self.away: dict[str, Cable] = {}
        self.error = self.fails_with = 0  # the last, and what opening ends in whatever is there
        self.listed: list[tuple[str, str, str]] = []  # device, words, serial number
        self.shown: list[tuple[str, str, str]] = []  # those of them that were there when listing them began

    def vanish(self) -> None:
        """All devices go."""
        self.away.update(self.cables)
        self.cables.clear()
        for cable in self.away.values():
            cable.pull()

    def come_back(self) -> None:
        self.cables.update(self.away)
        self.away.clear()

    def called(self) -> None:
        self.calls += 1
        if self.calls == self.vanishes_at:
            self.vanish()

    def end(self, handle: int) -> CableEnd | None:
        """The end of the cable that is open so; None when the device has gone."""
        name, end = self.opened[handle]
        return end if name in self.cables and self.cables[name].end_of_laptop is end else None

    def open(self, name: str) -> int:
        handle = 100 + self.calls
        self.opened[handle] = name, self.cables[name].open(name)
        return handle

    def close(self, handle: int) -> None:
        self.opened.pop(handle)[1].close()


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
    """What pyserial calls, each call counted: the system's own functions, else the module's, or success."""

    def __init__(self, system: System, module: ModuleType | None = None) -> None:
        self._system, self._module = system, module

    def __getattr__(self, name: str) -> Any:
        known = name if self._module is None else f"{self._module.__name__}_{name}"
        function = getattr(self._system, known, None)
        if function is None and self._module is not None:
            return getattr(self._module, name)

        def call(*arguments: Any) -> Any:
            self._system.called()
            return function(*arguments) if function else 1

        return call


class Windows(System):
    """pyserial's serialwin32 over Windows' own calls."""

    name = "COM5"

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

    def fail(self, error: int) -> int:
        self.error = error
        return 0

    def CreateFileW(self, path: str, *_: Any) -> int | None:  # noqa: N802
        name = path.removeprefix("\\\\.\\")
        if name in self.cables and self.cables[name].end_of_laptop is None and not self.fails_with:
            return self.open(name)
        self.error = self.fails_with or (5 if name in self.cables else 2)
        return ctypes.c_void_p(-1).value

    def CloseHandle(self, handle: int) -> int:  # noqa: N802
        if handle in self.opened:
            self.close(handle)
        return 1

    def GetLastError(self) -> int:  # noqa: N802
        return self.error

    def SetCommState(self, handle: int, _: Any) -> int:  # noqa: N802
        return 1 if self.end(handle) else self.fail(31)

    def ClearCommError(self, handle: int, _: Any, state: Any) -> int:  # noqa: N802
        end = self.end(handle)
        if end is None:
            return self.fail(22)
        state._obj.cbInQue = len(end.unread)
        return 1

    def ReadFile(self, handle: int, buffer: Any, count: int, taken: Any, _: Any) -> int:  # noqa: N802
        end = self.end(handle)
        if end is None:
            return self.fail(31)
        buffer.raw, end.unread = end.unread[:count], end.unread[count:]
        taken._obj.value = count
        return 1

    def WriteFile(self, handle: int, data: bytes, *_: Any) -> int:  # noqa: N802
        end = self.end(handle)
        if end is None:
            return self.fail(31)
        end.write(data)
        return 1

    def SetupDiClassGuidsFromNameW(self, name: str, _: Any, __: int, count: Any) -> int:  # noqa: N802
        count._obj.value = int(name == "Ports")
        return 1

    def SetupDiGetClassDevsW(self, *_: Any) -> int:  # noqa: N802
        self.shown = [each for each in self.listed if each[0] in self.cables]
        return 1

    def SetupDiEnumDeviceInfo(self, _: int, index: int, info: Any) -> bool:  # noqa: N802
        info._obj.DevInst = index
        return index < len(self.shown)

    def SetupDiOpenDevRegKey(self, _: int, info: Any, *__: Any) -> int:  # noqa: N802
        return int(info._obj.DevInst)

    def RegQueryValueExW(self, key: int, _: str, __: Any, ___: Any, buffer: Any, ____: Any) -> None:  # noqa: N802
        buffer._obj.value = self.shown[key][0]

    def SetupDiGetDeviceInstanceIdW(self, _: int, info: Any, buffer: Any, *__: Any) -> bool:  # noqa: N802
        buffer.value = f"USB\\VID_2E8A&PID_0005\\{self.shown[info._obj.DevInst][2]}"
        return bool(self.cables)

    def SetupDiGetDeviceRegistryPropertyW(self, _: int, info: Any, what: int, __: Any, buffer: Any, *___: Any) -> bool:  # noqa: N802
        if what == 12:
            buffer._obj.value = self.shown[info._obj.DevInst][1]
        return what == 12 and bool(self.cables)


class Posix(System):
    """pyserial's serialposix over the calls of Linux."""

    name, platform, gone = "/dev/ttyACM0", "linux", errno.EIO
    OVER = ("os", "fcntl", "termios", "select")

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = loaded("serialposix.py", self.platform)
        for name in self.OVER:
            monkeypatch.setattr(module, name, Calls(self, getattr(module, name)))
        monkeypatch.setattr(serial_port, "select", module.select)  # type: ignore[attr-defined]
        monkeypatch.setattr(serial, "Serial", module.Serial)

    def _there(self, handle: int, kind: type[Exception] = OSError) -> CableEnd:
        end = self.end(handle)
        if end is None:
            raise kind(self.gone, os.strerror(self.gone))
        return end

    def os_open(self, path: str, _: int) -> int:
        if path not in self.cables:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        handle = 100 + self.calls
        self.opened[handle] = path, CableEnd(self.cables[path], laptop=True)  # whoever locks it has the cable
        return handle

    def fcntl_flock(self, handle: int, _: int) -> None:
        name, end = self.opened[handle]
        cable = self.cables.get(name)
        if cable is not None and cable.end_of_laptop is not None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        if cable is not None:
            cable.end_of_laptop = end

    def fcntl_fcntl(self, *_: int) -> None:
        pass

    def fcntl_ioctl(self, handle: int, *_: Any) -> None:
        self._there(handle)

    def termios_tcgetattr(self, handle: int) -> list[Any]:
        self._there(handle, termios.error)
        return [0, 0, 0, 0, 0, 0, [0] * 32]

    def termios_tcsetattr(self, handle: int, *_: Any) -> None:
        self._there(handle, termios.error)

    def termios_tcflush(self, handle: int, _: int) -> None:
        self._there(handle, termios.error)

    def select_select(self, reads: list[int], writes: list[int], *_: Any) -> tuple[list[int], list[int], list[int]]:
        ports = [handle for handle in reads if handle in self.opened]
        return [handle for handle in ports if (end := self.end(handle)) is None or end.unread], writes, []

    def os_pipe(self) -> tuple[int, int]:
        return 1000 + self.calls, 2000 + self.calls

    def os_read(self, handle: int, count: int) -> bytes:
        end = self._there(handle)
        data, end.unread = end.unread[:count], end.unread[count:]
        return data

    def os_write(self, handle: int, data: bytes) -> int:
        return self._there(handle).write(data)

    def os_close(self, handle: int) -> None:
        is_gone = handle in self.opened and self.end(handle) is None
        if handle in self.opened:
            self.close(handle)
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

    def IOServiceGetMatchingServices(self, *_: Any) -> None:  # noqa: N802
        self.shown = [each for each in self.listed if each[0] in self.cables]
        self._left = list(range(len(self.shown), 0, -1))

    def IOIteratorNext(self, _: Any) -> int:  # noqa: N802
        return self._left.pop() if self._left else 0

    def IOObjectGetClass(self, _: int, words: Any) -> None:  # noqa: N802
        words._obj.value = b"IOUSBHostDevice"

    def CFStringCreateWithCString(self, _: Any, key: bytes, __: int) -> bytes:  # noqa: N802
        return key

    def IORegistryEntryCreateCFProperty(self, device: int, key: bytes, *_: Any) -> Any:  # noqa: N802
        name, _words, number = self.shown[device - 1]
        if key == b"IOCalloutDevice":
            return name.encode()
        values = {b"idVendor": 0x2E8A, b"idProduct": 5, b"USB Serial Number": number.encode(), b"locationID": 0x1100000}
        return values.get(key) if self.cables else None

    def CFStringGetCStringPtr(self, words: bytes, _: int) -> bytes:  # noqa: N802
        return words

    def CFNumberGetValue(self, number: int, _: int, taken: Any) -> None:  # noqa: N802
        taken._obj.value = number

    def IORegistryEntryGetName(self, device: int, words: Any) -> int:  # noqa: N802
        words._obj.value = self.shown[device - 1][1].encode()
        return 0
