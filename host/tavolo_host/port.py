"""The laptop's end of the cable: finds a board, opens it, greets it, and comes back after it was unplugged.

Any pyserial URL or device name will do, a real board's and the virtual table's alike. Nothing here waits or
reads a clock: the owner calls `Port.step` with the time that has passed. (Opening a network address is the
one thing that the system may take its time over.)
"""

import errno
import io
import secrets
import select
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import serial
from serial.tools import list_ports

from tavolo.link.channel import Channel, Serial
from tavolo.link.hello import OF_A_BOARD, PROTOCOL, is_spoken
from tavolo.link.messages import BOARD, LONGEST_KIND, THE_WHOLE, Unfit, decode, encode, is_from
from tavolo_host.words.messages import what_may_be
from tavolo_host.words.said import said

USB_VENDOR = 0x2E8A  # Raspberry Pi
HELLO_MS = 4000  # within which a board has to answer
FIRST_RETRY_MS, LONGEST_RETRY_MS = 250, 4000
AT_ONCE = 4096  # bytes read in one go
NETWORK = ("socket", "rfc2217")  # schemes of addresses; pyserial has more, of no use to anybody here

Message = tuple[str, tuple[Any, ...]]  # kind and values, as `tavolo.link.messages` has them


class PortError(Exception):
    """A port cannot be used; str() is one sentence. `for_good` when trying again can change nothing."""

    def __init__(self, sentence: str, for_good: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.for_good = for_good


class PortState(StrEnum):
    """Searching for the board (again), connected, or refused for good: the sentence says why."""

    SEARCHING = "searching"
    CONNECTED = "connected"
    REFUSED = "refused"


@dataclass(frozen=True)
class FoundBoard:
    """A port that looks like a Pico: its device name, what it calls itself, its serial number."""

    device: str
    description: str
    serial_number: str


def list_boards() -> list[FoundBoard]:
    """Return the ports with a Pico on them, by device name. Whether a table answers, only hello shows."""
    found = [
        FoundBoard(port.device, port.description or "", port.serial_number or "")
        for port in list_ports.comports()
        if port.vid == USB_VENDOR
    ]
    return sorted(found, key=lambda board: board.device)


class SerialPort(Serial):
    """A pyserial port that never waits. Reading and writing raise OSError when the cable is pulled."""

    def __init__(self, device: serial.SerialBase) -> None:
        self._device = device

    def read(self) -> bytes:
        """Return what has arrived."""
        return bytes(self._device.read(AT_ONCE))

    def write(self, data: bytes) -> int:
        """Take what there is room for."""
        try:
            number = self._device.fileno()
        except (io.UnsupportedOperation, AttributeError):
            number = None  # Windows: there pyserial returns at once by itself
        # pyserial 3.5 spins for as long as a full buffer takes nothing, even with a write timeout of 0.
        if number is not None and not select.select([], [number], [], 0)[1]:
            return 0
        return self._device.write(data) or 0

    def close(self) -> None:
        """Give the port free."""
        self._device.close()


def open_serial(url: str) -> SerialPort:
    """Open a device, or an address with a scheme of NETWORK; raises PortError with a plain sentence."""
    scheme, mark, _place = url.partition("://")
    if not url or (mark and scheme.lower() not in NETWORK):
        raise _no_port(url)
    try:
        return SerialPort(serial.serial_for_url(url, timeout=0, write_timeout=0))
    except OSError as problem:
        cause = problem.__context__ if problem.errno is None else problem
    except (ValueError, KeyError) as problem:  # KeyError: pyserial 3.5, composing its own sentence
        cause = problem
    if not isinstance(cause, OSError):
        raise _no_port(url)
    sentences = {
        errno.ENOENT: said("There is no port {}.", url),
        errno.ENXIO: said("There is no port {}.", url),
        errno.EACCES: said("You may not open the port {} (on Linux: join the group dialout).", url),
        errno.EBUSY: said("The port {} is used by another program.", url),
        errno.ECONNREFUSED: said("Nobody listens at {}.", url),
    }
    raise PortError(sentences.get(cause.errno or 0, said("The port {} cannot be opened: {}.", url, cause)))


def _no_port(url: str) -> PortError:
    words = said(
        "“{}” is neither a serial port, as /dev/ttyACM0 or COM5, nor an address of one: socket://HOST:PORT or"
        " rfc2217://HOST:PORT.",
        url,
    )
    return PortError(words, for_good=True)


class Port:
    """The connection to a board at `url`, or, without one, to the first board that is found and answers.

    `state` and `sentence` say how it stands; `failures` counts the attempts that came to nothing since the
    last connection, so that a command line can give up where a display goes on. `board` is what the board's hello
    says. `not_understood` has a sentence for each message that one end did not understand in the last step.
    `first_session` is any number from 1 to 0xFFFFFFFF that no laptop used lately.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        rules: str = "-",
        opener: Callable[[str], SerialPort] = open_serial,
        finder: Callable[[], Sequence[FoundBoard]] = list_boards,
        first_session: int | None = None,
    ) -> None:
        self.url = url
        self.state = PortState.SEARCHING
        self.sentence: str = (
            said("Looking for a board at {}.", url) if url is not None else said("Looking for a board.")
        )
        self.failures = 0
        self.board: dict[str, str] = {}
        self.not_understood: list[str] = []
        self._rules = rules
        self._opener = opener
        self._finder = finder
        self._next_session = first_session or secrets.randbelow(0xFFFFFFFF) + 1
        self._turn = 0  # which of several boards is tried next
        self._place = ""
        self._serial: SerialPort | None = None
        self._channel: Channel | None = None
        self._greeted_session = 0
        self._retry_ms = FIRST_RETRY_MS
        self._wait_ms = 0
        self._unanswered_ms = 0

    def send(self, kind: str, *values: Any) -> bool:
        """Send a message, to arrive once and in order; False when no board is there or it is behind.

        Raises `Unfit` for values that the message cannot have.
        """
        payload = encode(kind, *values)
        if self.state is not PortState.CONNECTED or self._channel is None:
            return False
        return self._channel.send(kind, payload)

    def step(self, elapsed_ms: int) -> list[Message]:
        """Let time pass; return kind and values of the board's messages after hello, as far as they are understood."""
        self.not_understood.clear()
        if self.state is PortState.REFUSED:
            return []
        try:
            if self._channel is None:
                self._wait_ms -= elapsed_ms
                if self._wait_ms > 0:
                    return []
                self._open()
                elapsed_ms = 0  # opening may have taken the system long
            return self._talk(elapsed_ms)
        except PortError as problem:
            self._fail(problem.sentence, problem.for_good)
        except OSError:
            if self.state is PortState.CONNECTED:
                self._fail(said("The connection to {} is lost; looking for the board again.", self._place))
            else:
                self._fail(said("At {} no Tavolo board answers: the connection was closed.", self._place))
        return []

    def close(self) -> None:
        """Give the port free; a later step opens it again."""
        if self._serial is not None:
            self._serial.close()
        self._serial = None
        self._channel = None

    def _open(self) -> None:
        self._place = self._find() if self.url is None else self.url
        self._serial = self._opener(self._place)
        self._channel = Channel(self._serial, self._next_session)
        self._greeted_session = 0
        self._unanswered_ms = 0

    def _find(self) -> str:
        boards = self._finder()
        if not boards:
            raise PortError(said("No board is plugged in: no port has a Raspberry Pi Pico on it."))
        self._turn += 1
        return boards[(self._turn - 1) % len(boards)].device

    def _talk(self, elapsed_ms: int) -> list[Message]:
        channel = self._channel
        assert channel is not None
        messages: list[Message] = []
        for kind, payload in channel.step(elapsed_ms):
            values = self._understood(channel, kind, payload)
            if values is None:
                continue
            if kind == "hello":
                self._welcome(channel, dict(values[0]))
            elif kind == "refused":
                raise PortError(_refusal(*values), for_good=True)
            else:
                messages.append((kind, values))
        self._next_session = channel.session % 0xFFFFFFFF + 1
        if channel.ready and self._greeted_session != channel.sessions:
            self._greeted_session = channel.sessions
            self._search_on()
            channel.send("hello", encode("hello", (("protocol", PROTOCOL), ("rules", self._rules))))
        elif not channel.ready:
            self._search_on()
        if self.state is PortState.SEARCHING:
            self._unanswered_ms += elapsed_ms
            if self._unanswered_ms >= HELLO_MS:
                raise PortError(said("At {} no Tavolo board answers.", self._place))
        return messages

    def _understood(self, channel: Channel, kind: str, payload: str) -> tuple[Any, ...] | None:
        """Return the values of a message; None, and the board is told, when it is not understood."""
        if not is_from(BOARD, kind):
            channel.send("unknown", encode("unknown", kind[:LONGEST_KIND] or THE_WHOLE))
            self.not_understood.append(said("The board sent a message “{}”, which this program does not know.", kind))
            return None
        try:
            values = decode(kind, payload)
        except Unfit as problem:
            self._tell_unfit(channel, problem, what_may_be(problem.kind, problem.field))
            return None
        if kind == "unknown":
            self.not_understood.append(said("The board does not know the message “{}”.", values[0]))
        elif kind == "unfit":
            reason = what_may_be(*values)
            self.not_understood.append(said("The board does not understand the message “{}”. {}", values[0], reason))
        return values

    def _tell_unfit(self, channel: Channel, problem: Unfit, why: str) -> None:
        if problem.kind not in ("unknown", "unfit"):  # or two ends that do not understand each other would never stop
            channel.send("unfit", encode("unfit", problem.kind, problem.field))
        self.not_understood.append(said("The board sent a message “{}” that is not understood. {}", problem.kind, why))

    def _search_on(self) -> None:
        self.state = PortState.SEARCHING
        self.sentence = said("Waiting for the board at {} to answer.", self._place)

    def _welcome(self, channel: Channel, board: dict[str, str]) -> None:
        if not is_spoken(board["protocol"]):
            raise PortError(_refusal(board["protocol"]), for_good=True)
        for name in OF_A_BOARD:
            if name not in board:
                self._tell_unfit(channel, Unfit("hello", "ends"), f"A board's hello says its {name}.")
                return
        self.board = board
        self.state = PortState.CONNECTED
        self.sentence = said("Connected to board {} at {}.", self.board["board"], self._place)
        self.failures = 0
        self._unanswered_ms = 0
        self._retry_ms = FIRST_RETRY_MS

    def _fail(self, sentence: str, for_good: bool = False) -> None:
        self.close()
        self.state = PortState.REFUSED if for_good else PortState.SEARCHING
        self.sentence = sentence
        self.failures += 1
        self._wait_ms = self._retry_ms
        self._retry_ms = min(2 * self._retry_ms, LONGEST_RETRY_MS)


def _refusal(theirs: str) -> str:
    """Return why a board of this version of the protocol cannot be spoken with."""
    return said("The board speaks version {} of the protocol, this program speaks {}.", theirs, PROTOCOL)
