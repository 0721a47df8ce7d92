"""Kuh Vadis: the sheets, what is adjacent on one, and the text forms of cells and actions."""

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import SHEETS, cell_from_text, cell_text, cells_of
from tests.rules.kuh_vadis_play import hold, mark, roll, table, throw
from tests.rules.play import new_record
from tests.rules.support import assert_damage_is_told, refused


def test_every_sheet_is_its_own_mirror_image_with_crosses_and_circles_changing_places():
    for rows in SHEETS:
        for row, mirrored in zip(rows, reversed(rows)):
            for symbol, other in zip(row, mirrored):
                assert other == {"X": "O", "O": "X"}.get(symbol, symbol), rows


def test_every_sheet_has_enough_of_each_kind_and_no_two_are_alike():
    for rows in SHEETS:
        for symbol, least in zip("12345c", (4, 4, 4, 4, 4, 12)):
            assert "".join(rows).count(symbol) >= least, (rows, symbol)
    assert len(set(SHEETS)) == len(SHEETS) >= 3


def test_a_sheet_that_breaks_a_constraint_is_refused_naming_it():
    good = SHEETS[0]
    for bad, named in (
        ((), "7 rows"),
        (good + ("ccccccc",), "7 rows"),
        (("X1cO24",) + good[1:], "of 7"),
        (("X1cO24XX",) + good[1:], "of 7"),
        (("X1cO246",) + good[1:], "not 6"),
        (("X1cO240",) + good[1:], "not 0"),
        (("X1cO24C",) + good[1:], "not C"),
        (("X1cO24c",) + good[1:], "3 starts X, and not 2"),
        (("X1cOO4X",) + good[1:], "3 starts O, and not 4"),
    ):
        text = refused(cells_of, bad)
        assert named in text, text
        assert text.endswith("."), text


def test_a_sheet_is_chosen_by_its_number():
    for number, rows in enumerate(SHEETS):
        position = new_record(f"kuh-vadis players=2 sheet={number + 1} table").position
        assert bytes(position.cells) == cells_of(rows)
        assert list(position.cells) == ["12345cXO".index(symbol) + 1 for symbol in "".join(rows)]
        assert list(position.marks) == [max(0, each - 6) for each in position.cells]


def test_every_cell_has_its_own_text():
    texts = [cell_text(each) for each in range(49)]
    assert [cell_from_text(text) for text in texts] == list(range(49))
    assert (texts[0], texts[6], texts[18], texts[48]) == ("a1", "g1", "e3", "g7")
    for text in ("", "e", "e0", "e8", "h3", "3e", "e33", "E3"):
        assert refused(cell_from_text, text).endswith("."), text


def test_a_position_reads_as_it_lies():
    record = table()
    throw(record, "3 3 3 3 2")
    mark(record, "e3")
    roll(record, "cow 1 2 cow 4")
    hold(record, "1 4")
    text = game.position_text(record.position)
    assert " dice=cow,1,2,cow,4 held=9 changes=2 last=e3 blocked=0 marks=x,.,.,o,.,.,x/" in text
    changes = (
        (" player=0", " player=2", "player"),
        (" player=0", " player=-1", "player"),
        ("marks=x", "marks=.", "marks"),
        ("x,.,.,o", "x,.,.,x", "marks"),
    )
    assert_damage_is_told(game.position_from_text, text, changes)
