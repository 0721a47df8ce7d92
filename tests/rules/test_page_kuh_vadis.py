"""Kuh Vadis from its page alone: sheets with marks are written as text, and what must follow is read off the page.

The dice are real ones where only the last roll matters, so that their faces are entered; cells are a1 (top left) to
g7. A second referee, written from the page, goes along with whole games at random.
"""

from tavolo.games import load
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.record import Record
from tests.rules.play import next_action
from tests.rules.support import Numbers, fields_of, refused

GAME = load("kuh-vadis")
SHEET = ("X1cO24X", "3c51c25", "c24c31c", "3c4c5cc", "c24c31c", "3c51c25", "O1cX24O")
STARTS = (("a1", "g1", "d7"), ("d1", "a7", "g7"))
CELLS = [letter + str(number) for number in range(1, 8) for letter in "abcdefg"]


def kind(cell):
    """What is printed on a cell: 1 to 5, cow, or the mark of a start."""
    symbol = SHEET[int(cell[1]) - 1]["abcdefg".index(cell[0])]
    return "cow" if symbol == "c" else symbol


def adjacent(one, other):
    """Whether two cells are neighbours, diagonal ones too."""
    across = abs(ord(one[0]) - ord(other[0]))
    return one != other and across <= 1 and abs(int(one[1]) - int(other[1])) <= 1


NEIGHBOURS = {cell: [other for other in CELLS if adjacent(cell, other)] for cell in CELLS}


def cells_of(wanted):
    """All cells of a kind."""
    return [cell for cell in CELLS if kind(cell) == wanted]


def sheet(crosses=(), circles=(), player=0, last="-", real=1):
    """A position with these marks beside the starts, before the first roll of a player's turn."""
    marks = {}
    for symbol, cells in (("x", STARTS[0] + tuple(crosses)), ("o", STARTS[1] + tuple(circles))):
        for cell in cells:
            assert cell not in marks, cell
            marks[cell] = symbol
    lines = []
    for place in range(0, 49, 7):
        lines.append(",".join([marks.get(cell, ".") for cell in CELLS[place : place + 7]]))
    words = f"players=2 options=1,{real},-1 play=table turn=9 player={player} phase=throw rolls=0 dice=0,0,0,0,0"
    words += f" held=0 changes=0 last={last}"
    blocked = 0
    for one in (0, 1):
        way = STARTS[one] + tuple((crosses, circles)[one]) + tuple([cell for cell in CELLS if cell not in marks])
        blocked |= (not connected(way, STARTS[one])) << one
    return GAME.position_from_text(f"{words} blocked={blocked} marks=" + "/".join(lines))


def do(position, *texts):
    """Carry actions out."""
    for text in texts:
        GAME.apply(position, GAME.action_from_text(text))


def throw(position, faces):
    """Enter the five faces of the last roll of the player whose turn it is: "3 3 3 cow 1"."""
    player = int(fields_of(GAME, position)["player"])
    for face in faces.split():
        do(position, f"face {player} {face}")


def may_mark(position):
    """The cells that may be marked now; nothing else may be done then."""
    found = []
    for player in GAME.to_act(position):
        texts = [GAME.action_text(action).split() for action in GAME.legal(position, player, -1)]
        cells = [words[2] for words in texts if words[0] == "mark"]
        assert not cells or len(cells) == len(texts), texts
        found += cells
    return sorted(found)


def turn_of(position):
    """Whose turn it is, and the cell to which a mark must be adjacent or "-"."""
    fields = fields_of(GAME, position)
    assert fields["phase"] == "throw", fields
    return int(fields["player"]), fields["last"]


def refusal(position, text):
    """The reason for which an action is refused, which must change nothing."""
    before = GAME.position_text(position)
    answer = refused(GAME.apply, position, GAME.action_from_text(text))
    assert GAME.position_text(position) == before, text
    return answer


def test_the_three_fours_of_the_example_mark_any_free_four_and_end_the_turn():
    position = sheet(circles=("c4",))
    throw(position, "4 1 4 4 2")
    assert may_mark(position) == ["c3", "c5", "f1", "f7"]
    refusal(position, "mark 0 c4")
    refusal(position, "mark 0 e3")
    do(position, "mark 0 f7")
    assert turn_of(position) == (1, "-")


