"""Gives codes to the cards of a game, and tells how well the cards of different games are told apart.

There are fewer codes than cards in all games. A game gets the codes that the fewest others use, so that each is shared
by as few games as possible. They are stored in the game's folder, because cards are printed with them.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

import tavolo.games
from tavolo.games import folder_of, manifest, names
from tavolo.games.cards import card_of, code_of, ranges_of
from tavolo.seat.cards import CODES
from tavolo_host.runtime.atomic_file import write_whole

Ranges = tuple[tuple[int, int], ...]

TEXT = '''"""The codes (`tavolo.seat.cards`) of its cards, in their order: (first code, how many)."""

RANGES: "tuple[tuple[int, int], ...]" = {}
'''


def codes(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Print how many inserts these games need instead.")
    ] = None,
) -> None:
    """Give codes to the cards of games that have none yet, and print how many cards of a game are foreign in another.

    With games, print how many inserts they need, each alone and together with swapped faces.
    """
    if games:
        from tavolo_host.workshop.printing import needs

        inserts, sentences = needs.report(games)
        _print_table("Inserts that are needed", inserts)
        for sentence in sentences:
            typer.echo(sentence)
        return
    for file in give():
        typer.echo(f"Written: {file}")
    _print_table("Cards of a game that are recognized as foreign while another is played", report())


def _print_table(title: str, lines: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*lines[0], title=title)
    for line in lines[1:]:
        table.add_row(*line)
    Console().print(table)


def chosen(cards: int, others: Iterable[Ranges]) -> Ranges:
    """Return the codes for that many cards, given those of other games. ValueError when there are too few."""
    if cards > CODES:
        raise ValueError(f"A game has at most {CODES} different cards, as there are no more codes; not {cards}.")
    uses = Counter(code for ranges in others for first, count in ranges for code in range(first, first + count))
    codes = sorted(sorted(range(CODES), key=lambda code: uses[code])[:cards])
    ranges: list[tuple[int, int]] = []
    for code in codes:
        first, count = ranges[-1] if ranges else (-1, 0)
        if code == first + count:
            ranges[-1] = (first, count + 1)
        else:
            ranges.append((code, 1))
    return tuple(ranges)


def file_of(game_name: str) -> Path:
    """Return the file with the codes of a game."""
    return Path(tavolo.games.__path__[0]) / folder_of(game_name) / "codes.py"


def give() -> list[Path]:
    """Give codes to every game without any; return the files that were written."""
    written = []
    for name in names():
        if not file_of(name).exists():
            others = [ranges_of(other) for other in names() if file_of(other).exists()]
            write_whole(file_of(name), TEXT.format(chosen(manifest(name).CARDS, others)))
            written.append(file_of(name))
    return written


def noticed(stray: str, played: str) -> int:
    """Return how many cards of one game are recognized as foreign while another is played."""
    return sum(card_of(played, code_of(stray, card)) < 0 for card in range(manifest(stray).CARDS))


def report() -> list[tuple[str, ...]]:
    """Return a table: for each game, how many of its cards are foreign to each game that is played."""
    games = [name for name in names() if manifest(name).CARDS]
    lines: list[tuple[str, ...]] = [("cards of", "", *(manifest(name).TITLE for name in games))]
    for stray in games:
        told = [str(noticed(stray, played)) if stray != played else "" for played in games]
        lines.append((manifest(stray).TITLE, str(manifest(stray).CARDS), *told))
    return lines
