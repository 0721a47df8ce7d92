"""Tanz der Hornochsen: its tiles, and a position of the game. The rules are in `rules`.

Rulebook: playing tiles (“Come si giocano le tessere?”), happy cows (“Le Mucche Felici”). Tiles are 0-98, a tile's
number less one. Rows are 0-11: L1-L6, R1-R6.
"""

from binascii import crc32

from tavolo.games.tanz_der_hornochsen import CARDS
from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES, ROWS, Board, board_of
from tavolo.rules.contract import whole_number
from tavolo.rules.kinds import one_of

HAND = 6  # tiles dealt, and drawn by a player who has none
MOST_IN_HAND = 9
FIRST_ROWS = 4  # rows that are active

# Verbs, the first number of an action, and the fields of each (`tavolo.rules.declared`).
DEAL, TURN, DRAW, REVEAL, BUY, CHOOSE, SHOW, KEEP, STOP = range(9)
ACTIONS = (
    "deal / cards:6",
    "turn card",
    "draw receiver number / cards",
    "reveal cards",
    "buy player number",
    "choose player / card",
    "show player card",
    "keep player / card",
    "stop player",
)

# Phases: what comes next. In drawing `actor` has bought `amount` tiles; in keeping `actor` keeps of the tiles `taken`
# from a row; in refilling the first player of `drawing` has no tile.
DEALING, TURNING, CHOOSING, DRAWING, REVEALING, KEEPING, REFILLING, OVER = range(8)

# Where a tile publicly is: 1-12 for a row, counted from 1.
UNSEEN = 0  # in the reserve or in a hand
SHOWN = 13  # chosen, and not placed yet
IN_BOX = 14  # in the box, or in the hand of a player who drew from it
TAKEN = 15  # TAKEN + g: in the hand of the player of group g, or as IN_BOX


def _tile_text(tile: int) -> str:
    return str(tile + 1)


def _tile_from_text(text: str) -> int:
    number = whole_number(text)
    if not 1 <= number <= CARDS:
        raise ValueError(f"A tile is a number from 1 to {CARDS}, not {text}.")
    return number - 1


def _choice_text(choice: int) -> str:
    return f"{(choice >> 3) + 1}:{choice & 7}"


def _choice_from_text(text: str) -> int:
    tile, _, player = text.partition(":")
    return _tile_from_text(tile) << 3 | _PLAYER[1](player)


def _crossing_text(crossing: int) -> str:
    return f"{crossing >> 3}:{crossing & 7}"


def _crossing_from_text(text: str) -> int:
    eye, _, player = text.partition(":")
    return whole_number(eye) << 3 | _PLAYER[1](player)


# The other fields of a position (`tavolo.rules.fields`), and the kinds of both. Behind a row's tiles "1" means nothing.
FIELDS = (
    "phase phase",
    "round, reserve, box",
    "late, is_double, is_open, opens, reached",
    "actor, amount",
    "pawns, held, kept, drew, bought, chosen, left",
    "lengths",
    "rows:6 cards",
    "where by cards",
    "owners, kept_of",
    "queue choices, crossed crossings",
    "taken cards, drawing",
    "hands cards own",
    "sealed cards sealed",
    "reserve_tiles cards closed, box_tiles cards closed",
)
_PLAYER = one_of("A player", "01234567")
KINDS = {
    "card": (_tile_text, _tile_from_text),
    "choice": (_choice_text, _choice_from_text),
    "crossing": (_crossing_text, _crossing_from_text),
    "phase": one_of("A phase", ("deal", "turn", "choose", "draw", "reveal", "keep", "refill", "over")),
}
FOLLOWING = ("active",)  # fields that follow from others: the digest leaves them out


