"""Tanz der Hornochsen: its texts, the board's constraints, and refusals."""

from tavolo.games.tanz_der_hornochsen import events as event
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.board import BOARDS, HOUSE_BOARD, Board
from tests.rules.hornochsen_play import dealt, table
from tests.rules.play import reason_of
from tests.rules.support import assert_damage_is_told, refused


def test_a_text_of_no_action_tile_or_position_is_refused_in_a_sentence():
    for text in ("", "fly 0", "choose", "choose x", "choose 0 0", "choose 0 100", "buy 0", "buy 0 x", "turn x", "stop"):
        assert refused(game.action_from_text, text).endswith("."), text
    for text in ("", "0", "100", "-3", "x", "²"):
        assert refused(game.card_from_text, text).endswith("."), text
    good = game.position_text(table(3).position)
    changes = (
        ("lengths=1,1", "lengths=6,1", "lengths"),
        ("lengths=1,1", "lengths=2,1", "where"),
        ("/1:20/", "/2:20/", "where"),
        ("/1:20/", "/15:20/", "where"),
        ("queue=-", "queue=20:0", "where"),
        ("crossed=-", "crossed=41:0", "crossed"),
        ("owners=-", "owners=1", "owners"),
    )
    assert_damage_is_told(game.position_from_text, good, changes)


def test_a_board_that_breaks_a_constraint_is_refused_with_that_constraint():
    changes = (
        ("L1: 0 0 0 0 0 | 8", "", "12 rows"),
        ("L1:", "L9:", "12 rows"),
        ("L1: 0 0 0 0 0", "L1: 0 0", "4 to 7 spaces"),
        ("L1: 0 0 0 0 0", "L1: 0 0 0 0 0 0 0", "4 to 7 spaces"),
        ("L1: 0 0 0 0 0 | 8", "L1: 0 0 0 0 0", "L1 ends with"),
        ("0 | 8", "0 | 13", "5 to 12"),
        ("0 | 8", "0 | 4", "5 to 12"),
        ("0 0 4 5", "0 0 4 6", "1 to 5"),
        ("D D D D", "D D 0 D", "double-play"),
        ("D D D D", "0 0 0 0", "double-play"),
        ("R2: 0 0 3", "R2: D D D", "Only one row"),
        ("eyes: 40 50", "eyes: 50 40", "eyes"),
        ("eyes: 40 50", "eyes: 40 60", "eyes"),
        ("0 0 4 5", "0 0 4 x", "A space of row L2 is 0, a cow pat worth 1 to 5, C or D."),
        ("0 | 8", "0 | x", "The bull's head of row L1 is worth 5 to 12."),
        ("eyes: 40 50", "eyes: 40 x", "The eyes are spaces from 1 to 59"),
    )
    assert_damage_is_told(Board, HOUSE_BOARD, changes)
    for old, new in (
        ("0 0 0 0 0 | 8", "0 0 0 0 0 0 | 12"),
        ("L4: 0 0 0 0 | 9", "L4: 0 1 5 | 5"),
        ("L2: 0 0", "L2: 3 0"),
    ):
        Board(HOUSE_BOARD.replace(old, new))
    assert len(BOARDS) == game.OPTIONS[0].high


def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing():
    record = dealt(["1 2 3", "97 98"], "20 40 60 80")
    for text, code in (
        ("choose 0 97", 6),
        ("choose 1 20", 6),
        ("choose 0", 3),
        ("show 0 1", 3),
        ("keep 0 1", 3),
        ("stop 0", 3),
        ("turn 30", 3),
        ("draw 0 1 30", 3),
        ("reveal 1 97", 3),
        ("deal", 3),
        ("buy 0 9", event.ONE_TO_THREE),
    ):
        reason = reason_of(record, game.action_from_text(text))
        assert reason[0] == code, (text, reason)
    record.apply((game.BUY, 0, 2))
    reserve = record.position.reserve_tiles
    due = (event.WRONG_DRAW, 0, 2)
    for tiles in ((), (reserve[0],), (reserve[0], reserve[0]), (reserve[0], 0), (reserve[0], reserve[1], reserve[2])):
        assert reason_of(record, (game.DRAW, 0, 2) + tiles) == due, tiles
    assert reason_of(record, (game.DRAW, 1, 2, reserve[0], reserve[1])) == due
    assert reason_of(record, (game.CHOOSE, 1, 96)) == (8,)
    assert reason_of(record, (game.BUY, 1, 1)) == (8,)
    record.apply((game.DRAW, 0, 2, reserve[0], reserve[5]))
    assert len(record.position.hands[0]) == 8
