"""Bambuti: its masks, a position of the game, and what its rows show. The rules are in `rules`.

Rulebook: use of the indicators (“Uso degli indicatori del punteggio”), sequence of play (“Sequenza di gioco”), scoring
(“Punteggio”). Masks are 0-49: colour * 10 + number - 1, with the colours of `COLOURS` (the rulebook names none).
"""

from binascii import crc32
from struct import pack

from tavolo.games.bambuti import CARDS
from tavolo.rules.kinds import one_of, suits

COLOURS = ("blue", "yellow", "green", "red", "violet")
NUMBERS = 10  # of each colour
PLACES = 5  # masks in a row, r1 to r5; the centre is r3
HAND = 7  # masks drawn after the rows are shown
DRUMS = 2  # of each player
LEFT_AT_END = 4  # when neither player holds more, the game ends
_NO_ROWS = bytes((255,) * (2 * PLACES))  # what the digest has for rows that are not shown yet

# Verbs, the first number of an action, and the fields of each (`tavolo.rules.declared`).
DEAL, LAY, REVEAL, PLAY, DRAW, DRUM, END_TURN, WISH, PLAY_ON, PASS = range(10)
ACTIONS = (
    "deal / cards:/2",
    "lay player / card",
    "reveal cards:/2",
    "play player card 'of' player place",
    "draw receiver / cards",
    "drum player",
    "end-turn player",
    "wish-to-pass player",
    "play-on player",
    "pass player",
)

# Phases: what comes next. When all ten masks lie, LAYING means the reveal.
DEALING_ROWS, LAYING, DEALING_HANDS, PLAYING, DRAWING, DRUMMING, WISHING, OVER = range(8)

# The other fields of a position (`tavolo.rules.fields`), and the kinds of both.
FIELDS = (
    "phase phase, turn, held",
    "rows:5 cards, seen by cards",
    "sealed cards sealed, hands cards own",
    "pile cards closed, pile_count",
    "drums, points",
    "passes, withdrawn, made_symmetry",
)
KINDS = {
    "card": suits("A mask reads like green-7", COLOURS, NUMBERS),
    "place": one_of("A place", ("r1", "r2", "r3", "r4", "r5")),
    "phase": one_of("A phase", ("deal-rows", "lay", "deal-hands", "play", "draw", "drum", "wish", "over")),
}


class Position:
    """A game in progress.

    `rows` has the ten masks on top, first those of player 0, r1 to r5; it is empty before the reveal. `seen` marks
    each mask that lies or was covered. `held` is how many masks each player holds, `pile_count` how many are left to
    draw. `hands` has the sorted masks of each player, or None if unknown; `pile` is the sorted rest in dealt play, or
    None. `sealed` has, until the reveal, the masks of each player's row (`tavolo.rules.sealed`). `passes` counts passes
    in a row, of which `ending` end the game; `withdrawn` the withdrawn wishes to pass; `made_symmetry` says, until the
    draw is done, that this play made the player's own row symmetric.
    """

    def __init__(self, players: int, options: tuple[int, ...], dealt: bool) -> None:
        self.players = players
        self.options = options
        self.younger, self.ending = options
        self.dealt = dealt
        self.phase = DEALING_ROWS
        self.turn = 0
        self.held = bytearray(2)
        self.rows = bytearray()
        self.seen = bytearray(CARDS)
        self.sealed: list[list[int]] = [[], []]
        self.hands: list[list[int] | None] = [[], []] if dealt else [None, None]
        self.pile: list[int] | None = list(range(CARDS)) if dealt else None
        self.pile_count = CARDS
        self.drums = bytearray((DRUMS, DRUMS))
        self.points = [0, 0]
        self.passes = 0
        self.withdrawn = 0
        self.made_symmetry = False

    def copy(self) -> "Position":
        """Return an independent copy."""
        other = Position(self.players, self.options, False)
        other.dealt = self.dealt
        other.phase = self.phase
        other.turn = self.turn
        other.held = self.held[:]
        other.rows = self.rows[:]
        other.seen = self.seen[:]
        other.sealed = [row[:] for row in self.sealed]
        other.hands = [None if hand is None else hand[:] for hand in self.hands]
        other.pile = None if self.pile is None else self.pile[:]
        other.pile_count = self.pile_count
        other.drums = self.drums[:]
        other.points = self.points[:]
        other.passes = self.passes
        other.withdrawn = self.withdrawn
        other.made_symmetry = self.made_symmetry
        return other

    def could_hold(self, player: int) -> list[int]:
        """Return the masks that a player holds or, if the hand is unknown, may hold (rulebook: sequence of play)."""
        hand = self.hands[player]
        if hand is not None:
            return hand
        if not self.held[player]:
            return []
        seen, other = self.seen, self.hands[1 - player] or ()
        return [card for card in range(CARDS) if not seen[card] and card not in other]


def indicator(mine: int, other: int) -> int:
    """Return the points of the indicator between two facing masks: above 0 on the side of `mine`, below 0 of `other`.

    The higher number H has H - L points, the lower number L has L; the difference goes to the side with more, but with
    equal colours to the other. 0 is none (rulebook: use of the indicators).
    """
    a, b = mine % NUMBERS + 1, other % NUMBERS + 1
    if a == b:
        return 0
    lead = a - 2 * b if a > b else 2 * a - b
    return -lead if mine // NUMBERS == other // NUMBERS else lead


def indicator_sums(rows: bytearray) -> list[int]:
    """Return the sum of the indicators on each player's side (rulebook: scoring)."""
    sums = [0, 0]
    for place in range(PLACES):
        shown = indicator(rows[place], rows[PLACES + place])
        if shown > 0:
            sums[0] += shown
        else:
            sums[1] -= shown
    return sums


def is_symmetric(rows: bytearray, player: int) -> bool:
    """Return whether a player's row is symmetric: colour of 1st = 5th, of 2nd = 4th (rulebook: scoring)."""
    first = player * PLACES
    if rows[first] // NUMBERS != rows[first + 4] // NUMBERS:
        return False
    return rows[first + 1] // NUMBERS == rows[first + 3] // NUMBERS


def digest(position: Position) -> int:
    """Return 32 bits of the public position."""
    points = position.points
    numbers = pack(
        ">BBBBBHHH",
        position.younger << 4 | position.ending,
        position.phase,
        position.turn,
        position.pile_count,
        position.passes << 4 | position.made_symmetry,
        position.withdrawn & 65535,
        points[0],
        points[1],
    )
    check = crc32(position.rows or _NO_ROWS, crc32(position.held, crc32(position.drums, crc32(numbers))))
    return crc32(position.seen, check) & 0xFFFFFFFF
