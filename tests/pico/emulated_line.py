"""The emulated board's serial port as mpremote opens it, and the clock that mpremote reads: both in simulated time."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from mpremote import transport_serial

from tavolo_host.simulator.pico import EmulatedPico

CALL_NS = 50_000  # of a call of the operating system, about
READ_MS = 10_000  # that a board may let a reader wait


class EmulatedLine:
    """A pyserial port, as far as mpremote uses it; waiting lets the board run."""

    rts = dtr = False

    def __init__(self, pico: EmulatedPico) -> None:
        self._pico = pico
        self._port = pico.open_port()
        self._came = bytearray()

    def isOpen(self) -> bool:  # noqa: N802 - pyserial's name
        return True

    def close(self) -> None:
        self._port.close()

    def write(self, data: bytes) -> None:
        self._port.write(data)
        self._pico.advance_ns(CALL_NS)

    def inWaiting(self) -> int:  # noqa: N802 - pyserial's name
        self._pico.advance_ns(CALL_NS)
        self._came += self._port.read()
        return len(self._came)

    def read(self, count: int) -> bytes:
        end_ns = self._pico.now_ns + READ_MS * 1_000_000
        while len(self._came) < count and self._pico.now_ns < end_ns:
            self.inWaiting()
        data = bytes(self._came[:count])
        del self._came[:count]
        return data


class SimulatedTime:
    """The module `time`, as far as mpremote uses it."""

    def __init__(self, pico: EmulatedPico) -> None:
        self._pico = pico

    def monotonic(self) -> float:
        return self._pico.now_ns / 1e9

    def sleep(self, seconds: float) -> None:
        self._pico.advance_ms(seconds * 1000)


@contextmanager
def within_reach_of_mpremote(pico: EmulatedPico) -> Iterator[None]:
    """Let mpremote find this board by any name of a port."""

    def open_line(*_: object, **__: object) -> EmulatedLine:
        return EmulatedLine(pico)

    with (
        patch.object(transport_serial.serial, "serial_for_url", open_line),
        patch.object(transport_serial, "time", SimulatedTime(pico)),
    ):
        yield
