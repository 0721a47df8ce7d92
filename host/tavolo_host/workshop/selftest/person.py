"""The person at the board during the check: asked to touch, to look, to put a card in."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from rich.console import Console
from rich.prompt import Prompt

from tavolo_host.workshop.selftest.electrodes import KEYS
from tavolo_host.workshop.selftest.strips import ALL_LOOK, FAULTS, Strip

AGAIN = "again"


class Person(Protocol):
    """Does and sees what a board cannot. No method waits for the board."""

    def watch(self, strip: Strip) -> None:
        """Hear what will be seen on a strip."""

    def seen(self, strip: Strip) -> str:
        """Return "" if it looked as described, AGAIN to see it once more, or a word of `strips.FAULTS`."""

    def touch(self, seat: int, key: int) -> None:
        """Hear the request to touch a key (0 ◀, 1 ▶, 2 ✓) once."""

    def put_card_in(self, seat: int) -> None:
        """Hear the request to put a card into a slot, and to let go of it."""

    def take_card_out(self, seat: int) -> None:
        """Hear the request to take it out again."""


class Asked(Person):
    """A person at the terminal. The board is `kept_awake` while a question waits for its answer."""

    def __init__(self, console: Console, kept_awake: Callable[[], AbstractContextManager[None]]) -> None:
        self._console = console
        self._kept_awake = kept_awake

    def watch(self, strip: Strip) -> None:
        """Say what will be seen."""
        self._console.print(f"\n{strip.looks} {ALL_LOOK}", highlight=False)

    def seen(self, strip: Strip) -> str:
        """Ask how it looked."""
        answer = self._ask("Did it look like that?", ["yes", "no", AGAIN], "yes")
        if answer in ("yes", AGAIN):
            return "" if answer == "yes" else AGAIN
        for word, (what, _) in FAULTS.items():
            self._console.print(f"  {word:8} {what}", highlight=False)
        return self._ask("What was it?", list(FAULTS), "other")

    def touch(self, seat: int, key: int) -> None:
        """Ask for a touch."""
        self._console.print(f"Touch {KEYS[key]} of seat {seat + 1} once.", highlight=False)

    def put_card_in(self, seat: int) -> None:
        """Ask for a card."""
        self._console.print(
            f"Put a card into the slot of seat {seat + 1}, down to the stop, and let go.", highlight=False
        )

    def take_card_out(self, seat: int) -> None:
        """Ask for the card to go."""
        self._console.print("Take it out again.", highlight=False)

    def _ask(self, question: str, choices: list[str], default: str) -> str:
        try:
            with self._kept_awake():
                return Prompt.ask(question, console=self._console, choices=choices, default=default)
        except EOFError:
            raise ValueError("Nobody answers here; `tavolo selftest --automatic` asks nothing.") from None