class Position:
    """A game in progress.

    Public: `rows` has the tiles, row * MOST_SPACES + space, `lengths` how many lie in each row, `active` the active
    rows, in order. `pawns` are the spaces of the pawns, `held` the number of tiles in each hand, `kept` how many of
    them, including those chosen and sealed, came from rows or the box; `drew` is 1 for a player with tiles from the
    box. For this round `bought` says who has bought, `chosen` how many tiles were chosen, `left` how many are to be
    chosen, `crossed` who has reached or passed which bull's eye, eye * 8 + player. `queue` has the tiles that are
    shown and not placed, tile * 8 + player, ascending. `where` has the place of each tile. The tiles of a completed row
    are a group: `owners` and `kept_of` have who took them, and how many of them are kept and have not come back; a
    group whose number is 0 is free. `late` says that the reserve was empty when the round began, `is_double` and
    `is_open` are the kind of round, `opens` says whether the next one is open, `reached` whether a pawn was on the
    heap.

    Secret, and None or UNKNOWN if unknown: `hands`, `sealed` (`tavolo.rules.sealed`), `reserve_tiles` and
    `box_tiles`; all but `sealed` are sorted.
    """

    def __init__(self, players: int, options: tuple[int, ...], dealt: bool, its_board: "Board | None" = None) -> None:
        self.players = players
        self.options = options
        board, self.bought_bonus, self.least_kept, self.box_refills = options
        self.board = its_board or board_of(board)
        self.dealt = dealt
        self.phase = DEALING
        self.reserve = CARDS
        self.round = self.box = self.actor = self.amount = 0
        self.late = self.is_double = self.is_open = self.opens = self.reached = False
        self.rows = bytearray(ROWS * MOST_SPACES)
        self.lengths = bytearray(ROWS)
        self.active: list[int] = []
        self.pawns = [0] * players
        self.held = bytearray(players)
        self.kept = bytearray(players)
        self.drew = bytearray(players)
        self.bought = bytearray(players)
        self.chosen = bytearray(players)
        self.left = bytearray(players)
        self.queue: list[int] = []
        self.crossed: list[int] = []
        self.drawing: list[int] = []
        self.taken: list[int] = []
        self.where = bytearray(CARDS)
        self.owners = bytearray()
        self.kept_of = bytearray()
        self.hands: list[list[int] | None] = [None] * players
        self.sealed: list[list[int]] = [[] for _ in range(players)]
        self.reserve_tiles: list[int] | None = None
        self.box_tiles: list[int] | None = None

    def copy(self) -> "Position":
        """Return an independent copy."""
        other = Position(self.players, self.options, self.dealt, self.board)
        other.phase, other.round, other.reserve, other.box = self.phase, self.round, self.reserve, self.box
        other.late, other.is_double, other.is_open = self.late, self.is_double, self.is_open
        other.opens, other.reached = self.opens, self.reached
        other.actor, other.amount = self.actor, self.amount
        other.rows, other.lengths, other.active = self.rows[:], self.lengths[:], self.active[:]
        other.pawns, other.held, other.kept, other.drew = self.pawns[:], self.held[:], self.kept[:], self.drew[:]
        other.bought, other.chosen, other.left = self.bought[:], self.chosen[:], self.left[:]
        other.queue, other.crossed = self.queue[:], self.crossed[:]
        other.drawing, other.taken = self.drawing[:], self.taken[:]
        other.where, other.owners, other.kept_of = self.where[:], self.owners[:], self.kept_of[:]
        other.hands = [None if hand is None else hand[:] for hand in self.hands]
        other.sealed = [tiles[:] for tiles in self.sealed]
        other.reserve_tiles = None if self.reserve_tiles is None else self.reserve_tiles[:]
        other.box_tiles = None if self.box_tiles is None else self.box_tiles[:]
        return other

    def row(self, row: int) -> list[int]:
        """Return the tiles of a row, in order."""
        first = row * MOST_SPACES
        return list(self.rows[first : first + self.lengths[row]])

    def lay(self, tile: int, row: int) -> None:
        """Lay a tile on the next free space of a row (rulebook: playing tiles)."""
        self.rows[row * MOST_SPACES + self.lengths[row]] = tile
        self.lengths[row] += 1
        self.where[tile] = row + 1

    def shows_cow(self) -> bool:
        """Return whether an active row shows a happy cow, so that points are bonuses (rulebook: happy cows)."""
        return self.cow_row() >= 0

    def cow_row(self) -> int:
        """Return the first active row that shows a happy cow, -1 if none does (rulebook: happy cows)."""
        for row in self.board.cow_rows:
            if 0 < self.lengths[row] < self.board.cows_until[row]:
                return row
        return -1


def digest(position: Position) -> int:
    """Return 32 bits of the public position; of secrets it has only the number."""
    rules = position.bought_bonus << 2 | position.least_kept << 1 | position.box_refills
    kinds = position.late << 3 | position.is_double << 2 | position.is_open << 1 | position.opens
    own = position.board.own
    numbers = [
        0 if own else position.options[0],
        rules,
        position.players,
        position.phase,
        position.round & 255,
        position.round >> 8,
    ]
    numbers += [position.reserve, position.box, kinds, position.reached, position.actor, position.amount]
    for pawn in position.pawns:
        numbers += (pawn & 255, pawn >> 8)
    queue = position.queue
    for tiles in ([tile >> 3 for tile in queue], [tile & 7 for tile in queue], position.taken, position.drawing):
        numbers.append(len(tiles))
        numbers += tiles
    numbers += [len(tiles) for tiles in position.sealed]
    for crossing in position.crossed:
        numbers += (crossing >> 3, crossing & 7)
    check = crc32(position.where, crc32(position.rows, crc32(position.lengths, crc32(bytes(numbers), own))))
    hands = position.held + position.kept + position.drew + position.bought + position.chosen + position.left
    return crc32(position.owners, crc32(position.kept_of, crc32(hands, check))) & 0xFFFFFFFF