def test_the_chain_of_the_example_goes_from_cell_to_neighbouring_cell():
    position = sheet()
    throw(position, "3 3 3 3 2")
    assert may_mark(position) == sorted(cells_of("3"))
    do(position, "mark 0 e3")
    assert turn_of(position) == (0, "e3")
    throw(position, "cow 1 cow cow cow")
    assert may_mark(position) == ["d3", "d4", "e2", "f4"]
    refusal(position, "mark 0 c1")
    do(position, "mark 0 d3")
    assert turn_of(position) == (0, "d3")
    throw(position, "1 1 1 2 3")
    assert may_mark(position) == ["d2"]
    do(position, "mark 0 d2")
    assert turn_of(position) == (1, "-")
    throw(position, "1 1 1 2 3")
    assert len(may_mark(position)) == 5, "the other player's mark is free again"


def test_what_a_roll_marks():
    none = ()
    for faces, kinds, chained in (
        ("cow cow 1 2 3", ("cow",), False),
        ("cow cow cow 2 3", ("cow",), False),
        ("cow cow cow 2 2", ("cow",), False),
        ("cow cow cow cow 2", ("cow",), True),
        ("cow cow cow cow cow", ("cow",), True),
        ("1 1 1 2 3", ("1",), False),
        ("1 1 1 2 2", ("1",), False),
        ("1 1 1 cow 2", ("1",), False),
        ("5 5 5 5 2", ("5",), True),
        ("5 5 5 cow 5", ("5",), True),
        ("2 2 2 2 2", ("2",), True),
        ("cow cow 5 5 5", ("cow", "5"), False),
        ("cow cow 5 5 4", ("cow",), False),
        ("cow 5 5 4 4", none, False),
        ("1 2 3 4 5", none, False),
        ("cow 1 2 3 4", none, False),
    ):
        position = sheet()
        throw(position, faces)
        wanted = [cell for name in kinds for cell in cells_of(name)]
        assert may_mark(position) == sorted(wanted), faces
        if wanted:
            do(position, "mark 0 " + sorted(wanted)[0])
        assert turn_of(position) == ((0, sorted(wanted)[0]) if chained else (1, "-")), faces


def test_of_two_kinds_the_one_with_a_free_cell_must_be_marked():
    cows, fives = cells_of("cow"), cells_of("5")
    position = sheet(crosses=("c2", "g2"), circles=("e4", "c6", "g6"))
    throw(position, "cow cow 5 5 5")
    assert may_mark(position) == sorted(cows)
    # In a chain only what is adjacent counts.
    for last, wanted in (
        ("f1", ["e2", "g2"]),
        ("b1", ["b2", "c1", "c2"]),
        ("f3", ["e2", "e4", "f4", "g2", "g3", "g4"]),
        ("a2", ["a3", "b2"]),
    ):
        position = sheet(crosses=(last,), last=last)
        throw(position, "cow cow 5 5 5")
        assert may_mark(position) == wanted, last
    position = sheet(crosses=("f1", "e2"), last="f1")
    throw(position, "cow cow 5 5 5")
    assert may_mark(position) == ["g2"]
    assert len(fives) == 5


def test_with_neither_kind_free_the_turn_passes():
    position = sheet(crosses=("f1", "e2", "g2"), last="f1")
    throw(position, "cow cow 5 5 5")
    assert turn_of(position) == (1, "-")


def test_a_four_of_a_kind_that_cannot_be_marked_passes_the_turn():
    position = sheet(crosses=("c2", "g2"), circles=("e4", "c6", "g6"))
    throw(position, "5 5 5 5 1")
    assert turn_of(position) == (1, "-")
    position = sheet(crosses=("a2",), last="a2")
    throw(position, "5 5 5 5 5")
    assert turn_of(position) == (1, "-"), "there are fives, but no adjacent one"
    position = sheet(crosses=("a2", "b1"), circles=("b2",), last="b1")
    throw(position, "4 4 4 4 cow")
    assert turn_of(position) == (1, "-")


def test_a_chained_turn_is_rolled_even_with_no_free_neighbour():
    position = sheet(circles=("b2", "a3", "b3"), crosses=("b1",))
    throw(position, "3 3 3 3 1")
    do(position, "mark 0 a2")
    assert turn_of(position) == (0, "a2")
    assert GAME.to_act(position) == (0,)
    throw(position, "cow cow cow cow cow")
    assert turn_of(position) == (1, "-")


