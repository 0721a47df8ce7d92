"""A board's settings: reads, changes and prints them."""

from collections.abc import Callable, Sequence
from typing import Any

from rich import box
from rich.markup import escape
from rich.table import Table

from tavolo.maker.settings import SETTINGS, index_of
from tavolo_host.board.client import Client
from tavolo_host.board.port import Port
from tavolo_host.texts.common import possible_words
from tavolo_host.texts.console import Console
from tavolo_host.texts.sentences import safe_sentence, same

MOST_TOLD = 200  # settings, or problems with them, accepted from a board


class SettingsClient(Client):
    """Reads and changes the settings of the board at `port`; raises as `Client` does."""

    lacks = "and has no settings"

    def __init__(self, port: Port, pass_time: Callable[[], float] | None = None) -> None:
        super().__init__(port, pass_time)
        self._values: dict[str, str] = {}
        self._problems: dict[str, None] = {}  # each once, in order

    def values(self) -> dict[str, str]:
        """Return the board's settings: values by name."""
        self.connect()
        self._values.clear()
        self._problems.clear()
        self._answer_to("ask_settings")
        return dict(self._values)

    def problems(self) -> list[str]:
        """Return a sentence for each problem in the board's file, as sent with the last `values`."""
        return list(self._problems)

    def change(self, changes: Sequence[str]) -> None:
        """Change settings, given as NAME=VALUE, and wait until the board has restarted with them."""
        pairs = [pair_of(change) for change in changes]
        self.connect()
        boot = self.port.board.get("boot")
        self._answer_to("change_settings", pairs)
        self._wait_for_return(boot, "The board has saved the settings")

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        is_about_settings = kind == "note" and values[0] == "table" and values[2][0] // 10 == 8
        if kind == "settings" and len(self._values) < MOST_TOLD:
            self._values.update(values[0])
        elif is_about_settings and len(self._problems) < MOST_TOLD:
            self._problems[safe_sentence(values[2])] = None


def pair_of(change: str) -> tuple[str, str]:
    """Return name and value of NAME=VALUE; ValueError if it has another form, or is no possible setting."""
    name, equals, value = change.partition("=")
    name, value = name.strip().lower(), "".join(value.split())
    index = index_of(name)
    if not equals or index < 0:
        names = ", ".join(setting.name for setting in SETTINGS)
        raise ValueError(f"“{change}” changes no setting: write NAME=VALUE; the names are {names}.")
    known = SETTINGS[index].value_of(value)
    if known is None:
        raise ValueError(f"{name} is {possible_words(SETTINGS[index], same)}, not “{value or 'nothing'}”.")
    return name, known


def print_settings(console: Console, values: dict[str, str], problems: Sequence[str]) -> None:
    """Print every setting with its value, possible values and meaning, then the problems in the board's file."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in ("setting", "value", "possible", "what it is"):
        table.add_column(column)
    known = [setting.name for setting in SETTINGS]
    for setting in SETTINGS:
        value = escape(values.get(setting.name, "unknown"))
        shown = value if value == setting.default else f"[bold]{value}[/bold]"
        table.add_row(setting.name, shown, possible_words(setting, same), setting.meaning)
    for name in sorted(values.keys() - set(known)):
        table.add_row(escape(name), escape(values[name]), "", "a setting that this program does not know")
    console.print(table)
    for problem in problems:
        console.print(f"[red]✗[/red] {escape(problem)}", highlight=False)


def markdown_table() -> str:
    """Return the settings as the table of the hardware's page."""
    lines = ["| setting | without a line | possible | what it is |", "| --- | --- | --- | --- |"]
    for each in SETTINGS:
        lines.append(f"| `{each.name}` | {each.default} | {possible_words(each, same)} | {each.meaning} |")
    return "\n".join(lines)
