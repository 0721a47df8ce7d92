"""Tanz der Hornochsen in light: what random games hardly ever show; everything else is in `lights_sample`."""

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen import scene as hornochsen
from tavolo.games.tanz_der_hornochsen.scene import newest
from tavolo.lights import palette
from tavolo.lights.stage import BEAT_MS, BEATS
from tavolo.rules.contract import Setup
from tests.lights.lights_support import painted, staged
from tests.rules.hornochsen_play import act, scene
from tests.rules.own_prints import OWN_BOARD

FOUR = (6, 1, 2, 4)
# Four rows of which one has a happy cow, so that points are bonuses, and two tiles that are left to buy.
FEW = {"rows": {"L1": "20", "L2": "40", "L3": "60", "L6": "80"}, "options": "1,1,1,0", "reserve": "2", "box": "69"}


@pytest.mark.parametrize(
    ("pawns", "number", "way", "more"),
    [
        ("10,2,0,0", 1, [11], {}),
        ("10,2,0,0", 3, [11, 12, 13], {}),
        ("10,12,13,0", 2, [11, 14], {}),
        ("62,2,0,0", 3, [63, 4, 5], {}),
        ("10,2,0,0", 3, [9, 8], FEW),
    ],
)
def test_a_purchase_is_previewed_as_the_way_of_the_pawn(
    pawns: str, number: int, way: list[int], more: dict[str, str]
) -> None:
    position = scene(pawns=pawns, **more)
    buying = game.action_from_text(f"buy 0 {number}")
    stage = staged(position, FOUR, 0, buying)
    stage.previews = [(0, buying)]
    tracks = [painted(hornochsen, stage).track for stage.now_ms in range(0, 3 * BEATS * BEAT_MS, BEAT_MS)]
    dim = palette.SEAT_DIM + 6
    assert [space for space, index in enumerate(tracks[-1]) if index == dim] == sorted(way)
    assert tracks[0][position.pawns[0]] == palette.SEAT + 6
    assert [track[way[-1]] for track in tracks] == [dim, 0] * number + [dim, dim] * (12 - number)
    before = position.pawns[:]
    act(position, f"buy 0 {number}")
    assert hornochsen.spot(position.pawns[0]) == way[-1]
    assert before[1:] == position.pawns[1:]


def test_each_game_shows_the_board_that_it_is_played_on() -> None:
    pat, cow, bull = palette.PAT, palette.CARD_DIM + 2, palette.CARD_DIM + 4
    own = [0, 0, pat, pat + 4, bull, 0, 0], [0, cow, pat + 1, 0, cow, 0, bull], [palette.CARD_DIM] * 6 + [bull]
    house = [0, 0, 0, 0, 0, bull, 0], [0, 0, pat + 3, pat + 4, bull, 0, 0], [0, 0, 0, 0, pat, pat, bull]
    for number, rows in ((1, house), (OWN_BOARD, own), (1, house)):
        position = game.start(Setup(game, 4, (number, 0, 1, 0)))
        field = painted(hornochsen, staged(position, FOUR)).field
        found = [list(field[first : first + 7]) for first in (16, 32, 3 * 16 + 9)]  # rows L1, L2 and R3
        assert found[1:] == list(rows[1:]), number
        assert found[0][1:] == rows[0][1:], number  # where the first tile goes it blinks


def test_lines_and_lamps_of_the_winners_celebrate() -> None:
    position = scene(pawns="0,0,61,7", phase="over", left="0,0,0,0")
    early, late = (painted(hornochsen, staged(position, FOUR, now_ms)) for now_ms in (0, 2000))
    assert [early.lamps[seat] for seat in FOUR] == [palette.SEAT_DIM + 6, palette.SEAT_DIM + 1, 0, 0]
    assert [late.lamps[seat] for seat in FOUR] == [palette.SEAT + 6, palette.SEAT + 1, 0, 0]
    for line in (0, 7):
        assert list(late.field[line * 16 : line * 16 + 16]) == [palette.SEAT_DIM + 6] * 8 + [palette.SEAT_DIM + 1] * 8
    assert not any(early.field[:16])


@pytest.mark.parametrize(
    ("actions", "found"),
    [
        ("deal | turn 1", ""),
        ("choose 1 | choose 0 | buy 2 1 | draw 2 1 | choose 2 | reveal 5 6 7", "0:5 1:6 2:7"),
        ("choose 0 | choose 1 | choose 1 | reveal 5 6 7 | keep 0 | stop 0 | draw 1 6 | choose 1", "0:5 1:6 1:7"),
        ("show 1 5 | buy 0 1 | draw 0 1 | show 0 6 | keep 1", "0:6 1:5"),
        ("choose 0 | choose 1 | reveal 5 6 | show 2 7", "0:5 1:6 2:7"),
        # The round before is another one.
        ("choose 0 | choose 1 | reveal 5 6 | show 1 7", "1:7"),
        ("choose 0 | choose 1 | reveal 5 6 | keep 0 | stop 0 | show 1 7", "1:7"),
        ("show 0 5 | show 1 6 | show 0 7", "0:7 1:6"),
        ("show 0 5 | show 1 6 | show 1 8 | show 0 7 | show 0 9", "0:7 0:9 1:6 1:8"),
    ],
)
def test_the_newest_tiles_are_those_of_the_last_round_in_which_any_came_out(actions: str, found: str) -> None:
    told = [game.action_from_text(text) for text in actions.split(" | ")]
    assert " ".join(f"{player}:{number + 1}" for player, number in sorted(newest(told))) == found
