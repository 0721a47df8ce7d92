"""Yellowstone Park: its cards (rulebook: animal cards, “Carte degli Animali”), and a position, which `rules` moves.

Cards are the 28 faces 0-27: colour * 7 + number - 1, with the colours of `COLOURS`; the box has two of each, which are
not distinguished. Columns are 0-6, in texts a-g. A row is a number. A frame (`frames`) is named after its first column
and first row: "d3" are columns d-f and rows 3-5, "d7" is the edge frame of rows 7 and 1.
As a colour is in one column only, the board is a number of 28 bits, bit n for face n, and a column for each colour;
28 bits are a small integer on the chip too.
"""

from array import array
from binascii import crc32

from tavolo.games.yellowstone_park import CARDS
from tavolo.rules.contract import NO_CARD
from tavolo.rules.kinds import one_of, some_of, suits

COLOURS = ("blue", "yellow", "green", "red")
NUMBERS = 7  # of each colour; also the rows and the columns of the board
COLUMNS = "abcdefg"
COPIES = 2  # of each face
HAND = 6  # cards that are dealt, and to which a hand is refilled
CENTRE = 3  # the column of the first card
NO_COLUMN = NUMBERS  # of a colour that is not on the board
FIRST_SPACE = 5  # of the score track, where markers begin
NEUTRAL_SPACE = 7  # where the neutral marker begins
ALWAYS_REFILL = 3  # up to this many players must draw after two cards

# Verbs, the first number of an action, and the fields of each (`tavolo.rules.declared`).
DEAL, TURN_UP, PLACE, KEEP, STOP, REFILL, SHUFFLE, DRAW = range(8)
ACTIONS = (
    "deal / cards:6",
    "turn-up card",
    "place player card column",
    "keep player frame",
    "stop player",
    "refill player",
    "shuffle player",
    "draw receiver number / cards",
)

# What comes next. In the first two and the two of drawing chance acts, in OVER nobody.
BEFORE_DEAL, FIRST_CARD, PLACING, KEEPING, REFILLING, CHOOSING_PILE, DRAWING, DRAWING_OWN, OVER = range(9)
PHASES = ("deal", "first-card", "place", "keep", "refill", "choose-pile", "draw", "draw-own", "over")
BY_CHANCE: tuple[int, ...] = (BEFORE_DEAL, FIRST_CARD, DRAWING, DRAWING_OWN)

# Where a card may be, as far as the table knows: a mark is a sum of these. The hand of player p is 1 << p, the penalty
# pile PENALTY << p.
PILE = 1 << 5
PENALTY = 1 << 6
PENALTIES = 0b11111 << 6
BOARD = 1 << 11
PLACES = [f"hand{player}" for player in range(5)] + ["pile"] + [f"penalty{player}" for player in range(5)] + ["board"]

# The other fields of a position (`tavolo.rules.fields`), and the kinds of both. The marks read
# "hand0+pile:blue-1,blue-1,red-7/penalty0:green-3/board:red-6".
FIELDS = (
    "phase phase",
    "turn",
    "placed",
    "card card",
    "columns column",
    "hand_counts",
    "penalty_counts",
    "pile_count",
    "markers",
    "neutral",
    "marks:2 mark by cards",
    "hands cards own",
    "penalties cards closed",
    "pile cards closed",
)
KINDS = {
    "card": suits("A card reads like green-5", COLOURS, NUMBERS),
    "column": one_of("A column", COLUMNS + "-"),
    "frame": one_of("A frame", [column + row for row in "123457" for column in "abcde"]),
    "mark": some_of("A place", PLACES),
    "phase": one_of("A phase", PHASES),
}
# Fields that follow from others: the digest leaves them out.
FOLLOWING = ("board", "doubles", "mixed", "frames", "results")


class Position:
    """A game in progress.

    `phase` is one of the above, `turn` counts turns from 0, in which `placed` cards have been laid; `card` is the one
    for which a frame has to be chosen, `frames` those that are offered, `results` what each keeps. `board` and
    `doubles` have a bit for each face that is on the board once and twice, `columns` the column of each colour. `marks`
    has for both cards of each face (2 * face, 2 * face + 1) where it may be; `hand_counts`, `penalty_counts` and
    `pile_count` say how many cards are there. All this is public. `mixed` has the hands into which everything that may
    be in the draw pile may have been drawn: another draw adds no information, so nothing is recomputed.

    `hands` has the sorted cards of each player, or None if unknown; `penalties` and `pile` are None unless the position
    knows every card.
    """

    def __init__(self, players: int, options: tuple[int, ...], dealt: bool) -> None:
        self.players = players
        self.options = options
        self.end_after, self.reaching, self.neutral_marker, self.edge_frame = options
        self.dealt = dealt
        self.phase = BEFORE_DEAL
        self.turn = 0
        self.placed = 0
        self.card = NO_CARD
        self.frames: list[int] = []  # never changed, only replaced
        self.results: list[int] = []
        self.board = 0
        self.doubles = 0
        self.columns = bytearray(bytes((NO_COLUMN,)) * len(COLOURS))
        self.markers = bytearray(bytes((FIRST_SPACE,)) * players)
        self.neutral = NEUTRAL_SPACE
        self.hand_counts = bytearray(players)
        self.penalty_counts = bytearray(players)
        self.pile_count = CARDS * COPIES
        self.mixed = 0
        self.marks = array("H", [PILE] * (CARDS * COPIES))
        self.hands: list[list[int] | None] = [[] if dealt else None for _ in range(players)]
        self.penalties: list[list[int]] | None = [[] for _ in range(players)] if dealt else None
        self.pile: list[int] | None = [copy // COPIES for copy in range(CARDS * COPIES)] if dealt else None

    def copy(self) -> "Position":
        """Return an independent copy."""
        other = Position(self.players, self.options, False)
        other.dealt = self.dealt
        other.phase = self.phase
        other.turn = self.turn
        other.placed = self.placed
        other.card = self.card
        other.frames = self.frames
        other.results = self.results
        other.board = self.board
        other.doubles = self.doubles
        other.columns = self.columns[:]
        other.markers = self.markers[:]
        other.neutral = self.neutral
        other.hand_counts = self.hand_counts[:]
        other.penalty_counts = self.penalty_counts[:]
        other.pile_count = self.pile_count
        other.mixed = self.mixed
        other.marks = self.marks[:]
        other.hands = [None if hand is None else hand[:] for hand in self.hands]
        other.penalties = self.penalties and [cards[:] for cards in self.penalties]
        other.pile = self.pile if self.pile is None else self.pile[:]
        return other

    def source(self) -> list[int] | None:
        """Return the pile from which cards are drawn now, None if unknown."""
        if self.penalties is not None and self.phase == DRAWING_OWN:
            return self.penalties[self.turn % self.players]
        return self.pile


def digest(position: Position) -> int:
    """Return 32 bits of the public position; board and doubles follow from the marks."""
    numbers = bytes(
        (
            position.players,
            position.phase,
            position.turn >> 8 & 255,
            position.turn & 255,
            position.placed,
            position.card - NO_CARD,
            position.pile_count,
            position.neutral,
        )
    )
    check = crc32(numbers + bytes(position.options) + position.columns + position.markers)
    check = crc32(position.hand_counts + position.penalty_counts, check)
    return crc32(position.marks, check) & 0xFFFFFFFF
