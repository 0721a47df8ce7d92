"""Determinization of a game without its own: unseen cards follow from its declarations."""

from collections import Counter
from itertools import permutations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tavolo.games import load
from tavolo.games.bambuti.position import PLAYING
from tavolo.rules.contract import TABLE, Setup
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.players import determinization, of_game
from tests.players.listed_determinizations import is_likely, moments


class Position:
    """A game of two: three faces, each twice; one card lies open, one is sealed by each, the pile has what is left."""

    players, options = 2, ()

    def __init__(self) -> None:
        self.dealt = False
        self.shown = [0]
        self.sealed = [[1], [UNKNOWN]]
        self.hands: list[list[int] | None] = [[2], None]
        self.pile: list[int] | None = None

    def copy(self) -> "Position":
        """Return a position that can be changed without changing this one."""
        other = Position()
        other.shown, other.sealed = self.shown[:], [cards[:] for cards in self.sealed]
        other.hands = [None if hand is None else hand[:] for hand in self.hands]
        return other

    def held(self, player: int) -> int:
        """Return how many cards each holds."""
        return 1


def game(*fields: str) -> Any:
    """What a game of such fields has, whose box has two cards of each of three faces."""
    return SimpleNamespace(NAME="yellowstone-park", CARDS=3, FIELDS=fields)


SEALED = game("shown cards", "sealed cards sealed, hands cards own", "pile cards closed")
OUT_OF_PLAY = game("shown cards", "sealed cards sealed, hands cards own")


@pytest.mark.parametrize("of", [SEALED, OUT_OF_PLAY], ids=["with a pile", "without"])
def test_hands_sealed_cards_and_the_pile_have_whatever_is_in_no_list(of: Any) -> None:
    weights = Counter(str(order[:2]) for order in permutations((0, 1, 2)))
    drawn: Counter[str] = Counter()
    random = Random(1)
    for _ in range(600):
        found = determinization.determinize(of, Position(), 0, random)
        sealed, (own, other) = found.sealed, found.hands
        assert (sealed[0], own, found.shown, found.dealt) == ([1], [2], [0], True)
        assert other is not None
        drawn[str((*sealed[1], *other))] += 1
        if of is SEALED:
            assert sorted([*sealed[1], *other, *(found.pile or ())]) == [0, 1, 2]
        else:
            assert found.pile is None
    assert is_likely(drawn, weights)


def test_the_table_guesses_what_everybody_holds() -> None:
    known = Position()
    known.hands, known.sealed = [None, None], [[UNKNOWN], [UNKNOWN]]
    found = determinization.determinize(SEALED, known, TABLE, Random(1))
    everything = [*found.shown, *(found.pile or ())]
    for player in (0, 1):
        everything += [*found.sealed[player], *(found.hands[player] or ())]
    assert sorted(everything) == [0, 0, 1, 1, 2, 2]


def test_a_card_is_unseen_while_its_value_is_that_of_the_start() -> None:
    bambuti: Any = load("bambuti")
    for record in moments(bambuti, 2, 3):
        position = record.position
        if position.phase == PLAYING and not position.passes:
            known = bambuti.view(position, 0)
            own, plain = (
                of_game.determinize(bambuti, known, 0, Random(1)),
                determinization.determinize(bambuti, known, 0, Random(1)),
            )
            plain.pile.sort()
            assert bambuti.position_text(own) == bambuti.position_text(plain)


def test_a_card_that_is_seen_too_often_is_refused_in_a_sentence() -> None:
    known = Position()
    known.shown = [2, 2]
    with pytest.raises(ValueError, match="in more places than it has copies"):
        determinization.determinize(SEALED, known, 0, Random(1))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("tanz-der-hornochsen", "host/tavolo_host/games/tanz_der_hornochsen/search.py has to say it"),
        ("david-goliath", "says in `held` how many cards each player holds"),
    ],
)
def test_a_game_that_declares_too_little_gets_an_error_that_says_what_is_missing(name: str, told: str) -> None:
    of: Any = load(name)
    known = of.view(of.start(Setup(of, 3, None, True)), 0)
    with pytest.raises(ValueError, match=told):
        determinization.determinize(of, known, 0, Random(1))
