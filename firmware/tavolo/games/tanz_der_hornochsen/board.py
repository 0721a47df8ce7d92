"""The boards of Tanz der Hornochsen (rulebook: material, “Materiale di Gioco”): as printed, and as the rules use them.

Owners of another board write it into BOARDS, and raise the limit of the option `board`. A line is a row, top to bottom,
the left column before the right one: its ordinary spaces in order (0 plain, a number a cow pat worth that many points,
C a happy cow, D a double-play space), then "|" and the points of its bull's head, which is one more space. The last
line lists the spaces of the score track that are bull's eyes. A board that breaks a constraint is refused.
"""

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


class Board:
    """A board, which is public and never changes.

    `spaces` has the number of ordinary spaces of each row; `pats` the points of each space, row * MOST_SPACES + space,
    or 0; `bulls` the points of each row's bull's head. `cows` has the spaces of each row's happy cows;
    a row in `cow_rows` shows one until `cows_until` tiles lie in it. `double_row` has the double-play spaces. `eyes`
    are the bull's eyes on the track.
    """

    def __init__(self, text: str) -> None:
        """Parse a board as above; ValueError names the broken constraint (rulebook: material)."""
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        names = tuple([line.partition(":")[0] for line in lines])
        _demand(names == ROW_NAMES + ("eyes",), "A board has the 12 rows {} and the eyes.".format(" ".join(ROW_NAMES)))
        self.spaces = bytearray(ROWS)
        self.pats = bytearray(ROWS * MOST_SPACES)
        self.bulls = bytearray(ROWS)
        self.cows: list[list[int]] = [[] for _ in range(ROWS)]
        self.cow_rows: list[int] = []
        self.cows_until = bytearray(ROWS)
        self.double_row = -1
        for row in range(ROWS):
            self._read_row(row, lines[row].partition(":")[2])
        _demand(self.double_row >= 0, "One row of a board has double-play spaces.")
        constraint = "The eyes are spaces from {} to {}, in ascending order."
        eyes = [_number(word, (1, HEAP - 1), constraint) for word in lines[ROWS].partition(":")[2].split()]
        _demand(eyes == sorted(set(eyes)), constraint.format(1, HEAP - 1))
        self.eyes = tuple(eyes)

    def _read_row(self, row: int, text: str) -> None:
        """Parse the spaces of a row; ValueError as above (rulebook: material)."""
        name = ROW_NAMES[row]
        ordinary, bar, bull = text.partition("|")
        signs = ordinary.split()
        fewest, most = _FEWEST_SPACES, MOST_SPACES
        _demand(bar == "|", f"Row {name} ends with | and the points of its bull's head.")
        _demand(fewest <= len(signs) <= most, f"Row {name} has {fewest + 1} to {most + 1} spaces with the bull's head.")
        self.spaces[row] = len(signs)
        self.bulls[row] = _number(bull, _BULLS, f"The bull's head of row {name} is worth {{}} to {{}}.")
        if "D" in signs:
            _demand(self.double_row < 0, "Only one row of a board has double-play spaces.")
            _demand(signs == ["D"] * len(signs), f"All ordinary spaces of row {name} are double-play spaces, or none.")
            self.double_row = row
            return
        for space, sign in enumerate(signs):
            if sign == "C":
                self.cows[row].append(space)
                self.cows_until[row] = space + 1
            elif sign != "0":
                constraint = f"A space of row {name} is 0, a cow pat worth {{}} to {{}}, C or D."
                self.pats[row * MOST_SPACES + space] = _number(sign, _PATS, constraint)
        if self.cows_until[row]:
            self.cow_rows.append(row)


def _number(text: str, limits: tuple[int, int], constraint: str) -> int:
    """Return the number of a text; ValueError, with the constraint and its limits, if it is not within them."""
    least, most = limits
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    _demand(least <= number <= most, constraint.format(least, most))
    return number


def _demand(fits: bool, constraint: str) -> None:
    if not fits:
        raise ValueError(constraint)


BOARDS = (Board(HOUSE_BOARD),)  # counted from 1 by the option "board"