def test_a_mark_that_can_be_made_must_be_made_even_when_there_is_but_one():
    position = sheet(circles=("c4", "c5", "f1", "f7"))
    throw(position, "4 4 4 1 2")
    assert fields_of(GAME, position)["player"] == "1" or may_mark(position) == ["c3"]
    refusal(position, "done 0")
    refusal(position, "face 0 1")
    do(position, "mark 0 c3")
    assert fields_of(GAME, position)["marks"].split("/")[2].split(",")[2] == "x"


def test_start_marks_cannot_be_marked_and_marks_stay():
    position = sheet(circles=("c4",))
    throw(position, "4 4 4 1 2")
    for cell in STARTS[0] + STARTS[1] + ("c4",):
        refusal(position, "mark 0 " + cell)
    refusal(position, "mark 1 c3")


def test_three_connected_starts_win_at_once_and_over_corners():
    # a1 b2 c3 d4 d5 d6 d7 and d4 e3 f2 g1.
    line = ("b2", "c3", "d4", "d5", "d6", "e3")
    position = sheet(crosses=line, circles=("e2", "f3"))
    throw(position, "2 2 2 2 1")
    assert GAME.outcome(position) is None
    do(position, "mark 0 f2")
    assert GAME.outcome(position)[1:] == (0,), "between e2 and f3, whose line it crosses"
    assert GAME.to_act(position) == (), "no further turn for the four of a kind"


def test_two_connected_starts_are_not_enough_and_a_line_of_the_other_does_not_count():
    position = sheet(crosses=("b2", "c3", "d4", "d5"), circles=("e3",))
    throw(position, "1 1 1 2 2")
    do(position, "mark 0 d6")
    assert GAME.outcome(position) is None
    position = sheet(crosses=("b2", "c3", "d4", "d5", "f2"), circles=("e3",))
    throw(position, "1 1 1 2 2")
    do(position, "mark 0 d6")
    assert GAME.outcome(position) is None, "e3 is a circle"


def test_a_mark_that_wins_and_blocks_the_other_wins():
    # Crosses along the second row, from a1 to g1, and down the column d; the circle d1 is shut in.
    position = sheet(crosses=("b2", "c2", "d2", "e2", "f2", "d3", "d4", "d5"))
    throw(position, "1 1 1 2 3")
    do(position, "mark 0 d6")
    assert GAME.outcome(position)[1:] == (0,)


def draw_outcome(position):
    """Whether the game ended without a single winner."""
    outcome = GAME.outcome(position)
    return outcome is not None and len(outcome) != 2


def test_both_blocked_is_a_draw_at_once_and_one_blocked_plays_on():
    # a1 is shut in by circles on a2, b2, b1; a7 by crosses on a6, b6 and then b7.
    position = sheet(crosses=("a6", "b6"), circles=("a2", "b2", "b1"))
    throw(position, "1 1 1 1 1")
    do(position, "mark 0 b7")
    assert draw_outcome(position)
    assert GAME.to_act(position) == ()
    position = sheet(crosses=("a6", "b6"), circles=("a2", "b2", "b1"))
    throw(position, "1 1 1 2 2")
    do(position, "mark 0 f5")
    assert GAME.outcome(position) is None
    assert turn_of(position) == (1, "-")
    position = sheet(crosses=("a6", "b7"), circles=("b2", "b1"))
    throw(position, "cow cow 2 3 4")
    do(position, "mark 0 b6")
    assert GAME.outcome(position) is None, "circles are blocked; crosses are not"


def test_a_player_who_shuts_himself_out_with_the_other_blocked_draws():
    # Crosses are shut in at a1 but for a2; circles have been blocked at a7. The circle on a2 draws.
    position = sheet(crosses=("a6", "b6", "b7"), circles=("b2", "b1"), player=1)
    throw(position, "3 3 3 3 1")
    do(position, "mark 1 a2")
    assert draw_outcome(position)


def test_lines_that_cross_at_a_corner_block_nobody():
    # Circles on b1 and a2 leave the corner b2 to a1.
    position = sheet(crosses=("a6", "b6", "b7"), circles=("b1",), player=1)
    throw(position, "3 3 3 2 1")
    do(position, "mark 1 a2")
    assert GAME.outcome(position) is None


