"""The board of the tests of the whole table: an emulated one, or a real one with a person at it.

A test uses only a `Back`: it moves hands, lets time pass, and sees what the board reports to the laptop.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tavolo.games import manifest
from tavolo.games.cards import card_of
from tavolo.link.channel import Serial
from tavolo.link.telemetry import LAPTOP
from tavolo.seat import states
from tavolo.seat.states import TAKE
from tavolo_host.board.client import Request
from tavolo_host.board.companion import Companion
from tavolo_host.board.log import Entry
from tavolo_host.board.prompt import PROMPT_MS, READY, RESTART, RUN, exchange, has_begun, has_ended, result_of
from tavolo_host.playthroughs.through import HeardMirror
from tavolo_host.simulator.body import PRESS_MS
from tests.pico.orders import PRESS, PUT_IN, REACH_IN, TAKE_OUT, WITHDRAW, Card, Order

HOLD_MS = 3300  # ◀ and ▶, to ask or to empty the lobby
LIMIT_MS = 20_000  # for any report of a board
CHANGING_MS = 50  # between a program that releases the port and the next that opens it
TO_THE_PROMPT = b"\x03\x03\x01\x04"  # interrupt, raw prompt, and a new interpreter, which does not run main.py


class Back(ABC):
    """A board, the hands around it, and a laptop beside it. Close it when the test is over."""

    companion: Companion | None

    # ---- what a kind of board has of its own

    @abstractmethod
    def step(self) -> int:
        """Let a little time pass for everything; return how much, in ms."""

    @abstractmethod
    def do(self, order: Order) -> None:
        """Let the hands do something; they may not have finished on return."""

    @abstractmethod
    def are_hands_still(self) -> bool:
        """Return whether everything has been done, as far as that can be known."""

    @abstractmethod
    def plug_in(self) -> None:
        """Start the laptop's program again."""

    @abstractmethod
    def open_line(self) -> Serial:
        """Open the board's port without the laptop's program."""

    @abstractmethod
    def set_unread(self, unread: bool) -> None:
        """Leave the port open and unread, or read it again."""

    @abstractmethod
    def power_cycle(self) -> None:
        """Take the power from the board, and give it back."""

    @abstractmethod
    def close(self) -> None:
        """Take everything away."""

    @property
    def lights(self) -> Any:
        """Track, field and lamps as they are seen. Only a board with a person beside it has none (`needs_eyes`)."""
        raise NotImplementedError

    @property
    def now_ms(self) -> int:
        """Milliseconds of any clock, for what is seen."""
        raise NotImplementedError

    # ---- time

    def run_ms(self, milliseconds: int) -> None:
        while milliseconds > 0:
            milliseconds -= self.step()

    def run_until(self, condition: Callable[[], object], limit_ms: int = LIMIT_MS) -> None:
        left_ms = self.patience_ms(limit_ms)
        while not condition():
            left_ms -= self.step()
            assert left_ms > 0, f"It has not happened in all that time. The board says: {self.last_words()}"

    def patience_ms(self, limit_ms: int) -> int:
        """Return how long to wait for something that takes an emulated table this long."""
        return limit_ms

    # ---- hands

    def put_in(self, seat: int, *cards: Card, stop_at_mm: float = 0.0) -> None:
        self.do(Order(seat, PUT_IN, cards, stop_at_mm))

    def put_card_in(self, seat: int, game_name: str, card: int) -> None:
        self.put_in(seat, Card(game_name, card))

    def take_out(self, seat: int) -> None:
        self.do(Order(seat, TAKE_OUT))

    def clear_slot(self, seat: int) -> None:
        """Take out what is in a slot, and wait until the board has seen it empty."""
        self.take_out(seat)
        self.run_until(lambda: self.are_hands_still() and self.mirror.view.slots[seat] == states.IS_EMPTY)

    def press(self, seat: int, *keys: int, hold_ms: int = PRESS_MS) -> None:
        self.do(Order(seat, PRESS, keys=keys, hold_ms=hold_ms))
        self.run_until(self.are_hands_still)

    def reach_in(self, seat: int) -> None:
        self.do(Order(seat, REACH_IN))

    def withdraw(self, seat: int) -> None:
        self.do(Order(seat, WITHDRAW))

    # ---- what the board reports

    @property
    def mirror(self) -> HeardMirror:
        assert self.companion is not None
        mirror = self.companion.mirror
        assert isinstance(mirror, HeardMirror)
        return mirror

    @property
    def hello(self) -> dict[str, str]:
        assert self.companion is not None
        return self.companion.port.board

    def entries(self, kind: str, since: int = 0) -> list[Entry]:
        """Return the log's entries of a kind (event, refusal, trouble, note) after the number `since`."""
        return [entry for entry in self.mirror.log if entry.kind == kind and entry.number > since]

    def sentences(self, kind: str, since: int = 0) -> list[str]:
        return [entry.sentence for entry in self.entries(kind, since)]

    def told(self) -> int:
        """Return the number of the newest entry of the log."""
        return self.mirror.log[-1].number if self.mirror.log else 0

    def next_of(self, kind: str, since: int) -> Entry:
        """Wait for the next entry of a kind."""
        self.run_until(lambda: self.entries(kind, since))
        return self.entries(kind, since)[0]

    def last_words(self) -> str:
        if self.companion is None:
            return "nothing, the laptop is away"
        return f"{self.mirror.status} {self.companion.port.sentence} {[e.sentence for e in self.mirror.log[-3:]]}"

    def is_ready(self) -> bool:
        """Return whether the board has answered, has sent its state, and has calibrated every seat.

        A board that resumes a game calibrates nothing, and reports no calibration.
        """
        assert self.companion is not None
        if not self.companion.connected or not self.mirror.in_step:
            return False
        if self.mirror.record is None and self.hello.get("calibration", "-") == "-":
            return False
        return not any(state in (states.IS_ABSENT, states.IS_CALIBRATING) for state in self.mirror.view.slots)

    # ---- stories

    def ask(self, kind: str, *values: Any) -> Request:
        """Ask the board for something, and wait for its answer."""
        assert self.companion is not None
        request = self.companion.ask(kind, *values)
        self.run_until(lambda: request.accepted is not None)
        return request

    def start(self, players: tuple[int, ...], setup_text: str) -> None:
        """Let the laptop ask for a game."""
        earlier = self.mirror.record
        request = self.ask("new", players, setup_text)
        assert request.accepted, request.sentence
        self.run_until(lambda: self.mirror.record not in (None, earlier) and self.mirror.in_step)

    def seat_to_play(self) -> int:
        record: Any = self.mirror.record
        return self.mirror.seats[record.game.to_act(record.position)[0]]

    def play_card(self, seat: int, card: int) -> None:
        """Put a card in, wait until it is played, and start to take it out."""
        length = len(self.mirror.actions)
        self.put_in(seat, Card(self.mirror.game.NAME, card))
        self.run_until(lambda: len(self.mirror.actions) > length)
        self.take_out(seat)

    def wait_for_empty_slots(self) -> None:
        self.run_until(lambda: self.are_hands_still() and not any(self.mirror.view.slots))

    def abandon(self) -> None:
        """Let the laptop ask to abandon the game, and everybody agree."""
        assert self.companion is not None
        since = self.told()
        request = self.companion.ask("abandon", LAPTOP)
        self.next_of("note", since)
        for seat in self.mirror.seats:
            self.press(seat, TAKE)
        self.run_until(lambda: request.accepted is not None and self.mirror.record is None)
        assert request.accepted, request.sentence

    def leave_the_result(self) -> None:
        """After a game, go back to the lobby by ✓. The board does not report that to the laptop, but answers it."""
        self.wait_for_empty_slots()
        self.press(self.mirror.seats[0], TAKE)
        request = self.ask("undo", 0, LAPTOP)
        assert (request.accepted, request.sentence.lower()) == (False, "no game is being played.")

    # ---- the board's prompt

    def run_script(self, script: str, ends: bool = True) -> str:
        """End the board's program, run a script on a new interpreter, and return what it prints.

        It does not wait for a script that does not end. Either way the laptop's program is closed afterwards.
        """
        self.leave_the_table()
        line = self._prompt(TO_THE_PROMPT, lambda came: came.partition(b"soft reboot")[2].endswith(READY))
        return self._give(line, script, ends)

    def question(self, script: str) -> str:
        """Interrupt the running script, and let another one on the same interpreter print something."""
        line = self._prompt(b"\x03", lambda came: came.endswith(b"\x04>"))
        return self._give(line, script, True)

    def restart(self) -> None:
        """Restart the board and the laptop."""
        self.run_script(RESTART, ends=False)
        self.run_ms(1000)
        self.plug_in()
        self.run_until(self.is_ready)

    def leave_the_table(self) -> None:
        """Restart the firmware at the prompt; if none answers, the board is there already, or busy with a script."""
        if self.companion is None:
            self.plug_in()
        companion = self.companion
        assert companion is not None
        left_ms = PROMPT_MS
        while not companion.connected and left_ms > 0:
            left_ms -= self.step()
        if companion.connected:
            request = companion.ask("rescue", "prompt")
            self.run_until(lambda: request.accepted)
            self.run_until(lambda: not companion.connected)
        companion.close()
        self.companion = None
        self.run_ms(CHANGING_MS)

    def _prompt(self, order: bytes, is_there: Callable[[bytes], bool]) -> Serial:
        if self.companion is not None:
            self.companion.close()
        self.companion = None
        self.run_ms(CHANGING_MS)
        line = self.open_line()
        exchange(line, order, is_there, self.step)
        return line

    def _give(self, line: Serial, script: str, ends: bool) -> str:
        answer = exchange(line, script.encode() + RUN, has_ended if ends else has_begun, self.step)
        line.close()
        self.run_ms(CHANGING_MS)
        return result_of(answer) if ends else ""


def foreign_to(game: str) -> Card:
    """Return a card of the Hornochsen whose code the game does not use."""
    cards = (Card("tanz-der-hornochsen", number) for number in range(manifest("tanz-der-hornochsen").CARDS))
    return next(card for card in cards if card_of(game, card.code) < 0)
