"""What `tavolo cards` writes: for each game its cards, inserts for sleeves and what a plotter cuts; and the back."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tavolo_host.printing.cutting import cutting_sheet
from tavolo_host.printing.deck import Card, Deck, deck_of, games_with_cards
from tavolo_host.printing.instructions import draw_instructions, draw_list
from tavolo_host.printing.layers import layers_svg
from tavolo_host.printing.paper import Layout
from tavolo_host.printing.pdf import PdfInk
from tavolo_host.printing.sheets import SLEEVE_WELD_MM, draw_back_sheet, draw_foil_sheet, draw_front_sheet, sheets_of
from tavolo_host.slot.geometry import BRIDGE, GRID, POKER, CardSize, Geometry

SIZES = {size.name: size for size in (POKER, BRIDGE)}


def print_cards(game: str | None, wanted: Sequence[str], size_name: str, output: Path) -> list[str]:
    """Write the files into `output`; return what was written, a sentence a game and one for the back.

    `game` None is all games, no `wanted` all cards. ValueError, as a sentence, for a game, a card or a size that
    does not exist, or where nothing can be written.
    """
    if size_name not in SIZES:
        raise ValueError(f"There is no size {size_name}; there is {' and '.join(SIZES)}.")
    if wanted and game is None:
        raise ValueError("Which game is the card of? Name it, as in `tavolo cards bambuti --card B7`.")
    size = SIZES[size_name]
    decks = [deck_of(name) for name in (games_with_cards() if game is None else [game])]
    chosen = [deck.to_print(wanted) for deck in decks]
    try:
        output.mkdir(parents=True, exist_ok=True)
        done = [_print_deck(deck, cards, bool(wanted), size, output) for deck, cards in zip(decks, chosen, strict=True)]
        _print_back(size, output / "back.pdf")
        _draw_picture(size, output / "layers.svg")
    except OSError as problem:
        raise ValueError(f"{output} cannot be written to: {problem.strerror or problem}.") from problem
    return [*done, f"The back of every card: {output / 'back.pdf'}, once for each sheet of fronts."]


def _print_deck(deck: Deck, cards: Sequence[Card], some: bool, size: CardSize, output: Path) -> str:
    """Write a game's files; the sentence about them."""
    geometry = replace(GRID, card=size)
    folder = output / deck.game
    folder.mkdir(exist_ok=True)
    which = "".join(f"-{card.name}" for card in cards) if some else ""
    _Files(deck, cards, geometry, folder, which).write()
    many = f"{len(cards)} cards" if len(cards) > 1 else "1 card"
    sheets = len(sheets_of(cards))
    return f"{deck.title}: {many} on {sheets} sheet{'s' if sheets > 1 else ''}, in {folder / f'cards{which}.pdf'}."


def _print_back(size: CardSize, path: Path) -> None:
    ink = PdfInk(path, "The back of every card")
    extent = f"{size.name} {size.width_mm:.0f} × {size.length_mm:.0f} mm"
    draw_back_sheet(ink, Layout(size), f"Tavolo · backs of all cards · {extent}", replace(GRID, card=size))
    ink.save()


def _draw_picture(size: CardSize, path: Path) -> None:
    """How a card is made, by the example of the first game's first card."""
    deck = deck_of(games_with_cards()[0])
    picture = layers_svg(deck.cards[0], deck.title, replace(GRID, card=size))
    path.write_text(picture, encoding="utf-8", newline="\n")


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
                path.write_text(text, encoding="utf-8", newline="\n")

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
        size = self._geometry.card
        extent = f"{size.name} {size.width_mm:.0f} × {size.length_mm:.0f} mm"
        return f"{self._deck.title} · {what} · sheet {number} of {len(self._sheets)} · {extent}"
