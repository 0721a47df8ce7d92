"""The virtual player of Bambuti in clear situations, from its own view only."""

from random import Random

from tavolo.games.bambuti import events as codes
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import DRUMMING
from tavolo_host.players.of_game import choose
from tests.rules.bambuti_play import cards, dealt_rows, position

ROWS = ("blue-2 red-5 violet-10 red-6 yellow-1", "red-3 green-8 blue-9 yellow-4 violet-3")
HIS = "green-1 green-2 green-3 green-4 green-5"


def test_it_takes_a_scoring_that_a_symmetric_row_brings_when_it_leads() -> None:
    row = "blue-1 red-5 violet-10 red-6 yellow-2"
    at = position((row, ROWS[1]), ("blue-2 violet-4 yellow-5 green-9 violet-7", HIS), drums=(0, 0))
    at.rows[5:] = bytearray(cards("green-1 green-9 green-1 yellow-2 green-1"))
    events = game.apply(at, choose(game, game.view(at, 0), 0, Random(1)))
    assert codes.SYMMETRY in [event[0] for event in events]


def test_a_drum_is_kept_while_the_other_leads_and_played_for_much() -> None:
    behind = position(ROWS, ("blue-1 red-1 yellow-6 violet-7", HIS), phase=DRUMMING)
    assert choose(game, game.view(behind, 0), 0, Random(1)) == (game.END_TURN, 0)
    ahead = position(ROWS, ("blue-1 red-1 yellow-6 violet-7", HIS), phase=DRUMMING)
    ahead.rows[5:] = bytearray(cards("blue-1 green-1 green-1 blue-1 green-1"))
    assert choose(game, game.view(ahead, 0), 0, Random(1)) == (game.DRUM, 0)


def test_a_row_is_laid_so_that_one_play_can_make_it_symmetric() -> None:
    record = dealt_rows(("red-1 red-2 blue-9 green-2 yellow-1", "blue-1 blue-2 blue-3 blue-4 blue-5"))
    random = Random(4)
    while record.position.held[0]:
        record.apply(choose(game, game.view(record.position, 0), 0, random))
    colours = [mask // 10 for mask in record.position.sealed[0]]
    assert (colours[0] == colours[4]) + (colours[1] == colours[3]) == 1


def test_a_lost_row_is_laid_again_within_the_rules() -> None:
    record = dealt_rows(("red-1 red-2 blue-9 green-2 yellow-1", "blue-1 blue-2 blue-3 blue-4 blue-5"))
    for _ in range(5):
        record.apply(choose(game, game.view(record.position, 0), 0, Random(4)))
    known = game.view(record.position, 1)
    known.hands[0], known.dealt = None, False
    assert choose(game, known, 0, Random(4)) in game.legal(known, 0)
