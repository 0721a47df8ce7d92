"""The number of inserts that games need, counted by hand and by the commands, and the hours that cards take."""

import re
from math import ceil
from pathlib import Path

from tavolo.seat.cards import CODES, ONES, code_in
from tavolo.wiring import PADS
from tavolo_host.display.parts.cards import CardFace
from tavolo_host.workshop.printing import needs
from tavolo_host.workshop.printing.deck import Card, Deck
from tavolo_host.workshop.printing.foil import foil_of
from tavolo_host.workshop.printing.paper import A4, LETTER
from tavolo_host.workshop.printing.sheets import sheets_of
from tests.hardware.guide_commands import table
from tests.hardware.printed_cards import decks
from tests.hardware.test_cards_command import files

ALL = ["david-goliath", "bambuti", "yellowstone-park", "tanz-der-hornochsen"]
MAKERS = (Path(__file__).resolve().parents[2] / "hardware" / "cards.md").read_text(encoding="utf-8")


def deck(name: str, numbers: list[int], copies: int = 1) -> Deck:
    face = CardFace("", "1", "#000000", "")
    cards = [Card(place, str(place), face, code_in(((0, CODES),), number)) for place, number in enumerate(numbers)]
    return Deck(name, name.upper(), tuple(cards), copies)


def test_a_set_has_as_many_of_each_number_as_the_most_demanding_game(monkeypatch):
    twice, once = deck("a", [0, 1, 2], 2), deck("b", [1, 2, 3])
    together = needs.inserts_of((twice, once))
    assert dict(together) == {0: 2, 1: 2, 2: 2, 3: 1}
    assert needs.numbers_text(together) == "3; twice: 0 to 2"
    monkeypatch.setattr(needs, "decks_of", lambda _: [twice, once])
    lines, _ = needs.report([], A4)
    assert lines[1:3] == [
        ("A", "6", "1", "1"),  # number 3
        ("B", "3", "4", "2"),  # both of 0; and a second 1 and 2
    ]


# ---- the page for makers


def hours(way: str, together: list[Deck]) -> float:
    """The hours of hands for a set that is made in one way, by the page's minutes."""
    cards = [card for deck in together for card in deck.to_print(())]
    inserts = needs.inserts_of(together).total()
    times = {
        "set": 1,
        "sheet of cards": sum(len(sheets_of(deck.to_print(()), A4)) for deck in together),
        "card": len(cards),
        "piece of foil": sum(len(foil_of(card.code).bridges) + 1 + PADS for card in cards),
        "sheet of inserts": ceil(inserts / A4.places),
        "insert": inserts,
        "hole": inserts * (PADS - ONES),
    }
    operations = table(MAKERS, "what hands do", "minutes", "for each", "made as", "which rests on")
    return sum(float(row[1]) * times[row[2]] for row in operations if row[3] == "all" or way in row[3].split(", ")) / 60


def test_the_page_for_makers_has_the_hours_that_follow_from_its_minutes_and_each_games_inserts_with_their_price():
    sets, titles = [*([each] for each in decks()), needs.decks_of(ALL)], [each.title for each in decks()]
    for row in table(MAKERS, "made as", *titles, "all four"):
        assert row[1:] == [f"{hours(row[0], each):.1f}" for each in sets]
    names = [*titles, "all four, faces exchanged"]
    assert table(MAKERS, "for", "inserts", "sheets of A4", "boards", "boards cost, estimated") == [
        [
            name,
            str(many),
            str(needs.insert_sheets(many, A4)),
            str(needs.boards(many)),
            f"{needs.boards_eur(many):.0f} EUR",
        ]
        for name, many in zip(names, (needs.inserts_of(each).total() for each in sets), strict=True)
    ]


def test_the_page_for_makers_has_the_sheets_of_each_game_on_either_paper():
    rows = table(MAKERS, "game", "cards", "sheets of A4", "sheets of US Letter")
    assert [row[0] for row in rows] == [each.title for each in decks()]
    for row in rows:
        assert [int(row[2]), int(row[3])] == [ceil(int(row[1]) / places) for places in (9, 8)]
    printed = [deck.to_print(()) for deck in decks()]
    assert [[int(number) for number in row[1:]] for row in rows] == [
        [len(cards), len(sheets_of(cards, A4)), len(sheets_of(cards, LETTER))] for cards in printed
    ]


# ---- the commands


def test_the_command_shows_each_game_alone_and_all_together(tavolo):
    code, output, _ = tavolo("codes", "bambuti", "david-goliath", "kuh-vadis")
    assert code == 0
    assert re.search(r"Bambuti\W+50\W+53\W+53\W", output)
    assert re.search(r"Goliath\W+90\W+13\W+13\W", output)
    assert "Kuh Vadis is played without cards.\n" in output
    assert "103 inserts instead of 140, numbers 0 to 12, 21 to 110.\n" in output
    assert "To order: 110 boards, about 129 EUR, or to print: 13 sheets of inserts on A4." in output
    assert "Prices are estimates" in output
    code, output, _ = tavolo("codes", "bambuti", "david-goliath", "--paper", "letter")
    assert code == 0
    assert "or to print: 14 sheets of inserts on US Letter." in output
    code, output, _ = tavolo("codes")
    assert code == 0
    assert re.search(r"together, faces\W+139\W", output)


def test_inserts_of_a_game_are_its_faces_and_the_insert(tmp_path, tavolo):
    code, output, _ = tavolo("cards", "bambuti", "--inserts", "--output", str(tmp_path))
    assert code == 0
    assert files(tmp_path) == ["bambuti/faces.pdf", "insert-foil.svg", "insert-sheet.svg", "insert.pdf", "insert.svg"]
    assert f"Bambuti: 50 faces on 6 sheets, in {tmp_path / 'bambuti' / 'faces.pdf'}.\n" in output
    assert f"The insert of every card: {tmp_path / 'insert.pdf'}, 9 on page 2;" in output
    assert "How many it takes: tavolo codes bambuti.\n" in output


def test_inserts_for_cards_of_bridge_size_are_refused_and_nothing_is_written(tmp_path, sentence_of):
    sentence = sentence_of("cards", "bambuti", "--inserts", "--size", "bridge", "--output", str(tmp_path / "new"))
    assert "does not fit a card of 56 × 87 mm" in sentence
    assert not (tmp_path / "new").exists()
