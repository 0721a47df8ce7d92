"""The boards of Tanz der Hornochsen (rulebook: material, “Materiale di Gioco”): as printed, and as the rules use them.

A line is a row, top to bottom, the left column before the right one: its ordinary spaces in order (0 plain, a number a
cow pat worth that many points, C a happy cow, D a double-play space), then "|" and the points of its bull's head, which
is one more space. The last line lists the spaces of the score track that are bull's eyes. A board that breaks a
constraint is refused.

The number of an own board, not one of BOARDS, is a bit, one for each space of the track from 1 on, and for each row
three for each possible space (its place in _SIGNS), two for how many it has, and three for its bull's head.
"""

from binascii import crc32

from tavolo.rules.contract import LEAST_OWN, Unprintable

HOUSE_BOARD = """
L1: 0 0 0 0 0 | 8
L2: 0 0 4 5 | 7
L3: 0 0 0 1 2 | 6
L4: 0 0 0 0 | 9
L5: 0 0 1 2 3 4 | 5
L6: 0 C C 0 | 10
R1: D D D D | 5
R2: 0 0 3 | 12
R3: 0 0 0 0 1 1 | 6
R4: 0 2 0 2 | 8
R5: 0 0 0 5 | 11
R6: 0 C 1 0 3 | 7
eyes: 40 50
"""

ROWS = 12
ROW_NAMES = ("L1", "L2", "L3", "L4", "L5", "L6", "R1", "R2", "R3", "R4", "R5", "R6")
MOST_SPACES = 6  # ordinary spaces of a row, without the bull's head
HEAP = 60  # the last space of the score track: the dung heap
_FEWEST_SPACES = 3
_PATS = (1, 5)  # points, least and most
_BULLS = (5, 12)
_SIGNS = "012345CD"

# In the number of an own board: bits of a space, of how many there are, of a bull's head, of a row.
_SPACE, _COUNT, _BULL = 3, 2, 3
_ROW = MOST_SPACES * _SPACE + _COUNT + _BULL

_LINES = "A board has the 12 rows {} and the eyes."
_NO_DOUBLE = "One row of a board has double-play spaces."
_EYES = "The eyes are spaces from {} to {}, in ascending order."
_NO_BULL = "Row {} ends with | and the points of its bull's head."
_SPACES = "Row {} has {} to {} spaces with the bull's head."
_BULL_POINTS = "The bull's head of row {} is worth {} to {}."
_SECOND_DOUBLE = "Only one row of a board has double-play spaces."
_PARTLY_DOUBLE = "All ordinary spaces of row {} are double-play spaces, or none."
_OTHER_SIGN = "A space of row {} is 0, a cow pat worth {} to {}, C or D."
_NO_BOARD = "No board has this number."
CONSTRAINTS = (
    _LINES,
    _NO_DOUBLE,
    _EYES,
    _NO_BULL,
    _SPACES,
    _BULL_POINTS,
    _SECOND_DOUBLE,
    _PARTLY_DOUBLE,
    _OTHER_SIGN,
    _NO_BOARD,
)