def test_the_one_who_is_not_blocked_can_still_win():
    line = ("b2", "c3", "d4", "d5", "d6", "e3")
    position = sheet(crosses=line + ("a6", "b6", "b7"))
    throw(position, "2 2 2 1 cow")
    do(position, "mark 0 f2")
    assert GAME.outcome(position)[1:] == (0,)


# Rolling.


def test_five_dice_and_then_up_to_twice_more_any_dice_also_those_put_aside():
    position = sheet(real=0)
    refusal(position, "done 0")
    refusal(position, "hold 0 1")
    do(position, "roll 0")
    assert GAME.to_act(position) == (CHANCE,)
    do(position, "rolled 4 4 1 2 3", "hold 0 1", "hold 0 2", "roll 0")
    refusal(position, "rolled 1 2")
    do(position, "rolled 1 1 cow")
    assert fields_of(GAME, position)["dice"] == "4,4,1,1,cow"
    do(position, "hold 0 1", "hold 0 2", "hold 0 3", "hold 0 4", "roll 0", "rolled 5 1 1")
    assert fields_of(GAME, position)["dice"] == "5,1,1,1,1"
    assert may_mark(position) == sorted(cells_of("1"))
    do(position, "mark 0 d2")
    assert turn_of(position) == (0, "d2")
    assert fields_of(GAME, position)["rolls"] == "0"


def test_a_player_may_stop_early_and_the_last_roll_counts():
    position = sheet(real=0)
    do(position, "roll 0", "rolled 4 4 4 2 3", "done 0")
    assert may_mark(position) == sorted(cells_of("4"))
    position = sheet(real=0)
    do(position, "roll 0", "rolled 4 4 4 2 3", "roll 0", "rolled 4 1 2 3 5", "done 0")
    assert turn_of(position) == (1, "-"), "the three fours of the first roll are gone"
    position = sheet(real=0)
    for faces in ("4 1 2 3 5", "4 1 2 3 5", "4 1 2 3 cow"):
        do(position, "roll 0", "rolled " + faces)
    assert turn_of(position) == (1, "-")


def test_real_dice_and_dice_of_the_board_lead_to_the_same_marks():
    for faces in ("4 4 4 1 2", "cow 1 cow 5 5", "cow cow 5 5 5", "2 2 2 2 cow"):
        entered, rolled = sheet(crosses=("c1",)), sheet(crosses=("c1",), real=0)
        throw(entered, faces)
        do(rolled, "roll 0", "rolled " + faces, "done 0")
        assert may_mark(entered) == may_mark(rolled) != [], faces


def test_nobody_else_acts_in_a_turn():
    position = sheet(real=0)
    refusal(position, "roll 1")
    do(position, "roll 0", "rolled 4 4 4 1 2")
    refusal(position, "hold 1 1")
    refusal(position, "done 1")
    refusal(position, "mark 0 c3")
    do(position, "done 0")
    refusal(position, "roll 0")
    refusal(position, "mark 1 c3")
    do(position, "mark 0 c3")
    refusal(position, "roll 0")
    do(position, "roll 1")


def test_after_a_finished_game_nothing_more_may_be_done():
    position = sheet(crosses=("b2", "c3", "d4", "d5", "d6", "e3"))
    throw(position, "2 2 2 2 1")
    do(position, "mark 0 f2")
    for text in ("face 0 1", "face 1 1", "mark 0 c2", "mark 1 c2"):
        refusal(position, text)


# A second referee.


def connected(cells, starts):
    """Whether the three starts hang together through these cells."""
    through = {cell: True for cell in cells}
    open_ends = [starts[0]]
    while open_ends:
        for cell in NEIGHBOURS[open_ends.pop()]:
            if through.pop(cell, False):
                open_ends.append(cell)
    return not [start for start in starts if start in through]


def marks_of(position):
    """The cells of each player's marks and the free ones: (crosses, circles, free)."""
    symbols = fields_of(GAME, position)["marks"].replace("/", "").replace(",", "")
    return [[cell for cell, symbol in zip(CELLS, symbols) if symbol == wanted] for wanted in "xo."]


