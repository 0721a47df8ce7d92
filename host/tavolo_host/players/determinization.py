"""Determinization: draws a position in which every card is known, out of those that agree with what a player knows.

Every deal of the unseen cards to all places where they can be is equally likely. Those places are read from what a game
declares of its positions (`FIELDS`, see `tavolo.rules.fields`):

    own     another player's hand gets as many cards as the position's `held` says, a number for each player or a method
    sealed  others' choices contain a card for each UNKNOWN
    closed  one list of the remaining cards; in a game without it they are out of play

Where not every player can have every card, for example when each has an own colour, the rules provide `may_hold`
(player, card).

A card is unseen while it has its initial value in each field with a value by cards; in a game without such a field,
while it is in no list of cards that everybody sees. A game for which that is wrong, or in which more is known than
numbers, says what is unseen (`Unseen`), or has its own `determinize`, in `search.py` of its folder.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tavolo import games
from tavolo.rules.contract import Setup
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.players.dealing import Ways, deal

if TYPE_CHECKING:
    from tavolo.rules.game import Game, P

_SECRETS = (" own", " sealed", " closed")  # ends of declared fields
_BY_CARDS = " by cards"


class Unseen(NamedTuple):
    """What a player does not know: the unseen cards, and how many unknown cards each player holds.

    `barred` has for some players the cards that they cannot have, in hand or sealed. `rest` is how many cards are left
    for the closed list; None means all that remain.
    """

    cards: Sequence[int]
    held: Sequence[int]
    barred: Mapping[int, Collection[int]] = {}
    rest: int | None = None


class _Declared(NamedTuple):
    """Names of a game's fields: the secret ones, those with a value by cards, and other public lists of cards."""

    own: str
    sealed: str
    closed: str
    by_cards: list[str]
    seen: list[str]


def determinize(game: "Game[P]", known: "P", player: int, random: Random, unseen: Unseen | None = None) -> "P":
    """Return a dealt position that agrees with `known`, a view of `player`; all such positions are equally likely.

    `unseen` follows from what the game declares, unless it is given. ValueError, in a sentence, for a view that no
    position agrees with, and for a game that declares too little.
    """
    fields = _declared(game.NAME, game.FIELDS)  # type: ignore[attr-defined]
    found = known.copy()
    found.dealt = True
    if not (fields.own or fields.sealed or fields.closed):
        return found
    if unseen is None:
        unseen = _unseen(game, fields, known)
    wanting = [cards.count(UNKNOWN) for cards in getattr(known, fields.sealed, ())]
    held = [(other, number) for other, number in enumerate(unseen.held) if number]
    sealed = [(other, number) for other, number in enumerate(wanting) if number]
    capacities = [number for _, number in held + sealed]
    capacities.append(len(unseen.cards) - sum(capacities) if unseen.rest is None else unseen.rest)
    dealt = deal(_groups(unseen, [other for other, _ in held + sealed]), capacities, random)
    _fill(fields, found, player, held, sealed, dealt)
    return found


_Capacities = Sequence[tuple[int, int]]  # players, and how many cards each has room for


def _fill(
    fields: "_Declared", found: Any, player: int, held: _Capacities, sealed: _Capacities, dealt: list[list[int]]
) -> None:
    """Put the cards into hands, sealed choices and the closed list, in this order."""
    hands: Any = getattr(found, fields.own, ())
    for other, hand in enumerate(hands):
        if hand is None and other != player:
            hands[other] = []
    for (other, _), cards in zip(held, dealt, strict=False):
        hands[other] = sorted(cards)
    for (other, _), cards in zip(sealed, dealt[len(held) :], strict=False):
        choices = getattr(found, fields.sealed)[other]
        choices[:] = [cards.pop() if card == UNKNOWN else card for card in choices]
    if fields.closed:
        setattr(found, fields.closed, dealt[-1])


def _groups(unseen: Unseen, players: Sequence[int]) -> Mapping[Ways, list[int]]:
    """Return the cards by where they can be: with which of the players, and in the last place with the rest."""
    if not unseen.barred:
        return {(1,) * (len(players) + 1): list(unseen.cards)}
    barred = [unseen.barred.get(player, ()) for player in players]
    groups: dict[Ways, list[int]] = {}
    for card in unseen.cards:
        groups.setdefault((*[int(card not in cards) for cards in barred], 1), []).append(card)
    return groups


# ---- what a game declares


@cache
def _declared(name_of_game: str, lines: tuple[str, ...]) -> _Declared:
    """Return the names of a game's fields; ValueError when several secret ones cannot be told apart."""
    names: dict[str, list[str]] = {kind: [] for kind in (*_SECRETS, _BY_CARDS, " cards")}
    for field in ", ".join(lines).split(", "):
        name = field.split()[0]
        kind = next((kind for kind in (*_SECRETS, _BY_CARDS) if field.endswith(kind)), field.removeprefix(name))
        names.setdefault(kind, []).append(name.partition(":")[0])
    if any(len(names[kind]) > 1 for kind in _SECRETS):
        folder = games.folder_of(name_of_game)
        raise ValueError(
            f"The fields of {name_of_game} do not tell where its secret cards are:"
            f" host/tavolo_host/games/{folder}/search.py has to say it."
        )
    own, sealed, closed = [next(iter(names[kind]), "") for kind in _SECRETS]
    return _Declared(own, sealed, closed, names[_BY_CARDS], names[" cards"])


@cache
def _first(name_of_game: str, players: int, options: tuple[int, ...], field: str) -> tuple[int, ...]:
    """Return the values that a field has for each card before the deal."""
    game = games.load(name_of_game)
    return tuple(getattr(game.start(Setup(game, players, options, dealt=False)), field))


def _unseen(game: "Game[P]", fields: _Declared, known: "P") -> Unseen:
    """Return what a player does not know, as far as a game's fields tell it."""
    copies = games.manifest(game.NAME).COPIES
    if fields.by_cards:
        seen: Counter[int] = Counter()
        for name in fields.by_cards:
            values = getattr(known, name)
            first = _first(game.NAME, known.players, known.options, name)
            moved = Counter([at * game.CARDS // len(values) for at in range(len(values)) if values[at] != first[at]])
            seen |= moved
    else:
        seen = Counter([card for name in fields.seen for card in getattr(known, name) if card != UNKNOWN])
    hands: Sequence[list[int] | None] = getattr(known, fields.own, ())
    for hand in hands:
        seen.update(hand or ())
    for cards in getattr(known, fields.sealed, ()):
        seen.update([card for card in cards if card != UNKNOWN])
    left = Counter(dict.fromkeys(range(game.CARDS), copies))
    left.subtract(seen)
    if min(left.values()) < 0:
        raise ValueError(f"A card of {game.NAME} is seen in more places than it has copies.")
    cards, may_hold = list(left.elements()), getattr(game, "may_hold", None)
    publicly: Any = getattr(known, "held", None)
    if publicly is None and None in hands:
        raise ValueError("A position with hands says in `held` how many cards each player holds.")
    number_of = publicly if callable(publicly) else lambda at: publicly[at]
    held = [int(number_of(at)) if hand is None else 0 for at, hand in enumerate(hands)]
    if may_hold is None:
        return Unseen(cards, held)
    return Unseen(cards, held, {p: {card for card in cards if not may_hold(p, card)} for p in range(known.players)})
