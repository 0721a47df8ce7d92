"""Yellowstone Park: placing a card, frames and what they take, bonuses."""

from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park import frames
from tavolo.games.yellowstone_park import rules as game
from tavolo.rules.contract import CHANCE
from tests.rules.play import codes, only
from tests.rules.support import refused
from tests.rules.yellowstone_play import (
    Book,
    arranged,
    board_text,
    card,
    cards,
    cells_of,
    choices,
    do,
    frame_from_text,
    frame_text,
    frames_of_the_book,
    random_records,
    tidy_action,
)

EIGHT = "c:blue-3,blue-4,blue-5 d:green-3,green-4,green-5 e:yellow-3,yellow-5"


def test_a_card_beyond_the_frame_makes_the_player_give_up_a_side():
    record = arranged(4, "c:green-5 d:red-6 e:blue-6")
    events = do(record, "place 0 yellow-4 f")
    assert events[-1] == (code.MUST_CHOOSE, 0, card("yellow-4"), 3, 1)
    # Rows 2 to 4 and 3 to 5 keep yellow 4 alone; rows 4 to 6 keep blue 6 as well, from column d on red 6 too.
    assert choices(record) == ["keep 0 d2", "keep 0 d4", "keep 0 e4"]
    events = do(record, "keep 0 d4")
    assert only(events, code.TOOK) == [(code.TOOK, 0, 1, 1, card("green-5"))]
    assert only(events, code.KEPT) == [(code.KEPT, 0, frame_from_text("d4"), 3)]
    assert board_text(record) == "d:red-6 e:blue-6 f:yellow-4"
    do(record, "place 0 blue-3 e")
    # Rows 3 to 5 keep what rows 2 to 4 do.
    assert choices(record) == ["keep 0 c1", "keep 0 d2"]
    d2, d3 = frame_from_text("d2"), frame_from_text("d3")
    assert game.refusal(record.position, (game.KEEP, 0, d3)) == (code.SAME_RESULT, d3, d2)
    events = do(record, "keep 0 d2")
    assert only(events, code.TOOK) == [(code.TOOK, 0, 2, 3) + tuple(cards("blue-6 red-6"))]
    assert board_text(record) == "e:blue-3 f:yellow-4"
    assert record.position.penalty_counts[0] == 3


def test_the_bonus_is_looked_up_after_the_taking():
    # Six cells of an edge frame; the seventh moves it by a column: four stay, and the new one is the fifth.
    board = "c:blue-1,blue-7 d:green-1,green-7 e:yellow-1,yellow-7"
    record = arranged(3, board, "edge_frame=1", markers=(9, 5, 5))
    events = do(record, "place 0 red-1 f; keep 0 d7")
    assert (code.ONE_MISSING, 0, frame_from_text("d7"), 5, 8) in events
    assert codes(events).index(code.TOOK) < codes(events).index(code.ONE_MISSING)
    # In a frame of nine at most six can stay, and the new one is the seventh.
    record = arranged(3, EIGHT + ",yellow-4", markers=(9, 5, 5))
    do(record, "place 0 red-4 f; keep 0 d3")
    assert record.position.markers[0] == 9


def test_identical_results_are_offered_once_and_the_others_name_the_one_that_is():
    record = arranged(3, "c:green-5 d:red-6 e:blue-6")
    do(record, "place 0 yellow-4 f")
    results = []
    for frame in range(frames.FRAMES):
        reason = game.refusal(record.position, (game.KEEP, 0, frame))
        if frame >= 25:
            assert reason[0] == code.NO_SUCH_FRAME
        elif (4, 5) not in cells_of(frame):
            assert reason == (code.CARD_OUTSIDE_FRAME, card("yellow-4"), frame)
        elif reason is None:
            results.append(frame)
        else:
            assert reason[0] == code.SAME_RESULT
            assert reason[2] in results
    assert [frame_text(frame) for frame in results] == ["d2", "d4", "e4"]


def test_an_edge_frame_joins_the_first_and_the_last_row_and_its_fifth_and_sixth_cell_bring_bonuses():
    board = "c:blue-1,blue-7 d:green-1,green-7"
    record = arranged(3, board, "edge_frame=1", markers=(9, 5, 5))
    events = do(record, "place 0 red-1 e")
    edge = frame_from_text("c7")
    assert only(events, code.ALL_FIT) == [(code.ALL_FIT, edge)]
    assert (code.ONE_MISSING, 0, edge, 5, 8) in events
    events = do(record, "place 0 red-7 e")
    assert (code.ALL_COVERED, 0, edge, 6, 5) in events
    record = arranged(3, board.replace("blue-7", "blue-2").replace(",green-7", ""))
    do(record, "place 0 red-7 e")
    assert board_text(record) == "e:red-7"


def test_every_frame_has_the_cells_of_its_text_and_is_read_back():
    book = [sorted(frame) for frame in frames_of_the_book(True)]
    mine = [sorted(cells_of(frame)) for frame in range(frames.FRAMES)]
    assert sorted(mine) == sorted(book)
    position = arranged(3, "").position
    position.board = (1 << 28) - 1
    for columns in ((0, 1, 2, 3), (3, 4, 5, 6)):
        position.columns = bytearray(columns)
        for frame in range(frames.FRAMES):
            assert frame_from_text(frame_text(frame)) == frame
            kept = frames.kept_by(position, frame)
            cells = [(face % 7 + 1, columns[face // 7]) for face in range(28) if kept >> face & 1]
            assert sorted(cells) == sorted([cell for cell in cells_of(frame) if cell[1] in columns]), frame
    for text in ("f1", "d6", "33", "d", ""):
        assert refused(frame_from_text, text).endswith("."), text


def test_random_games_go_as_the_rulebook_says_cell_by_cell():
    for record, numbers in random_records("dealt", 2):
        position, options = record.position, record.setup.options
        book = Book(position.players, options)
        while True:
            action = tidy_action(record, numbers)
            if action is None:
                break
            record.apply(action)
            book.do(action)
            text = (record.setup.text(), len(record.actions))
            legal = game.legal(position, book.turn)
            if book.results:
                kept = [book.cells() & set(cells_of(frame)) for _, _, frame in legal]
                assert len(kept) == len(book.results) and all([each in book.results for each in kept]), text
                continue
            if book.lying:
                assert sorted(legal) == book.choices(), text
                assert game.to_act(position) == ((book.turn,) if legal else () if book.is_over else (CHANCE,)), text
            lying = sorted([name for word in board_text(record).split() for name in word[2:].split(",")])
            assert lying == sorted([game.card_text(face) for face, _, _ in book.lying]), text
            for colour, column in book.columns().items():
                assert position.columns[colour] == column, text
            assert list(position.markers) == book.markers, text
            assert (position.pile_count, position.neutral) == (book.left, book.neutral), text
            assert list(position.hand_counts) == [len(hand) for hand in book.hands], text
            assert [sorted(each) for each in position.penalties] == [sorted(each) for each in book.penalties], text
            assert [sorted(each) for each in position.hands] == [sorted(each) for each in book.hands], text
        nearest = min(book.markers)
        winners = tuple([player for player in range(book.players) if book.markers[player] == nearest])
        assert game.outcome(position) == (code.NEAREST_ZERO,) + winners
