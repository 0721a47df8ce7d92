"""How many inserts games need, and how long cards take: counted by hand, and as the commands say it."""

import re
from pathlib import Path

import pytest

from tavolo.seat.cards import CODES, code_in
from tavolo_host.display.cards import CardFace
from tavolo_host.printing.deck import Card, Deck
from tavolo_host.printing.hours import EXCHANGE, WAYS, hours
from tavolo_host.printing.needs import BoardPrice, Needs, needs_of
from tests.hardware.printed_cards import decks
from tests.hardware.test_cards_command import files

ALL = ["david-goliath", "bambuti", "yellowstone-park", "tanz-der-hornochsen"]
MAKERS = (Path(__file__).resolve().parents[2] / "hardware" / "cards.md").read_text(encoding="utf-8")


def deck(name: str, numbers: list[int], copies: int = 1) -> Deck:
    face = CardFace("", "1", "", "#000000", "")
    cards = [Card(place, str(place), face, code_in(((0, CODES),), number)) for place, number in enumerate(numbers)]
    return Deck(name, name.upper(), tuple(cards), copies)


def test_a_set_has_of_each_number_as_many_as_the_game_that_wants_most():
    twice, once = deck("a", [0, 1, 2], 2), deck("b", [1, 2, 3])
    together = Needs((twice, once))
    assert dict(together.inserts()) == {0: 2, 1: 2, 2: 2, 3: 1}
    assert (together.foreign(twice), together.idle(twice)) == (1, 1)  # number 3
    assert (together.foreign(once), together.idle(once)) == (2, 4)  # both of 0; and a second 1 and 2
    assert together.numbers_text() == "3; twice: 0 to 2"


@pytest.mark.parametrize(
    ("games", "inserts"),
    [
        (["bambuti"], 50),
        (["yellowstone-park"], 56),
        # Bambuti has 0 to 12, 21 to 49, 99 to 106; Hornochsen 0 to 98.
        (["bambuti", "tanz-der-hornochsen"], 99 + 8),
        # David & Goliath has 21 to 110; of Bambuti's, 0 to 12 are not among them.
        (["david-goliath", "bambuti"], 90 + 13),
        # Yellowstone has each twice: 13 to 20 not in David & Goliath, 50 to 65 and 107 to 110 once there.
        (["david-goliath", "yellowstone-park"], 90 + 2 * 8 + 20),
        (["bambuti", "yellowstone-park"], 50 + 56),
        # All 111 codes, and Yellowstone's 28 once more.
        (ALL, 111 + 28),
    ],
)
def test_the_games_need_as_many_inserts_as_their_ranges_of_codes_say(games, inserts):
    assert needs_of(games).inserts().total() == inserts


def test_a_game_named_twice_or_played_without_cards_needs_nothing_more():
    assert needs_of(["bambuti", "kuh-vadis", "bambuti"]).inserts() == needs_of(["bambuti"]).inserts()
    assert len(needs_of(["bambuti", "kuh-vadis", "bambuti"]).cards()) == 50


def test_what_is_foreign_in_a_shared_set_is_what_no_card_of_the_game_has():
    together = needs_of(ALL)
    foreign = {each.game: together.foreign(each) for each in together.decks}
    # Not in David & Goliath: 0 to 20, with 13 to 20 twice. Not in Hornochsen: 99 to 110, with 107 to 110 twice.
    assert foreign["david-goliath"] == 13 + 2 * 8
    assert foreign["tanz-der-hornochsen"] == 8 + 2 * 4
    assert foreign["bambuti"] == 139 - 50
    # Yellowstone is alone in having its own twice, so it leaves aside what is foreign to it, and nothing else.
    yellowstone = next(each for each in together.decks if each.game == "yellowstone-park")
    assert together.idle(yellowstone) == together.foreign(yellowstone) == 139 - 56


def test_one_in_twenty_is_to_spare_and_boards_come_in_fives():
    bambuti, everything = needs_of(["bambuti"]), needs_of(ALL)
    assert (bambuti.boards(), bambuti.insert_sheets()) == (55, 6)  # 52.5
    assert (everything.boards(), everything.insert_sheets()) == (150, 17)  # 145.95
    assert everything.boards_eur(BoardPrice(order_eur=10.0, board_eur=2.0)) == 310.0


def test_the_hours_of_bambuti_on_boards_are_those_on_the_fingers():
    """An order; six sheets printed and cut apart; fifty notches; 250 holes; fifty numbers, sleeves and tries."""
    minutes = 30 + 6 * (1 + 4) + 50 * 0.3 + 250 * 0.1 + 50 * (0.1 + 0.5 + 0.25)
    way = next(way for way in WAYS if way.name == "insert as a board")
    assert hours(way, needs_of(["bambuti"])) == pytest.approx(minutes / 60)


def test_the_hours_of_foil_by_hand_count_every_piece_of_tape():
    way = next(way for way in WAYS if way.name == "foil by hand")
    card = deck("a", [110])
    (piece,) = [each.minutes for each in way.operations if each.each == "piece of foil"]
    others = sum(each.minutes for each in way.operations if each.each != "piece of foil")
    # Pads 5 to 8: nine patches, the ground patch, three bridges straight to it, and four pieces from 5 around to 8.
    assert (hours(way, Needs((card,))) * 60 - others) / piece == pytest.approx(9 + 1 + 3 + 4)


