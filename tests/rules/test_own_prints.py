"""Sheets and boards of one's own: their numbers and texts, what is refused, and that digests tell them apart."""

from tavolo.games import load, setup_from_text
from tavolo.games.kuh_vadis import sheet
from tavolo.games.tanz_der_hornochsen import board
from tavolo.rules.contract import LEAST_OWN, Setup
from tavolo_host.texts.playthrough import check, record_of
from tests.rules.own_prints import BOARD, OWN_BOARD, OWN_SHEET, SHEET
from tests.rules.play import new_record
from tests.rules.support import Numbers, read_text, refused

SETUPS = (("kuh-vadis", 2, (OWN_SHEET, 0, -1)), ("tanz-der-hornochsen", 8, (OWN_BOARD, 0, 1, 0)))
LONGEST_SETUP = 160  # in messages of the link, and less than a record of the journal takes


def test_a_game_begins_on_what_is_printed_and_its_texts_keep_that():
    for name, players, options in SETUPS:
        game = load(name)
        setup = Setup(game, players, options)
        assert len(setup.text()) <= LONGEST_SETUP, setup.text()
        assert setup_from_text(setup.text()).options == options
        position = game.start(setup)
        read = game.position_from_text(game.position_text(position))
        begun = game.position_from_bytes(game.start(setup), game.position_bytes(position))
        for other in (position.copy(), read, begun):
            assert other.options == options
            assert game.digest(other) == game.digest(position)
            if name == "kuh-vadis":
                assert bytes(other.cells) == sheet.cells_of(SHEET)
            else:
                assert board.number_of(other.board) == OWN_BOARD
    built_in = new_record("kuh-vadis players=2 sheet=2 table").setup.text()
    assert built_in == "kuh-vadis players=2 sheet=2 real_dice=0 first=-1 table"


def test_every_printed_cell_and_space_is_in_number_and_digest():
    game = load("kuh-vadis")
    sheets = [SHEET]
    for cell in range(49):
        symbols = "".join(SHEET)
        other = {"c": "1", "X": "", "O": ""}.get(symbols[cell], "c")
        if other:
            symbols = symbols[:cell] + other + symbols[cell + 1 :]
            sheets.append(tuple([symbols[first : first + 7] for first in range(0, 49, 7)]))
    numbers = [sheet.number_of(sheet.cells_of(rows)) for rows in sheets]
    assert [sheet.sheet_of(number) for number in numbers] == [sheet.cells_of(rows) for rows in sheets]
    digests = [game.digest(game.start(Setup(game, 2, (number, 0, -1)))) for number in numbers + [1, 2, 3]]
    assert len(set(digests)) == len(digests) == 47
    game, texts = load("tanz-der-hornochsen"), [BOARD]
    changes = (
        ("L1: 0", "L1: 1"),
        ("5 | 12", "C | 12"),
        ("5 | 12", "5 0 | 12"),
        ("| 12", "| 11"),
        ("D D |", "D |"),
        ("33", "34"),
        (" 59", ""),
    )
    for old, new in changes:
        assert BOARD.count(old) == 1, old
        texts.append(BOARD.replace(old, new))
    numbers = [board.number_of(board.Board(text)) for text in texts]
    assert [board.number_of(board.board_of(number)) for number in numbers] == numbers
    digests = [game.digest(game.start(Setup(game, 3, (number, 0, 1, 0)))) for number in numbers + [1]]
    assert len(set(digests)) == len(digests) == 9


def test_games_of_the_strong_level_come_out_as_they_are_written():
    for name, _players, options in SETUPS:
        text = read_text(f"golden/{name}-own.txt")
        check(text)
        record = record_of(text)
        assert record.setup.options == options, name
        assert record.game.outcome(record.position) is not None, name


def test_what_no_sheet_or_board_is_is_refused_before_the_game_begins():
    for name, players, options in SETUPS:
        game, own, rest = load(name), options[0], options[1:]
        option = game.OPTIONS[0]
        # A bit more, one less, one that is too high, one below the first.
        for number in (own << 1, own >> 1, own >> 3, own << 3, own + (1 << 400), LEAST_OWN, LEAST_OWN + 12345):
            setup = setup_from_text(Setup(game, players, (number,) + rest).text())
            assert refused(game.start, setup).endswith("."), number
        for text in (
            "own:",
            "own:1",
            "own:-1",
            "own:" + "z" * 12,
            option.text(own).upper(),
            str(own),
            "own:0" + "z" * 30,
        ):
            assert refused(option.value, text).endswith("."), text
        assert refused(game.OPTIONS[1].value, option.text(own)).endswith(".")
        assert option.value(option.text(own)) == own
    starts = sheet.number_of(sheet.cells_of(SHEET)) ^ 1  # the last cell: a number becomes another one
    assert sheet.sheet_of(starts)[-1] == 3
    seven = OWN_BOARD ^ 1 << 23  # the last bit of the bull's head of row R5
    assert board.board_of(seven).bulls[10] == 7
    unused = OWN_BOARD ^ 1 << 5  # a sign behind the last space of row R6, which has three
    assert "number" in refused(board.board_of, unused)


def test_a_number_with_changed_bits_is_refused_in_a_sentence_or_begins_what_its_text_says():
    numbers, begun = Numbers(7), 0
    for name, players, options in SETUPS:
        game = load(name)
        for _ in range(150):
            changed = options[0]
            for _ in range(1 + numbers.below(3)):
                changed ^= 1 << numbers.below(345)
            if changed < LEAST_OWN:
                continue
            setup = setup_from_text(Setup(game, players, (changed,) + options[1:]).text())
            assert setup.options[0] == changed
            try:
                position = game.start(setup)
            except ValueError as refusal:
                assert str(refusal).endswith("."), changed
                continue
            begun += 1
            text = game.position_text(position)
            assert game.position_text(game.position_from_text(text)) == text
    assert begun > 10, begun
