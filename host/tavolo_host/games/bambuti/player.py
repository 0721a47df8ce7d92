"""A virtual player of Bambuti: evaluates rows and hands after a play, with guessed masks of the opponent.

A play is worth the points that it scores at once, and what the position then promises until the end. The present
indicators say little, because both players change them at once. What counts is the lead after the opponent's best
reply, and after the player's own best play following it, more so if such a play scores. A drum is worth what it may
still bring, a row what its numbers allow, and a mask in hand what its number can do. A drum is played when the
indicators show more than it is likely to bring later.

The figures were fitted by least squares to a player's final lead, after each play of 60,000 games of two such players,
who played a tenth of their masks at random. Rows and hands matter less towards the end: times n / (n + FEW), with n
plays left.
"""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

from tavolo.games.bambuti import CARDS
from tavolo.games.bambuti import position as at
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import LEFT_AT_END, NUMBERS, PLACES, Position, indicator, is_symmetric
from tavolo.games.bambuti.rows import never_rises
from tavolo.games.bambuti.turn import limits
from tavolo.rules import sealed
from tavolo_host.players.reasons import Reason, compared, names
from tavolo_host.texts.language import _, figure

GUESSES = 5  # of the opponent's hand and the mask drawn next


def points(position: Position) -> list[float]:
    """Return all players' points."""
    return [*position.points]


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return the action of `player`, whose hand and sealed row `known` holds."""
    if known.phase == at.LAYING:
        return next_of_the_row(known, player, random)
    if known.phase == at.DRUMMING:
        return (at.DRUM if lead(known.rows, player) >= drum_worth(plays_left(known)) else at.END_TURN, player)
    actions: list[tuple[int, ...]] = game.legal(known, player)
    if len(actions) == 1 or known.phase != at.PLAYING:
        return actions[-1]  # confirms a pass
    plans = plans_of(known, player, actions, random)
    return max(actions, key=lambda action: plans[action].worth)


def why(known: Position, player: int, action: tuple[int, ...], random: Random) -> Reason:
    """Return what a play scores or changes on the indicators, with the opponent's best reply."""
    if known.phase == at.LAYING:
        return _of_the_row(known, player, action, random)
    before = lead(known.rows, player)
    if known.phase == at.DRUMMING:
        left = plays_left(known)
        sentence = _("{} ahead on the indicators; plays left: {}; a lead of {} or more is worth a drum.")
        if before < 0:
            sentence = _("{} behind on the indicators; plays left: {}; a drum needs a lead of {} or more.")
        return Reason(effect(known, action), sentence.format(abs(before), left, figure(drum_worth(left))))
    if action[0] != at.PLAY:
        return Reason(_("No mask in hand fits anywhere."))
    plans = plans_of(known, player, game.legal(known, player), random)
    plan = plans[action]
    sentences = [_("Balance of the indicators afterwards: {}.").format(_signed(plan.lead))]
    words = effect(known, action)
    if not plan.is_scored and plan.lead <= before:
        words = _("The better masks stay in hand for later.")
        if plan.reply == min(each.reply for each in plans.values() if each.reply is not None):
            words = _("It leaves the opponent the weakest answer.")
    if plan.reply is not None:
        sentences.append(_("The opponent's best reply is worth {}.").format(figure(plan.reply)))
    values = {each: plan.worth for each, plan in plans.items()}
    return Reason(words, " ".join([*sentences, compared(values, action, names(game, known))]))


