"""Kuh Vadis: the sheets, the text forms of cells, actions and positions, and the digest."""

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import SHEETS, adjacent, cell_from_text, cell_text, cells_of
from tavolo.rules.contract import CHANCE, NO_CARD
from tests.rules.kuh_vadis_play import faces, hold, mark, roll, table, throw
from tests.rules.play import new_record, next_action, play_on
from tests.rules.support import Numbers, refused


def test_every_sheet_is_its_own_mirror_image_with_crosses_and_circles_changing_places():
    assert len(SHEETS) >= 3
    for number in range(1, len(SHEETS) + 1):
        sheet = cells_of(SHEETS[number - 1])
        for each in range(49):
            other = sheet[(6 - each // 7) * 7 + each % 7]
            wanted = {7: 8, 8: 7}.get(sheet[each], sheet[each])
            assert other == wanted, (number, cell_text(each))


def test_every_sheet_has_enough_of_each_kind_and_no_two_are_alike():
    for number in range(1, len(SHEETS) + 1):
        sheet = list(cells_of(SHEETS[number - 1]))
        for face in range(1, 6):
            assert sheet.count(face) >= 4, (number, face)
        assert sheet.count(6) >= 12, number
    assert len(set([cells_of(SHEETS[number]) for number in range(len(SHEETS))])) == len(SHEETS)


def test_the_first_sheet_is_that_of_the_page():
    sheet = cells_of(SHEETS[0])
    assert sheet[2 * 7 + 4] == 3
    assert sheet[2 * 7 + 3] == 6
    assert sheet[1 * 7 + 3] == 1
    assert [each for each in range(49) if sheet[each] == 7] == [0, 6, 45]
    assert [each for each in range(49) if sheet[each] == 8] == [3, 42, 48]


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
        (("X1cX24X",) + good[1:], "3 starts X, and not 4"),
        (("X1c324X",) + good[1:], "3 starts O, and not 2"),
    ):
        text = refused(cells_of, bad)
        assert named in text, text
        assert text.endswith("."), text


def test_a_sheet_is_chosen_by_its_number():
    marks = []
    for number in range(1, len(SHEETS) + 1):
        position = new_record(f"kuh-vadis players=2 sheet={number} table").position
        assert bytes(position.cells) == cells_of(SHEETS[number - 1])
        assert [position.marks[each] for each in range(49)] == [max(0, each - 6) for each in position.cells]
        marks.append(game.position_text(position))
    assert len(set(marks)) == len(SHEETS)
    assert refused(new_record, f"kuh-vadis players=2 sheet={len(SHEETS) + 1} table")


def test_neighbours_are_the_eight_cells_around_one():
    around = [cell_text(each) for each in range(49) if adjacent(cell_from_text("e3"), each)]
    assert " ".join(around) == "d2 e2 f2 d3 f3 d4 e4 f4"
    assert [cell_text(each) for each in range(49) if adjacent(cell_from_text("g2"), each)] == [
        "f1",
        "g1",
        "f2",
        "f3",
        "g3",
    ]
    assert [cell_text(each) for each in range(49) if adjacent(0, each)] == ["b1", "a2", "b2"]


def test_every_cell_has_its_own_text():
    texts = [cell_text(each) for each in range(49)]
    assert len(set(texts)) == 49
    assert [cell_from_text(text) for text in texts] == list(range(49))
    assert (texts[0], texts[6], texts[18], texts[48]) == ("a1", "g1", "e3", "g7")
    for text in ("", "e", "e0", "e8", "h3", "3e", "e33", "E3"):
        assert refused(cell_from_text, text).endswith("."), text


def test_an_action_reads_as_it_is_spoken():
    for action, text in (
        ((game.LOT, 1), "lot 1"),
        ((game.ROLL, 0), "roll 0"),
        ((game.ROLLED, 4, 6, 1), "rolled 4 cow 1"),
        ((game.HOLD, 0, 1), "hold 0 2"),
        ((game.DONE, 1), "done 1"),
        ((game.FACE, 1, 6), "face 1 cow"),
        ((game.FACE, 1, 2), "face 1 2"),
        ((game.MARK, 0, 18), "mark 0 e3"),
    ):
        assert game.action_text(action) == text
        assert game.action_from_text(text) == action


def test_what_is_no_action_is_refused_in_a_sentence():
    for text in ("", "roll", "roll x", "roll 0 1", "rolled 7", "rolled ?", "hold 0", "hold 0 x", "face 0 7",
                 "face 0 ?", "mark 0", "mark 0 h3", "mark 0 e3 e4", "lot", "done", "fly 0"):  # fmt: skip
        assert refused(game.action_from_text, text).endswith("."), text


def test_there_are_no_cards():
    assert game.CARDS == 0
    assert refused(game.card_text, 0).endswith(".")
    assert refused(game.card_from_text, "cow").endswith(".")
    for action in ((game.MARK, 0, 18), (game.ROLLED, 1, 2), (game.LOT, 1), (game.ROLL, 0)):
        assert game.action_card(action) == NO_CARD


def test_who_acts_is_in_the_action_and_nothing_is_hidden():
    for action, actor in (((game.MARK, 1, 18), 1), ((game.ROLLED, 1, 2), CHANCE), ((game.LOT, 1), CHANCE)):
        assert game.actor(action) == actor
        assert game.public(action) == action


def test_lot_and_rolls_may_not_be_undone_freely():
    for action, ends in (
        ((game.LOT, 0), True),
        ((game.ROLLED, 1, 2, 3, 4, 5), True),
        ((game.ROLL, 0), False),
        ((game.HOLD, 0, 1), False),
        ((game.MARK, 0, 18), False),
        ((game.FACE, 0, 1), False),
    ):
        assert (game.actor(action) == CHANCE) == ends, action


def test_a_roll_that_was_undone_falls_the_same_again():
    record = new_record("kuh-vadis players=2 first=0 table")
    record.apply((game.ROLL, 0))
    record.apply((game.ROLLED,) + faces("1 2 3 4 5"))
    record.undo(0)
    record.apply((game.ROLL, 0))
    assert record.chance(Numbers(5).below) == (game.ROLLED,) + faces("1 2 3 4 5")


def test_a_position_reads_as_it_lies():
    record = table()
    throw(record, "3 3 3 3 2")
    mark(record, "e3")
    roll(record, "cow 1 2 cow 4")
    hold(record, "1 4")
    assert game.position_text(record.position) == (
        "players=2 options=1,0,0 play=table turn=2 player=0 phase=throw rolls=1 dice=cow,1,2,cow,4 held=9 changes=2"
        " last=e3 blocked=0"
        " marks=x,.,.,o,.,.,x/.,.,.,.,.,.,./.,.,.,.,x,.,./.,.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,.,./o,.,.,x,.,.,o"
    )


def test_a_position_is_read_back_at_every_step_and_plays_on_alike():
    for options in ("", "real_dice=1 sheet=2", "sheet=3 first=1"):
        record = new_record(f"kuh-vadis players=2 {options} table")
        numbers = Numbers(21)
        while game.to_act(record.position):
            text = game.position_text(record.position)
            again = game.position_from_text(text)
            assert game.position_text(again) == text
            assert game.digest(again) == record.digest()
            assert game.to_act(again) == game.to_act(record.position)
            action = next_action(record, numbers)
            assert game.apply(again, action) == record.apply(action)
            assert game.position_text(again) == game.position_text(record.position)
        ended = game.position_from_text(game.position_text(record.position))
        assert game.outcome(ended) == game.outcome(record.position)
        assert ended.blocked == record.position.blocked


def test_a_position_whose_parts_do_not_fit_together_is_refused_in_a_sentence():
    text = game.position_text(table().position)
    for old, new in (
        ("player=0", "player=2"),
        ("player=0", "player=-1"),
        ("marks=x", "marks=."),
        ("marks=x", "marks=o"),
    ):
        assert refused(game.position_from_text, text.replace(old, new)).endswith("."), new


def test_random_games_tell_every_kind_of_event():
    told = []
    for start in range(12):
        for options in ("", "real_dice=1 sheet=2"):
            record = new_record(f"kuh-vadis players=2 {options} table")
            for events in play_on(record, Numbers(start)):
                told += events
            told.append(game.outcome(record.position))
    assert sorted(set([event[0] for event in told])) == list(range(300, 319))
