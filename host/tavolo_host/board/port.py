"""The laptop's end of the cable: finds a board, greets it, stays with it, and reconnects after it was unplugged.

Any pyserial URL or device name will do, for real boards and the virtual table alike. Nothing here waits or reads a
clock: the owner calls `Port.step` with the elapsed time. (Only opening a network address may block.)

If neither port nor board is named, the only board that answers is used. A program that only watches takes it a second
later, whatever the other ports do. A program that changes a board takes it only if no other port can have the intended
table: each was open and silent for `greeting.HELLO_MS`, like a debug probe or a Pico without Tavolo. A port that is in
use, cannot be opened, appears or disappears, or has a board with another protocol, leaves the choice open; then the
program connects to none. A table that is unplugged or hangs that long cannot be taken into account, so such a program
names its board before it changes anything.
"""

import math
import secrets
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from tavolo.link.messages import encode
from tavolo_host.board.greeting import Greeting, Message
from tavolo_host.board.serial_port import (
    FoundBoard,
    OtherVersion,
    PortError,
    SerialPort,
    SilentPort,
    list_boards,
    open_serial,
)
from tavolo_host.texts.deferred import deferred, together

OTHERS_MS = 1000  # for other ports to answer after the first, in a program that only watches
FIRST_RETRY_MS, LONGEST_RETRY_MS = 250, 4000
LOOK_MS = 1000  # between looks at what is plugged in, while there is nothing to open


class PortState(StrEnum):
    """Whether a port is searching, connected, or refused by a board with another protocol version."""

    SEARCHING = "searching"
    CONNECTED = "connected"
    REFUSED = "refused"


