"""The commands that find a board or ask it for something: `tavolo ports`, `tavolo settings` and `tavolo rescue`."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.table import Table
from rich.text import Text

from tavolo_host.board.client import Client
from tavolo_host.board.port import Port
from tavolo_host.board.rescue import RescueClient
from tavolo_host.board.serial_port import list_boards
from tavolo_host.board.settings import SettingsClient, pair_of, print_settings
from tavolo_host.options import BoardId, BoardPort, Virtual, check_one_board
from tavolo_host.texts.console import Console
from tavolo_host.texts.terminal import say

if TYPE_CHECKING:
    from tavolo_host.people.kept_board import KeptBoard

C = TypeVar("C", bound=Client)

Changes = Annotated[
    list[str] | None, typer.Argument(metavar="NAME=VALUE", help="What to change; without it, all settings are shown.")
]
PutAside = Annotated[
    bool, typer.Option("--put-aside", help="Put aside the game that a board in safe mode keeps, and restart the board.")
]
Clear = Annotated[bool, typer.Option("--clear", help="Empty the crash log after showing it.")]
Prompt = Annotated[
    bool,
    typer.Option(
        "--prompt",
        help="Restart the board at MicroPython's prompt, for mpremote, until its next power-on or reset.",
    ),
]


def ports() -> None:
    """List the ports that have a Raspberry Pi Pico on them."""
    found = list_boards()
    if not found:
        say("No port of this machine has a Raspberry Pi Pico on it.")
        return
    table = Table("port", "description", "serial number")
    for board in found:
        table.add_row(*(Text(cell) for cell in (board.device, board.description, board.serial_number)))
    Console().print(table)
    say(
        "`tavolo watch --port PORT` shows whether a table answers there; to choose one of several tables,"
        " give `--board` its serial number."
    )


def settings(changes: Changes = None, port: BoardPort = None, board: BoardId = "", virtual: Virtual = False) -> None:
    """Show or change a board's settings: its parts, wiring and brightness."""
    console = Console()
    with chosen_board(SettingsClient, port, board, virtual, acts=bool(changes)) as (client, _):
        for change in changes or ():
            pair_of(change)  # refuses what cannot be, before looking for a board
        client.connect()
        if client.found:
            console.print(client.found, highlight=False, soft_wrap=True, markup=False)
        if changes:
            client.change(changes)
            console.print("The board has saved the settings and restarted with them.")
        print_settings(console, client.values(), client.problems())


def rescue(
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
    put_aside: PutAside = False,
    clear: Clear = False,
    prompt: Prompt = False,
) -> None:
    """Show why a board restarted, and get it out of safe mode. Without an option, it changes nothing."""
    say = partial(Console().print, highlight=False, soft_wrap=True, markup=False)
    acts = put_aside or clear or prompt
    with chosen_board(RescueClient, port, board, virtual, acts) as (client, _):
        state, crashes = client.look()
        say(" ".join(filter(None, (client.found, state.words()))))
        for crash in crashes:
            say(f"{crash.number:4} {crash.words()}")
        if clear:
            say(client.clear())
        if put_aside:
            say(client.put_aside())
        if prompt:
            say(client.go_to_the_prompt())
        if not acts:
            offers = ["--clear empties the log"] if crashes else []
            offers += ["--put-aside ends the game in the journal"] if state.is_safe and state.game else []
            say("; ".join([*offers, "--prompt restarts the board at MicroPython's prompt"]) + ".")


@contextmanager
def chosen_board(
    client: type[C], port: str | None, board: str, virtual: bool, acts: bool
) -> Iterator[tuple[C, "KeptBoard | None"]]:
    """Give a client of the chosen board, and that board if it is virtual."""
    check_one_board(port, board, virtual)
    if not virtual:
        with closing(client(Port(port, board_id=board, acts=acts))) as there:
            yield there, None
        return
    from tavolo_host.people.kept_board import KeptBoard

    with closing(KeptBoard()) as kept, closing(client(Port(kept.url), kept.pass_time)) as there:
        say(kept.words)
        yield there, kept