def test_shared_inserts_are_made_once_and_faces_for_every_game():
    by_name = {way.name: way for way in WAYS}
    sets = [needs_of([game]) for game in ALL]
    for name in ("foil by hand", "foil by plotter"):
        alone = sum(hours(by_name[name], each) for each in sets)
        assert hours(by_name[name], needs_of(ALL)) == pytest.approx(alone, abs=1.6)  # the plotter is set up once
    for name in ("insert as a sheet", "insert as a board"):
        assert hours(by_name[name], needs_of(ALL)) < 0.65 * sum(hours(by_name[name], each) for each in sets)


# ---- what the page for makers says of it


def rows(head: str) -> list[list[str]]:
    """The rows of the table with this head."""
    lines = MAKERS.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(head)) + 2
    found = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def test_the_page_for_makers_has_every_operation_with_its_minutes():
    declared = {
        (each.what, f"{each.minutes:g}", each.each.value, each.rests_on) for way in WAYS for each in way.operations
    }
    declared.add((EXCHANGE.what, f"{EXCHANGE.minutes:g}", EXCHANGE.each.value, EXCHANGE.rests_on))
    said = rows("| what hands do |")
    assert {tuple(row) for row in said} == declared
    assert len(said) == len(declared)


def test_the_page_for_makers_has_the_hours_that_follow():
    sets = [*(Needs((each,)) for each in decks()), needs_of(ALL)]
    assert rows("| made as |") == [[way.name, *(f"{hours(way, each):.1f}" for each in sets)] for way in WAYS]


def test_the_page_for_makers_has_the_inserts_of_each_game_and_their_price():
    said = rows("| for | inserts |")
    sets = [*(Needs((each,)) for each in decks()), needs_of(ALL)]
    names = [*(each.title for each in decks()), "all four, faces exchanged"]
    assert said == [
        [
            name,
            str(each.inserts().total()),
            str(each.insert_sheets()),
            str(each.boards()),
            f"{each.boards_eur(BoardPrice()):.0f} EUR",
        ]
        for name, each in zip(names, sets, strict=True)
    ]


# ---- the commands


def test_the_command_tells_each_game_alone_and_all_together(tavolo):
    code, said, _ = tavolo("codes", "bambuti", "david-goliath", "kuh-vadis")
    assert code == 0
    assert re.search(r"Bambuti\W+50\W+53\W+53\W", said)
    assert re.search(r"Goliath\W+90\W+13\W+13\W", said)
    assert "Kuh Vadis is played without cards.\n" in said
    assert "103 inserts instead of 140, numbers 0 to 12, 21 to 110.\n" in said
    assert "To order: 110 boards, about 129 EUR, or to print: 13 sheets of inserts." in said
    assert "change faces: 15 minutes for Bambuti, 27 minutes for David & Goliath.\n" in said
    assert "Hours and prices are estimates" in said
    for way in WAYS:
        assert f"{hours(way, needs_of(['bambuti'])):.1f}" in said


def test_of_one_game_nothing_is_said_of_others(tavolo):
    code, said, _ = tavolo("codes", "bambuti")
    assert code == 0
    assert "50 inserts, numbers 0 to 12, 21 to 49, 99 to 106.\n" in said
    assert "together" not in said
    assert "change" not in said


def test_a_game_that_does_not_exist_or_has_no_cards_is_one_sentence(sentence_of):
    assert sentence_of("codes", "bambuti", "chess").startswith("There is no game chess; there is david-goliath,")
    assert sentence_of("codes", "kuh-vadis").startswith("Kuh Vadis is played without cards; there are cards of ")


def test_inserts_of_a_game_are_its_faces_and_the_insert(tmp_path, tavolo):
    code, said, _ = tavolo("cards", "bambuti", "--inserts", "--output", str(tmp_path))
    assert code == 0
    assert files(tmp_path) == ["bambuti/faces.pdf", "insert-foil.svg", "insert-sheet.svg", "insert.pdf", "insert.svg"]
    assert f"Bambuti: 50 faces on 6 sheets, in {tmp_path / 'bambuti' / 'faces.pdf'}.\n" in said
    assert f"The insert of every card: {tmp_path / 'insert.pdf'}, nine on page 2;" in said
    assert "How many it takes: tavolo codes bambuti.\n" in said


def test_the_face_of_a_lost_card_is_made_by_itself(tmp_path, tavolo):
    code, said, _ = tavolo("cards", "bambuti", "--card", "B7", "--inserts", "--output", str(tmp_path))
    assert code == 0
    assert "Bambuti: 1 face on 1 sheet" in said
    assert "bambuti/faces-B7.pdf" in files(tmp_path)


def test_inserts_for_cards_of_bridge_size_are_refused_and_nothing_is_written(tmp_path, sentence_of):
    sentence = sentence_of("cards", "bambuti", "--inserts", "--size", "bridge", "--output", str(tmp_path / "new"))
    assert "does not fit a card of 56 × 87 mm" in sentence
    assert not (tmp_path / "new").exists()
