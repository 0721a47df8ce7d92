"""The report of `tavolo codes GAME …`: the inserts that games need, and the order."""

from collections.abc import Sequence

from tavolo.games import manifest
from tavolo_host.workshop.printing.needs import BoardPrice, Needs, needs_of

Lines = list[tuple[str, ...]]


def inserts_table(needs: Needs) -> Lines:
    """Return a table, headings first: the inserts of each game, and those of the common set that it leaves aside."""
    lines: Lines = [("game", "inserts alone", "of the set left aside", "of those foreign")]
    for deck in needs.decks:
        alone = Needs((deck,)).inserts().total()
        lines.append((deck.title, str(alone), str(needs.idle(deck)), str(needs.foreign(deck))))
    if len(needs.decks) > 1:
        lines.append(("together, faces exchanged", str(needs.inserts().total()), "", ""))
    return lines


def sentences(games: Sequence[str], needs: Needs) -> list[str]:
    """Return the sentences below the table."""
    output = [
        f"{manifest(game).TITLE} is played without cards." for game in dict.fromkeys(games) if not manifest(game).CARDS
    ]
    inserts, cards = needs.inserts().total(), len(needs.cards())
    instead = f" instead of {cards}" if inserts < cards else ""
    output.append(f"{inserts} inserts{instead}, numbers {needs.numbers_text()}.")
    output.append(
        f"To order: {needs.boards()} boards, about {needs.boards_eur(BoardPrice()):.0f} EUR, or to print:"
        f" {needs.insert_sheets()} sheets of inserts. One in twenty is to spare."
    )
    output.append("Prices are estimates: no factory was asked.")
    return output


def report(games: Sequence[str]) -> tuple[Lines, list[str]]:
    """Return the table and the sentences. ValueError for a game that does not exist, or when none has cards."""
    needs = needs_of(games)
    return inserts_table(needs), sentences(games, needs)