class Port:
    """The connection to a board at `url`, or, without one, to the only board that answers at any port.

    It stays with the board that it has greeted, or from the start with the one of this `board_id`, even under another
    port name; it accepts no other board. If several answer and none is named, it connects to none: `choice` lists them,
    and `choose` picks one. If that one has gone before it was greeted, there is a new choice; `chosen` is the chosen
    board, None once it is connected. `acts` means that the program changes the board, see above.

    `state` and `sentence` describe the connection; `failures` counts the unsuccessful rounds over all ports since the
    last connection, so that a command can give up while a display goes on. `board` has the contents of the board's
    hello. `not_understood` has a sentence for each message that either end did not understand in the last step.
    `first_session` is any number from 1 to 0xFFFFFFFF that no laptop has used recently.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        board_id: str = "",
        acts: bool = False,
        rules: str = "-",
        opener: Callable[[str], SerialPort] = open_serial,
        finder: Callable[[], Sequence[FoundBoard]] = list_boards,
        first_session: int | None = None,
    ) -> None:
        self.url = url
        self.board_id = board_id
        self.state = PortState.SEARCHING
        self.sentence: str = (
            deferred("Looking for a board at {}.", url) if url is not None else deferred("Looking for a board.")
        )
        self.failures = 0
        self.board: dict[str, str] = {}
        self.choice: tuple[tuple[str, str], ...] = ()  # board id and device name of each board that answers
        self.chosen: str | None = None
        self.not_understood: list[str] = []
        self._acts = acts and url is None
        self._rules = rules
        self._opener = opener
        self._finder = finder
        self._next_session = first_session or secrets.randbelow(0xFFFFFFFF) + 1
        self._serial_number = ""  # of the greeted board, "" until it is known
        self._places: list[FoundBoard] = []  # the ports of this round
        self._greetings: list[Greeting] = []  # the open ports: several during the search
        self._problems: list[PortError] = []  # of this round
        self._retry_ms = FIRST_RETRY_MS
        self._wait_ms = 0
        self._peace_ms = 0.0  # during which unchanged ports are not opened again
        self._answered_ms = 0  # since the first answer of this round

    def send(self, kind: str, *values: Any) -> bool:
        """Send a message, which arrives once and in order; False without a board or with a full queue.

        Raises `InvalidMessage` for values that the message cannot have.
        """
        payload = encode(kind, *values)
        if self.state is not PortState.CONNECTED or not self._greetings:
            return False
        return self._greetings[0].send(kind, payload)

    def step(self, elapsed_ms: int) -> list[Message]:
        """Let time pass; return kind and values of the understood messages after hello."""
        self.not_understood.clear()
        if not self._greetings:
            self._wait_ms -= elapsed_ms
            self._peace_ms -= elapsed_ms
            if self._wait_ms > 0 or not self._begin_round():
                return []
            elapsed_ms = 0  # opening may have taken long
        opened = list(self._greetings)
        for greeting in opened:
            self._step_one(greeting, elapsed_ms)
        if opened:
            self._next_session = max(greeting.session for greeting in opened) % 0xFFFFFFFF + 1
        return self._decide(elapsed_ms)

    def choose(self, board_id: str) -> None:
        """Connect to this one of several boards."""
        self.chosen = board_id
        self.choice = ()
        self._retry_ms = FIRST_RETRY_MS
        self._wait_ms = self._peace_ms = 0

    def close(self) -> None:
        """Close the port; a later step opens it again."""
        for greeting in self._greetings:
            greeting.close()
        self._greetings.clear()

    def _begin_round(self) -> bool:
        """Open the ports where the board may be; False while it is too early to try them again."""
        self._problems.clear()
        self._answered_ms = 0
        try:
            places = self._where_to_look()
        except PortError as problem:
            places = []
            self._problems.append(problem)
        if self._peace_ms > 0 and places == self._places:
            self._wait_ms = LOOK_MS
            return False
        self._places = places
        for place in places:
            try:
                serial = self._opener(place.device)
            except PortError as problem:
                self._problems.append(problem)
            else:
                self._greetings.append(Greeting(place, serial, self._next_session, self._rules))
        return True

    def _where_to_look(self) -> list[FoundBoard]:
        """Return the ports where the board may be; if its serial number is known, only its own."""
        found: Sequence[FoundBoard] = ()
        try:
            found = self._finder()
        except PortError:
            if self.url is None:
                raise
        own = {self._serial_number.lower(), self.board_id.lower()} - {""}
        places = [board for board in found if board.serial_number.lower() in own]
        if not places:
            named = [board for board in found if self.url in (None, board.device)]
            if self.url is not None and not named:
                named = [FoundBoard(self.url)]
            places = [board for board in named if not (self._serial_number and board.serial_number)]
        if places:
            return places
        if self.board_id:
            raise PortError(deferred("Board {} is not plugged in.", self.board_id))
        raise PortError(deferred("No board is plugged in: no port has a Raspberry Pi Pico on it."))

    def _step_one(self, greeting: Greeting, elapsed_ms: int) -> None:
        """Step an open port; close it if the board is not or no longer there."""
        device, was_board = greeting.place.device, bool(greeting.board)
        try:
            greeting.step(elapsed_ms)
            self.not_understood += greeting.not_understood
            if not greeting.board or self._is_wanted(greeting):
                return
            answering = greeting.board["board"]
            problem = PortError(
                deferred("At {}, board {} answers instead of board {}.", device, answering, self.board_id)
            )
        except PortError as refusal:
            problem = refusal
        except OSError:
            if was_board:
                problem = PortError(deferred("The connection to {} is lost; looking for the board again.", device))
            else:
                problem = PortError(deferred("No Tavolo board answers at {}: the connection was closed.", device))
        greeting.close()
        self._greetings.remove(greeting)
        self._problems.append(problem)

    def _is_wanted(self, greeting: Greeting) -> bool:
        names = (greeting.board["board"].lower(), greeting.place.serial_number.lower())
        return not self.board_id or self.board_id.lower() in names

    def _decide(self, elapsed_ms: int) -> list[Message]:
        """Connect to the board that has answered, once that is decided; return its messages."""
        if not self._greetings:
            self.choice = ()
            self._fail(LONGEST_RETRY_MS if any(isinstance(each, OtherVersion) for each in self._problems) else 0)
            return []
        answered = [greeting for greeting in self._greetings if greeting.board]
        if self.state is PortState.CONNECTED and answered:
            self.board = answered[0].board
            return answered[0].take_messages()
        silent = [greeting.place.device for greeting in self._greetings if not greeting.board]
        wanted = [greeting for greeting in answered if self.board_id or greeting.board["board"] == self.chosen]
        self._answered_ms += elapsed_ms if answered else 0
        is_enough = self._answered_ms >= OTHERS_MS and not (self._acts or self.chosen)
        if wanted or (answered and (is_enough or not silent)):
            self._problems += [SilentPort(deferred("No Tavolo board answers at {}.", device)) for device in silent]
            if not (wanted or self._is_the_only_one(answered)):
                self._offer(answered)
                return []
            self._welcome((wanted or answered)[0])
            return self._greetings[0].take_messages()
        if not answered and self.state is not PortState.REFUSED:
            self.state = PortState.SEARCHING
            self.sentence = deferred("Waiting for the board at {} to answer.", ", ".join(silent))
        return []

    def _is_the_only_one(self, answered: list[Greeting]) -> bool:
        is_one = len({greeting.board["board"] for greeting in answered}) == 1 and self.chosen is None
        return is_one and not (self._acts and self._may_be_another())

    def _may_be_another(self) -> bool:
        """Return whether a new port, or one that was not silent throughout, may have the intended board."""
        try:
            is_new = self._where_to_look() != self._places
        except PortError:
            is_new = True
        return is_new or not all(isinstance(problem, SilentPort) for problem in self._problems)

    def _welcome(self, greeting: Greeting) -> None:
        for other in self._greetings:
            if other is not greeting:
                other.close()
        self._greetings[:] = [greeting]
        is_found = not self.board_id and self.chosen is None
        self.board = greeting.board
        self.board_id = self.board["board"]
        self.choice, self.chosen = (), None
        self._serial_number = greeting.place.serial_number
        self.state = PortState.CONNECTED
        self.sentence = deferred("Connected to board {} at {}.", self.board_id, greeting.place.device)
        if is_found:
            self.sentence = together(self.sentence, *(problem.sentence for problem in self._problems))
        self._problems.clear()
        self.failures = 0
        self._retry_ms = FIRST_RETRY_MS

    def _offer(self, answered: list[Greeting]) -> None:
        """Let a person choose the board."""
        self.choice = tuple((greeting.board["board"], greeting.place.device) for greeting in answered)
        named = ", ".join(f"{board} ({device})" for board, device in self.choice)
        if self.chosen is not None:
            sentence = deferred("Board {} was chosen but does not answer; these do: {}.", self.chosen, named)
        elif len({board for board, _device in self.choice}) > 1:
            sentence = deferred("Several boards answer: {}.", named)
        else:
            sentence = deferred("Board {} answers, but the board you want may be at another port.", named)
        self._problems.insert(0, PortError(sentence))
        self._fail(LONGEST_RETRY_MS if self.chosen is not None else math.inf)

    def _fail(self, peace_ms: float) -> None:
        """End an unsuccessful round; unchanged ports are not tried again for `peace_ms`."""
        self.close()
        is_refused = any(isinstance(problem, OtherVersion) for problem in self._problems)
        self.state = PortState.REFUSED if is_refused else PortState.SEARCHING
        self.sentence = together(*(problem.sentence for problem in self._problems))
        self.failures += 1
        self._wait_ms = self._retry_ms if self._places else LOOK_MS
        self._peace_ms = peace_ms
        self._retry_ms = min(2 * self._retry_ms, LONGEST_RETRY_MS)
