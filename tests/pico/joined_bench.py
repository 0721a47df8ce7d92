"""For tests of the rig on two emulated Picos: bare interpreters, joined pin by pin, and their raw prompts."""

from pathlib import Path

from tavolo import wiring
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.joined_picos import JoinedPicos
from tavolo_host.simulator.pico_parts import PicoPort, Strip
from tests.pico.emulator_support import BOOT_MS, INTERPRETER, begin, result

RIG = Path("hardware/rig")
STRIP_PINS = (wiring.TRACK_PIN, wiring.FIELD_PIN, wiring.LAMPS_PIN)


class JoinedBench:
    """A board and a rig with plain MicroPython, switched on.

    The rig has its modules as files. `frames` are (pin, start ns, bytes) of the board's pixels.
    """

    def __init__(self) -> None:
        self.frames: list[tuple[int, int, bytes]] = []
        self.picos = JoinedPicos(
            INTERPRETER, INTERPRETER, wiring.BUSES, {pin: self._strip(pin) for pin in STRIP_PINS}, Clock()
        )
        self.picos.power_on()
        self.picos.power_rig()
        self.board, self.rig = self.picos.open_port(), self.picos.open_rig()
        self.picos.advance_ms(BOOT_MS)
        for module in sorted(RIG.glob("*.py")):
            source = module.read_text(encoding="utf-8")
            self.run(self.rig, f"with open({module.name!r}, 'w') as file:\n file.write({source!r})")

    def __enter__(self) -> "JoinedBench":
        return self

    def __exit__(self, *_: object) -> None:
        self.picos.close()

    def _strip(self, pin: int) -> Strip:
        return Strip(128, lambda start, end, levels: self.frames.append((pin, start, levels)))

    def run(self, port: PicoPort, script: str) -> str:
        """Give a script to the interpreter at a port; return what it prints. An exception in it is a failure."""
        begin(self.picos, port, script)
        return result(self.picos, port)
