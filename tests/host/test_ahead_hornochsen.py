"""How Tanz der Hornochsen goes on in thought, and what the search makes of it: chosen is what the rules allow."""

from random import Random

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import next_in_open_round
from tavolo.games.tanz_der_hornochsen.position import BUY, CHOOSING, KEEPING, Position
from tavolo.rules.contract import CHANCE, Setup
from tavolo_host.game_parts import world
from tavolo_host.games.tanz_der_hornochsen.ahead import candidates, worth
from tavolo_host.search import best, choose, searched
from tests.rules.hornochsen_play import scene

FEW = 3  # visits
ROWS = {"L1": "20 21 22 23 24", "L3": "40", "L4": "60", "R5": "80"}


def sought(position: Position, player: int, visits: int = 300) -> str:
    return game.action_text(best(searched(game, game.view(position, player), player, Random(1), visits)))


def stand(hands: str, **fields: str) -> list[float]:
    """How two players stand between rounds, all of whose tiles are known."""
    held = ",".join(str(len(hand.split(","))) for hand in hands.split("/"))
    known = scene(players=2, held=held, hands=hands, **fields)
    return worth(world(game, known, 0, Random(1)))


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("options", [(1, 0, 1, 0), (1, 1, 0, 1)])
def test_what_is_sought_may_be_done_and_only_who_would_choose_later_waits(
    players: int, options: tuple[int, ...]
) -> None:
    random = Random(players)
    seen = set()
    for _game in range(3):
        position = game.start(Setup(game, players, options, True))
        position.pawns = random.sample(range(36, 40 + players), players)  # so that rounds are open soon
        while game.to_act(position):
            acting = list(game.to_act(position))
            if acting == [CHANCE]:
                game.apply(position, game.chance(position, random.randrange))
                continue
            random.shuffle(acting)
            for player in acting:
                known = game.view(position, player)
                action = choose(game, known, player, random, FEW)
                assert set(candidates(known, player)) <= set(game.legal(known, player))
                seen.add((position.phase, position.is_open, action[0] if action else None))
                if action:
                    assert game.refusal(position, action) is None
                    game.apply(position, action)
                    break
                assert position.is_open
                assert player not in next_in_open_round(position)
            else:
                raise AssertionError("everybody waits for everybody")
    assert {(CHOOSING, False, BUY), (CHOOSING, True, None)} <= seen
    assert any(phase == KEEPING for phase, *_ in seen)


def test_who_may_only_buy_while_others_choose_waits() -> None:
    position = scene(is_open="1", pawns="5,9,20,30", hands="10,11,12,13,14,15/1,2,3,4,5,6/?/?")
    assert game.legal(position, 1)
    assert choose(game, game.view(position, 1), 1, Random(1), FEW) == ()
    assert choose(game, game.view(position, 0), 0, Random(1), FEW) != ()


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
    dealt = world(game, position, 0, Random(1))
    other = dealt.copy()
    game.apply(dealt, game.action_from_text("choose 0 25"))
    game.apply(other, game.action_from_text("choose 0 81"))
    assert worth(dealt)[0] < worth(other)[0] - 2


def test_the_search_does_not_complete_a_row_but_when_that_is_a_bonus() -> None:
    position = scene(players=2, rows=ROWS, hands="25,81,82,83,84,85/?", bought="1,0")
    assert sought(position, 0) != "choose 0 25"
    cows = {"L1": "20 21 22 23 24", "L3": "40", "L6": "60", "R5": "80"}
    position = scene(players=2, rows=cows, hands="25,81,82,83,84,85/?", pawns="30,0", bought="1,0")
    assert sought(position, 0) == "choose 0 25"


def test_the_search_keeps_no_tile_that_would_complete_the_next_row() -> None:
    rows = {"L1": "20 21 22 23 89", "L2": "40", "L3": "50", "L4": "85 86 87 88"}
    position = scene(players=2, rows=rows, held="1,6", hands="90/?")
    for text in ("choose 0 90", "choose 1 41"):
        game.apply(position, game.action_from_text(text))
    game.apply(position, (game.REVEAL, 89, 40))
    assert position.phase == KEEPING
    kept = [sought(position, 0)]
    game.apply(position, game.action_from_text(kept[0]))
    kept.append(sought(position, 0))
    assert "keep 0 89" not in kept
