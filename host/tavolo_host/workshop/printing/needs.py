"""The inserts that games need: each alone, and together when one set of inserts serves them with other faces.

An insert that is punched for a code serves every game with a card of that code, so a set for several games has as many
of each code as the game that needs the most of it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil

from tavolo.games import manifest
from tavolo_host.workshop.printing.deck import Deck, deck_of
from tavolo_host.workshop.printing.paper import Paper

SPARE = 0.05  # of all inserts, in case some are punched wrongly
ORDERED_BY = 5  # boards are sold in fives
# Of thin boards, with VAT and postage: an estimate from prices of 2026-11, without an offer.
ORDER_EUR = 30.0  # set-up and postage
BOARD_EUR = 0.9  # 63 × 88 mm, 0.4 mm thick, some hundred of them


def decks_of(games: Sequence[str]) -> list[Deck]:
    """Return the cards of these games, each once. ValueError for one that does not exist, or when none has cards."""
    with_cards = [game for game in dict.fromkeys(games) if manifest(game).CARDS]
    return [deck_of(game) for game in with_cards or games]


def inserts_of(decks: Iterable[Deck]) -> Counter[int]:
    """Return how many inserts of each number games need together."""
    together: Counter[int] = Counter()
    for deck in decks:
        together |= Counter(card.insert_number() for card in deck.to_print(()))
    return together


def boards(inserts: int) -> int:
    """Return how many boards to order, spare ones included."""
    return ceil(inserts * (1 + SPARE) / ORDERED_BY) * ORDERED_BY


def boards_eur(inserts: int) -> float:
    """Return their price."""
    return ORDER_EUR + BOARD_EUR * boards(inserts)


def insert_sheets(inserts: int, paper: Paper) -> int:
    """Return how many sheets of inserts to print, spare ones included."""
    return ceil(inserts * (1 + SPARE) / paper.places)


def report(games: Sequence[str], paper: Paper) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return a table, headings first: the inserts of each game, and those of the common set that it leaves aside, as
    foreign ones or duplicates; and sentences on the order. ValueError as for `decks_of`."""
    decks = decks_of(games)
    together = inserts_of(decks)
    inserts, cards = together.total(), sum(len(deck.to_print(())) for deck in decks)
    lines: list[tuple[str, ...]] = [("game", "inserts alone", "of the set left aside", "of those foreign")]
    for deck in decks:
        alone = inserts_of([deck])
        foreign = sum(count for number, count in together.items() if number not in alone)
        lines.append((deck.title, str(alone.total()), str((together - alone).total()), str(foreign)))
    if len(decks) > 1:
        lines.append(("together, faces exchanged", str(inserts), "", ""))
    instead = f" instead of {cards}" if inserts < cards else ""
    titles = {game: manifest(game).TITLE for game in games if not manifest(game).CARDS}.values()
    return lines, [
        *(f"{title} is played without cards." for title in titles),
        f"{inserts} inserts{instead}, numbers {numbers_text(together)}.",
        f"To order: {boards(inserts)} boards, about {boards_eur(inserts):.0f} EUR, or to print:"
        f" {insert_sheets(inserts, paper)} sheets of inserts on {paper.name}. One in twenty is to spare.",
        "Prices are estimates: no factory was asked.",
    ]


def numbers_text(inserts: Counter[int]) -> str:
    """Return the numbers of inserts, as in "0 to 12, 21 to 110; twice: 13 to 20"."""
    texts = []
    for count in sorted(set(inserts.values())):
        numbers = sorted(number for number, has in inserts.items() if has == count)
        texts.append(("" if count == 1 else "twice: " if count == 2 else f"{count} times: ") + _ranges(numbers))
    return "; ".join(texts)


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers with each run as its first and last."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0])]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
