"""A board's crash log, and help for a board that keeps failing.

It works while a board plays, and in safe mode, which a board enters by itself (`tavolo.maker.starts`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tavolo.maker.rescue import A_GAME, MOST_TOLD, NOT_KNOWN
from tavolo.play.reasons import CRASHES_TOLD
from tavolo_host.board.client import RETURN_MS, Client
from tavolo_host.board.port import Port
from tavolo_host.board.serial_port import PortError, open_serial
from tavolo_host.texts.sentences import safe_sentence

GONE_MS = 5000  # until a board has gone to its prompt


class Crash(NamedTuple):
    """A crash from the board's log: its number, how it happened (raised, secret, hung), its type and places."""

    number: int
    how: str
    what: str

    def words(self) -> str:
        """Return the crash in a sentence, innermost place first."""
        if self.how == "secret":
            return "something went wrong while a choice was secret, so the log says no more."
        if self.how == "hung":
            return "the board hung and its watchdog restarted it; where it hung is not known."
        kind, *places = self.what.split(" ")
        if not places:
            return f"{kind}; where is not known."
        return f"{kind} at {places[0]}" + (f", called from {', '.join(places[1:])}." if places[1:] else ".")


class State(NamedTuple):
    """A board's state: the number of crashes logged, whether it is in safe mode, and whether it keeps a game."""

    crashes: int
    is_safe: bool
    game: int

    def words(self) -> str:
        """Return the state in sentences."""
        mode = "The board is in safe mode: it failed to start three times in a row." if self.is_safe else ""
        game = {A_GAME: "It keeps a game in its journal.", NOT_KNOWN: "Its journal cannot be read."}.get(self.game, "")
        crashes = f"Crashes in its log: {self.crashes}." if self.crashes else "Its crash log is empty."
        return " ".join(filter(None, (mode or "The board runs normally.", crashes, game)))


class RescueClient(Client):
    """Reads the crash log of the board at `port`, and rescues the board."""

    lacks = "and does not know rescue requests"

    def __init__(self, port: Port, pass_time: Callable[[], float] | None = None) -> None:
        super().__init__(port, pass_time)
        self._crashes: list[Crash] = []

    def look(self) -> tuple[State, list[Crash]]:
        """Return the board's state and its last crashes, newest first."""
        self.connect()
        self._crashes.clear()
        reason = self._answer_to("rescue", "tell")
        if reason[0] != CRASHES_TOLD or len(reason) != 4:
            raise ValueError("This program does not understand the board's answer.")
        _, count, is_safe, game = reason
        return State(count, bool(is_safe), game), list(self._crashes)

    def clear(self) -> str:
        """Empty the crash log; return the board's answer."""
        self.connect()
        return safe_sentence(self._answer_to("rescue", "clear"))

    def put_aside(self) -> str:
        """Put the game aside, and wait until the board is back without it; return its answer."""
        self.connect()
        boot = self.port.board.get("boot")
        answer = safe_sentence(self._answer_to("rescue", "put_aside"))
        self._wait_for_return(boot, "The board has put the game aside")
        return answer

    def go_to_the_prompt(self) -> str:
        """Restart the board at MicroPython's prompt, without a watchdog, and close its port."""
        self.connect()
        answer = safe_sentence(self._answer_to("rescue", "prompt"))
        self.wait(lambda: not self.connected, GONE_MS)
        self.port.close()
        return answer

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        if kind == "crash" and len(self._crashes) < MOST_TOLD:
            self._crashes.append(Crash(*values))


def to_the_prompt(port: str, pass_time: Callable[[], float] | None = None) -> bool:
    """Send the board at a port from the table to MicroPython's prompt; return whether it ran the table.

    A board that does not answer is left alone: it has other firmware, or is at its prompt. Otherwise, wait until its
    port is back for another program.
    """
    client = RescueClient(Port(port), pass_time)
    try:
        client.go_to_the_prompt()
    except PortError:
        return False
    finally:
        client.port.close()
    client.wait(lambda: _is_there(port), RETURN_MS)
    return True


def _is_there(port: str) -> bool:
    try:
        open_serial(port).close()
    except PortError:
        return False
    return True
