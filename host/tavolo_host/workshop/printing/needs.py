"""The inserts that games need: each alone, and together when one set of inserts serves them with other faces.

An insert that is punched for a code serves every game with a card of that code, so a set for several games has as many
of each code as the game that needs the most of it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from tavolo.games import manifest
from tavolo_host.workshop.printing.deck import Card, Deck, deck_of
from tavolo_host.workshop.printing.sheets import PLACES

SPARE = 0.05  # of all inserts, in case some are punched wrongly
ORDERED_BY = 5  # boards are sold in fives


@dataclass(frozen=True)
class BoardPrice:
    """The price of thin boards, in EUR with VAT and postage: an estimate from prices of 2026-11, without an offer."""

    order_eur: float = 30.0  # set-up and postage
    board_eur: float = 0.9  # 63 × 88 mm, 0.4 mm thick, some hundred of them


@dataclass(frozen=True)
class Needs:
    """The needs of some games; `decks` are those of games with cards, each once."""

    decks: tuple[Deck, ...]

    def cards(self) -> list[Card]:
        """Return all cards of all games."""
        return [card for deck in self.decks for card in deck.to_print(())]

    def inserts(self) -> Counter[int]:
        """Return how many inserts of each number the games need together."""
        together: Counter[int] = Counter()
        for deck in self.decks:
            together |= _inserts_of(deck)
        return together

    def foreign(self, deck: Deck) -> int:
        """Return how many inserts of the set are foreign while this game is played."""
        own = _inserts_of(deck)
        return sum(count for number, count in self.inserts().items() if number not in own)

    def idle(self, deck: Deck) -> int:
        """Return how many inserts of the set this game leaves aside: foreign ones, and duplicates."""
        return (self.inserts() - _inserts_of(deck)).total()

    def boards(self) -> int:
        """Return how many boards to order, spare ones included."""
        return ceil(self.inserts().total() * (1 + SPARE) / ORDERED_BY) * ORDERED_BY

    def boards_eur(self, price: BoardPrice) -> float:
        """Return their price."""
        return price.order_eur + price.board_eur * self.boards()

    def insert_sheets(self) -> int:
        """Return how many sheets of inserts to print, spare ones included."""
        return ceil(self.inserts().total() * (1 + SPARE) / PLACES)

    def numbers_text(self) -> str:
        """Return the numbers of the inserts, as in "0 to 12, 21 to 110; twice: 13 to 20"."""
        inserts = self.inserts()
        texts = []
        for count in sorted(set(inserts.values())):
            numbers = sorted(number for number, has in inserts.items() if has == count)
            texts.append(("" if count == 1 else "twice: " if count == 2 else f"{count} times: ") + _ranges(numbers))
        return "; ".join(texts)


def needs_of(games: Sequence[str]) -> Needs:
    """Return the needs of these games together. ValueError for one that does not exist, or when none has cards."""
    with_cards = [game for game in dict.fromkeys(games) if manifest(game).CARDS]
    return Needs(tuple(deck_of(game) for game in with_cards or games))


def _inserts_of(deck: Deck) -> Counter[int]:
    return Counter(card.insert_number() for card in deck.to_print(()))


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers with each run as its first and last."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0])]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
