"""A virtual player of David & Goliath: tries each card against guessed cards of the following players.

For every legal card the rest of the trick is guessed several times from the unseen cards. The value is what all
captured colours then promise until the end of the deal, less the others' average, and less the card's worth in hand.
The last player of a trick guesses nothing.

One or two captured cards of a colour count their numbers, unless a third comes; how likely that is depends on how many
cards of the colour are still in hands. In hand the lowest cards are worth most, because they take the highest of a
trick; the highest are worth less than nothing, because they take all the others.

The figures were fitted by least squares to a player's final lead over the others' mean, after each trick of 5,000 deals
of four such players, who played a tenth of their cards at random. They are in shares of the highest number in play, and
hold as well for three, five and six players.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb
from random import Random
from typing import NamedTuple

from tavolo.games.david_goliath import CARDS
from tavolo.games.david_goliath import rules as game
from tavolo.games.david_goliath.position import COLOURS, HAND, IN_HAND, NUMBERS, Position
from tavolo.games.david_goliath.rules import extremes
from tavolo_host.games.david_goliath import card_words
from tavolo_host.players.reasons import Reason, compared, names, only_one
from tavolo_host.texts.language import _, figure

Action = tuple[int, ...]

# For a trick, per led colour. With 10 it wins one game in a hundred fewer, with 60 no more.
GUESSES = 20


def points(position: Position) -> list[float]:
    """Return all players' points of finished deals."""
    return [*position.totals]


def choose(known: Position, player: int, random: Random) -> Action:
    """Return the action of `player`, whose hand `known` holds."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    plans = _plans(known, player, actions, random)
    return max(actions, key=lambda action: plans[action].worth)


def why(known: Position, player: int, action: Action, random: Random) -> Reason:
    """Return what a card does in the trick, with what that should bring, its worth in hand, and the next best card."""
    plans = _plans(known, player, game.legal(known, player), random)
    plan = plans[action]
    sentence = _("Counting what the colours promise, points that this trick should gain on the others: {}.")
    kept = _("Kept in hand, the card would be worth {}.") if plan.kept >= 0 else _("Kept in hand, it would cost {}.")
    told = f"{sentence.format(figure(plan.trick))} {kept.format(figure(abs(plan.kept)))}"
    values = {each: plan.worth for each, plan in plans.items()}
    words = only_one().words if len(plans) == 1 else _of_the_highest(known, action[2], plan) or effect(known, action)
    return Reason(words, f"{told} {compared(values, action, names(game, known))}")


def _of_the_highest(known: Position, card: int, plan: "Plan") -> str:
    """Return why a card that follows is the highest of the trick so far; "" for any other."""
    if not known.trick or extremes([*known.trick, card])[0] < len(known.trick):
        return ""
    if plan.trick > 0:
        sentence = _("{} is the highest card so far, and the other cards of this trick are worth having.")
    elif plan.kept < 0:
        sentence = _("{} has to go some time, and this trick does less harm than a later one.")
    else:
        sentence = _("{} is the highest card so far, but every other card would do more harm.")
    return sentence.format(card_words(card, _))


def effect(seen: Position, action: Action) -> str:
    """Return where a card stands among those of the trick, and what it therefore takes or may take."""
    trick, named = [*seen.trick, action[2]], card_words(action[2], _)
    high, low = extremes(trick)
    is_last = len(trick) == seen.players
    if len(trick) == 1:
        sentence = _("{}: a high card is best led while it can take little.")
        if action[2] % NUMBERS * 2 < 3 * seen.players:
            sentence = _("{}: a low card may take the highest card of the trick.")
        return sentence.format(named)
    if low == len(trick) - 1 > high:
        sentence = _("{} is the lowest card: it takes {}, the highest one.")
        if not is_last:
            sentence = _("{} is the lowest card so far: it may take the highest one, which is {} now.")
        return sentence.format(named, card_words(trick[high], _))
    if high < len(trick) - 1:
        sentence = _("{} lies between the lowest and the highest card: it takes nothing.")
        if not is_last:
            sentence = _("{} lies between the lowest and the highest card: others will probably take the trick.")
        return sentence.format(named)
    sentence = _("{} is the highest card: it takes the other cards of the trick.")
    if not is_last:
        sentence = _("{} is the highest card so far: it may take the other cards of the trick.")
    return sentence.format(named)


class Plan(NamedTuple):
    """A card's value in this `trick`, in points ahead of the others, and its value if `kept`."""

    trick: float
    kept: float

    @property
    def worth(self) -> float:
        """How good it is to play it now."""
        return self.trick - self.kept


