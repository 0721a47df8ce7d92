"""How Tanz der Hornochsen goes on in thought, and what the search makes of it: chosen is what the rules allow."""

from random import Random
from typing import Any

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.position import BUY, CHOOSING, KEEPING, Position
from tavolo_host.games.tanz_der_hornochsen.search import evaluate, prune
from tavolo_host.players.levels import STRONG, think
from tavolo_host.players.of_game import determinize
from tavolo_host.players.thinking import Decision
from tests.players.deciding import actions
from tests.rules.hornochsen_play import scene

FEW = 3  # iterations
ROWS = {"L1": "20 21 22 23 24", "L3": "40", "L4": "60", "R5": "80"}


def stand(hands: str, **fields: str) -> list[float]:
    """How two players stand between rounds, all of whose tiles are known."""
    held = ",".join(str(len(hand.split(","))) for hand in hands.split("/"))
    known = scene(players=2, held=held, hands=hands, **fields)
    return evaluate(determinize(game, known, 0, Random(1)))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("options", ["", "bought_bonus=1 least_kept=0 box_refills=1"])
def test_searched_actions_are_legal_and_a_player_who_may_only_buy_does_not(players: int, options: str) -> None:
    seen: set[tuple[int, bool, int]] = set()

    def seek(rules: Any, position: Position, player: int, random: Random) -> tuple[int, ...]:
        known = game.view(position, player)
        action = think(Decision(game, known, player, random, STRONG), FEW).action
        assert set(prune(known, player)) <= set(game.legal(known, player))
        assert action in game.legal(position, player)
        assert all(prune(game.view(position, other), other) == [] for other in game.may_act(position))
        seen.add((position.phase, position.is_open, action[0]))
        return action

    random = Random(players)
    for _game in range(3):
        played = actions(f"{game.NAME} players={players} {options} dealt", seek, random)
        position, *_ = next(played)
        position.pawns = random.sample(range(36, 40 + players), players)  # so that rounds are open soon
        for _action in played:
            pass
    assert {(CHOOSING, False, BUY), (CHOOSING, True, game.SHOW)} <= seen
    assert any(phase == KEEPING for phase, *_ in seen)


def test_a_pawn_further_back_and_a_hand_that_fits_promise_more() -> None:
    even = stand("30,50,70,85/31,51,71,86", rows=ROWS, pawns="20,30")
    assert even[0] > even[1]
    assert stand("25,26,27/61,62,81", rows=ROWS)[0] < stand("41,62,82/61,63,81", rows=ROWS)[0]


def test_more_tiles_promise_more_but_not_when_the_game_is_nearly_over() -> None:
    few, many = "41,42,43,61,62/81,82,83,84", "41,42,43,61,62,44,45,46/81,82,83,84"
    assert stand(few, rows=ROWS)[0] + 2 < stand(many, rows=ROWS)[0]
    near = {"rows": ROWS, "pawns": "59,58"}
    assert stand(many, **near)[0] < stand(few, **near)[0] + 1


def test_a_row_that_a_sealed_tile_completes_is_paid_for_in_what_is_promised() -> None:
    position = scene(players=2, rows=ROWS, hands="25,81/?", held="2,6", late="1")
    dealt = determinize(game, position, 0, Random(1))
    other = dealt.copy()
    game.apply(dealt, game.action_from_text("choose 0 25"))
    game.apply(other, game.action_from_text("choose 0 81"))
    assert evaluate(dealt)[0] < evaluate(other)[0] - 2
