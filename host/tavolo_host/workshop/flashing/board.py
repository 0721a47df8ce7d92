"""A Pico that runs: what is on it, as far as it tells, and its restart in BOOTSEL."""

from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any, NamedTuple

from tavolo.maker.settings import SETTINGS
from tavolo_host.board.client import Client
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port, PortState
from tavolo_host.board.prompt import RAW, READY, RUN, exchange, has_begun
from tavolo_host.board.rescue import to_the_prompt
from tavolo_host.board.serial_port import FoundBoard, PortError, open_serial, touch

TELLS_MS = 5000  # for a board to tell its game
INTERRUPT = b"\r\x03\x03"
TO_THE_LOADER = b"import machine\nmachine.bootloader()\n"

PassTime = Callable[[], float]


class RunningBoard(NamedTuple):
    """A Pico at a port: the serial number, and what its hello says: its board ID and the digest of its firmware.

    Without a hello both are ""; `protocol` has the sentence about another protocol, if that is why. `is_playing` is
    None if the board does not tell it. `settings` are those that are not the default, as NAME=VALUE.
    """

    port: str
    serial_number: str = ""
    board: str = ""
    firmware: str = ""
    protocol: str = ""
    is_playing: bool | None = None
    settings: tuple[str, ...] = ()


class _Asking(Companion):
    """Asks a board what it has; it changes nothing."""

    def __init__(self, port: Port, pass_time: PassTime) -> None:
        super().__init__(port, pass_time=pass_time)
        self.values: dict[str, str] = {}

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        super()._take(kind, values)
        if kind == "settings":
            self.values.update(values[0])

    def look(self, place: FoundBoard) -> RunningBoard:
        """Return what is at this port; PortError if it cannot be opened."""
        try:
            self.connect()
        except PortError as problem:
            if self.port.state is PortState.REFUSED:
                return RunningBoard(place.device, place.serial_number, protocol=str(problem))
            raise
        known = self.wait(lambda: self.mirror.in_step is not None, TELLS_MS) and self.mirror.in_step
        request = self.ask("ask_settings")
        self.wait(lambda: request.accepted is not None, TELLS_MS)
        defaults = {setting.name: setting.default for setting in SETTINGS}
        changed = (f"{name}={value}" for name, value in self.values.items() if value != defaults.get(name, value))
        return RunningBoard(
            place.device,
            place.serial_number,
            self.port.board.get("board", ""),
            self.port.board.get("firmware", ""),
            is_playing=bool(self.mirror.record and not self.mirror.result) if known else None,
            settings=tuple(changed),
        )


def look(place: FoundBoard, pass_time: PassTime) -> RunningBoard:
    """Return what is at a port; PortError if it cannot be opened."""
    open_serial(place.device).close()  # its refusal says what to do
    with closing(_Asking(Port(place.device), pass_time=pass_time)) as asking:
        try:
            return asking.look(place)
        except PortError:  # silent: another program, or none
            return RunningBoard(place.device, place.serial_number)


def hello_of(port: str | None, board: str, digest: str, limit_ms: float, pass_time: PassTime) -> str:
    """Wait for the hello of a board with this firmware, at a port or with this ID if they are known.

    Return "" once it has come, else what the port says at the end.
    """
    with closing(Client(Port(port, board_id=board), pass_time)) as client:
        has_come = client.wait(lambda: client.connected and client.port.board["firmware"] == digest, limit_ms)
        return "" if has_come else str(client.port.sentence)


def restart_in_bootsel(board: RunningBoard, pass_time: PassTime) -> None:
    """Ask a Pico to restart in BOOTSEL; PortError or OSError if its port cannot be used for that.

    A table that understands goes to its prompt first, where no watchdog runs; other programs are interrupted. Where no
    prompt answers, the port is opened at 1200 baud and closed: then a table of another version restarts there too.
    """
    if board.board:
        to_the_prompt(board.port, pass_time)
    if not _restart_by_prompt(board.port, pass_time):
        touch(board.port)


def _restart_by_prompt(port: str, pass_time: PassTime) -> bool:
    """Restart a Pico by MicroPython's prompt; return whether that has answered."""
    with closing(open_serial(port)) as line:
        try:
            exchange(line, INTERRUPT + RAW, lambda came: came.endswith(READY), pass_time)
        except PortError:
            return False
        with suppress(PortError, OSError):  # the port goes, sometimes before it has answered
            exchange(line, TO_THE_LOADER + RUN, has_begun, pass_time)
    return True