def effect(seen: Position, action: tuple[int, ...]) -> str:
    """Return what a play scores or changes on the indicators, or how they are when a drum may be played."""
    before = lead(seen.rows, action[1]) if seen.rows else 0
    if action[0] in (at.DRUM, at.END_TURN):
        words = _("Balance of the indicators: {}. With the plays that are left it will hardly get better.")
        if action[0] == at.END_TURN:
            words = _("Balance of the indicators: {}. The drum may bring more later.")
        return words.format(_signed(before))
    if action[0] != at.PLAY:
        return ""
    left, after, is_scored = laid(seen, action)
    ahead = lead(after, action[1])
    if is_scored:
        words = _("The row becomes symmetric and scores at once; balance of the indicators: {}.")
        if not left:
            words = _("It is the last play, after which the indicators score; their balance: {}.")
        return words.format(_signed(ahead))
    if ahead == before:
        return _("The balance of the indicators stays {}.").format(_signed(ahead))
    return _("The balance of the indicators changes: {} → {}.").format(_signed(before), _signed(ahead))


def laid(known: Position, action: tuple[int, ...]) -> tuple[int, bytearray, bool]:
    """Return how many plays are left after a play, the rows then, and whether it makes them score."""
    _verb, player, card, owner, place = action
    rows, left = known.rows[:], plays_left(known) - 1
    rows[owner * PLACES + place] = card
    return left, rows, not left or (is_symmetric(rows, player) and not is_symmetric(known.rows, player))


def _signed(ahead: int) -> str:
    return f"{ahead:+d}".replace("-", "−") if ahead else "0"


def _of_the_row(known: Position, player: int, action: tuple[int, ...], random: Random) -> Reason:
    row = _row(known, player, random)
    if row is None:
        return Reason(_("It may be laid there."))
    sentence = _("In this order, pairs of the row that match in colour: {} of two; with one, a single play can score.")
    return Reason(sentence.format(pairs(row)))


