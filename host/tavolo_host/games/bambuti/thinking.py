"""Bambuti as a virtual player thinks it through: what rows, hands and drums promise until the end.

What indicators show now says little, since both change them at once. What counts is the lead that the other's best
reply would leave, and that of one's own best play after it, more so where such a play scores. Besides, a drum is worth
what it may still bring, a row what its numbers let be laid, and a mask in hand what its number can do.

The figures were fitted by least squares to how far a player was ahead in the end, after each play of 60,000 games of
two such players, who played a tenth of their masks by chance. Of the rows and hands they matter less towards the end:
times n / (n + FEW), with n plays left.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tavolo.games.bambuti import CARDS
from tavolo.games.bambuti.position import LEFT_AT_END, NUMBERS, PLACES, Position, indicator
from tavolo.games.bambuti.turn import limits

Hand = Sequence[int]


class Share(NamedTuple):
    """How much of a lead counts that a best play would give: of any play, of one that scores, and of a drum then."""

    lead: float
    scoring: float
    drum: float


REPLY = Share(0.73, 0.65, 1.0)  # of the other's, which is next
NEXT = Share(0.51, 0.30, 0.30)  # of one's own after that
NOW = -0.54  # of the lead that is: both best plays begin from it
GOOD = 6  # a lead for which a drum may be played: what is above counts for it

DRUM = 0.67  # what a drum is worth at the end
DRUM_A_PLAY = 0.21  # and more for each play that is left
FEW = 4  # plays
ONE_PAIR = 0.75  # a row of which one pair has one colour
TWO_PAIRS = 1.84  # a row of which both have: it can be broken and made again

# What numbers from 1 to 10 are worth: at the ends of a row, beside the centre, in it; and of a mask in hand.
_END = (0.0, 0.6, 0.7, 0.2, 0.0, -0.8, -1.4, -2.5, -3.1, -3.9)
_BESIDE = (-0.3, -0.5, 0.0, 0.6, 0.7, 0.5, 0.1, -0.6, -1.6, -2.4)
_CENTRE = (0.2, -2.5, -2.7, -1.8, -0.7, 0.4, 1.2, 1.3, 0.0, -1.8)
IN_ROW = (_END, _BESIDE, _CENTRE, _BESIDE, _END)
IN_HAND = (5.4, 6.2, 6.8, 7.2, 7.3, 7.4, 7.4, 6.6, 5.8, 5.4)

# What the indicator between two masks shows for whose the first is.
SHOWN = tuple([tuple([indicator(mine, other) for other in range(CARDS)]) for mine in range(CARDS)])


class Outlook(NamedTuple):
    """What a position promises a player after its play; `reply` is what of that the other's best play takes."""

    worth: float
    reply: float


def lead(rows: Sequence[int], player: int) -> int:
    """Return by how much the indicators are ahead for a player."""
    shown = sum([SHOWN[rows[place]][rows[PLACES + place]] for place in range(PLACES)])
    return -shown if player else shown


def plays_left(position: Position) -> int:
    """Return how many plays both players have still before them, if nobody passes."""
    return sum([max(0, held - LEFT_AT_END) for held in position.held]) + position.pile_count


def drum_worth(left: int) -> float:
    """Return for which lead a drum is played, with so many plays left: nothing is kept for after the last."""
    return DRUM + DRUM_A_PLAY * left if left else 0.0


def weight(left: int) -> float:
    """Return how much it matters what rows and hands are like, with so many plays left."""
    return left / (left + FEW)


def pairs(row: Sequence[int]) -> int:
    """Return how many of the two pairs, at the ends and beside the centre, have one colour."""
    return (row[0] // NUMBERS == row[4] // NUMBERS) + (row[1] // NUMBERS == row[3] // NUMBERS)


def outlook(rows: bytearray, hands: Sequence[Hand], drums: Sequence[int], left: int, player: int) -> Outlook:
    """Return what a position promises a player after its play, with both hands and so many plays left.

    In points that it will be ahead of the other by, besides those that it is ahead now.
    """
    if not left:
        return Outlook(0.0, 0.0)
    other, ahead = 1 - player, lead(rows, player)
    reply = _counted(REPLY, offers(rows, other, hands[other], -ahead), drums[other])
    own = _counted(NEXT, offers(rows, player, hands[player], ahead), drums[player])
    drum = drum_worth(left) * (drums[player] - drums[other])
    kept = weight(left) * (_kept(rows, player, hands[player]) - _kept(rows, other, hands[other]))
    return Outlook(NOW * ahead + own - reply + drum + kept, reply)


def _counted(share: Share, offered: tuple[int, int], drums: int) -> float:
    best, scoring = offered
    return share.lead * best + share.scoring * scoring + (share.drum * max(0, best - GOOD) if drums else 0.0)


def _kept(rows: Sequence[int], player: int, hand: Hand) -> float:
    """Return what a player's row and hand are worth."""
    row = rows[player * PLACES : (player + 1) * PLACES]
    worth = sum([IN_HAND[card % NUMBERS] for card in hand])
    for values, card in zip(IN_ROW, row, strict=True):
        worth += values[card % NUMBERS]
    return worth + (0.0, ONE_PAIR, TWO_PAIRS)[pairs(row)]


def offers(rows: bytearray, player: int, hand: Hand, ahead: int) -> tuple[int, int]:
    """Return the lead after the best play of a hand, and the best lead with which a play scores, 0 if none does.

    `ahead` is the lead before it. Who has no play keeps it.
    """
    other = 1 - player
    mine, theirs = rows[player * PLACES : (player + 1) * PLACES], rows[other * PLACES : (other + 1) * PLACES]
    colours = [card // NUMBERS for card in mine]
    # Of a row of which one pair has one colour, the colour that makes the other pair alike, by place.
    wanted = [-1] * PLACES
    if pairs(mine) == 1:
        place = 1 if colours[0] == colours[4] else 0
        wanted[place], wanted[-1 - place] = colours[-1 - place], colours[place]
    leads, scoring = [], 0
    for place, (lowest, highest) in enumerate(limits(rows, player)):
        facing, colour = theirs[place], wanted[place]
        number = facing % NUMBERS
        before = ahead - SHOWN[mine[place]][facing]
        for card in hand:
            if lowest <= card % NUMBERS <= highest and card % NUMBERS != number:
                after = before + SHOWN[card][facing]
                leads.append(after)
                if after > scoring and card // NUMBERS == colour:
                    scoring = after
    for place, (lowest, highest) in enumerate(limits(rows, other)):
        facing, covered = mine[place], theirs[place]
        first = covered - covered % NUMBERS
        before = ahead - SHOWN[facing][covered]
        for card in hand:
            if lowest <= card - first <= highest and card - first != facing % NUMBERS:
                leads.append(before + SHOWN[facing][card])
    return max(leads, default=ahead), scoring