class Board:
    """A board, which is public and never changes.

    `spaces` has the number of ordinary spaces of each row; `pats` the points of each space, row * MOST_SPACES + space,
    or 0; `bulls` the points of each row's bull's head. `cows` has the spaces of each row's happy cows;
    a row in `cow_rows` shows one until `cows_until` tiles lie in it. `double_row` has the double-play spaces. `eyes`
    are the bull's eyes on the track. `own` is 0 for one of BOARDS, and a digest of what is printed on any other.
    """

    def __init__(self, text: str) -> None:
        """Parse a board as above; Unprintable names the broken constraint (rulebook: material)."""
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        names = tuple([line.partition(":")[0] for line in lines])
        _demand(names == ROW_NAMES + ("eyes",), _LINES, " ".join(ROW_NAMES))
        self.own = 0
        self.spaces = bytearray(ROWS)
        self.pats = bytearray(ROWS * MOST_SPACES)
        self.bulls = bytearray(ROWS)
        self.cows: list[list[int]] = [[] for _ in range(ROWS)]
        self.cow_rows: list[int] = []
        self.cows_until = bytearray(ROWS)
        self.double_row = -1
        for row in range(ROWS):
            self._read_row(row, lines[row].partition(":")[2])
        _demand(self.double_row >= 0, _NO_DOUBLE)
        eyes = [_number(word, (1, HEAP - 1), _EYES) for word in lines[ROWS].partition(":")[2].split()]
        _demand(eyes == sorted(set(eyes)), _EYES, 1, HEAP - 1)
        self.eyes = tuple(eyes)

    def _read_row(self, row: int, text: str) -> None:
        """Parse the spaces of a row; Unprintable as above (rulebook: material)."""
        name = ROW_NAMES[row]
        ordinary, bar, bull = text.partition("|")
        signs = ordinary.split()
        fewest, most = _FEWEST_SPACES, MOST_SPACES
        _demand(bar == "|", _NO_BULL, name)
        _demand(fewest <= len(signs) <= most, _SPACES, name, fewest + 1, most + 1)
        self.spaces[row] = len(signs)
        self.bulls[row] = _number(bull, _BULLS, _BULL_POINTS, name)
        if "D" in signs:
            _demand(self.double_row < 0, _SECOND_DOUBLE)
            _demand(signs == ["D"] * len(signs), _PARTLY_DOUBLE, name)
            self.double_row = row
            return
        for space, sign in enumerate(signs):
            if sign == "C":
                self.cows[row].append(space)
                self.cows_until[row] = space + 1
            elif sign != "0":
                self.pats[row * MOST_SPACES + space] = _number(sign, _PATS, _OTHER_SIGN, name)
        if self.cows_until[row]:
            self.cow_rows.append(row)

    def sign(self, row: int, space: int) -> str:
        """Return what an ordinary space shows, as in a board's text."""
        if row == self.double_row:
            return "D"
        return "C" if space in self.cows[row] else str(self.pats[row * MOST_SPACES + space])


def _number(text: str, limits: tuple[int, int], constraint: str, *name: str) -> int:
    """Return the number of a text; Unprintable, with the constraint and its limits, if it is not within them."""
    least, most = limits
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    _demand(least <= number <= most, constraint, *(name + limits))
    return number


def _demand(fits: bool, constraint: str, *values: "int | str") -> None:
    if not fits:
        raise Unprintable(constraint, *values)


BOARDS = (Board(HOUSE_BOARD),)  # counted from 1 by the option "board"
_latest: "dict[int, Board]" = {}  # of an owner, the one that was used last, by its number


def board_of(number: int) -> Board:
    """Return a board, one of BOARDS or an own one; Unprintable if there is no such board."""
    if number < LEAST_OWN:
        return BOARDS[number - 1]
    if number not in _latest:
        board = Board(_text_of(number))
        if number_of(board) != number:
            raise Unprintable(_NO_BOARD)
        board.own = crc32(number.to_bytes(_BYTES, "little")) or 1
        _latest.clear()
        _latest[number] = board
    return _latest[number]


_BYTES = (1 + HEAP - 1 + ROWS * _ROW + 7) // 8


def number_of(board: Board) -> int:
    """Return the number of an own board with what is printed on this one."""
    number = 1
    for space in range(1, HEAP):
        number = number << 1 | (space in board.eyes)
    for row in range(ROWS):
        for space in range(MOST_SPACES):
            sign = board.sign(row, space) if space < board.spaces[row] else "0"
            number = number << _SPACE | _SIGNS.index(sign)
        number = number << _COUNT | board.spaces[row] - _FEWEST_SPACES
        number = number << _BULL | board.bulls[row] - _BULLS[0]
    return number


def _text_of(number: int) -> str:
    """Return the text of an own board; of another number, one that is refused or that belongs to another number."""
    lines = []
    for row in range(ROWS):
        bits = number >> (ROWS - 1 - row) * _ROW
        spaces = (bits >> _BULL & 3) + _FEWEST_SPACES
        signs = [_SIGNS[bits >> _BULL + _COUNT + (MOST_SPACES - 1 - space) * _SPACE & 7] for space in range(spaces)]
        lines.append("{}: {} | {}".format(ROW_NAMES[row], " ".join(signs), (bits & 7) + _BULLS[0]))
    eyes = [str(space) for space in range(1, HEAP) if number >> ROWS * _ROW + HEAP - 1 - space & 1]
    return "\n".join(lines + ["eyes: " + " ".join(eyes)])
