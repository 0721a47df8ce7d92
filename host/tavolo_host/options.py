"""The options that several commands share: which board to use."""

from typing import Annotated

import typer

BoardPort = Annotated[
    str | None, typer.Option("--port", help="Port or URL of the board; without it, the board is searched for.")
]
BoardId = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="ID",
        help="Serial number of the board, as `tavolo ports` lists it, if there are several boards or a port is busy.",
    ),
]
Virtual = Annotated[
    bool, typer.Option("--virtual", help="Use a virtual board, which keeps its settings like a real one.")
]


def check_one_board(port: str | None, board: str, virtual: bool) -> None:
    """Raise ValueError if the options name two boards."""
    if virtual and port is not None:
        raise ValueError("A virtual board has no port: leave out --port or --virtual.")
    if virtual and board:
        raise ValueError("There is one virtual board: leave out --board or --virtual.")
