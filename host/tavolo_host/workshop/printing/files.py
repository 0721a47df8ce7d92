"""The files of `tavolo cards`: for each game its cards, and what a plotter cuts; and the back.

Or the insert that serves every card, and each game's faces for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.geometry import GRID, SIZES, Geometry
from tavolo_host.workshop.printing.card_pages import draw_instructions, draw_list, picture_of_layers
from tavolo_host.workshop.printing.cutting import cutting_sheet
from tavolo_host.workshop.printing.deck import Card, Deck, deck_of, games_with_cards
from tavolo_host.workshop.printing.insert import insert_of
from tavolo_host.workshop.printing.insert_pages import (
    draw_insert_sheet,
    draw_making,
    insert_outlines_at,
    picture_of_insert,
    picture_of_sheet,
)
from tavolo_host.workshop.printing.paper import Layout, extent
from tavolo_host.workshop.printing.pdf import PdfInk
from tavolo_host.workshop.printing.sheets import (
    PLACES,
    draw_back_sheet,
    draw_foil_sheet,
    draw_front_sheet,
    outlines_at,
    sheets_of,
)


def print_cards(
    game: str | None, wanted: Sequence[str], size_name: str, output: Path, inserts: bool = False
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
    prints = [_Print(deck, deck.to_print(wanted), bool(wanted), geometry, output / deck.game) for deck in decks]
    if inserts:
        insert_of(geometry)  # raises a ValueError for a size that it does not fit
    try:
        output.mkdir(parents=True, exist_ok=True)
        done = [each.write_faces() if inserts else each.write_cards() for each in prints]
        then = _write_insert(decks, geometry, output) if inserts else _write_back(geometry, output)
    except OSError as problem:
        raise ValueError(f"{output} cannot be written to: {problem.strerror or problem}.") from problem
    return [*done, *then]


@dataclass(frozen=True)
class _Print:
    """A game's cards, all or `some`, and the folder for them."""

    deck: Deck
    cards: Sequence[Card]
    some: bool
    geometry: Geometry
    folder: Path

    def write_cards(self) -> str:
        """Write the files for cards with foil of their own; return the sentence about them."""
        deck, geometry, layout, foils = self.deck, self.geometry, Layout(self.geometry.card), []
        ink = self._pdf("cards", "cards")
        draw_instructions(ink, deck, self.cards, geometry)
        ink.next_page()
        draw_list(ink, deck, self.cards)
        for number, sheet in enumerate(sheets_of(self.cards), 1):
            ink.next_page()
            draw_front_sheet(ink, sheet, deck.title, self._heading("fronts", number), geometry)
            ink.next_page()
            draw_foil_sheet(ink, sheet, self._heading("foil, on the fronts' reverse", number), geometry)
            pieces = [
                (card.name, outlines_at(layout.corner(place, from_behind=True), card.code, geometry))
                for place, card in enumerate(sheet)
            ]
            foils.append(cutting_sheet(self._heading("foil", number), pieces))
        ink.save()
        for number, foil in enumerate(foils, 1):
            write_whole(self._path("foil", f"-{number}.svg"), foil)
        return self._sentence("card")

    def write_faces(self) -> str:
        """Write faces for sleeves; return the sentence about them."""
        ink = self._pdf("faces", "faces for sleeves")
        for number, sheet in enumerate(sheets_of(self.cards), 1):
            ink.next_page()
            heading = self._heading("faces for sleeves", number)
            draw_front_sheet(ink, sheet, self.deck.title, heading, self.geometry, for_sleeves=True)
        ink.save()
        return self._sentence("face")

    def _path(self, name: str, end: str = ".pdf") -> Path:
        which = "".join(f"-{card.name}" for card in self.cards) if self.some else ""
        return self.folder / f"{name}{which}{end}"

    def _pdf(self, name: str, title: str) -> PdfInk:
        self.folder.mkdir(exist_ok=True)
        return PdfInk(self._path(name), f"{self.deck.title}: {title}")

    def _heading(self, what: str, number: int) -> str:
        sheets = len(sheets_of(self.cards))
        return f"{self.deck.title} · {what} · sheet {number} of {sheets} · {extent(self.geometry.card)}"

    def _sentence(self, noun: str) -> str:
        """Return what was written and where, as in "Bambuti: 50 cards on 6 sheets, in …"."""
        sheets = len(sheets_of(self.cards))
        many = f"{len(self.cards)} {noun}s" if len(self.cards) > 1 else f"1 {noun}"
        return f"{self.deck.title}: {many} on {sheets} sheet{'s' if sheets > 1 else ''}, in {self._path(f'{noun}s')}."


def _write_insert(decks: Sequence[Deck], geometry: Geometry, output: Path) -> list[str]:
    """Write the insert that is the same for every card; return the sentences about it."""
    path, corner = output / "insert.pdf", Layout(geometry.card).corner
    heading = f"Tavolo · inserts, the same for every card · {extent(geometry.card)}"
    ink = PdfInk(path, "The insert of every card")
    draw_making(ink, decks[0], geometry)
    ink.next_page()
    draw_insert_sheet(ink, heading, geometry)
    ink.save()
    pieces = [("insert", insert_outlines_at(corner(place, from_behind=True), geometry)) for place in range(PLACES)]
    for name, text in (
        ("insert-foil.svg", cutting_sheet(heading, pieces)),
        ("insert-sheet.svg", picture_of_sheet(heading, geometry)),
        ("insert.svg", picture_of_insert(_example(), geometry)),
    ):
        write_whole(output / name, text)
    return [
        f"The insert of every card: {path}, nine on page 2; a plotter cuts {output / 'insert-foil.svg'}.",
        f"How many it takes: tavolo codes {' '.join(deck.game for deck in decks)}.",
        "Page 1 says how inserts become cards. Print at 100 %, and measure the ruler on every sheet.",
    ]


def _write_back(geometry: Geometry, output: Path) -> list[str]:
    """Write the back, and the picture of how a card is made; return the sentences about them."""
    path = output / "back.pdf"
    ink = PdfInk(path, "The back of every card")
    draw_back_sheet(ink, f"Tavolo · backs of all cards · {extent(geometry.card)}", geometry)
    ink.save()
    write_whole(output / "layers.svg", picture_of_layers(_example(), geometry))
    return [
        f"The back of every card: {path}, once for each sheet of fronts.",
        "Page 1 of each says how cards are made. Print at 100 %, and measure the ruler on every sheet.",
    ]


def _example() -> Deck:
    """Return the deck whose first card is the example in pictures."""
    return deck_of(games_with_cards()[0])
