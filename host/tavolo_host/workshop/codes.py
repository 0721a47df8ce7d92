"""Gives codes to the cards of a game, and tells how many inserts games need, and which are foreign to each.

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
from tavolo.games.cards import ranges_of
from tavolo.seat.cards import CODES
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.texts.terminal import say
from tavolo_host.workshop.printing.paper import PAPERS, paper_of

Ranges = tuple[tuple[int, int], ...]

TEXT = '''"""The codes (`tavolo.seat.cards`) of its cards, in their order: (first code, how many)."""

RANGES: "tuple[tuple[int, int], ...]" = {}
'''


def codes(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="The games to print inserts for; by default all.")
    ] = None,
    paper: Annotated[str, typer.Option(metavar="|".join(PAPERS), help="What inserts are printed on.")] = "a4",
) -> None:
    """Give codes to the cards of games that have none yet, and print how many inserts games need.

    Each alone, and together with swapped faces, when some are foreign to a game.
    """
    from rich.table import Table

    from tavolo_host.texts.console import Console
    from tavolo_host.workshop.printing import needs

    for file in give():
        say(f"Written: {file}")
    (headings, *lines), sentences = needs.report(games or names(), paper_of(paper))
    table = Table(*headings, title="Inserts that are needed")
    for line in lines:
        table.add_row(*line)
    Console().print(table)
    say("\n".join(sentences))


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
