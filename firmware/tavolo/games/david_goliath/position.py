"""David & Goliath: its cards, and a position of the game. The rules are in `rules`.

Rulebook: preparation (“Preparazione”), how to play (“Come si gioca”), end of the game (“Fine del gioco”). Cards are
0-89: colour * 18 + number - 1, with the colours of `COLOURS`.
"""

from binascii import crc32

from tavolo.games.david_goliath import CARDS
from tavolo.rules.kinds import one_of, suits

COLOURS = ("blue", "yellow", "green", "red", "violet")
NUMBERS = 18  # of each colour in the box
HAND = 15  # cards a player, and so tricks a deal

# Verbs, the first number of an action, and the fields of each (`tavolo.rules.declared`).
DEAL, PLAY = 0, 1
ACTIONS = ("deal / cards:15", "play player card")

# Where a card is; below 6 it is captured by that player.
IN_HAND, IN_TRICK, IN_BOX = 6, 7, 8

# The other fields of a position (`tavolo.rules.fields`), and the kinds of both.
FIELDS = (
    "deal, dealer, leader, remaining",
    "trick cards",
    "where place by cards",
    "hands cards own",
    "voids:5, totals",
)
KINDS = {
    "card": suits("A card reads like green-12", COLOURS, NUMBERS),
    "place": one_of("A place", ("0", "1", "2", "3", "4", "5", "hand", "trick", "box")),
}
FOLLOWING = ("counts", "sums")  # fields that follow from others: the digest leaves them out


def deck(players: int) -> list[int]:
    """Return the cards for a number of players: 1-9 of each colour for 3, up to 1-18 for 6 (rulebook: preparation)."""
    return [card for card in range(CARDS) if card % NUMBERS < 3 * players]


class Position:
    """A game in progress.

    `hands` has the sorted cards of each player, or None if unknown. `where` has the place of each card, `trick` the
    cards of the present trick in the order played, the first by `leader`. `voids` has for each player and colour the
    trick (from 1) in which it was not followed, or 0. `counts` and `sums` are the cards and the numbers captured, by
    player and colour. `remaining` cards are still to be played in this deal.
    """

    def __init__(self, players: int, options: tuple[int, ...], dealt: bool) -> None:
        self.players = players
        self.options = options
        self.deals, dealer = options
        self.dealer = players - 1 if dealer < 0 else dealer
        self.dealt = dealt
        self.deal = 0
        self.leader = (self.dealer + 1) % players
        self.remaining = 0
        self.trick: list[int] = []
        self.hands: list[list[int] | None] = [None] * players
        self.where = bytearray(bytes((IN_BOX,)) * CARDS)
        self.voids = bytearray(players * len(COLOURS))
        self.counts = bytearray(players * len(COLOURS))
        self.sums = [0] * (players * len(COLOURS))
        self.totals = [0] * players

    def copy(self) -> "Position":
        """Return an independent copy."""
        other = Position(self.players, self.options, self.dealt)
        other.dealer = self.dealer
        other.deal = self.deal
        other.leader = self.leader
        other.remaining = self.remaining
        other.trick = self.trick[:]
        other.hands = [None if hand is None else hand[:] for hand in self.hands]
        other.where = self.where[:]
        other.voids = self.voids[:]
        other.counts = self.counts[:]
        other.sums = self.sums[:]
        other.totals = self.totals[:]
        return other

    def is_over(self) -> bool:
        """Return whether all deals have been played."""
        return self.deal == self.deals

    def turn(self) -> int:
        """Return the player whose card comes next, while a deal is being played (rulebook: how to play)."""
        return (self.leader + len(self.trick)) % self.players

    def trick_number(self) -> int:
        """Return the number of the present trick, from 1 (rulebook: how to play)."""
        return HAND - (self.remaining + len(self.trick)) // self.players + 1

    def deal_points(self, player: int) -> int:
        """Return the present points of a player's captured cards (rulebook: end of the game)."""
        points, counts, sums = 0, self.counts, self.sums
        for index in range(player * len(COLOURS), (player + 1) * len(COLOURS)):
            points += colour_points(counts[index], sums[index])
        return points


def colour_points(count: int, total: int) -> int:
    """Return the points of one colour: the sum of one or two cards, or a point for each (rulebook: end of the game)."""
    return total if count < 3 else count


def digest(position: Position) -> int:
    """Return 32 bits of the public position."""
    numbers = bytearray(
        (position.players, position.deals, position.deal, position.dealer, position.leader, position.remaining)
    )
    for total in position.totals:
        numbers.append(total >> 8)
        numbers.append(total & 255)
    check = crc32(position.where, crc32(numbers))
    return crc32(bytes(position.trick), crc32(position.voids, check)) & 0xFFFFFFFF
