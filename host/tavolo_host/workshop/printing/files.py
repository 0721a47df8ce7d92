"""What `tavolo cards` writes: for each game its cards, inserts for sleeves and what a plotter cuts; and the back.

Or the insert that serves every card, and each game's faces for it.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.geometry import GRID, SIZES, CardSize, Geometry
from tavolo_host.workshop.printing.cutting import cutting_sheet, insert_cutting_sheet
from tavolo_host.workshop.printing.deck import Card, Deck, deck_of, games_with_cards
from tavolo_host.workshop.printing.foil import SLEEVE_WELD_MM
from tavolo_host.workshop.printing.insert import insert_of
from tavolo_host.workshop.printing.insert_pages import (
    draw_faces_sheet,
    draw_how,
    draw_insert_sheet,
    insert_sheet_svg,
    insert_svg,
)
from tavolo_host.workshop.printing.instructions import draw_instructions, draw_list
from tavolo_host.workshop.printing.layers import layers_svg
from tavolo_host.workshop.printing.paper import Layout
from tavolo_host.workshop.printing.pdf import PdfInk
from tavolo_host.workshop.printing.sheets import draw_back_sheet, draw_foil_sheet, draw_front_sheet, sheets_of


def print_cards(
    game: str | None, wanted: Sequence[str], size_name: str, output: Path, inserts: bool = False
) -> list[str]:
    """Write the files into `output`; return what was written, a sentence a game, one for the back, and what is next.

    `game` None is all games, no `wanted` all cards. `inserts` writes the universal insert and faces instead of cards
    with their own foil. ValueError, as a sentence, for a game, a card or a size that does not exist, for a size that
    the insert does not fit, or where nothing can be written.
    """
    if size_name not in SIZES:
        raise ValueError(f"There is no size {size_name}; there is {' and '.join(SIZES)}.")
    if wanted and game is None:
        raise ValueError("Which game is the card of? Name it, as in `tavolo cards bambuti --card B7`.")
    size = SIZES[size_name]
    decks = [deck_of(name) for name in (games_with_cards() if game is None else [game])]
    chosen = [deck.to_print(wanted) for deck in decks]
    if inserts:
        insert_of(replace(GRID, card=size))  # says what it does not fit
    write = _print_faces if inserts else _print_deck
    try:
        output.mkdir(parents=True, exist_ok=True)
        done = [write(deck, cards, bool(wanted), size, output) for deck, cards in zip(decks, chosen, strict=True)]
        if inserts:
            return [*done, *_print_inserts(decks, size, output)]
        _print_back(size, output / "back.pdf")
        _draw_picture(size, output / "layers.svg")
    except OSError as problem:
        raise ValueError(f"{output} cannot be written to: {problem.strerror or problem}.") from problem
    return [
        *done,
        f"The back of every card: {output / 'back.pdf'}, once for each sheet of fronts.",
        "Page 1 of each says how cards are made. Print at 100 %, and measure the ruler on every sheet.",
    ]


def _print_deck(deck: Deck, cards: Sequence[Card], some: bool, size: CardSize, output: Path) -> str:
    """Write a game's files; the sentence about them."""
    geometry = replace(GRID, card=size)
    folder = output / deck.game
    folder.mkdir(exist_ok=True)
    which = _which(cards, some)
    _Files(deck, cards, geometry, folder, which).write()
    return f"{deck.title}: {_on_sheets(cards, 'card')}, in {folder / f'cards{which}.pdf'}."


def _print_faces(deck: Deck, cards: Sequence[Card], some: bool, size: CardSize, output: Path) -> str:
    """Write a game's faces for sleeves; the sentence about them."""
    folder = output / deck.game
    folder.mkdir(exist_ok=True)
    path = folder / f"faces{_which(cards, some)}.pdf"
    ink = PdfInk(path, f"{deck.title}: faces for sleeves")
    sheets = sheets_of(cards)
    for number, sheet in enumerate(sheets, 1):
        if number > 1:
            ink.next_page()
        heading = f"{deck.title} · faces for sleeves · sheet {number} of {len(sheets)} · {_extent(size)}"
        draw_faces_sheet(ink, Layout(size), sheet, deck.title, heading, replace(GRID, card=size))
    ink.save()
    return f"{deck.title}: {_on_sheets(cards, 'face')}, in {path}."


