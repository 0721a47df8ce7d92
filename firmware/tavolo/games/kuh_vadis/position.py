"""Kuh Vadis: a position of the game. The rules are in `rules`.

Rulebook: course of the game (“Svolgimento del gioco”). Player 0 has the crosses, player 1 the circles. In texts dice
are counted from 1, and "0" is a die that shows nothing yet.
"""

from binascii import crc32

from tavolo.games.kuh_vadis.sheet import CELLS, DICE, FREE, START, adjacent, cell_from_text, cell_text, sheet_of
from tavolo.rules.contract import LEAST_OWN
from tavolo.rules.kinds import one_of

ALL_HELD = (1 << DICE) - 1
MOST_CHANGES = 10  # of the held dice, between two rolls
NO_CELL = -1

# Verbs, the first number of an action, and the fields of each (`tavolo.rules.declared`).
LOT, HOLD, ROLL, ROLLED, DONE, FACE, MARK = range(7)
ACTIONS = (
    "lot receiver",
    "hold player die",
    "roll player",
    "rolled faces",
    "done player",
    "face player face",
    "mark player cell",
)

# Phases: what comes next.
DRAW_LOT, THROW, FALLING, MARKING, OVER = range(5)

# The other fields of a position (`tavolo.rules.fields`), and the kinds of both.
FIELDS = (
    "turn",
    "player",
    "phase phase",
    "rolls",
    "dice faces",
    "held",
    "changes",
    "last cell",
    "blocked",
    "marks:7 marks",
)
KINDS = {
    "die": one_of("A die", "12345"),
    "face": one_of("A face", ("0", "1", "2", "3", "4", "5", "cow")),
    "cell": (cell_text, cell_from_text),
    "phase": one_of("A phase", ("lot", "throw", "falling", "marking", "over")),
    "mark": one_of("A mark", ".xo"),
}
FOLLOWING = ("blocked",)  # fields that follow from others: the digest leaves them out


class Position:
    """A game in progress.

    `cells` is the sheet (passed to a copy, to avoid parsing it again), `marks` has for each cell FREE or the marking
    player + 1. `turn` is the number of the turn (from 1; a further turn after four of a kind counts too), of `player`;
    if the turn follows four of a kind, `last` is the cell that was marked, else NO_CELL. `rolls` is how many rolls this
    turn has had or, with real dice, how many faces were entered. `dice` show a face or 0, until the next roll. `held`
    has a bit for each die that is put aside, and `changes` counts how often that was changed since the last roll.
    `blocked` has a bit for each player who cannot connect the starts any more.
    """

    def __init__(self, players: int, options: tuple[int, ...], dealt: bool, cells: bytes = b"") -> None:
        self.players = players
        self.options = options
        self.dealt = dealt
        sheet, self.real_dice, first = options
        self.cells = cells or sheet_of(sheet)
        self.turn = 0 if first < 0 else 1
        self.player = max(0, first)
        self.phase = DRAW_LOT if first < 0 else THROW
        self.rolls = 0
        self.dice = bytearray(DICE)
        self.held = 0
        self.changes = 0
        self.last = NO_CELL
        self.marks = bytearray([cell - START + 1 if cell >= START else FREE for cell in self.cells])
        self.blocked = 0

    def copy(self) -> "Position":
        """Return an independent copy."""
        other = Position(self.players, self.options, self.dealt, self.cells)
        other.turn = self.turn
        other.player = self.player
        other.phase = self.phase
        other.rolls = self.rolls
        other.dice = self.dice[:]
        other.held = self.held
        other.changes = self.changes
        other.last = self.last
        other.marks = self.marks[:]
        other.blocked = self.blocked
        return other

    def may_mark(self, cell: int) -> bool:
        """Return whether a cell is free and, if it must be, adjacent to the last (rulebook: course of the game)."""
        return self.marks[cell] == FREE and (self.last == NO_CELL or adjacent(self.last, cell))

    def has_cell_of(self, face: int) -> bool:
        """Return whether a cell with the face may be marked in this turn (rulebook: course of the game)."""
        for cell in range(CELLS):
            if self.cells[cell] == face and self.may_mark(cell):
                return True
        return False


def digest(position: Position) -> int:
    """Return 32 bits of the public position; who is blocked follows from the marks."""
    sheet, real_dice, first = position.options
    turn, own = position.turn, 0
    if sheet >= LEAST_OWN:
        sheet, own = 0, crc32(position.cells)
    begun = (sheet, real_dice, first + 1, turn >> 8 & 255, turn & 255, position.player)
    thrown = (position.phase, position.rolls, position.held, position.changes, position.last + 1)
    return crc32(bytearray(begun + thrown) + position.dice + position.marks, own) & 0xFFFFFFFF
