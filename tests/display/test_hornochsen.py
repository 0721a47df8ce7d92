"""Tanz der Hornochsen on the page: the board, the tiles, and the secrecy of sealed ones."""

import re
from dataclasses import replace

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.live.header import turn_html
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.what_to_do import awaited_seats
from tavolo_host.games.tanz_der_hornochsen.display import Display
from tests.display.display_support import Mirror, text_of
from tests.rules.hornochsen_play import scene, table, tile

SEATS = (0, 2, 3, 5)
PLAYERS = [Player(seat, name) for seat, name in zip(SEATS, ("Ada", "Bruno", "<Ciro>", "Dora"), strict=True)]
DISPLAY = Display()


def standing(**fields: object) -> Mirror:
    """The mirror of a game that stands as `tests.rules.hornochsen_play.scene` says."""
    record = Record(Setup(game, 4))
    record.position = scene(**fields)
    return Mirror(record, SEATS)


def played(*lines: str) -> Mirror:
    """The mirror of a game of four after rounds, each a line of everybody's tile."""
    record = table(4)
    for line in lines:
        for player, number in enumerate(line.split()):
            record.apply((game.CHOOSE, player, tile(int(number))))
        if len(line.split()) == 4:
            record.apply(record.chance(lambda limit: 0))
    return Mirror(record, SEATS)


def test_tiles_have_their_numbers_and_are_held_in_ascending_order() -> None:
    assert [DISPLAY.face(tile(number)).text for number in (1, 57, 99)] == ["1", "57", "99"]
    assert DISPLAY.sorted_hand([44, 3, 98]) == [3, 44, 98]


def test_the_board_has_every_tile_and_all_that_is_printed() -> None:
    panel = DISPLAY.panel(standing(rows={"L1": "53 56", "L2": "81", "L6": "10", "R1": "20 30"}), PLAYERS)
    board = text_of(panel[: panel.index("Penalty points")])
    assert re.search(r"L1 53 56 8 L2 81 4 5 7 L3 1 2 6 L4 9 L5 1 2 3 4 5 L6 10 10 R1 20 30 ×2 ×2 5 R2 3 12", board)
    assert panel.count('class="horn-cow"') == 3
    assert panel.count("horn-row active") == 4
    assert panel.count("horn-space next") == 4
    assert "L1: 53 56; L2: 81" in panel
    assert "points are bonuses" in panel


def test_happy_cows_turn_points_round_only_while_one_is_free_in_an_active_row() -> None:
    assert "points are bonuses" not in DISPLAY.panel(standing(), PLAYERS)
    covered = {"L1": "1", "L2": "2", "L3": "3", "L6": "10 11 12"}
    assert "points are bonuses" not in DISPLAY.panel(standing(rows=covered), PLAYERS)


def test_the_tiles_that_came_out_last_are_framed_in_their_seats_colours() -> None:
    panel = DISPLAY.panel(played("21 41 61 81", "22 42 62 82"), PLAYERS)
    framed = re.findall(r'stroke:(#\w+);[^>]*/><text class="horn-number"[^>]*>(\d+)<', panel)
    assert framed == [("#ee9a3a", "22"), ("#2fb38a", "42"), ("#efe04a", "62"), ("#e0553a", "82")]


def test_points_stand_in_order_the_fewest_first_with_the_tiles_in_hand() -> None:
    panel = text_of(DISPLAY.panel(standing(pawns="40,3,0,12", held="1,2,3,4", reserve="85", box="4"), PLAYERS))
    assert "reserve 85 · box 4" in panel
    assert re.search(r"&lt;Ciro&gt; 3 0 .*Bruno 2 3 .*Dora 4 12 .*Ada 1 40", panel)


def test_signs_without_numbers_show_who_has_chosen() -> None:
    mirror = standing(rows={"L1": "1", "L2": "2", "L3": "3", "R1": "4"}, is_double="1", left="2,2,2,2")
    for text in ("choose 0 33", "choose 0 34", "choose 1 35"):
        game.apply(mirror.position, game.action_from_text(text))
    panel = DISPLAY.panel(mirror, PLAYERS)
    assert (panel.count("horn-sealed"), panel.count("horn-open"), panel.count("horn-shown")) == (3, 5, 0)
    assert not re.search(r">3[345]<", panel)


