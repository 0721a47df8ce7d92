"""For tests of the emulated Pico itself: a bare interpreter with chips and strips around it, and its raw prompt."""

from pathlib import Path
from random import Random

from tavolo import wiring
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.simulator.pico import EmulatedPico
from tavolo_host.simulator.pico_parts import PicoPort, Strip

INTERPRETER = Path("build/micropython/interpreter.bin")
BOOT_MS = 300
SCRIPT_MS = 30_000


def begin(pico: EmulatedPico, port: PicoPort, script: str) -> None:
    """Send the interpreter at a port a script by its raw prompt."""
    port.write(b"\x01")
    pico.advance_ms(20)
    port.read()
    port.write(script.encode() + b"\x04")


def result(pico: EmulatedPico, port: PicoPort, limit_ms: int = SCRIPT_MS) -> str:
    """Return what the script prints; an exception in it is a failure."""
    answer = b""
    for _ in range(limit_ms // 2):
        pico.advance_ms(2)
        answer += port.read()
        if answer.count(b"\x04") >= 2:
            break
    else:
        raise AssertionError(f"no end of the script in all that time, only {answer!r}")
    printed, trouble, _ = answer.removeprefix(b"OK").split(b"\x04")
    assert trouble == b"", trouble.decode()
    return printed.decode().replace("\r\n", "\n")


class Bench:
    """A Pico with plain MicroPython, switched on, its port open. Frames are (pin, start ns, end ns, bytes)."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.chips = [Mpr121(self.clock, Random(seat), noise_counts=0) for seat in range(wiring.SEATS)]
        self.frames: list[tuple[int, int, int, bytes]] = []
        self.pico = EmulatedPico(
            INTERPRETER,
            [dict(zip(wiring.ADDRESSES, self.chips[bus * 4 : bus * 4 + 4], strict=True)) for bus in range(2)],
            wiring.BUSES,
            {pin: self._strip(pin) for pin in (wiring.TRACK_PIN, wiring.FIELD_PIN)},
            clock=self.clock,
        )
        self.pico.power_on()
        self.port = self.pico.open_port()
        self.pico.advance_ms(BOOT_MS)
        assert self.pico.has_greeted

    def __enter__(self) -> "Bench":
        return self

    def __exit__(self, *_: object) -> None:
        self.pico.close()

    def _strip(self, pin: int) -> Strip:
        return Strip(128, lambda start, end, levels: self.frames.append((pin, start, end, levels)))

    def begin(self, script: str) -> None:
        """Send the interpreter a script by its raw prompt."""
        begin(self.pico, self.port, script)

    def result(self, limit_ms: int = SCRIPT_MS) -> str:
        """Return what the script prints; an exception in it is a failure."""
        return result(self.pico, self.port, limit_ms)

    def run(self, script: str) -> str:
        self.begin(script)
        return self.result()
