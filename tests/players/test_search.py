"""The strong player's search: it is reproducible, and right where the exact result is known."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo_host.players import ismcts, of_game
from tavolo_host.players.levels import STRONG, choose
from tavolo_host.players.reasons import best
from tavolo_host.players.thinking import Decision
from tests.players.deciding import decisions, plainly


def dealt(name: str, seats: int, count: int, seed: int) -> tuple[Any, int]:
    """A position after `count` decisions of random players, and who decides next."""
    played = decisions(f"{name} players={seats} dealt", plainly, Random(f"{name} {seats} {seed}"))
    position, player, _ = next(islice(played, count, None))
    return position, player


@pytest.mark.parametrize("count", [0, 1, 9])
@pytest.mark.parametrize("seats", [0, 1], ids=["fewest", "most"])
@pytest.mark.parametrize("name", names())
def test_the_same_view_chance_and_iterations_give_the_same_figures(name: str, seats: int, count: int) -> None:
    game = load(name)
    position, player = dealt(name, game.SEATS[seats], count, 1)
    known = game.view(position, player)
    found = ismcts.searched(Decision(game, known, player, Random(7), STRONG), iterations=4)
    assert found == ismcts.searched(Decision(game, known, player, Random(7), STRONG), iterations=4)
    assert set(found) <= set(game.legal(known, player))
    assert sum(figure.visits for figure in found.values()) == 4 or name == "kuh-vadis"
    assert all(0 <= figure.wins <= 1 for figure in found.values())
    assert known.__dict__ == game.view(position, player).__dict__, "the view is as it was"


def last_of_bambuti(seed: int) -> tuple[Any, int]:
    """A position in which one of several plays ends the game."""
    game = load("bambuti")
    for position, player, _ in decisions("bambuti players=2 dealt", plainly, Random(seed)):
        actions = game.legal(position, player)
        for action in actions if len(actions) > 2 else ():
            ended = position.copy()
            game.apply(ended, action)
            if game.outcome(ended):
                return position, player
    return last_of_bambuti(seed + 1)


@pytest.mark.parametrize("seed", range(5))
def test_what_the_last_play_of_a_game_brings_is_found_exactly(seed: int) -> None:
    game = load("bambuti")
    position, player = last_of_bambuti(10 * seed)
    found = ismcts.searched(Decision(game, game.view(position, player), player, Random(1), STRONG), iterations=60)
    leads = {}
    for action in found:
        ended = position.copy()
        game.apply(ended, action)
        leads[action] = ended.points[player] - ended.points[1 - player]
    assert {action: figure.lead for action, figure in found.items()} == pytest.approx(leads)
    assert leads[best(found)] == max(leads.values())


def test_a_single_choice_or_none_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("david-goliath")
    position, player = dealt("david-goliath", 3, 0, 1)
    other = (player + 1) % 3

    def never(*_: object) -> None:
        raise AssertionError("no determinization is needed")

    monkeypatch.setattr(of_game, "determinize", never)
    assert choose(game, game.view(position, other), other, Random(1), STRONG) == ()
    position.hands[player] = position.hands[player][:1]
    assert choose(game, game.view(position, player), player, Random(1), STRONG) == game.legal(position, player)[0]


def test_an_action_that_is_seldom_possible_is_not_thought_neglected() -> None:
    """Of two equally good actions, the one tried less often where it was possible."""
    game = load("david-goliath")
    position, player = dealt("david-goliath", 3, 0, 1)
    thinking = ismcts.TreeSearch(Decision(game, game.view(position, player), player, Random(1), STRONG))
    branch, often, seldom = ismcts.Branch(), (0, 1, 2), (0, 1, 3)
    for action, possible in ((often, 400), (seldom, 11)):
        each = branch.following(action)
        each.visits, each.reward, each.possible = 10, 5.0, possible
    assert thinking._selected(branch, [seldom, often]) == (often, False)
    branch.follows[seldom].possible = 2000
    assert thinking._selected(branch, [seldom, often]) == (seldom, False)