def next_of_the_row(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Lay the row so that one play can make it symmetric; an already symmetric row could only lose that."""
    row = _row(known, player, random)
    if row is None:
        return random.choice(game.legal(known, player))
    return (at.LAY, player, row[len(sealed.known(known.sealed, player))])


def _row(known: Position, player: int, random: Random) -> list[int] | None:
    """Return the row in the order in which it is laid, None if sealed masks are no longer known."""
    laid, hand = sealed.known(known.sealed, player), known.hands[player] or []
    orders = [[*laid, *rest] for rest in permutations(hand)]
    orders = [row for row in orders if len(row) == PLACES and never_rises(row)]
    return max(orders, key=lambda row: (pairs(row) == 1, random.random()), default=None)


class Plan(NamedTuple):
    """An action's `worth`, the indicators' `lead` after it, whether that is scored, and the best `reply`."""

    worth: float
    lead: int = 0
    is_scored: bool = False
    reply: float | None = None


def plans_of(
    known: Position, player: int, actions: list[tuple[int, ...]], random: Random
) -> dict[tuple[int, ...], Plan]:
    """Return the plan of each action, by guessed masks of the opponent, and the one drawn next if there is a pile."""
    possible, held = known.could_hold(1 - player), known.held[1 - player]
    drawn = [random.sample(possible, held + bool(known.pile_count)) for _ in range(GUESSES)]
    guesses = [(masks[:held], masks[held:]) for masks in drawn]
    return {action: _plan(known, player, action, guesses) for action in actions}


def _plan(known: Position, player: int, action: tuple[int, ...], guesses: list[tuple[list[int], list[int]]]) -> Plan:
    if action[0] != at.PLAY:
        return Plan(-1000.0)
    left, rows, is_scored = laid(known, action)
    ahead = lead(rows, player)
    if not left:
        return Plan(ahead, ahead, is_scored)
    kept = [other for other in known.hands[player] or () if other != action[2]]
    outlooks = []
    for hand, drawn in guesses:
        hands = [kept + drawn, hand] if player == 0 else [hand, kept + drawn]
        outlooks.append(outlook(rows, hands, known.drums, left, player))
    worth = sum([each.worth for each in outlooks]) / len(outlooks)
    reply = sum([each.reply for each in outlooks]) / len(outlooks)
    if is_scored:
        worth += ahead
    elif known.drums[player]:
        worth += max(0.0, ahead - drum_worth(left))
    return Plan(worth, ahead, is_scored, reply)


Hand = Sequence[int]


class Share(NamedTuple):
    """How much of a lead counts that a best play would give: of any play, of one that scores, and of a drum then."""

    lead: float
    scoring: float
    drum: float


REPLY = Share(0.73, 0.65, 1.0)  # of the other's, which is next
NEXT = Share(0.51, 0.30, 0.30)  # of one's own after that
NOW = -0.54  # of the lead that is: both best plays begin from it
GOOD = 6  # a lead worth a drum: what exceeds it counts

DRUM_AT_END = 0.67  # worth of a drum at the end
DRUM_A_PLAY = 0.21  # and more for each play that is left
FEW = 4  # plays
ONE_PAIR = 0.75  # a row of which one pair has one colour
TWO_PAIRS = 1.84  # a row of which both have: it can be broken and made again

# The worth of the numbers 1 to 10: at the ends of a row, beside the centre, in the centre; and in hand.
_END = (0.0, 0.6, 0.7, 0.2, 0.0, -0.8, -1.4, -2.5, -3.1, -3.9)
_BESIDE = (-0.3, -0.5, 0.0, 0.6, 0.7, 0.5, 0.1, -0.6, -1.6, -2.4)
_CENTRE = (0.2, -2.5, -2.7, -1.8, -0.7, 0.4, 1.2, 1.3, 0.0, -1.8)
IN_ROW = (_END, _BESIDE, _CENTRE, _BESIDE, _END)
IN_HAND = (5.4, 6.2, 6.8, 7.2, 7.3, 7.4, 7.4, 6.6, 5.8, 5.4)

# The indicator between two masks, for the owner of the first.
SHOWN = tuple([tuple([indicator(mine, other) for other in range(CARDS)]) for mine in range(CARDS)])


class Outlook(NamedTuple):
    """What a position promises a player after its play; `reply` is the opponent's best play's share of it."""

    worth: float
    reply: float


def lead(rows: Sequence[int], player: int) -> int:
    """Return by how much the indicators are ahead for a player."""
    shown = sum([SHOWN[rows[place]][rows[PLACES + place]] for place in range(PLACES)])
    return -shown if player else shown


def plays_left(position: Position) -> int:
    """Return how many plays are left for both players together, without passes."""
    return sum([max(0, held - LEFT_AT_END) for held in position.held]) + position.pile_count


def drum_worth(left: int) -> float:
    """Return the lead that is worth a drum with this many plays left; after the last play, any."""
    return DRUM_AT_END + DRUM_A_PLAY * left if left else 0.0


def weight(left: int) -> float:
    """Return the weight of rows and hands with this many plays left."""
    return left / (left + FEW)


def pairs(row: Sequence[int]) -> int:
    """Return how many of the two pairs, at the ends and beside the centre, have one colour."""
    return (row[0] // NUMBERS == row[4] // NUMBERS) + (row[1] // NUMBERS == row[3] // NUMBERS)


def outlook(rows: bytearray, hands: Sequence[Hand], drums: Sequence[int], left: int, player: int) -> Outlook:
    """Return what a position promises a player after its play, with both hands and this many plays left.

    It is the expected gain in lead, in points.
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
    """Return the worth of a player's row and hand."""
    row = rows[player * PLACES : (player + 1) * PLACES]
    worth = sum([IN_HAND[card % NUMBERS] for card in hand])
    for values, card in zip(IN_ROW, row, strict=True):
        worth += values[card % NUMBERS]
    return worth + (0.0, ONE_PAIR, TWO_PAIRS)[pairs(row)]


def offers(rows: bytearray, player: int, hand: Hand, ahead: int) -> tuple[int, int]:
    """Return the lead after the best play of a hand, and the best lead with which a play scores, 0 if none does.

    `ahead` is the lead before it, which stays without a play.
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
