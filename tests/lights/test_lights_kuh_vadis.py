"""Kuh Vadis in light, from the meaning that the scene's first lines give to each pixel."""

import pytest

from tavolo.games.kuh_vadis import events
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis import scene as kuh_vadis
from tavolo.games.kuh_vadis.position import Position
from tavolo.games.kuh_vadis.sheet import COW, cell_from_text
from tavolo.games.kuh_vadis.turn import BOTH
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tests.lights.lights_support import Wires, over_a_second, painted, staged
from tests.rules.kuh_vadis_play import hold, mark, roll, sheet_with, table, throw, with_marks

SEATS = (3, 6)
SHEET = [(column, row) for row in range(7) for column in range(7)]


def shown(position: Position, preview: tuple[int, ...] | None = None, seats: tuple[int, ...] = SEATS) -> list[Canvas]:
    """The eight pictures of a second."""
    return over_a_second(kuh_vadis, staged(position, seats, 0, preview))


def rolled(faces: str, held: str = "") -> Position:
    """The first player has rolled these faces, and put these dice aside."""
    record = table()
    roll(record, faces)
    if held:
        hold(record, held)
    return record.position


def at(canvases: list[Canvas], column: int, row: int) -> list[int]:
    """A pixel of the field over the second."""
    return [canvas.field[row * 16 + column] for canvas in canvases]


def of_cell(canvases: list[Canvas], text: str) -> list[int]:
    cell = cell_from_text(text)
    return at(canvases, cell % 7, cell // 7)


def die(canvases: list[Canvas], number: int) -> list[int]:
    """How many pixels of a die, counted from 1, are lit at each beat."""
    left, top = ((number - 1) % 3 * 3 + 8, (number - 1) // 3 * 4)
    block = [at(canvases, left + column, top + row) for row in range(3) for column in range(2)]
    return [sum(map(bool, pixels)) for pixels in zip(*block, strict=True)]


def below(canvases: list[Canvas], number: int) -> list[int]:
    left, row = ((number - 1) % 3 * 3 + 8, (number - 1) // 3 * 4 + 3)
    assert at(canvases, left, row) == at(canvases, left + 1, row)
    return at(canvases, left, row)


def rolls_left(canvases: list[Canvas]) -> list[int]:
    return [sum(bool(canvas.field[row * 16 + 14]) for row in (4, 5, 6)) for canvas in canvases]


def blinking(canvases: list[Canvas]) -> set[str]:
    """The cells that are dark in some beats and lit in others."""
    found = {}
    for column, row in SHEET:
        looks = at(canvases, column, row)
        found["abcdefg"[column] + str(row + 1)] = any(looks) and not all(looks)
    return {name for name, is_blinking in found.items() if is_blinking}


def test_free_cells_show_their_kind_and_marks_the_seat_brighter() -> None:
    canvases = shown(with_marks(1, "b1", "d4"))
    assert set(of_cell(canvases, "b1")) == {palette.SEAT + 3}
    assert set(of_cell(canvases, "d4")) == {palette.SEAT + 6}
    assert set(of_cell(canvases, "c1")) == {palette.WHITE_DIM}  # a cow
    for text, number in (("d2", 1), ("e1", 2), ("a2", 3), ("f1", 4), ("c2", 5)):
        assert set(of_cell(canvases, text)) == {palette.CELL + number - 1}


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pixels_lit_from_below_as_its_number_and_all_for_a_cow(face: int) -> None:
    canvases = shown(rolled(" ".join(["cow" if face == COW else str(face)] * 5)))
    colour = palette.WHITE_DIM if face == COW else palette.CARD_DIM + face - 1
    for number in range(1, 6):
        assert die(canvases, number) == [face] * 8
    lowest_first = [at(canvases, column, row)[0] for row in (2, 1, 0) for column in (8, 9)]
    assert lowest_first == [colour] * face + [palette.OFF] * (6 - face)


def test_cells_that_may_be_marked_blink_and_the_one_at_the_cursor_quicker_in_the_seats_colour() -> None:
    record = table()
    throw(record, "5 5 5 1 2")
    cells = {"c2", "g2", "e4", "c6", "g6"}
    assert blinking(shown(record.position)) == cells
    preview = (game.MARK, 0, cell_from_text("e4"))
    canvases = shown(record.position, preview)
    assert of_cell(canvases, "e4") == ([palette.SEAT + 3] * 2 + [palette.OFF] * 2) * 2
    assert of_cell(canvases, "c2") == [palette.CARD_DIM + 4] * 4 + [palette.OFF] * 4
    assert blinking(canvases) == cells


def connected() -> Position:
    """Crosses win by marking d4."""
    record = sheet_with("b2 c3 d5 d6 e3 f2", "", 0)
    throw(record, "cow cow 1 2 3")
    mark(record, "d4")
    assert game.outcome(record.position) == (events.CONNECTED, 0)
    return record.position


def test_at_the_end_only_the_winners_marks_stay_and_their_lamp_breathes() -> None:
    position = connected()
    early, late = (painted(kuh_vadis, staged(position, SEATS, now_ms)) for now_ms in (0, 2000))
    assert sum(map(bool, early.field)) > 49
    assert set(late.field) == {palette.OFF, palette.SEAT + 3}
    assert sum(map(bool, late.field)) == 3 + 7
    assert (early.lamps[3], late.lamps[3]) == (palette.SEAT_DIM + 3, palette.SEAT + 3)
    assert early.lamps[6] == late.lamps[6] == palette.SEAT_DIM + 6


def test_after_a_draw_the_marks_of_both_stay() -> None:
    position = connected()
    position.blocked = BOTH
    late = painted(kuh_vadis, staged(position, SEATS, 2000))
    assert set(late.field) == {palette.OFF, palette.SEAT + 3, palette.SEAT + 6}


def fullest() -> Position:
    """Everything is marked but one cow, five cows lie, and one has to be marked with the cursor on it."""
    record = table()
    position = record.position
    for cell in range(49):
        if not position.marks[cell]:
            position.marks[cell] = 1 + cell % 2
    position.marks[cell_from_text("d3")] = 0
    throw(record, "cow cow cow cow cow")
    position.held = game.ALL_HELD
    return position


@pytest.mark.parametrize("seats", [(7, 3), (3, 7), (0, 1), (2, 4)])
def test_the_fullest_sheet_keeps_to_the_limit_and_all_its_colours(seats: tuple[int, int]) -> None:
    position = fullest()
    wires = Wires()
    for canvas in shown(position, (game.MARK, 0, cell_from_text("d3")), seats):
        wires.looks(canvas)
        assert wires.milliamperes() <= 400
        assert wires.lights.scale() >= 22  # below that a cell with a 4 would go out


@pytest.mark.parametrize(("seats", "least"), [((7, 3), 32), ((0, 4), 56)])
def test_a_sheet_with_thirty_marks_is_dimmed_no_further_than_colours_are_checked_for(
    seats: tuple[int, int], least: int
) -> None:
    record = table()
    position = record.position
    for cell in range(0, 48, 2):
        if not position.marks[cell]:
            position.marks[cell] = 1 + cell // 2 % 2
    roll(record, "5 5 5 cow cow")
    wires = Wires()
    for canvas in shown(position, (game.DONE, 0), seats):
        wires.show(canvas)
        assert wires.lights.scale() >= least
