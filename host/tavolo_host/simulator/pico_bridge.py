"""Connects an emulated Pico's serial port to a line that other programs open."""

from collections.abc import Callable
from contextlib import suppress

from tavolo_host.board.serial_port import PortError
from tavolo_host.simulator.pico_parts import PicoPort
from tavolo_host.simulator.serial_line import LoopbackServer, PseudoTerminal


class PicoBridge:
    """Connects the board's serial port to a line that other programs open: `line.url` is for pyserial.

    `open_port` opens it; PortError while there is none.
    """

    def __init__(self, open_port: Callable[[], PicoPort], line: LoopbackServer | PseudoTerminal) -> None:
        self._open_port = open_port
        self._line = line
        self._port: PicoPort | None = None
        self._for_laptop = bytearray()

    def step(self) -> None:
        """Forward waiting bytes in both directions."""
        for_board = self._line.read()
        wanted = getattr(self._line, "connected", True)  # a terminal does not show whether it is open
        if self._port is not None and (self._port.lost or not wanted):
            self.hang_up()
        if self._port is None and wanted:
            with suppress(PortError):
                self._port = self._open_port()
        if self._port is None:
            return
        if for_board:
            self._port.write(for_board)
        self._for_laptop += self._port.read()
        del self._for_laptop[: self._line.write(bytes(self._for_laptop))]

    def hang_up(self) -> None:
        """Close the board's port, if it is open."""
        if self._port is not None:
            self._port.close()
            self._port = None
            self._for_laptop.clear()
