"""How many inserts games need: each alone, and together when a set of inserts serves them with other faces.

An insert that is punched for a code serves every game that has a card of this code, so a set for several games has of
each code as many as the game that wants the most of it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from tavolo.games import manifest
from tavolo_host.workshop.printing.deck import Card, Deck, deck_of
from tavolo_host.workshop.printing.sheets import PLACES

SPARE = 0.05  # of all inserts, for those that are punched wrongly
ORDERED_BY = 5  # boards are sold in fives


@dataclass(frozen=True)
class BoardPrice:
    """What thin boards cost, in EUR with VAT and postage: an estimate, of prices of 2026-11, asked of nobody."""

    order_eur: float = 30.0  # set-up and postage
    board_eur: float = 0.9  # 63 × 88 mm, 0.4 mm thick, some hundred of them


@dataclass(frozen=True)
class Needs:
    """What some games need; `decks` are those of them that have cards, each once."""

    decks: tuple[Deck, ...]

    def cards(self) -> list[Card]:
        """Return all cards of all games."""
        return [card for deck in self.decks for card in deck.to_print(())]

    def inserts(self) -> Counter[int]:
        """Return how many inserts the games need together of each number."""
        together: Counter[int] = Counter()
        for deck in self.decks:
            together |= _inserts_of(deck)
        return together

    def foreign(self, deck: Deck) -> int:
        """Return how many inserts of the set are told to be foreign while this game is played."""
        own = _inserts_of(deck)
        return sum(count for number, count in self.inserts().items() if number not in own)

    def idle(self, deck: Deck) -> int:
        """Return how many inserts of the set this game leaves aside: those that are foreign, and those it has twice."""
        return (self.inserts() - _inserts_of(deck)).total()

    def boards(self) -> int:
        """Return how many boards to order, some to spare."""
        return ceil(self.inserts().total() * (1 + SPARE) / ORDERED_BY) * ORDERED_BY

    def boards_eur(self, price: BoardPrice) -> float:
        """Return what they cost."""
        return price.order_eur + price.board_eur * self.boards()

    def insert_sheets(self) -> int:
        """Return how many sheets of inserts to print, some to spare."""
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
    """Return what these games need together. ValueError for one that does not exist, or when none has cards."""
    with_cards = [game for game in dict.fromkeys(games) if manifest(game).CARDS]
    return Needs(tuple(deck_of(game) for game in with_cards or games))


def _inserts_of(deck: Deck) -> Counter[int]:
    return Counter(card.insert_number() for card in deck.to_print(()))


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers that follow each other, as their first and last."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0])]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
