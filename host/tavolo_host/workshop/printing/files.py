"""The files of `tavolo cards`: for each game its cards, and what a plotter cuts; and the back.

Or the insert that serves every card, and each game's faces for it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.geometry import GRID, SIZES, Geometry
from tavolo_host.workshop.printing.card_pages import SIZE_MM, draw_instructions, draw_layers, draw_list
from tavolo_host.workshop.printing.deck import Card, Deck, deck_of, games_with_cards
from tavolo_host.workshop.printing.faces import draw_front
from tavolo_host.workshop.printing.first_page import picture
from tavolo_host.workshop.printing.insert import insert_of
from tavolo_host.workshop.printing.insert_pages import (
    PICTURE_MM,
    draw_insert_sheet,
    draw_making,
    draw_steps,
    insert_outlines,
)
from tavolo_host.workshop.printing.paper import Paper, extent
from tavolo_host.workshop.printing.pdf import PdfInk
from tavolo_host.workshop.printing.sheets import (
    cutting_sheet,
    draw_back_sheet,
    draw_foil,
    draw_sheet,
    foil_outlines,
    sheets_of,
)


def print_cards(
    game: str | None, wanted: Sequence[str], size_name: str, paper: Paper, output: Path, inserts: bool = False
) -> list[str]:
    """Write the files into `output`; return a sentence for each game, one for the back, and one on the next step.

    `game` None is all games, no `wanted` all cards. `inserts` writes the universal insert and faces instead of cards
    with their own foil. ValueError, as a sentence, for a game, a card or a size that does not exist, for a size that
    the insert does not fit, or where nothing can be written.
    """
    if size_name not in SIZES:
        raise ValueError(f"There is no size {size_name}; there is {' and '.join(SIZES)}.")
    if wanted and game is None:
        raise ValueError("Which game is the card of? Name it, as in `tavolo cards bambuti --card B7`.")
    geometry = replace(GRID, card=SIZES[size_name])
    decks = [deck_of(name) for name in (games_with_cards() if game is None else [game])]
    printed = [(deck, deck.to_print(wanted)) for deck in decks]
    if inserts:
        insert_of(geometry)  # raises a ValueError for a size that it does not fit
    try:
        output.mkdir(parents=True, exist_ok=True)
        done = []
        for deck, cards in printed:
            which = "".join(f"-{card.name}" for card in cards) if wanted else ""
            done.append(_write_deck(deck, cards, which, paper, geometry, output / deck.game, inserts))
        then = _write_insert(decks, paper, geometry, output) if inserts else _write_back(paper, geometry, output)
    except OSError as problem:
        raise ValueError(f"{output} cannot be written to: {problem.strerror or problem}.") from problem
    return [*done, *then]


def _write_deck(
    deck: Deck, cards: Sequence[Card], which: str, paper: Paper, geometry: Geometry, folder: Path, for_sleeves: bool
) -> str:
    """Write the files for cards with foil of their own, or faces for sleeves; return the sentence about them.

    `which` of a game's cards they are ends the files' names.
    """
    sheets = sheets_of(cards, paper)
    noun = "face" if for_sleeves else "card"
    fronts = "faces for sleeves" if for_sleeves else "fronts"
    path = folder / f"{noun}s{which}.pdf"
    folder.mkdir(exist_ok=True)
    plotted: list[str] = []
    ink = PdfInk(path, f"{deck.title}: {fronts if for_sleeves else 'cards'}", paper.page_mm)
    if not for_sleeves:
        draw_instructions(ink, deck, cards, paper, geometry)
        ink.next_page(paper.page_mm)
        draw_list(ink, deck, cards, paper)
    for number, sheet in enumerate(sheets, 1):
        where = f"sheet {number} of {len(sheets)} · {extent(geometry.card)}"
        ink.next_page(paper.sheet_mm)
        faces = [
            partial(draw_front, card=card, title=deck.title, geometry=geometry, for_sleeve=for_sleeves)
            for card in sheet
        ]
        draw_sheet(ink, f"{deck.title} · {fronts} · {where}", paper, geometry.card, faces, from_behind=False)
        if not for_sleeves:
            ink.next_page(paper.sheet_mm)
            foils = [partial(draw_foil, card=card, geometry=geometry) for card in sheet]
            draw_sheet(ink, f"{deck.title} · foil, on the fronts' reverse · {where}", paper, geometry.card, foils)
            cut = [(card.name, foil_outlines(card.code, geometry)) for card in sheet]
            plotted.append(cutting_sheet(f"{deck.title} · foil · {where}", paper, geometry.card, cut))
    ink.save()
    for number, foil in enumerate(plotted, 1):
        write_whole(folder / f"foil{which}-{number}.svg", foil)
    many = f"{len(cards)} {noun}s" if len(cards) > 1 else f"1 {noun}"
    return f"{deck.title}: {many} on {len(sheets)} sheet{'s' if len(sheets) > 1 else ''}, in {path}."


def _write_insert(decks: Sequence[Deck], paper: Paper, geometry: Geometry, output: Path) -> list[str]:
    """Write the insert that is the same for every card; return the sentences about it."""
    path = output / "insert.pdf"
    heading = f"Tavolo · inserts, the same for every card · {extent(geometry.card)}"
    ink = PdfInk(path, "The insert of every card", paper.page_mm)
    draw_making(ink, decks[0], paper, geometry)
    ink.next_page(paper.sheet_mm)
    sheet = partial(draw_insert_sheet, heading=heading, paper=paper, geometry=geometry)
    sheet(ink)
    ink.save()
    outlines = [("insert", insert_outlines(geometry))] * paper.places
    shown = partial(draw_steps, deck=_example(), geometry=geometry)
    for name, text in (
        ("insert-foil.svg", cutting_sheet(heading, paper, geometry.card, outlines)),
        ("insert-sheet.svg", picture(paper.sheet_mm, heading, sheet)),
        ("insert.svg", picture(PICTURE_MM, "An insert, whole and punched, and the face before it", shown)),
    ):
        write_whole(output / name, text)
    return [
        f"The insert of every card: {path}, {paper.places} on page 2; a plotter cuts {output / 'insert-foil.svg'}.",
        f"How many it takes: tavolo codes {' '.join(deck.game for deck in decks)}.",
        "Page 1 says how inserts become cards. Print at 100 %, and measure the ruler on every sheet.",
    ]


def _write_back(paper: Paper, geometry: Geometry, output: Path) -> list[str]:
    """Write the back, and the picture of how a card is made; return the sentences about them."""
    path, example = output / "back.pdf", _example()
    ink = PdfInk(path, "The back of every card", paper.sheet_mm)
    draw_back_sheet(ink, f"Tavolo · backs of all cards · {extent(geometry.card)}", paper, geometry)
    ink.save()
    layers = partial(draw_layers, card=example.cards[0], title=example.title, geometry=geometry)
    write_whole(output / "layers.svg", picture(SIZE_MM, "How a card is made", layers))
    return [
        f"The back of every card: {path}, once for each sheet of fronts.",
        "Page 1 of each says how cards are made. Print at 100 %, and measure the ruler on every sheet.",
    ]


def _example() -> Deck:
    """Return the deck whose first card is the example in pictures."""
    return deck_of(games_with_cards()[0])
