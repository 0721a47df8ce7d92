"""The report of `tavolo codes GAME …`: the inserts that games need, the hours, and the order."""

from collections.abc import Sequence

from tavolo.games import manifest
from tavolo_host.workshop.printing.hours import EXCHANGE, WAYS, hours
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


def hours_table(needs: Needs) -> Lines:
    """Return a table, headings first: the hours by each way, for each game alone and for all of them."""
    sets = [Needs((deck,)) for deck in needs.decks]
    headings = [deck.title for deck in needs.decks]
    if len(sets) > 1:
        sets.append(needs)
        headings.append("together")
    return [("made as", *headings), *((way.name, *(f"{hours(way, each):.1f}" for each in sets)) for way in WAYS)]


def sentences(games: Sequence[str], needs: Needs) -> list[str]:
    """Return the sentences below the tables."""
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
    if len(needs.decks) > 1:
        minutes = {deck.title: len(deck.to_print(())) * EXCHANGE.minutes for deck in needs.decks}
        changes = ", ".join(f"{minute:.0f} minutes for {title}" for title, minute in minutes.items())
        output.append(f"To change the game is to change faces: {changes}.")
    output.append("Hours and prices are estimates: none was timed, and no factory was asked.")
    return output


def report(games: Sequence[str]) -> tuple[Lines, Lines, list[str]]:
    """Return both tables and the sentences. ValueError for a game that does not exist, or when none has cards."""
    needs = needs_of(games)
    return inserts_table(needs), hours_table(needs), sentences(games, needs)
