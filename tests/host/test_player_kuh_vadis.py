"""The virtual player of Kuh Vadis: exact with dice, sensible on the sheet, far better than chance."""

from fractions import Fraction
from random import Random

import pytest

from tavolo.games.kuh_vadis import events as codes
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import CELLS, COW, ROLLS, cell_from_text
from tavolo.games.kuh_vadis.turn import is_four, kinds
from tavolo.rules.contract import CHANCE
from tavolo.rules.record import Record
from tavolo_host.game_parts import choose
from tavolo_host.games.kuh_vadis.thinking import FAR, WIN, Rolls, costs, distance, multisets, parts, worths
from tests.rules.kuh_vadis_play import sheet_with, throw, with_marks
from tests.rules.play import new_record


def play(record: Record, skilled: tuple[bool, bool], random: Random) -> Record:
    """Play to the end; who is not skilled chooses at random."""
    while True:
        players = game.to_act(record.position)
        if not players:
            return record
        if players == (CHANCE,):
            record.apply(record.chance(random.randrange))
        elif skilled[players[0]]:
            record.apply(choose(game, game.view(record.position, players[0]), players[0], random))
        else:
            record.apply(random.choice(game.legal(record.position, players[0])))


@pytest.mark.parametrize("real_dice", [0, 1])
@pytest.mark.parametrize("player", [0, 1])
def test_it_beats_random_play_on_every_sheet(player: int, real_dice: int) -> None:
    random = Random(1000 * real_dice + player)
    wins = 0
    for sheet in (1, 2, 3):
        for _ in range(4):
            record = new_record(f"kuh-vadis players=2 sheet={sheet} real_dice={real_dice} table")
            play(record, (player == 0, player == 1), random)
            wins += game.outcome(record.position) == (codes.CONNECTED, player)
    assert wins >= 11, wins


def test_two_of_them_play_a_game_to_its_end_in_few_turns() -> None:
    random = Random(3)
    for sheet in (1, 2, 3):
        record = play(new_record(f"kuh-vadis players=2 sheet={sheet} table"), (True, True), random)
        assert record.position.turn < 60


@pytest.mark.parametrize(
    ("succeeds", "printed"),
    [
        (lambda dice: COW in kinds(dice), "0.698839"),
        (lambda dice: 4 in kinds(dice), "0.354850"),
        (lambda dice: bool(kinds(dice)), "0.872737"),
        (lambda dice: any(is_four(dice, face) for face in range(1, 7)), "0.290794"),
    ],
)
def test_its_rolls_are_worth_what_exact_fractions_say(succeeds, printed: str) -> None:
    assert f"{Rolls(lambda dice: float(succeeds(dice))).start:.6f}" == printed
    assert f"{float(Rolls(lambda dice: Fraction(succeeds(dice))).start):.6f}" == printed


def test_it_keeps_what_is_worth_most_and_stops_when_nothing_better_can_come() -> None:
    cows = Rolls(lambda dice: float(COW in kinds(dice)))
    assert cows.kept((1, 1, 1, 2, COW), 1) == (COW,)
    assert cows.kept((1, 1, 1, COW, COW), 2) == (1, 1, 1, COW, COW)
    for dice in multisets(5):
        for left in (1, 2):
            kept = cows.kept(dice, left)
            assert all(cows.keeping[left - 1][kept] >= cows.keeping[left - 1][part] for part in parts(dice))
    assert len(cows.keeping) == ROLLS


def test_the_distance_is_that_of_the_cheapest_cells_between_three_starts() -> None:
    # Crosses of the first sheet: a1, g1, d7.
    position = with_marks(1)
    starts = [cell_from_text(cell) for cell in ("a1", "g1", "d7")]
    before = distance(costs(position.cells, position.marks, 0), starts)
    # What is marked costs nothing any more.
    joined = with_marks(1, crosses="b2 c3 d4 d5 d6 e3 f2")
    assert distance(costs(joined.cells, joined.marks, 0), starts) == 0
    one_less = with_marks(1, crosses="b2 c3 d4 d5 e3 f2")
    assert distance(costs(one_less.cells, one_less.marks, 0), starts) == 1  # the cow of e6
    wall = with_marks(1, circles="a4 b4 c4 d4 e4 f4 g4")
    assert distance(costs(wall.cells, wall.marks, 0), starts) == FAR
    assert 0 < before < FAR
    # Three ways meet in d4, a cow that is marked only once.
    meeting = with_marks(1, crosses="b2 c3 e3 f2 d5 d6")
    assert distance(costs(meeting.cells, meeting.marks, 0), starts) == 1


def test_it_takes_the_win_and_blocks_the_last_way() -> None:
    position = with_marks(1, crosses="b2 c3 d4 d5 e3 f2")
    worth = worths(bytes(position.cells), bytes(position.marks), 0)
    best = max(worth, key=lambda cell: worth[cell])
    assert worth[best] > WIN
    winning = {cell_from_text(cell) for cell in ("c6", "d6", "e6")}
    assert {cell for cell, value in worth.items() if value > WIN} == winning
    assert set(worth) == {cell for cell in range(CELLS) if not position.marks[cell]}


def test_a_mark_is_worth_what_it_takes_from_the_other() -> None:
    position = with_marks(1, crosses="b2 c3 e3 f2 d5 d6")
    worth = worths(bytes(position.cells), bytes(position.marks), 1)
    # Without d4 the crosses need d3, a cow, and c4 or e4, numbers: 3 instead of 1.
    assert worth[cell_from_text("d4")] >= worth[cell_from_text("a2")] + 2
    own = worths(bytes(position.cells), bytes(position.marks), 0)
    assert own[cell_from_text("d4")] > WIN > own[cell_from_text("d3")]


def test_it_marks_what_wins_when_the_dice_allow_it() -> None:
    record = sheet_with(crosses="b2 c3 d4 d5 e3 f2")
    throw(record, "cow cow cow 1 2")
    for _ in range(5):
        action = choose(game, game.view(record.position, 0), 0, Random(1))
        assert action[0] == game.MARK
        again = record.position.copy()
        game.apply(again, action)
        assert game.outcome(again) == (codes.CONNECTED, 0)