def _plans(known: Position, player: int, actions: Sequence[Action], random: Random) -> Mapping[Action, Plan]:
    """Return the value of each action; leads of one colour share the same guesses."""
    own = known.hands[player] or []
    unseen = [card for card in range(CARDS) if known.where[card] == IN_HAND and card not in own]
    prospect = Prospect(known, player)
    guesses: dict[int, list[list[int]]] = {}
    plans = {}
    for action in actions:
        card = action[2]
        led = (known.trick[0] if known.trick else card) // NUMBERS
        if led not in guesses:
            guesses[led] = list(_guesses(known, led, unseen, random))
        kept = [other // NUMBERS for other in own if other != card]
        out_of = [colour not in kept for colour in range(len(COLOURS))]
        changes = [prospect.change([*known.trick, card, *guess], out_of) for guess in guesses[led]]
        trick = sum(changes) / len(changes) + prospect.out_of_it(out_of)
        plans[action] = Plan(trick, held_worth(known, card, unseen))
    return plans


def _guesses(known: Position, led: int, unseen: Sequence[int], random: Random) -> Iterator[list[int]]:
    """Yield guessed cards of the following players, when this colour is led."""
    places = range(len(known.trick) + 1, known.players)
    voids = [known.voids[(known.leader + place) % known.players * len(COLOURS) + led] for place in places]
    held = HAND + 1 - known.trick_number()
    for _guess_number in range(GUESSES if voids else 1):
        suited = [card for card in unseen if card // NUMBERS == led]
        others = [card for card in unseen if card // NUMBERS != led]
        yield [_guess(suited, others, bool(void), held, random) for void in voids]


def _guess(suited: list[int], others: list[int], is_void: bool, held: int, random: Random) -> int:
    """Return a guessed card of a player who holds `held` cards, and remove it from the unseen ones.

    The player follows with the probability that such a hand has the colour, with the lower of two random cards: this
    guess wins one game in a hundred more.
    """
    has_none = comb(len(others), held) / comb(len(others) + len(suited), held)
    if suited and not is_void and random.random() >= has_none:
        card = min(random.choice(suited), random.choice(suited))
        suited.remove(card)
        return card
    pool = others or suited
    card = random.choice(pool)
    pool.remove(card)
    return card


# Cards of a colour still in hands, per player: the fitted points of the four rows below, linear between them.
LEFT = (0.0, 0.5, 1.0, 2.0, 3.0)
NONE_YET = (0.0, 0.13, 0.34, 0.38, 0.40)  # worth of an uncaptured colour
ONE_MORE = (0.0, 0.23, 0.28, 0.18, 0.16)  # worth of one captured card, besides
ONE_KEEPS = (1.0, 0.82, 0.65, 0.55, 0.33)  # its number times this
TWO_KEEP = (1.0, 0.60, 0.49, 0.28, 0.24)  # the sum of two captured cards times this
OUT_OF_IT = 0.10  # more for a colour of which the player has captured nothing and holds nothing

# Worth of a held card before the first trick, if none, a quarter, half, three quarters or all of the unseen cards are
# lower; later in proportion to the tricks left.
HELD = (0.34, 0.15, -0.05, -0.18, -0.20)


class Curve(NamedTuple):
    """The worth of a colour, in points, for a given number of its cards in hands."""

    none: float
    one: float
    one_keeps: float
    two_keep: float

    def worth(self, count: int, total: int) -> float:
        """Return the likely final worth of `count` captured cards with this sum."""
        if count > 2:
            return count
        if count == 2:
            return self.two_keep * total
        return self.one + self.one_keeps * total if count else self.none


@cache
def curves(players: int) -> list[Curve]:
    """Return the curve for each number of cards of a colour in hands, from 0 to all."""
    highest, rows = 3 * players, (NONE_YET, ONE_MORE, ONE_KEEPS, TWO_KEEP)
    shares = [[_between(LEFT, row, left / players) for row in rows] for left in range(highest + 1)]
    return [Curve(highest * none, highest * one, one_keeps, two_keep) for none, one, one_keeps, two_keep in shares]


def _between(places: Sequence[float], values: Sequence[float], place: float) -> float:
    """Return the linearly interpolated value at a place."""
    for step in range(1, len(places)):
        if place <= places[step]:
            share = (place - places[step - 1]) / (places[step] - places[step - 1])
            return values[step - 1] + share * (values[step] - values[step - 1])
    return values[-1]


def held_worth(known: Position, card: int, unseen: Sequence[int]) -> float:
    """Return the worth of a card of the player's hand, in points, in the tricks after this one."""
    number = card % NUMBERS
    lower = sum((other % NUMBERS < number) + (other % NUMBERS <= number) for other in unseen) / 2
    places = [step / (len(HELD) - 1) for step in range(len(HELD))]
    tricks_left = HAND - known.trick_number()
    return 3 * known.players * tricks_left / HAND * _between(places, HELD, lower / max(1, len(unseen)))


class Prospect:
    """The worth of all captured cards for a player, less the others' average."""

    def __init__(self, known: Position, player: int) -> None:
        self._known = known
        self._player = player
        self._curves = curves(known.players)
        self._weights = [-1 / (known.players - 1)] * known.players
        self._weights[player] = 1.0
        held = [card // NUMBERS for card in range(CARDS) if known.where[card] == IN_HAND]
        self._left = [held.count(colour) for colour in range(len(COLOURS))]
        self._drifts: dict[tuple[int, int], float] = {}

    def change(self, trick: Sequence[int], out_of: Sequence[bool]) -> float:
        """Return the change by a complete trick, after which the player holds nothing of the colours `out_of`."""
        played = [card // NUMBERS for card in trick[len(self._known.trick) :]]
        gone = [played.count(colour) for colour in range(len(COLOURS))]
        change = sum([self._drift(colour, gone[colour]) for colour in set(played)])
        high, low = extremes(trick)  # type: ignore[arg-type]
        if trick[high] % NUMBERS == trick[low] % NUMBERS:
            return change + self._captured(high, trick, gone, out_of)
        rest = [*trick[:high], *trick[high + 1 :]]
        change += self._captured(high, rest, gone, out_of)
        return change + self._captured(low, [trick[high]], gone, out_of)

    def _captured(self, place: int, cards: Sequence[int], gone: Sequence[int], out_of: Sequence[bool]) -> float:
        """Return the change by cards that go to the player at a place of the trick."""
        known = self._known
        seat = (known.leader + place) % known.players
        gain = 0.0
        colours = [card // NUMBERS for card in cards]
        for colour in set(colours):
            index = seat * len(COLOURS) + colour
            count, total = known.counts[index], known.sums[index]
            more = [card % NUMBERS + 1 for card in cards if card // NUMBERS == colour]
            curve = self._curves[self._left[colour] - gone[colour]]
            gain += curve.worth(count + len(more), total + sum(more)) - curve.worth(count, total)
            if seat == self._player and not count and out_of[colour]:
                gain -= OUT_OF_IT * 3 * known.players
        return self._weights[seat] * gain

    def _drift(self, colour: int, gone: int) -> float:
        """Return the change for captured cards when `gone` cards of a colour have left the hands."""
        if (colour, gone) not in self._drifts:
            known, left = self._known, self._left[colour]
            before, after = self._curves[left], self._curves[left - gone]
            drift = 0.0
            for seat, weight in enumerate(self._weights):
                index = seat * len(COLOURS) + colour
                count, total = known.counts[index], known.sums[index]
                drift += weight * (after.worth(count, total) - before.worth(count, total))
            self._drifts[colour, gone] = drift
        return self._drifts[colour, gone]

    def out_of_it(self, out_of: Sequence[bool]) -> float:
        """Return the worth of holding none of these colours, for those without captured cards."""
        first = self._player * len(COLOURS)
        untouched = [out and not self._known.counts[first + colour] for colour, out in enumerate(out_of)]
        return OUT_OF_IT * 3 * self._known.players * sum(untouched)