def _print_inserts(decks: Sequence[Deck], size: CardSize, output: Path) -> list[str]:
    """Write the insert that is the same for every card; the sentences about it."""
    geometry, layout, path = replace(GRID, card=size), Layout(size), output / "insert.pdf"
    heading = f"Tavolo · inserts, the same for every card · {_extent(size)}"
    ink = PdfInk(path, "The insert of every card")
    draw_how(ink, decks[0], geometry)
    ink.next_page()
    draw_insert_sheet(ink, layout, heading, geometry)
    ink.save()
    for name, text in (
        ("insert-foil.svg", insert_cutting_sheet(layout, geometry, heading)),
        ("insert-sheet.svg", insert_sheet_svg(layout, heading, geometry)),
        ("insert.svg", insert_svg(deck_of(games_with_cards()[0]), geometry)),
    ):
        write_whole(output / name, text)
    return [
        f"The insert of every card: {path}, nine on page 2; a plotter cuts {output / 'insert-foil.svg'}.",
        f"How many it takes: tavolo codes {' '.join(deck.game for deck in decks)}.",
        "Page 1 says how inserts become cards. Print at 100 %, and measure the ruler on every sheet.",
    ]


def _which(cards: Sequence[Card], some: bool) -> str:
    """What names of files end with when only some cards are printed."""
    return "".join(f"-{card.name}" for card in cards) if some else ""


def _on_sheets(cards: Sequence[Card], noun: str) -> str:
    """How many there are, and on how many sheets, as in "50 cards on 6 sheets"."""
    sheets = len(sheets_of(cards))
    many = f"{len(cards)} {noun}s" if len(cards) > 1 else f"1 {noun}"
    return f"{many} on {sheets} sheet{'s' if sheets > 1 else ''}"


def _extent(size: CardSize) -> str:
    return f"{size.name} {size.width_mm:.0f} × {size.length_mm:.0f} mm"


def _print_back(size: CardSize, path: Path) -> None:
    ink = PdfInk(path, "The back of every card")
    draw_back_sheet(ink, Layout(size), f"Tavolo · backs of all cards · {_extent(size)}", replace(GRID, card=size))
    ink.save()


def _draw_picture(size: CardSize, path: Path) -> None:
    """How a card is made, by the example of the first game's first card."""
    deck = deck_of(games_with_cards()[0])
    picture = layers_svg(deck.cards[0], deck.title, replace(GRID, card=size))
    write_whole(path, picture)


class _Files:
    """The files of a game, or of some of its cards."""

    def __init__(self, deck: Deck, cards: Sequence[Card], geometry: Geometry, folder: Path, which: str) -> None:
        self._deck = deck
        self._cards = cards
        self._sheets = sheets_of(cards)
        self._geometry = geometry
        self._layout = Layout(geometry.card)
        self._folder = folder
        self._which = which

    def write(self) -> None:
        """Write all of them."""
        self._write_cards()
        self._write_inserts()
        for number, sheet in enumerate(self._sheets, 1):
            for name, forward_mm in (("foil", 0.0), ("insert-foil", SLEEVE_WELD_MM)):
                title = self._heading(name, number)
                text = cutting_sheet(self._layout, sheet, self._geometry, title, forward_mm)
                path = self._folder / f"{name}{self._which}-{number}.svg"
                write_whole(path, text)

    def _write_cards(self) -> None:
        ink = self._pdf("cards")
        draw_instructions(ink, self._deck, self._cards, self._geometry)
        ink.next_page()
        draw_list(ink, self._deck, self._cards)
        for number, sheet in enumerate(self._sheets, 1):
            ink.next_page()
            fronts, foil = self._heading("fronts", number), self._heading("foil, on the fronts' reverse", number)
            draw_front_sheet(ink, self._layout, sheet, self._deck.title, fronts, self._geometry)
            ink.next_page()
            draw_foil_sheet(ink, self._layout, sheet, foil, self._geometry)
        ink.save()

    def _write_inserts(self) -> None:
        ink = self._pdf("inserts")
        for number, sheet in enumerate(self._sheets, 1):
            if number > 1:
                ink.next_page()
            heading = self._heading("inserts for sleeves", number)
            draw_foil_sheet(ink, self._layout, sheet, heading, self._geometry, SLEEVE_WELD_MM)
        ink.save()

    def _pdf(self, name: str) -> PdfInk:
        return PdfInk(self._folder / f"{name}{self._which}.pdf", f"{self._deck.title}: {name}")

    def _heading(self, what: str, number: int) -> str:
        sheets, extent = len(self._sheets), _extent(self._geometry.card)
        return f"{self._deck.title} · {what} · sheet {number} of {sheets} · {extent}"
