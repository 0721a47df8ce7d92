"""The command `tavolo cards`."""

from pathlib import Path
from typing import Annotated

import typer

from tavolo_host.extras import needs
from tavolo_host.slot.geometry import SIZES
from tavolo_host.texts.terminal import say
from tavolo_host.workshop.printing.paper import PAPERS, paper_of


def cards(
    game: Annotated[str | None, typer.Argument(help="The game; by default all games with cards.")] = None,
    card: Annotated[
        list[str] | None, typer.Option("--card", help="Only this card, by what is printed on it, as in B7.")
    ] = None,
    size: Annotated[str, typer.Option(metavar="|".join(SIZES), help="How large the cards are.")] = "poker",
    paper: Annotated[str, typer.Option(metavar="|".join(PAPERS), help="What they are printed on.")] = "a4",
    inserts: Annotated[
        bool, typer.Option("--inserts", help="One insert for every card, to be punched, and faces for sleeves.")
    ] = False,
    output: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("cards"),
) -> None:
    """Make cards to print: fronts, foil, back, and inserts for sleeves, as PDF and for a plotter."""
    needs("Printing cards", "maker", "reportlab", "shapely", "svglib")
    from tavolo_host.workshop.printing.files import print_cards

    for sentence in print_cards(game, card or [], size, paper_of(paper), output, inserts):
        say(sentence)
