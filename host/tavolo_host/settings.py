"""What `tavolo settings` does: shows what a board is set to, and has the board change it."""

import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from tavolo.maker.settings import SETTINGS, index_of
from tavolo_host.port import Port, PortError, PortState
from tavolo_host.words import same, sentence
from tavolo_host.words.common import possible_words

LOOK_S = 0.01
ANSWER_MS = 10_000
RETURN_MS = 20_000  # until a board that has begun anew answers again


def real_time() -> Callable[[], float]:
    """Return what lets a moment pass, and returns how long it was in ms."""
    last = time.monotonic()

    def pass_time() -> float:
        nonlocal last
        time.sleep(LOOK_S)
        now = time.monotonic()
        elapsed_ms, last = (now - last) * 1000, now
        return elapsed_ms

    return pass_time


class SettingsDesk:
    """A board at `port` whose settings are asked for and changed. `pass_time` lets a moment go by outside.

    Every method raises PortError when the board is not there (any more), ValueError for what it refuses.
    """

    def __init__(self, port: Port, pass_time: Callable[[], float] | None = None) -> None:
        self.port = port
        self._pass_time = pass_time or real_time()
        self._numbers = count(1)
        self._answers: dict[int, tuple[bool, tuple[int, ...]]] = {}
        self._values: dict[str, str] = {}
        self._problems: list[str] = []
        self._unknown: set[str] = set()  # kinds of messages that the board does not know
        self._told_ms = self._now_ms = 0.0

    def values(self) -> dict[str, str]:
        """Return every setting's value by its name, as the board tells it."""
        self._connect()
        self._values.clear()
        self._problems.clear()
        self._ask("ask_settings")
        return dict(self._values)

    def problems(self) -> list[str]:
        """Return a sentence for each thing that is wrong with the board's file, as it told them with its `values`."""
        return list(dict.fromkeys(self._problems))

    def change(self, wishes: Sequence[str]) -> None:
        """Have the board change settings, NAME=VALUE each, and wait until it has begun anew with them."""
        pairs = [pair_of(wish) for wish in wishes]
        self._connect()
        boot = self.port.board.get("boot")
        self._ask("change_settings", pairs)
        if not self._wait(lambda: self._is_connected() and self.port.board.get("boot") != boot, RETURN_MS):
            raise PortError(
                "The board keeps the settings, but has not come back: take its power away and give it back."
            )

    def _is_connected(self) -> bool:
        return self.port.state is PortState.CONNECTED

    def _connect(self) -> None:
        while not self._is_connected():
            if self.port.failures or self.port.state is PortState.REFUSED:
                raise PortError(self.port.sentence)
            self._step()

    def _ask(self, kind: str, *values: Any) -> None:
        number = next(self._numbers)
        self.port.send(kind, number, *values)

        def is_over() -> bool:
            return number in self._answers or kind in self._unknown or not self._is_connected()

        if not self._wait(is_over, ANSWER_MS):
            raise PortError("The board does not answer any more.")
        if kind in self._unknown:
            raise ValueError("The firmware of this board is older than this program, and has no settings.")
        if number not in self._answers:
            raise PortError(f"The connection was lost before the board had answered. {self.port.sentence}")
        accepted, reason = self._answers.pop(number)
        if not accepted:
            raise ValueError(f"The board refuses: {sentence(reason)}")

    def _wait(self, condition: Callable[[], bool], limit_ms: float) -> bool:
        end_ms = self._now_ms + limit_ms
        while not condition():
            if self._now_ms >= end_ms:
                return False
            self._step()
        return True

    def _step(self) -> None:
        self._now_ms += self._pass_time()
        elapsed_ms = int(self._now_ms - self._told_ms)
        self._told_ms += elapsed_ms
        for kind, values in self.port.step(elapsed_ms):
            if kind == "answer":
                number, accepted, reason = values
                self._answers[number] = accepted == "yes", reason
            elif kind == "settings":
                self._values.update(values[0])
            elif kind == "unknown":
                self._unknown.add(values[0])
            elif kind == "note" and values[0] == "table":
                self._take_note(values[2])

    def _take_note(self, reason: tuple[int, ...]) -> None:
        if reason[0] // 10 == 8:  # what else a board has to tell is not about its settings
            self._problems.append(sentence(reason))


def pair_of(wish: str) -> tuple[str, str]:
    """Return name and value of NAME=VALUE; ValueError, before any board is asked, for what is no such thing."""
    name, equals, value = wish.partition("=")
    name, value = name.strip().lower(), "".join(value.split())
    index = index_of(name)
    if not equals or index < 0:
        names = ", ".join(setting.name for setting in SETTINGS)
        raise ValueError(f"“{wish}” changes no setting: it is NAME=VALUE, and the names are {names}.")
    known = SETTINGS[index].value_of(value)
    if known is None:
        raise ValueError(f"{name} is {possible_words(SETTINGS[index], same)}, not “{value or 'nothing'}”.")
    return name, known


def print_settings(console: Console, values: dict[str, str], problems: Sequence[str]) -> None:
    """Print every setting with its value, what it can be and what it is, and what is wrong with the board's file."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in ("setting", "value", "possible", "what it is"):
        table.add_column(column)
    known = [setting.name for setting in SETTINGS]
    for setting in SETTINGS:
        value = values.get(setting.name, "not told")
        shown = value if value == setting.default else f"[bold]{value}[/bold]"
        table.add_row(setting.name, shown, possible_words(setting, same), setting.meaning)
    for name in sorted(values.keys() - set(known)):
        table.add_row(name, values[name], "", "a setting that this program does not know")
    console.print(table)
    for problem in problems:
        console.print(f"[red]✗[/red] {problem}", highlight=False)


def markdown_table() -> str:
    """Return the settings as the table of the hardware's page."""
    lines = ["| setting | without a line | possible | what it is |", "| --- | --- | --- | --- |"]
    for each in SETTINGS:
        lines.append(f"| `{each.name}` | {each.default} | {possible_words(each, same)} | {each.meaning} |")
    return "\n".join(lines)


def settings(port: str | None, wishes: Sequence[str], is_virtual: bool = False) -> None:
    """Show the settings of a board, changed if there are wishes. Raises PortError or ValueError with a sentence."""
    console = Console()
    if not is_virtual:
        _at(SettingsDesk(Port(port)), wishes, console)
        return
    from tavolo_host.virtual.kept_board import KeptBoard

    board = KeptBoard()
    try:
        _at(SettingsDesk(Port(board.url), board.pass_time), wishes, console)
        console.print(board.words, highlight=False, soft_wrap=True)
    finally:
        board.close()


def _at(desk: SettingsDesk, wishes: Sequence[str], console: Console) -> None:
    try:
        if wishes:
            desk.change(wishes)
            console.print("The board keeps the settings, and has begun anew with them.")
        print_settings(console, desk.values(), desk.problems())
    finally:
        desk.port.close()
