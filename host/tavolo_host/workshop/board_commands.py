"""The commands that find a board, or ask one for something: `tavolo ports`, `tavolo settings` and `tavolo rescue`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from tavolo_host.board import rescue as rescuing
from tavolo_host.board import settings as setting
from tavolo_host.board.port import Port
from tavolo_host.options import BoardId, BoardPort, Virtual, check_one_board

Changes = Annotated[
    list[str] | None, typer.Argument(metavar="NAME=VALUE", help="What to change; without any, all are shown.")
]
PutAside = Annotated[
    bool, typer.Option("--put-aside", help="End the game that a board in safe mode keeps, and begin anew.")
]
Clear = Annotated[bool, typer.Option("--clear", help="Empty the crash log, once it is shown.")]
Prompt = Annotated[
    bool,
    typer.Option(
        "--prompt",
        help="Have the board begin anew at MicroPython's prompt, for mpremote, until its next power-on or reset.",
    ),
]


def ports() -> None:
    """List the ports that have a Raspberry Pi Pico on them."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from tavolo_host.board.serial_port import list_boards

    found = list_boards()
    if not found:
        typer.echo("No port of this machine has a Raspberry Pi Pico on it.")
        return
    table = Table("port", "what it calls itself", "serial number")
    for board in found:
        table.add_row(*(Text(told) for told in (board.device, board.description, board.serial_number)))
    Console().print(table)
    typer.echo(
        "Whether a table answers at one of them, `tavolo watch --port PORT` shows; of several tables,"
        " `--board` with the serial number names one."
    )


def settings(wishes: Changes = None, port: BoardPort = None, board: BoardId = "", virtual: Virtual = False) -> None:
    """Show or change what a board is set to. That is what is built of it, how it is wired, and how bright it is."""
    with _board(port, board, virtual, acts=bool(wishes)) as opened:
        setting.settings(setting.SettingsDesk(*opened), wishes or ())


def rescue(
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
    put_aside: PutAside = False,
    clear: Clear = False,
    prompt: Prompt = False,
) -> None:
    """Show why a board began anew, or is in safe mode, and help it out. Nothing is changed without an option."""
    with _board(port, board, virtual, acts=put_aside or clear or prompt) as opened:
        rescuing.rescue(rescuing.RescueDesk(*opened), put_aside, clear, prompt)


@contextmanager
def _board(
    port: str | None, board: str, virtual: bool, acts: bool
) -> Iterator[tuple[Port, Callable[[], float] | None]]:
    """Give what a client of a board begins with: its port and, of a virtual one, how time passes there."""
    check_one_board(port, board, virtual)
    if not virtual:
        yield Port(port, board_id=board, acts=acts), None
        return
    from tavolo_host.people.kept_board import KeptBoard

    kept = KeptBoard()
    try:
        yield Port(kept.url), kept.pass_time
        typer.echo(kept.words)
    finally:
        kept.close()
