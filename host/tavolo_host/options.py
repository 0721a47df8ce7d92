"""Options that commands share: which board is meant."""

from typing import Annotated

import typer

BoardPort = Annotated[str | None, typer.Option("--port", help="Port or URL of the board; found by itself if left out.")]
BoardId = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="ID",
        help="Which board, where there are several or another port is busy: its serial number, as in `tavolo ports`.",
    ),
]
Virtual = Annotated[
    bool, typer.Option("--virtual", help="Take a virtual board, which keeps its settings like a real one.")
]


def check_one_board(port: str | None, board: str, virtual: bool) -> None:
    """Refuse what names two boards."""
    if virtual and port is not None:
        raise ValueError("A virtual board has no port: leave out --port or --virtual.")
    if virtual and board:
        raise ValueError("There is one virtual board: leave out --board or --virtual.")
