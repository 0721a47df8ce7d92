"""The command `tavolo`: play on a virtual table, watch a board, find boards, compute the slots' margins.

Bad input gets one sentence on standard error and exit code 2.
"""

import sys
from pathlib import Path
from random import SystemRandom
from typing import Annotated

import typer

app = typer.Typer(
    help="Tavolo, the table that referees: its laptop side.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

WebPort = Annotated[int, typer.Option("--web-port", help="Where the page is served, on this machine only.")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game that is set up first.")] = "david-goliath",
    seats: Annotated[int, typer.Option(help="How many play.")] = 4,
    web_port: WebPort = 8520,
    browser: Browser = True,
) -> None:
    """Play on a virtual table in the browser, against virtual people."""
    from tavolo.rules import load
    from tavolo.rules.contract import Setup
    from tavolo_host.display import run
    from tavolo_host.virtual.source import VirtualSource

    setup = Setup(load(game), seats)
    source = VirtualSource(SystemRandom(), setup)
    try:
        run(source, port=web_port, open_browser=browser)
    finally:
        source.close()


@app.command()
def watch(
    port: Annotated[str | None, typer.Option(help="Port or URL of the board; found by itself if left out.")] = None,
    web_port: WebPort = 8520,
    browser: Browser = True,
) -> None:
    """Show in the browser what a board does."""
    from tavolo_host.display import run
    from tavolo_host.watch import WatchSource, wait_for_board

    source = WatchSource(wait_for_board(port))
    try:
        run(source, port=web_port, open_browser=browser)
    finally:
        source.close()


@app.command()
def ports() -> None:
    """List the ports that have a Raspberry Pi Pico on them."""
    from rich.console import Console
    from rich.table import Table

    from tavolo_host.port import list_boards

    found = list_boards()
    if not found:
        typer.echo("No port of this machine has a Raspberry Pi Pico on it.")
        return
    table = Table("port", "what it calls itself", "serial number")
    for board in found:
        table.add_row(board.device, board.description, board.serial_number)
    Console().print(table)
    typer.echo("Whether a table answers at one of them, `tavolo watch --port PORT` shows.")


@app.command()
def margins(
    plot: Annotated[Path | None, typer.Option(help="Draw them into this file (.svg or .png) too.")] = None,
) -> None:
    """Compute which cards a slot tells apart, and with which margin."""
    from tavolo_host.slot.margins import both_arrangements, print_table

    if plot is not None and (plot.suffix not in (".svg", ".png") or not plot.parent.is_dir()):
        raise ValueError(f"{plot} cannot be drawn: name an .svg or .png file in a folder that exists.")
    rows = both_arrangements()
    print_table(rows)
    if plot is not None:
        from tavolo_host.slot.plot import plot as draw

        draw(plot, rows)
        typer.echo(f"Drawn into {plot}.")


def main() -> None:
    """Run the command; what can be foreseen to go wrong is one sentence."""
    from tavolo_host.display import DisplayError
    from tavolo_host.port import PortError

    try:
        app()
    except (ValueError, DisplayError, PortError) as error:
        typer.echo(f"tavolo: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
