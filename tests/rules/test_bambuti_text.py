"""Bambuti in text: masks, actions, positions and setups, both ways; and its codes."""

from tavolo.games.bambuti import events as codes
from tavolo.games.bambuti import rules as game
from tavolo.rules.contract import TABLE
from tests.rules.bambuti_play import ROWS, position
from tests.rules.play import new_record, play_on
from tests.rules.support import Numbers, refused


def test_a_mask_reads_like_colour_and_number():
    for text, wanted in (("blue-1", 0), ("blue-10", 9), ("yellow-1", 10), ("green-7", 26), ("violet-10", 49)):
        assert game.card_from_text(text) == wanted
        assert game.card_text(wanted) == text
    for text in ("", "blue", "blue-0", "blue-11", "blue-01", "pink-3", "blue-3-3", "green_3", "blue-²"):
        assert refused(game.card_from_text, text).endswith("."), text


def test_actions_are_read_back_from_their_text():
    for action, text in (
        ((game.DEAL,), "deal"),
        ((game.DEAL, 0, 10, 20, 30), "deal blue-1 yellow-1 | green-1 red-1"),
        ((game.LAY, 1), "lay 1"),
        ((game.LAY, 1, 26), "lay 1 green-7"),
        (
            (game.REVEAL,) + tuple(range(10)),
            "reveal blue-1 blue-2 blue-3 blue-4 blue-5 | blue-6 blue-7 blue-8 blue-9 blue-10",
        ),
        ((game.PLAY, 0, 26, 1, 2), "play 0 green-7 of 1 r3"),
        ((game.PLAY, 1, 0, 1, 4), "play 1 blue-1 of 1 r5"),
        ((game.DRAW, 0), "draw 0"),
        ((game.DRAW, 0, 9), "draw 0 blue-10"),
        ((game.DRUM, 1), "drum 1"),
        ((game.END_TURN, 0), "end-turn 0"),
        ((game.WISH, 0), "wish-to-pass 0"),
        ((game.PLAY_ON, 1), "play-on 1"),
        ((game.PASS, 1), "pass 1"),
    ):
        assert game.action_text(action) == text
        assert game.action_from_text(text) == action
    for text in (
        "",
        "play",
        "play 0 green-7",
        "play 0 green-7 r6 of 1",
        "play 0 green-7 r3 on 1",
        "drum",
        "lay",
        "fly 0",
    ):
        assert refused(game.action_from_text, text).endswith("."), text


def test_a_sealed_row_is_in_no_public_text():
    record = new_record("bambuti players=2 dealt")
    numbers = Numbers(2)
    while record.position.phase < 2:
        play_on(record, numbers, 1)
        assert "=?" in game.position_text(game.view(record.position, TABLE))
        if record.position.phase == 1 and record.position.held[0] + record.position.held[1] == 0:
            break
    assert [len(row) for row in record.position.sealed] == [5, 5]
    assert "sealed=?,?,?,?,?/?,?,?,?,?" in game.position_text(game.view(record.position, TABLE))
    own = game.position_text(game.view(record.position, 1))
    assert "sealed=?,?,?,?,?/" in own
    assert own.count("?,") == 4


def test_every_code_is_its_own_and_lies_in_the_games_hundred():
    own = [getattr(codes, name) for name in dir(codes) if name == name.upper() and not name.startswith("_")]
    assert len(set(own)) == len(own) > 30
    for code in own:
        assert 400 <= code < 500


def test_every_position_of_the_middle_has_its_own_digest():
    there = position(ROWS, (7, 7), pile=20)
    digests = [game.digest(there)]
    for change in (
        {"turn": 1},
        {"phase": 5},
        {"phase": 6},
        {"points": (1, 0)},
        {"points": (0, 1)},
        {"points": (256, 0)},
        {"drums": (1, 2)},
        {"drums": (2, 1)},
        {"passes": 1},
        {"withdrawn": 1},
        {"withdrawn": 256},
        {"younger": 1},
        {"ending": 1},
        {"apart": "blue-3"},
    ):
        digests.append(game.digest(position(ROWS, (7, 7), pile=20, **change)))
    digests.append(game.digest(position(ROWS, (6, 8), pile=20)))
    digests.append(game.digest(position(ROWS, (6, 7), pile=21)))
    digests.append(game.digest(position((ROWS[1], ROWS[0]), (7, 7), pile=20)))
    assert len(set(digests)) == len(digests)
