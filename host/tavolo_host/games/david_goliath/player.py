"""A virtual player of David & Goliath: tries each card against guessed cards of those who follow.

For every legal card the rest of the trick is guessed some times, out of the cards that have not been seen. What counts
is what all captured colours then promise until the end of the deal, less what they promise the others on average, and
what the card would have been worth in hand (`thinking`). Whose card is the last of the trick guesses nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from random import Random

from tavolo.games.david_goliath import CARDS
from tavolo.games.david_goliath import rules as game
from tavolo.games.david_goliath.position import COLOURS, HAND, IN_HAND, NUMBERS, Position
from tavolo_host.games.david_goliath.thinking import Prospect, held_worth
from tavolo_host.players.reasons import compared, names
from tavolo_host.texts.language import _, figure

Action = tuple[int, ...]

# Of a trick, for each colour that may be led. With 10 it wins one game in a hundred fewer, with 60 none more.
GUESSES = 20


def points(position: Position) -> list[float]:
    """Return everybody's points of all deals that are played to their end."""
    return [*position.totals]


def choose(known: Position, player: int, random: Random) -> Action:
    """Return the play of `player`, whose own hand `known` holds."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    plans = _plans(known, player, actions, random)
    return max(actions, key=lambda action: plans[action].worth)


def why(known: Position, player: int, action: Action, random: Random, is_own: bool) -> str:
    """Return what the trick is likely to bring with a card, what that is worth in hand, and the next best one."""
    plans = _plans(known, player, game.legal(known, player), random)
    plan = plans[action]
    sentence = _("{}: with what its colours promise, this trick should bring {} points more than the others get.")
    if plan.trick < 0:
        sentence = _("{}: with what its colours promise, this trick should bring {} points fewer than the others get.")
    kept = _("Kept in hand, the card would be worth {}.") if plan.kept >= 0 else _("Kept in hand, it would cost {}.")
    called = names(game, known)
    told = f"{sentence.format(called(action), figure(abs(plan.trick)))} {kept.format(figure(abs(plan.kept)))}"
    values = {each: plan.worth for each, plan in plans.items()}
    return f"{told} {compared(values, action, called if is_own else None)}"


@dataclass(frozen=True)
class Plan:
    """What a card brings in this `trick`, in points that the others do not get, and what it would bring if `kept`."""

    trick: float
    kept: float

    @property
    def worth(self) -> float:
        """How good it is to play it now."""
        return self.trick - self.kept


def _plans(known: Position, player: int, actions: Sequence[Action], random: Random) -> Mapping[Action, Plan]:
    """Return what each of the actions is worth: those that lead alike are tried against the same guesses."""
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
    """Yield cards that those may play who follow, when this colour is led."""
    places = range(len(known.trick) + 1, known.players)
    voids = [known.voids[(known.leader + place) % known.players * len(COLOURS) + led] for place in places]
    held = HAND + 1 - known.trick_number()
    for _guess_number in range(GUESSES if voids else 1):
        suited = [card for card in unseen if card // NUMBERS == led]
        others = [card for card in unseen if card // NUMBERS != led]
        yield [_guess(suited, others, bool(void), held, random) for void in voids]


def _guess(suited: list[int], others: list[int], is_void: bool, held: int, random: Random) -> int:
    """Return a card that somebody may play who holds so many, and take it out of those not seen.

    Whether he follows is as likely as a hand of these cards has the colour. Of two that he might follow with he takes
    the lower: guessed so, the player wins one game in a hundred more.
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
