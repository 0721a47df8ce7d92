"""A sheet of one's own in Kuh Vadis: as text, as a grid of signs, and what is unusual about it."""

from collections.abc import Sequence

from markupsafe import Markup

from tavolo.games.kuh_vadis.sheet import (
    COW,
    FACES,
    SIDE,
    START,
    SYMBOLS,
    can_connect,
    cell_text,
    cells_of,
    is_connected,
    sheet_of,
)
from tavolo.games.kuh_vadis.sheet import number_of as number_of_cells
from tavolo_host.display.parts.tags import drawn
from tavolo_host.games.kuh_vadis.display import SIGNS, face_drawn
from tavolo_host.texts.language import _
from tavolo_host.vector import inline_svg

PENS = tuple(SYMBOLS)
_UPSIDE_DOWN = {"X": "O", "O": "X"}


def number_of(text: str) -> int:
    """Return the number of a typed sheet; Unprintable says what is wrong with it."""
    return number_of_cells(cells_of(tuple(_rows(text))))


def text_of(number: int) -> str:
    """Return a sheet, own or built in, as one would type it."""
    symbols = [SYMBOLS[face - 1] for face in sheet_of(number)]
    return written([symbols[first : first + SIDE] for first in range(0, len(symbols), SIDE)])


def doubts(number: int) -> list[str]:
    """Return what is unusual about a sheet: of the real ones we know only our own guess."""
    cells = sheet_of(number)
    marks = bytearray(max(0, cell - START + 1) for cell in cells)
    found = []
    for player, who in enumerate((_("crosses"), _("circles"))):
        if is_connected(cells, marks, player):
            found.append(_("The starts of the {} are connected already.").format(who))
        elif not can_connect(cells, marks, player):
            found.append(_("The starts of the {} can never be connected.").format(who))
    missing = [str(face) if face != COW else _("cow") for face in FACES if face not in cells]
    if missing:
        found.append(_("No cell shows {}: dice with it mark nothing.").format(", ".join(missing)))
    rows = text_of(number).split("\n")
    if rows != ["".join(_UPSIDE_DOWN.get(symbol, symbol) for symbol in row) for row in reversed(rows)]:
        found.append(
            _("Our own sheets are their own mirror image from top to bottom, with crosses and circles exchanged.")
            + " "
            + _("This one is not, and may be better for one of you.")
        )
    return found


def grid(text: str) -> list[list[str]]:
    """Return the rows of signs that a text has so far, "" where it has none that is possible."""
    rows = [[symbol if symbol in SYMBOLS else "" for symbol in row[:SIDE]] for row in _rows(text)[:SIDE]]
    rows += [[] for _missing in range(SIDE - len(rows))]
    return [row + [""] * (SIDE - len(row)) for row in rows]


def written(rows: Sequence[Sequence[str]]) -> str:
    """Return the text of rows of signs, with a dot for each that is missing."""
    return "\n".join(" ".join(sign or "." for sign in row) for row in rows)


def possible(row: int, column: int) -> Sequence[str]:
    """Return the signs that may be at a place of the grid."""
    return PENS


def place(row: int, column: int) -> str:
    """Return the name of a place of the grid."""
    return cell_text(row * SIDE + column)


def name_of_row(row: int) -> str:
    """Return what stands before a row of the grid."""
    return str(row + 1)


def look(sign: str, row: int, column: int) -> tuple[Markup, str]:
    """Return the picture of a sign and its words."""
    if not sign:
        return Markup(""), _("nothing yet")
    if sign in "XO":
        shape, words = SIGNS["XO".index(sign)], (_("start of the crosses"), _("start of the circles"))
        shown, words_of_it = drawn("path", class_="print-start", d=shape), words["XO".index(sign)]
    else:
        number = SYMBOLS.index(sign) + 1
        shown, words_of_it = face_drawn(number, 1), _("cow") if number == COW else sign
    return inline_svg([shown], (-17, -17, 34, 34), size=(26, 26)), words_of_it


def _rows(text: str) -> list[str]:
    """Return the rows of a typed sheet: lines, or parts between strokes, or 49 symbols on end."""
    lines = ["".join(line.split()) for line in text.replace("/", "\n").split("\n")]
    rows = [line.upper().replace("C", "c") for line in lines if line]
    if len(rows) == 1 and len(rows[0]) == SIDE * SIDE:
        rows = [rows[0][first : first + SIDE] for first in range(0, SIDE * SIDE, SIDE)]
    return rows
