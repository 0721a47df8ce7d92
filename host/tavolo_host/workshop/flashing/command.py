"""`tavolo flash`: writes the release's firmware to a Pico in BOOTSEL, or to a board that runs."""

from pathlib import Path
from typing import Annotated

import typer

from tavolo_host.board.client import real_time
from tavolo_host.options import BoardId, BoardPort
from tavolo_host.texts.terminal import say
from tavolo_host.workshop.flashing.drives import AGAIN
from tavolo_host.workshop.flashing.firmware import firmware
from tavolo_host.workshop.flashing.steps import Flashing, Surroundings

DriveFolder = Annotated[
    Path | None,
    typer.Option("--drive", help="The folder of the drive that a Pico in BOOTSEL is; without it, it is searched for."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask before a board that runs is written.")]
Again = Annotated[bool, typer.Option("--again", help="Write also to a board that has this firmware already.")]


def flash(
    drive: DriveFolder = None, port: BoardPort = None, board: BoardId = "", yes: Yes = False, again: Again = False
) -> None:
    """Write this release's firmware to a Pico: one in BOOTSEL, or a board that runs."""
    surroundings = Surroundings(say, lambda question: yes or typer.confirm(question), real_time())
    flashing = Flashing(firmware(), surroundings, drive, port, board)
    try:
        flashing.run(again)
    except KeyboardInterrupt:
        if flashing.has_begun:
            say(f"tavolo: You have stopped it. {AGAIN}.", err=True)
        raise
