"""How Bambuti is played on in thought: by the rules, seeing best replies, and promising what comes true on average."""

from collections.abc import Iterator
from random import Random
from statistics import correlation
from typing import Any

import pytest

from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import DRUMMING, LAYING, PLAYING, Position, indicator_sums
from tavolo_host.games.bambuti import player as weighing
from tavolo_host.games.bambuti import search
from tests.players.deciding import decisions
from tests.rules.bambuti_play import ROWS, cards, position


def mostly_likely(rules: Any, at: Position, player: int, random: Random) -> tuple[int, ...]:
    """Every fourth decision is made by lot."""
    rollout_policy = search.rollout_policy(at, player, random)
    assert rollout_policy in game.legal(at, player)
    return random.choice([rollout_policy, rollout_policy, rollout_policy, random.choice(game.legal(at, player))])


def played(seed: int) -> Iterator[Position]:
    """Each position before a decision of a game; at last its end."""
    at: Any = None
    for at, _, _ in decisions("bambuti players=2 dealt", mostly_likely, Random(seed)):
        yield at
    yield at


def lead(at: Position, player: int) -> int:
    """By how much the indicators are ahead for a player, by the rules."""
    sums = indicator_sums(at.rows)
    return sums[player] - sums[1 - player]


@pytest.mark.parametrize("seed", range(6))
def test_best_plays_are_those_of_the_rules(seed: int) -> None:
    for at in played(seed):
        if at.phase != PLAYING:
            continue
        player, leads, scoring = at.turn, [], [0]
        for action in game.legal(at, player):
            after = at.copy()
            game.apply(after, action)
            leads.append(lead(after, player))
            if after.made_symmetry:  # it is counted already what comes of the play, though a drum may follow
                level = after.copy()
                level.made_symmetry, level.drums[player] = False, 0
                assert search.evaluate(after)[player] - search.evaluate(level)[player] >= leads[-1]
            if after.made_symmetry or (game.outcome(after) is None and sum(after.points) > sum(at.points)):
                scoring.append(leads[-1])
        found = weighing.offers(at.rows, player, at.hands[player] or [], lead(at, player))
        assert found == (max(leads), max(scoring))


def test_nothing_is_promised_behind_the_last_play_and_every_lead_is_worth_a_drum() -> None:
    rows = position(ROWS, ("blue-1", "green-1")).rows
    assert weighing.outlook(rows, [cards("blue-1"), cards("green-1")], (2, 2), 0, 0).worth == 0
    assert weighing.drum_worth(0) == 0 < weighing.drum_worth(1) < weighing.drum_worth(20)
    at = position(ROWS, ("blue-1 red-1 yellow-6 violet-7", "green-1 green-2 green-3 green-4 green-5"), phase=DRUMMING)
    at.rows[:] = bytearray(cards("blue-1 green-1 green-3 blue-2 green-1 blue-1 green-2 green-4 blue-1 green-2"))
    assert (search.rollout_policy(at, 0, Random(1))[0] == game.DRUM) == (lead(at, 0) >= weighing.drum_worth(1))


def test_what_positions_promise_is_how_games_end_on_average() -> None:
    promised, ended = [], []
    for seed in range(40):
        leads = []
        for at in played(seed):
            if at.phase != LAYING:
                now = search.evaluate(at) if game.outcome(at) is None else at.points
                leads.append(now[0] - now[1])
        middle = len(leads) // 2
        promised.append(leads[middle])
        ended.append(leads[-1])
    assert correlation(promised, ended) > 0.5
