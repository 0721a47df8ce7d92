"""What players of all levels do and say: the same for any two positions that differ only in hidden cards."""

import pickle
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from tavolo.games import names
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.players import levels
from tavolo_host.players.of_game import choose, determinize
from tavolo_host.players.reasons import Reason
from tavolo_host.players.settings import LEVELS
from tavolo_host.players.thinking import Answer, Decision
from tavolo_host.players.workers import searched, sent
from tavolo_host.runtime.game_folders import part_of
from tests.players.deciding import thought_out

EACH_GAME = pytest.mark.parametrize("name", names())
ITERATIONS = 8
STRIDE = 7  # decisions from one that is looked at to the next
LOOKED_AT = 6


def decisions(name: str, stride: int = STRIDE, count: int = LOOKED_AT) -> Iterator[tuple[HiddenHands, int]]:
    """A game of sensible players now and then, and who is to act."""
    return islice(thought_out(name), 0, stride * count, stride)


def decided(dealt: HiddenHands, player: int, level: str) -> tuple[Answer, Reason]:
    """What a player of a level decides now, and why."""
    answer = levels.think(dealt.moment(player, level), ITERATIONS)
    return answer, levels.why(dealt.moment(player, level), answer.action, answer)


@EACH_GAME
def test_what_is_hidden_from_a_player_changes_neither_the_decision_nor_its_reasons(name: str) -> None:
    others = 0
    for dealt, player in decisions(name):
        game, truth = dealt.game, dealt.position
        known = dealt.moment(player, "").known
        found = []
        for seed in (None, 1, 2):
            if seed is not None:
                dealt._positions[-1] = determinize(game, known, player, Random(seed))
                others += game.position_text(dealt.position) != game.position_text(truth)
            found.append([decided(dealt, player, level) for level in LEVELS])
        dealt._positions[-1] = truth
        assert found[0] == found[1] == found[2]
    assert others or name == "kuh-vadis", "all determinizations were equal"


@EACH_GAME
def test_a_search_gives_its_figures_and_those_of_the_next_best_choice(name: str) -> None:
    has_points = hasattr(part_of(name, ".player"), "points")
    for dealt, player in decisions(name, count=3):
        answer, reason = decided(dealt, player, levels.STRONG)
        assert answer.figures is not None
        figure = answer.figures[answer.action]
        assert f"Tried {figure.visits}×. It wins {round(figure.wins * 100)} %" in reason.figures
        assert ("on average" in reason.figures) == has_points
        assert ("Next best: " in reason.figures) == (len(answer.figures) > 1)


def test_a_reason_says_that_there_was_a_single_choice() -> None:
    """Who searches is given figures too."""
    for dealt, player in decisions("david-goliath", 1, 40):
        known = dealt.moment(player, "").known
        if len(dealt.game.legal(known, player)) == 1:
            for level in (levels.SENSIBLE, levels.STRONG):
                _, reason = decided(dealt, player, level)
                assert reason.words == "There is no other choice."
                assert reason.figures.endswith("There is no other choice.")
            assert f"Tried {ITERATIONS}×." in reason.figures
            return
    raise AssertionError("no player had to follow with the last card")


@EACH_GAME
def test_what_is_sent_to_a_worker_is_all_that_the_player_knows(name: str) -> None:
    for dealt, player in decisions(name, count=4):
        package = pickle.loads(pickle.dumps(sent(dealt.moment(player, levels.STRONG))))
        assert Answer(*searched(*package, ITERATIONS)) == levels.think(dealt.moment(player, levels.STRONG), ITERATIONS)


def test_an_easy_player_is_careless_now_and_then_and_says_so_and_is_sensible_otherwise() -> None:
    mistakes = 0
    for dealt, player in decisions("david-goliath", 1, 40):
        (_, _, _, random, _), (easy, reason) = dealt.moment(player, ""), decided(dealt, player, levels.EASY)
        is_mistake = random.random() < levels.MISTAKES
        assert ("without much thought" in reason.words) == is_mistake
        known = dealt.moment(player, "").known
        if not is_mistake:
            assert easy.action == choose(dealt.game, known, player, random)
        mistakes += is_mistake
    assert 8 <= mistakes <= 24


def test_in_a_view_that_no_position_agrees_with_the_sensible_player_thinks_and_chooses() -> None:
    dealt, player = next(decisions("david-goliath"))
    _, known, _, random, _ = dealt.moment(player, "")
    known.hands[player] = [known.hands[player][0]] * 2
    answer = levels.think(Decision(dealt.game, known, player, random, levels.STRONG), ITERATIONS)
    assert (answer.level, answer.figures) == (levels.SENSIBLE, None)
    action = levels.choose(dealt.game, known, player, Random(1), levels.STRONG)
    assert action == choose(dealt.game, known, player, Random(1))
