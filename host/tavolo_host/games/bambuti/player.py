"""A virtual player of Bambuti: weighs what rows and hands promise after a play, with guessed masks of the other.

A play is worth the points that it scores at once and what the position then promises (`thinking`): what matters most is
the lead that the other's best reply leaves, and the own best play after it. A drum is played when the indicators show
more than it is likely to bring later.
"""

from dataclasses import dataclass
from itertools import permutations
from random import Random

from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import (
    DRUM,
    DRUMMING,
    END_TURN,
    LAY,
    LAYING,
    PLACES,
    PLAY,
    PLAYING,
    Position,
    is_symmetric,
)
from tavolo.games.bambuti.rows import never_rises
from tavolo.rules import sealed
from tavolo_host.games.bambuti import card_words
from tavolo_host.games.bambuti.thinking import drum_worth, lead, outlook, pairs, plays_left
from tavolo_host.players.reasons import compared, names
from tavolo_host.texts.language import _, figure

GUESSES = 5  # of the other's hand, and of the mask that is drawn


def points(position: Position) -> list[float]:
    """Return the points that everybody has scored."""
    return [*position.points]


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return the action of `player`, whose own hand and sealed row `known` holds."""
    if known.phase == LAYING:
        return next_of_the_row(known, player, random)
    if known.phase == DRUMMING:
        return (DRUM if lead(known.rows, player) >= drum_worth(plays_left(known)) else END_TURN, player)
    actions: list[tuple[int, ...]] = game.legal(known, player)
    if len(actions) == 1 or known.phase != PLAYING:
        return actions[-1]  # a pass that was wished is meant
    plans = plans_of(known, player, actions, random)
    return max(actions, key=lambda action: plans[action].worth)


def why(known: Position, player: int, action: tuple[int, ...], random: Random, is_own: bool) -> str:
    """Return how the indicators stand after a play, what scores, and what the other may make of it."""
    if known.phase == LAYING:
        return _of_the_row(known, player, action, random)
    if known.phase == DRUMMING:
        ahead, left = lead(known.rows, player), plays_left(known)
        sentence = _("The indicators are {} ahead; with {} plays left a drum is played for {} or more.")
        if ahead < 0:
            sentence = _("The indicators are {} behind; with {} plays left a drum is played for a lead of {} or more.")
        return sentence.format(abs(ahead), left, figure(drum_worth(left)))
    if action[0] != PLAY:
        return _("There is no place for any mask of the hand.")
    plans = plans_of(known, player, game.legal(known, player), random)
    plan = plans[action]
    sentence = (
        _("{}: the indicators are then {} ahead.") if plan.lead >= 0 else _("{}: the indicators are then {} behind.")
    )
    called = names(game, known)
    sentences = [sentence.format(called(action) if is_own else card_words(action[2], _), abs(plan.lead))]
    if plan.is_scored:
        sentences.append(_("That is scored at once."))
    if plan.reply is not None:
        sentences.append(_("The other's best reply is weighed at {}.").format(figure(plan.reply)))
    values = {each: plan.worth for each, plan in plans.items()}
    return " ".join([*sentences, compared(values, action, called if is_own else None)])


def _of_the_row(known: Position, player: int, action: tuple[int, ...], random: Random) -> str:
    row = _row(known, player, random)
    if row is None:
        return _("{}: it may be laid there.").format(names(game, known)(action))
    return _(
        "{}: laid in this order the row has {} of its two pairs in one colour; with 1, a single play can score."
    ).format(names(game, known)(action), pairs(row))


def next_of_the_row(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Lay the row in an order that one play can make symmetric; one that is already so can only lose that."""
    row = _row(known, player, random)
    if row is None:
        return random.choice(game.legal(known, player))
    return (LAY, player, row[len(sealed.known(known.sealed, player))])


def _row(known: Position, player: int, random: Random) -> list[int] | None:
    """Return the row in the order in which it is laid, None when what was sealed is not known any more."""
    laid, hand = sealed.known(known.sealed, player), known.hands[player] or []
    orders = [[*laid, *rest] for rest in permutations(hand)]
    orders = [row for row in orders if len(row) == PLACES and never_rises(row)]
    return max(orders, key=lambda row: (pairs(row) == 1, random.random()), default=None)


def _guess(known: Position, player: int, random: Random) -> tuple[list[int], list[int]]:
    """Return masks that the other may hold, and the one that is drawn, if there is a pile."""
    number = known.held[1 - player]
    drawn = random.sample(known.could_hold(1 - player), number + bool(known.pile_count))
    return drawn[:number], drawn[number:]


@dataclass(frozen=True)
class Plan:
    """What an action is `worth`: the indicators' `lead` after it, whether that is scored, and the best `reply`."""

    worth: float
    lead: int = 0
    is_scored: bool = False
    reply: float | None = None


def plans_of(
    known: Position, player: int, actions: list[tuple[int, ...]], random: Random
) -> dict[tuple[int, ...], Plan]:
    """Return what each of the actions is worth."""
    guesses = [_guess(known, player, random) for _ in range(GUESSES)]
    return {action: _plan(known, player, action, guesses) for action in actions}


def _plan(known: Position, player: int, action: tuple[int, ...], guesses: list[tuple[list[int], list[int]]]) -> Plan:
    if action[0] != PLAY:
        return Plan(-1000.0)
    card, owner, place = action[2:]
    rows, left = known.rows[:], plays_left(known) - 1
    rows[owner * PLACES + place] = card
    ahead = lead(rows, player)
    is_scored = not left or (is_symmetric(rows, player) and not is_symmetric(known.rows, player))
    if not left:
        return Plan(ahead, ahead, is_scored)
    kept = [other for other in known.hands[player] or () if other != card]
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
