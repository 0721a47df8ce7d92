"""Options that several commands share: which board is meant."""

from typing import Annotated

import typer

BoardPort = Annotated[
    str | None, typer.Option("--port", help="Port or URL of the board; found automatically if left out.")
]
BoardId = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="ID",
        help="Serial number of the board, as in `tavolo ports`; needed if there are several, or another port is busy.",
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