def test_shown_tiles_lie_before_their_players_until_the_next_choice() -> None:
    assert DISPLAY.laid(played("21 41 61 81")) == {}
    mirror = standing(is_open="1", pawns="5,9,20,30")
    for text in ("show 0 55", "show 1 57"):
        game.apply(mirror.position, game.action_from_text(text))
        mirror.record.actions.append(game.action_from_text(text))
    assert DISPLAY.laid(mirror) == {0: tile(55), 1: tile(57)}
    assert "to be placed 1 55 3 57" in text_of(DISPLAY.panel(mirror, PLAYERS))


def test_an_open_round_shows_whose_turn_it_is_among_all_who_may_act() -> None:
    mirror = standing(is_open="1", pawns="20,9,5,30")
    awaited = awaited_seats(mirror)
    panel = DISPLAY.panel(mirror, [replace(each, is_awaited=each.seat in awaited) for each in PLAYERS])
    assert "&lt;Ciro&gt; to choose; the others may buy" in panel
    assert re.findall(r'class="acts" title="([^"]*)"', panel) == ["&lt;Ciro&gt;"]


def test_an_open_round_to_come_is_announced_unless_the_game_is_over() -> None:
    assert "the next round is open" in DISPLAY.panel(standing(opens="1"), PLAYERS)
    assert "the next round is open" not in DISPLAY.panel(standing(opens="1", phase="over"), PLAYERS)


def test_the_panel_shows_who_keeps_tiles_and_the_tiles_of_the_row() -> None:
    mirror = standing(rows={"L1": "20 21 22 23 24", "L2": "40", "L3": "50", "L4": "80"})
    for player, number in enumerate((30, 39, 60, 90)):
        game.apply(mirror.position, (game.CHOOSE, player, tile(number)))
    game.apply(mirror.position, game.chance(mirror.position, lambda limit: 0))
    panel = text_of(DISPLAY.panel(mirror, PLAYERS))
    assert "Ada keeps one or two of 20 21 22 23 24" in panel
    assert "to be placed 3 39 4 60 6 90" in panel


def test_the_headline_tells_the_round_and_its_kind() -> None:
    assert DISPLAY.headline(standing(round="3")).startswith("round 3 · farthest")
    assert DISPLAY.headline(standing(round="9", is_open="1", is_double="1")).startswith("round 9 · open · double · ")


def test_the_board_tells_how_far_the_first_pawn_is_from_the_end_and_which_round_is_the_last() -> None:
    mirror = standing(pawns="3,51,0,7")
    assert "farthest pawn: 51 of 60" in DISPLAY.panel(mirror, PLAYERS)
    mirror = standing(reached="1", pawns="3,61,0,7")
    assert "the last round" in DISPLAY.panel(mirror, PLAYERS)


def test_all_players_to_act_are_shown_by_their_marks() -> None:
    record = table(8)
    seats = tuple(range(8))
    many = turn_html(awaited_seats(Mirror(record, seats)), None)
    assert many.count("seat-mark") == 8


@pytest.mark.parametrize(("number", "row"), [(57, "L1"), (55, "R1"), (99, "L2"), (11, "L6"), (9, "L2")])
def test_a_tile_that_may_be_chosen_points_at_the_row_into_which_it_goes_as_the_rows_lie(number: int, row: str) -> None:
    mirror = standing(rows={"L1": "53 56", "L2": "81", "L6": "10", "R1": "20 30"})
    name = DISPLAY.place_of(mirror, (game.CHOOSE, 0, tile(number)))
    lane = re.findall(rf'data-place="{name}"><rect[^>]*/><text[^>]*>(\w\d)<', DISPLAY.panel(mirror, PLAYERS))
    assert lane == [row]
    assert DISPLAY.place_of(mirror, (game.BUY, 0, 2)) == ""