def check_state(position):
    """The end of the game and the cells that may be marked, found anew from marks and dice."""
    marks = marks_of(position)
    free = marks[2]
    winners = tuple([player for player in (0, 1) if connected(marks[player], STARTS[player])])
    can = [connected(marks[player] + free, STARTS[player]) for player in (0, 1)]
    outcome = GAME.outcome(position)
    text = GAME.position_text(position)
    if winners:
        assert outcome is not None and outcome[1:] == winners, text
    elif not can[0] and not can[1]:
        assert draw_outcome(position), text
    else:
        assert outcome is None, text
    fields = fields_of(GAME, position)
    if fields["phase"] == "marking":
        faces = fields["dice"].split(",")
        kinds = [name for name in "12345" if faces.count(name) >= 3] + (["cow"] if faces.count("cow") >= 2 else [])
        near = [cell for cell in free if fields["last"] == "-" or adjacent(cell, fields["last"])]
        assert may_mark(position) == sorted([cell for cell in near if kind(cell) in kinds]), text
        assert may_mark(position), text


def test_a_second_referee_agrees_on_every_position_of_whole_games():
    for start in range(6):
        numbers = Numbers(start)
        record = Record(Setup(GAME, 2, (1, start % 2, -1), False))
        while True:
            action = next_action(record, numbers)
            if action is None:
                break
            before = fields_of(GAME, record.position)
            record.apply(action)
            check_step(before, GAME.action_text(action).split(), record.position)
        check_state(record.position)


def check_step(before, words, position):
    """What a mark or the last of the dice led to, found anew."""
    after = fields_of(GAME, position)
    if after["phase"] == "over":
        return
    if words[0] == "mark":
        check_state(position)
        faces = before["dice"].split(",")
        four = max([faces.count(face) for face in ("1", "2", "3", "4", "5", "cow")]) >= 4
        assert (after["player"] == before["player"]) == four, GAME.position_text(position)
        assert after["last"] == (words[2] if four else "-"), GAME.position_text(position)
    elif after["phase"] == "marking":
        check_state(position)
    elif after["player"] != before["player"]:
        # The turn passed without a mark: no cell of the kind is free, or none is adjacent in a chain.
        faces = after["dice"].split(",")
        kinds = [name for name in "12345" if faces.count(name) >= 3] + (["cow"] if faces.count("cow") >= 2 else [])
        free = marks_of(position)[2]
        near = [cell for cell in free if before["last"] == "-" or adjacent(cell, before["last"])]
        assert not [cell for cell in near if kind(cell) in kinds], GAME.position_text(position)


def test_a_second_referee_agrees_on_sheets_filled_at_random():
    ends = []
    numbers = Numbers(77)
    free_cells = [cell for cell in CELLS if cell not in STARTS[0] + STARTS[1]]
    for number in range(60):
        order = numbers.shuffled(free_cells)
        marked = 12 + numbers.below(24)
        crosses, circles = order[: marked // 2], order[marked // 2 : marked]
        rest = order[marked:]
        over = [
            connected(list(starts) + marks, starts) for starts, marks in ((STARTS[0], crosses), (STARTS[1], circles))
        ]
        blocked = [not connected(list(STARTS[0]) + crosses + rest, STARTS[0])]
        blocked.append(not connected(list(STARTS[1]) + circles + rest, STARTS[1]))
        if True in over or False not in blocked:
            continue
        player = number % 2
        last = (crosses, circles)[player][0] if numbers.below(2) else "-"
        position = sheet(crosses, circles, player, last)
        for _ in range(6):
            for face in range(40):
                if face % 5 == 0:
                    names = numbers.shuffled(["1", "2", "3", "4", "5", "cow", "cow"])[:2]
                before = fields_of(GAME, position)
                if before["phase"] != "throw":
                    break
                words = ["face", before["player"], names[numbers.below(2)]]
                do(position, " ".join(words))
                check_step(before, words, position)
            cells = may_mark(position)
            if not cells:
                break
            before = fields_of(GAME, position)
            words = ["mark", before["player"], cells[numbers.below(len(cells))]]
            do(position, " ".join(words))
            check_state(position)
            check_step(before, words, position)
            if GAME.outcome(position) is not None:
                ends.append(len(GAME.outcome(position)))
                break
    assert 2 in ends and 3 in ends, "somebody won alone, and there was a draw"
