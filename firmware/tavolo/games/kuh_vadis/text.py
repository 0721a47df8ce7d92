"""Kuh Vadis in text, both ways: actions, positions.

Faces are "1" to "5" and "cow"; dice are counted from 1. A cell is a letter for its column, from the left, and a number
for its row, from the top: "e3". A position is one line of name=value fields in fixed order; marks are rows of "x", "o"
and ".", separated by "/".
"""

from tavolo.games.kuh_vadis.dice import DICE, ROLLS, kinds
from tavolo.games.kuh_vadis.position import (
    ACTIONS,
    ALL_HELD,
    DRAW_LOT,
    FALLING,
    MARKING,
    MOST_CHANGES,
    NO_CELL,
    OVER,
    THROW,
    Position,
)
from tavolo.games.kuh_vadis.sheet import CELLS, SHEETS, SIDE, START, sheet_numbered
from tavolo.games.kuh_vadis.turn import find_result
from tavolo.rules.contract import whole_number
from tavolo.rules.declared import Actions
from tavolo.rules.fields import demand, fields_text, values_of

_PHASES = ("lot", "throw", "falling", "marking", "over")
_FACES = ("?", "1", "2", "3", "4", "5", "cow")  # a die shows "?" before the first roll
_COLUMNS = "abcdefg"
_MARKS = ".xo"
_FIELDS = (
    "sheet",
    "real_dice",
    "first",
    "turn",
    "player",
    "phase",
    "rolls",
    "changes",
    "dice",
    "held",
    "last",
    "marks",
)


def card_text(card: int) -> str:
    """Raise ValueError: there are no cards."""
    raise ValueError("Kuh Vadis has no cards.")


def card_from_text(text: str) -> int:
    """Raise ValueError: there are no cards."""
    raise ValueError("Kuh Vadis has no cards.")


def cell_text(cell: int) -> str:
    """Return the text of a cell: "e3"."""
    return f"{_COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def cell_from_text(text: str) -> int:
    """Return the cell of a text; ValueError, in a sentence, when it is none."""
    if len(text) == 2 and text[0] in _COLUMNS and text[1] in "1234567":
        return (int(text[1]) - 1) * SIDE + _COLUMNS.index(text[0])
    raise ValueError(f"A cell reads like e3, not {text}.")


def face_text(face: int) -> str:
    """Return the text of a face: "4" or "cow"."""
    return _FACES[face]


def _face_from_text(text: str) -> int:
    if text in _FACES[1:]:
        return _FACES.index(text)
    raise ValueError(f"A face reads 1 to 5 or cow, not {text}.")


def _die_text(die: int) -> str:
    return str(die + 1)


def _die_from_text(text: str) -> int:
    return whole_number(text) - 1


_ACTIONS = Actions(
    ACTIONS,
    {"die": (_die_text, _die_from_text), "face": (face_text, _face_from_text), "cell": (cell_text, cell_from_text)},
)
action_text = _ACTIONS.text
action_from_text = _ACTIONS.from_text
public = _ACTIONS.public
actor = _ACTIONS.actor
action_card = _ACTIONS.card


def position_text(position: Position) -> str:
    """Return the text of a position."""
    marks = "".join([_MARKS[mark] for mark in position.marks])
    held = [str(die + 1) for die in range(DICE) if position.held >> die & 1]
    values = (
        str(position.sheet),
        str(position.real_dice),
        str(position.first),
        str(position.turn),
        str(position.player),
        _PHASES[position.phase],
        str(position.rolls),
        str(position.changes),
        ",".join([_FACES[face] for face in position.dice]),
        ",".join(held) or "-",
        "-" if position.last == NO_CELL else cell_text(position.last),
        "/".join([marks[row : row + SIDE] for row in range(0, CELLS, SIDE)]),
    )
    return fields_text(_FIELDS, values)


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, when it is none or its parts do not fit."""
    values = values_of(_FIELDS, text)
    sheet, real_dice, first, turn, player = [whole_number(value) for value in values[:5]]
    demand("sheet", 1 <= sheet <= len(SHEETS))
    demand("real_dice", 0 <= real_dice <= 1)
    demand("first", -1 <= first <= 1)
    demand("player", 0 <= player <= 1)
    demand("phase", values[5] in _PHASES)
    position = Position(sheet, real_dice, first, sheet_numbered(sheet))
    position.turn, position.player, position.phase = turn, player, _PHASES.index(values[5])
    position.rolls, position.changes = whole_number(values[6]), whole_number(values[7])
    faces = values[8].split(",")
    demand("dice", len(faces) == DICE and all([face in _FACES for face in faces]))
    position.dice = bytearray([_FACES.index(face) for face in faces])
    for die in [] if values[9] == "-" else values[9].split(","):
        number = whole_number(die)
        demand("held", 1 <= number <= DICE and not position.held >> (number - 1))
        position.held |= 1 << (number - 1)
    if values[10] != "-":
        position.last = cell_from_text(values[10])
    _place_marks(position, values[11])
    find_result(position)
    _check(position)
    return position


def _place_marks(position: Position, text: str) -> None:
    rows = text.split("/")
    demand("marks", len(rows) == SIDE and all([len(row) == SIDE for row in rows]))
    for cell, letter in enumerate("".join(rows)):
        demand("marks", letter in _MARKS)
        owner = position.cells[cell] - START + 1
        demand("marks", owner <= 0 or _MARKS.index(letter) == owner)
        position.marks[cell] = _MARKS.index(letter)


def _check(position: Position) -> None:
    """Raise ValueError, naming the field, unless everything fits together."""
    phase, rolls, changes = position.phase, position.rolls, position.changes
    demand("turn", position.turn >= 0 and (position.turn == 0) == (phase == DRAW_LOT))
    demand("rolls", rolls >= 0)
    demand("changes", 0 <= changes <= (MOST_CHANGES if rolls else 0))
    demand("phase", phase != DRAW_LOT or position.first < 0)
    demand("phase", (phase == OVER) == (position.result is not None))
    last = position.last
    demand("last", last == NO_CELL or position.marks[last] == position.player + 1)
    known = DICE - list(position.dice).count(0)
    if position.real_dice:
        demand("held", not position.held and not changes and phase != FALLING)
        demand("rolls", rolls < DICE if phase == THROW else rolls == DICE or phase == DRAW_LOT)
        demand("dice", all(position.dice[:rolls]) and (known == rolls or rolls == 0))
    else:
        demand("rolls", rolls <= (ROLLS if phase in (MARKING, OVER) else ROLLS - 1))
        demand("dice", known == DICE or (known == rolls == 0))
        demand("held", rolls > 0 or not position.held)
        demand("phase", phase != FALLING or position.held != ALL_HELD)
    if phase == MARKING:
        demand("dice", any([position.has_cell_of(face) for face in kinds(position.dice)]))
