"""A game as a tree: chance, who decides, the end, and what a player has seen."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tavolo.games import load
from tavolo.rules.contract import CHANCE, Refused, Setup
from tavolo_host.research.encoding import Encoding
from tavolo_host.research.play import Play
from tests.research.plays import HORIZON, SETUPS, places, setup_of


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_draws_one_by_one_equal_the_draw_of_the_game(name: str, players: int) -> None:
    game, setup = load(name), setup_of(name, players)
    random, at_once = Random(1), Random(1)
    play, position = Play(setup, HORIZON), game.start(setup)
    while not play.is_over():
        if play.acting == CHANCE:
            play.draw(random.randrange(play.outcomes))
        else:
            play.decide(play.legal()[0])
    for action in play.actions:
        if game.to_act(position) == (CHANCE,):
            # below(1) asks for nothing: it is no node of the tree.
            assert game.chance(position, lambda n: at_once.randrange(n) if n > 1 else 0) == action
        game.apply(position, action)


def test_every_roll_is_as_likely() -> None:
    play = Play(setup_of("kuh-vadis", 2))
    assert play.outcomes == 2  # who begins
    play.draw(1)
    play.decide(play.legal()[0])
    rolls = [play]
    for _ in range(2):
        assert {each.outcomes for each in rolls} == {6}
        rolls = [drawn(each, face) for each in rolls for face in range(6)]
    assert len({each.drawn for each in rolls}) == 36


def drawn(play: Play, outcome: int) -> Play:
    found = play.copy()
    found.draw(outcome)
    return found


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_player_can_always_act_and_the_winners_share_what_the_others_lose(name: str, players: int) -> None:
    for seed in range(2):
        for play in places(Play(setup_of(name, players), 10_000), Random(seed)):
            if not play.is_over():
                assert play.acting in load(name).to_act(play.position), "who is not waited for is not asked"
                assert play.legal() == sorted(set(play.legal()))
                assert play.legal()
                assert play.returns() == [0.0] * players
        winners = (load(name).outcome(play.position) or ())[1:]
        assert winners
        assert sum(play.returns()) == pytest.approx(0)
        assert sum(play.returns(by_points=True)) == pytest.approx(0)
        assert all(play.returns()[player] == pytest.approx(1 / len(winners) - 1 / players) for player in winners)


def test_the_horizon_ends_a_game_that_nobody_has_won_then() -> None:
    *_, play = places(Play(setup_of("kuh-vadis", 2), 7), Random(1))
    assert play.decisions == 7
    assert play.legal() == []
    assert play.returns() == [0.0, 0.0]


def test_a_player_who_chooses_later_does_not_see_sealed_choices() -> None:
    first, others = Play(setup_of("tanz-der-hornochsen", 3)), []
    first.draw_all(Random(5).randrange)
    assert first.acting == 0
    for number in [each for each in first.legal() if first.action_of(each, 0)[0] == 5][:3]:
        others.append(first.copy())
        others[-1].decide(number)
    for play in others:
        assert play.acting == 1
        assert play.history_text(1) == others[0].history_text(1)
        assert play.observation_text(1) == others[0].observation_text(1)
    assert len({play.history_text(0) for play in others}) == 3


def test_no_player_has_to_buy_who_only_could() -> None:
    buy, asked = 4, Counter[bool]()
    game = load("tanz-der-hornochsen")
    for seed in range(60):
        play = Play(Setup(game, 3, None, True))
        random = Random(seed)
        for place in places(play, random):
            if place.is_over():
                continue
            verbs = {place.action_of(number, place.acting)[0] for number in place.legal()}
            asked[verbs == {buy}] += 1
            if verbs == {buy}:
                assert place.position.is_double
                assert place.position.held[place.acting] == 1
                assert not place.position.is_open or place.acting == lowest(place)
    assert asked[True]


def lowest(play: Play) -> int:
    """Return who is next in an open round."""
    position = play.position
    waiting = [player for player in range(position.players) if position.left[player]]
    return min(waiting, key=lambda player: position.pawns[player])


# ---- what nobody may know


def exchanged(play: Play, one: int, other: int) -> Play:
    """Return the same game with two dealt cards swapped by chance; raises Refused if that is impossible."""
    game = play.setup.game
    cards = {one: other, other: one}
    actions = []
    for action in play.actions:
        known = len(game.public(action))
        hidden = action[known:] if game.actor(action) == CHANCE else ()
        actions.append((*action[: len(action) - len(hidden)], *(cards.get(card, card) for card in hidden)))
    return Play(play.setup, play.horizon, actions, play.drawn)


def indistinguishable(play: Play, player: int, random: Random) -> Iterator[Play]:
    """Yield games that a player cannot tell from this one: two cards that others hold, or nobody, are swapped."""
    game = play.setup.game
    held = [card for other in range(play.setup.players) if other != player for card in play.held(other)]
    known = {*play.held(player), *(card for seen in play.seen[player] for card in (*seen.action[1:], *seen.cards))}
    hidden = [card for card in range(game.CARDS) if card not in known]
    held = [card for card in hidden if card in held]
    for one in random.sample(held, min(3, len(held))):
        for other in random.sample(hidden, min(3, len(hidden))):
            try:
                found = exchanged(play, one, other)
            except Refused:
                continue
            if found.text() != play.text() and found.acting == play.acting:
                yield found


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_player_cannot_tell_positions_apart_that_differ_in_what_is_hidden_from_it(name: str, players: int) -> None:
    found = 0
    for play in places(Play(setup_of(name, players), HORIZON), Random(3), stride=11):
        for player in range(players):
            for other in indistinguishable(play, player, Random(play.decisions)):
                found += 1
                assert other.history_text(player) == play.history_text(player)
                assert other.observation_text(player) == play.observation_text(player)
                assert (numbers(other, player) == numbers(play, player)).all()
                if play.acting == player:
                    assert other.legal() == play.legal()
    assert found > 9 or not load(name).CARDS or hasattr(load(name), "may_hold")  # then little is hidden


def numbers(play: Play, player: int):  # type: ignore[no-untyped-def]
    encoding = Encoding(play, 500)
    encoding.set_from(play, player)
    return encoding.numbers
