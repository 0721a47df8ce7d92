"""A board of one's own in Tanz der Hornochsen: as text, as a grid of signs, and what is unusual about it.

The grid has a row for each row of the board, with its bull's head last, and six for the track.
"""

from collections.abc import Sequence

from markupsafe import Markup

from tavolo.games.tanz_der_hornochsen.board import HEAP, MOST_SPACES, ROW_NAMES, ROWS, Board, board_of
from tavolo.games.tanz_der_hornochsen.board import number_of as number_of_board
from tavolo_host.display.parts.tags import drawn, joined
from tavolo_host.games.tanz_der_hornochsen.board_picture import BULL, COW
from tavolo_host.texts.language import _
from tavolo_host.vector import inline_svg

SIGNS = ("0", "1", "2", "3", "4", "5", "C", "D")
PENS = (*SIGNS, "")  # the last for a space that a row does not have
FEWEST_SPACES = 3
BULLS = tuple([str(points) for points in range(5, 13)])
TEN = 10  # spaces of the track in a row of the grid
EYES = 2  # on our own board


def number_of(text: str) -> int:
    """Return the number of a typed board; Unprintable says what is wrong with it."""
    return number_of_board(Board("\n".join(_lines(text))))


def text_of(number: int) -> str:
    """Return a board, own or built in, as one would type it."""
    board = board_of(number)
    rows = [
        [board.sign(row, space) if space < board.spaces[row] else "" for space in range(MOST_SPACES)]
        + [str(board.bulls[row])]
        for row in range(ROWS)
    ]
    return written(rows + _track([str(eye) for eye in board.eyes]))


def doubts(number: int) -> list[str]:
    """Return what is unusual about a board: of the real one we know only our own guess."""
    board = board_of(number)
    found = []
    wasted = [ROW_NAMES[row] for row in range(ROWS) if board.pats[row * MOST_SPACES]]
    if wasted:
        found.append(_("On the first space of a row a pat brings nobody points: {}.").format(", ".join(wasted)))
    if not board.cow_rows:
        found.append(_("No row has a happy cow."))
    if len(board.eyes) != EYES:
        found.append(_("Our own board has two bull's eyes; this one has {}.").format(len(board.eyes)))
    return found


def grid(text: str) -> list[list[str]]:
    """Return the rows of signs that a text has so far, "" where it has none that is possible."""
    lines = {name: rest for name, _colon, rest in (line.partition(":") for line in _lines(text))}
    rows = []
    for name in ROW_NAMES:
        spaces, _bar, bull = lines.get(name, "").partition("|")
        signs = [sign if sign in SIGNS else "" for sign in spaces.split()[:MOST_SPACES]]
        rows.append([*signs, *[""] * (MOST_SPACES - len(signs)), bull.strip() if bull.strip() in BULLS else ""])
    return rows + _track(lines.get("eyes", "").split())


def written(rows: Sequence[Sequence[str]]) -> str:
    """Return the text of rows of signs."""
    lines = [
        f"{name}: {' '.join(filter(None, row[:-1]))} | {row[-1]}" for name, row in zip(ROW_NAMES, rows, strict=False)
    ]
    eyes = [sign for row in rows[ROWS:] for sign in row if sign]
    return "\n".join([*lines, "eyes: " + " ".join(eyes)])


def possible(row: int, column: int) -> Sequence[str]:
    """Return the signs that may be at a place of the grid."""
    if row >= ROWS:
        return ("", str(_space_at(row, column)))
    if column == MOST_SPACES:
        return BULLS
    return SIGNS if column < FEWEST_SPACES else ("", *SIGNS)


def place(row: int, column: int) -> str:
    """Return the name of a place of the grid."""
    if row >= ROWS:
        return _("space {} of the track").format(_space_at(row, column))
    name = ROW_NAMES[row]
    return _("bull's head of {}").format(name) if column == MOST_SPACES else f"{name}, {column + 1}"


def name_of_row(row: int) -> str:
    """Return what stands before a row of the grid."""
    if row < ROWS:
        return ROW_NAMES[row]
    return _("Bull's eyes on the track") if row == ROWS else ""


def look(sign: str, row: int, column: int) -> tuple[Markup, str]:
    """Return the picture of a sign and its words."""
    if row >= ROWS:
        shown = drawn("text", _space_at(row, column), class_="print-words", y=5)
        return _picture(shown), _("bull's eye") if sign else _("no bull's eye")
    if not sign:
        return Markup(""), _("no space") if column >= FEWEST_SPACES and column < MOST_SPACES else _("nothing yet")
    points = drawn("text", sign, class_="horn-points", y=4)
    if column == MOST_SPACES:
        return _picture(drawn("path", class_="horn-bull", d=BULL), points), sign
    if sign == "C":
        return _picture(drawn("path", class_="horn-cow", d=COW)), _("happy cow")
    if sign == "D":
        return _picture(drawn("text", "×2", class_="horn-double", y=4)), _("double play")
    if sign == "0":
        return _picture(drawn("circle", class_="print-plain", r=2)), _("plain space")
    pat = drawn("ellipse", class_="horn-pat", rx=8.5, ry=6.5)
    return _picture(pat, points), _("cow pat worth {}").format(sign)


def _picture(*content: Markup) -> Markup:
    return inline_svg([joined(*content)], (-12, -12, 24, 24), size=(26, 26))


def _space_at(row: int, column: int) -> int:
    return (row - ROWS) * TEN + column + 1


def _track(eyes: Sequence[str]) -> list[list[str]]:
    signs = [str(space) if str(space) in eyes else "" for space in range(1, HEAP)]
    return [signs[first : first + TEN] for first in range(0, len(signs), TEN)]


def _lines(text: str) -> list[str]:
    """Return the lines of a typed board, or its parts between strokes."""
    return [line.strip() for line in text.replace("/", "\n").split("\n") if line.strip()]
