"""The cards of a game: their faces as on the page, their codes, and the number of each in the box."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tavolo.games import manifest, names
from tavolo.games.cards import code_of
from tavolo.seat.cards import CODES, card_in
from tavolo.wiring import PADS
from tavolo_host.display.parts.cards import CardFace
from tavolo_host.runtime.game_folders import part_of


@dataclass(frozen=True)
class Card:
    """A card to print: its number in the rules, its printed name (B7, or 42), its face and its code."""

    number: int
    name: str
    face: CardFace
    code: int

    def pads_text(self, joined: bool = True) -> str:
        """Return the pads that the foil joins, as in "0 3 5 6", or those whose bridges are punched out of an insert."""
        return " ".join(str(pad) for pad in range(PADS) if (self.code >> pad & 1) == joined)

    def small_print(self) -> tuple[str, str]:
        """Return its insert, and where to punch it, for its face."""
        return f"insert {self.insert_number()}", f"punch {self.pads_text(joined=False)}"

    def insert_number(self) -> int:
        """Return the number of its insert, 0 to 110: that of its code, which other games may have too."""
        return card_in(((0, CODES),), self.code)


@dataclass(frozen=True)
class Deck:
    """The cards of a game, each once, in the order of the rules."""

    game: str
    title: str
    cards: tuple[Card, ...]
    copies: int

    def to_print(self, wanted: Sequence[str]) -> list[Card]:
        """Return the cards with these names, each once; without names all in the box.

        ValueError, with the possible names, when a card does not exist.
        """
        if not wanted:
            return [card for card in self.cards for _ in range(self.copies)]
        known = {card.name: card for card in self.cards}
        found = {}
        for name in wanted:
            card = known.get(name.upper().replace("-", "").replace(" ", ""))
            if card is None:
                raise ValueError(f"{self.title} has no card {name}; its cards are {self._names()}.")
            found[card.name] = card
        return list(found.values())

    def _names(self) -> str:
        """Return the names of all cards as ranges: B1 to B18, Y1 to Y18 and so on."""
        suits = groupby(self.cards, lambda card: card.name.removesuffix(card.face.text))
        names = [[card.name for card in suit] for _, suit in suits]
        ranges = [f"{suit[0]} to {suit[-1]}" for suit in names]
        return ", ".join(ranges[:-1]) + " and " + ranges[-1] if len(ranges) > 1 else ranges[0]


def games_with_cards() -> list[str]:
    """Return the names of the games with cards, in the order of the table."""
    return [name for name in names() if manifest(name).CARDS]


def deck_of(game: str) -> Deck:
    """Return a game's cards. ValueError, with the possible games, when it does not exist or has no cards."""
    known = manifest(game)
    if not known.CARDS:
        raise ValueError(f"{known.TITLE} is played without cards; there are cards of {', '.join(games_with_cards())}.")
    display = part_of(game, ".display").Display()
    cards = []
    for number in range(known.CARDS):
        face = display.face(number)
        initial = face.name.removesuffix(face.text)[:1].upper()  # of its colour, if it has one
        cards.append(Card(number, initial + face.text, face, code_of(game, number)))
    return Deck(game, known.TITLE, tuple(cards), known.COPIES)
