"""The person at the board during the check: asked to touch, to look, to put a card in."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

from rich.prompt import Prompt

from tavolo_host.selftest.electrodes import KEYS
from tavolo_host.selftest.strips import ALL_LOOK, FAULTS, Strip
from tavolo_host.texts.console import Console

AGAIN = "again"


class Person:
    """Does and sees what a board cannot, as the terminal asks. No method waits for the board.

    The board is `kept_awake` while a question waits for its answer.
    """

    def __init__(self, console: Console, kept_awake: Callable[[], AbstractContextManager[None]]) -> None:
        self._console = console
        self._say = partial(console.print, highlight=False)
        self._kept_awake = kept_awake

    def watch(self, strip: Strip) -> None:
        """Hear what will be seen on a strip."""
        self._say(f"\n{strip.looks} {ALL_LOOK}")

    def seen(self, strip: Strip) -> str:
        """Return "" if it looked as described, AGAIN to see it once more, or a word of `strips.FAULTS`."""
        answer = self._ask("Did it look like that?", ["yes", "no", AGAIN], "yes")
        if answer in ("yes", AGAIN):
            return "" if answer == "yes" else AGAIN
        for word, (what, _) in FAULTS.items():
            self._say(f"  {word:8} {what}")
        return self._ask("What was it?", list(FAULTS), "other")

    def touch(self, seat: int, key: int) -> None:
        """Hear the request to touch a key (0 ◀, 1 ▶, 2 ✓) once."""
        self._say(f"Touch {KEYS[key]} of seat {seat + 1} once.")

    def put_card_in(self, seat: int) -> None:
        """Hear the request to put a card into a slot, and to let go of it."""
        self._say(f"Put a card into the slot of seat {seat + 1}, down to the stop, and let go.")

    def take_card_out(self, seat: int) -> None:
        """Hear the request to take it out again."""
        self._say("Take it out again.")

    def _ask(self, question: str, choices: list[str], default: str) -> str:
        try:
            with self._kept_awake():
                return Prompt.ask(question, console=self._console, choices=choices, default=default)
        except EOFError:
            raise ValueError("Nobody answers here; `tavolo selftest --automatic` asks nothing.") from None
