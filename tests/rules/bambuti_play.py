"""Playing Bambuti in tests: positions in the middle of a game, and the rulebook implemented a second time."""

from tavolo.games.bambuti import rules as bambuti
from tavolo.games.bambuti.position import PLAYING
from tavolo.rules.contract import Setup
from tests.rules.play import new_record

COLOURS = ("blue", "yellow", "green", "red", "violet")

# Two rows without symmetry. The indicators: 1 and 2 with player 0, then 8, 2 and 1 with player 1.
ROWS = ("blue-2 red-5 violet-10 green-6 yellow-1", "red-3 green-8 blue-9 yellow-4 violet-3")


def card(text):
    """The mask of "green-7"."""
    return bambuti.card_from_text(text)


def cards(text):
    """The masks of "green-7 red-2", in that order."""
    return [card(word) for word in text.split()]


def colour(each):
    """The colour of a mask, read from its text."""
    return bambuti.card_text(each).partition("-")[0]


def number(each):
    """The number of a mask, read from its text."""
    return int(bambuti.card_text(each).partition("-")[2])


def position(rows, hands, pile=0, apart="", younger=0, ending=2, **fields):
    """A position in the middle of a game; `rows` and `hands` are lines of masks for each player.

    A hand may be a number of unknown masks (table play). Masks in no hand, no row and not in the pile are covered, the
    lowest numbers of the deck first, unless they are named in `apart` (then they are in the pile, or unknown). `fields`
    are those of a position; by default it is player 0's turn to play.
    """
    is_dealt = not any([isinstance(hand, int) for hand in hands])
    there = bambuti.start(Setup(bambuti, 2, (younger, ending), is_dealt))
    there.phase = PLAYING
    there.rows = bytearray(cards(rows[0]) + cards(rows[1]))
    there.hands = [sorted(cards(hand)) if isinstance(hand, str) else None for hand in hands]
    there.held = bytearray([hand if isinstance(hand, int) else len(hand.split()) for hand in hands])
    there.pile_count = pile
    used = list(there.rows) + [each for hand in there.hands for each in hand or []]
    rest = [each for each in range(50) if each not in used and each not in cards(apart)]
    covered = rest[: 50 - 10 - sum(there.held) - pile]
    for each in list(there.rows) + covered:
        there.seen[each] = 1
    if is_dealt:
        there.pile = [each for each in range(50) if each not in used and each not in covered]
    for name in fields:
        assert hasattr(there, name), name
        kind = type(getattr(there, name))
        setattr(there, name, kind(fields[name]))
    return there


def rows_of(there):
    """The top masks of a position, row by row."""
    return [list(there.rows[:5]), list(there.rows[5:])]


def shown(rows, options="", kind="table"):
    """A record of table play whose rows are laid in public form, and shown; the hands come next."""
    record = new_record(f"bambuti players=2 {options} {kind}")
    record.apply((bambuti.DEAL,))
    for player in (0, 1):
        for _ in range(5):
            record.apply((bambuti.LAY, player))
    record.apply((bambuti.REVEAL,) + tuple(cards(rows[0]) + cards(rows[1])))
    return record


def dealt_rows(hands):
    """A record of dealt play whose ten masks of the rows are dealt, as two lines name them."""
    record = new_record("bambuti players=2 dealt")
    record.apply((bambuti.DEAL,) + tuple(cards(hands[0]) + cards(hands[1])))
    return record


def lies_with(mine, other):
    """By the rulebook: (0 for `mine`, 1 for `other`, size) of the indicator between two facing masks, or None."""
    high = 0 if number(mine) > number(other) else 1
    points = [0, 0]
    pair = (mine, other)
    points[high] = number(pair[high]) - number(pair[1 - high])
    points[1 - high] = number(pair[1 - high])
    if number(mine) == number(other) or points[0] == points[1]:
        return None
    more = 0 if points[0] > points[1] else 1
    if colour(mine) == colour(other):
        more = 1 - more
    return more, abs(points[0] - points[1])


def sums_of(rows):
    """By the rulebook: the sums of the indicators on each side of two rows of masks."""
    sums = [0, 0]
    for mine, other in zip(rows[0], rows[1]):
        indicator = lies_with(mine, other)
        if indicator:
            sums[indicator[0]] += indicator[1]
    return sums


def may_lie(row):
    """Whether, by the rulebook, five masks have the highest in the centre and never rise outwards."""
    numbers = [number(each) for each in row]
    for place in (0, 1):
        if numbers[place] > numbers[place + 1] or numbers[4 - place] > numbers[3 - place]:
            return False
    return numbers[2] == max(numbers)


def plays_by_the_rulebook(rows, player, hand):
    """All plays of a hand, found by trying each mask everywhere: (mask, player of the row, place)."""
    found = []
    for each in hand:
        for owner in (0, 1):
            for place in range(5):
                row = list(rows[owner])
                covered, row[place] = row[place], each
                if owner != player and colour(each) != colour(covered):
                    continue
                if number(each) == number(rows[1 - owner][place]) or not may_lie(row):
                    continue
                found.append((each, owner, place))
    return sorted(found)


def is_symmetric(row):
    """Whether, by the rulebook, the colours of a row are: 1st and 5th, 2nd and 4th."""
    return colour(row[0]) == colour(row[4]) and colour(row[1]) == colour(row[3])
