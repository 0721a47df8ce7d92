"""Tanz der Hornochsen at the table: unknown and sealed tiles, and what may come out of a hand."""

from tavolo.games.tanz_der_hornochsen import events as event
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.position import IN_BOX, TAKEN, UNSEEN
from tavolo.rules.contract import CARD_NOT_IN_HAND, CARD_WAS_PLAYED, CHANCE, NOT_IN_THE_DECK, TABLE
from tests.rules.hornochsen_play import (
    DOUBLE,
    FULL,
    act,
    chance_acts,
    dealt,
    play_round,
    refusal,
    row,
    scene,
    table,
    tile,
)
from tests.rules.play import new_record, only, play_on
from tests.rules.support import Numbers


def public_text(position):
    """The public part of a position, as text."""
    return game.position_text(game.view(position, TABLE))


def test_the_first_four_tiles_are_turned_up_by_the_table_one_after_another():
    record = new_record("tanz-der-hornochsen players=3 table")
    record.apply((game.DEAL,))
    assert list(record.position.held) == [6, 6, 6]
    assert record.position.reserve == 81
    for count, number in enumerate((44, 2, 99, 17)):
        assert game.to_act(record.position) == (CHANCE,)
        assert record.chance(Numbers(1).below) is None, "the tile has to be shown"
        assert len(game.legal(record.position, CHANCE)) == 99 - count
        assert game.legal(record.position, CHANCE, tile(number)) == [(game.TURN, tile(number))]
        record.apply((game.TURN, tile(number)))
        assert game.legal(record.position, CHANCE, tile(number)) == []
        assert not game.secret(record.position, 0) or count == 3
    assert [row(record.position, name) for name in ("L1", "L2", "L3", "L4")] == ["44", "2", "99", "17"]
    assert game.to_act(record.position) == (0, 1, 2)
    assert game.why_not(record.position, 0, tile(44)) == (CARD_WAS_PLAYED, tile(44))


def test_a_sealed_tile_is_in_no_public_text_digest_or_event():
    found = []
    for number in (1, 55, 99):
        record = table(3)
        events = record.apply((game.CHOOSE, 1, tile(number)))
        for player in (0, 1):
            events += record.apply((game.BUY, player, 2)) + record.apply((game.DRAW, player, 2))
        refusals = [game.refusal(record.position, (game.CHOOSE, 1, each)) for each in range(99)]
        found.append((events, record.digest(), public_text(record.position), refusals, game.to_act(record.position)))
        assert game.secret(record.position, 1)
        assert game.public((game.CHOOSE, 1, tile(number))) == (game.CHOOSE, 1)
    assert found[0] == found[1] == found[2]


def test_a_reveal_carries_all_tiles_in_players_order_and_both_kinds_of_position_meet():
    with_tiles, without = table(3), table(3)
    for player, number in ((2, 15), (0, 44), (1, 3)):
        with_tiles.apply((game.CHOOSE, player, tile(number)))
        without.apply((game.CHOOSE, player))
    assert game.to_act(with_tiles.position) == (CHANCE,)
    assert game.forgotten(with_tiles.position) == ()
    assert game.forgotten(without.position) == (0, 1, 2)
    assert without.chance(Numbers(1).below) is None
    reveal = with_tiles.chance(Numbers(1).below)
    assert reveal == (game.REVEAL, tile(44), tile(3), tile(15))
    assert with_tiles.apply(reveal) == without.apply(reveal)
    assert game.position_text(with_tiles.position) == game.position_text(without.position)


def test_a_reveal_of_other_tiles_than_were_sealed_is_refused():
    record = table(2)
    record.apply((game.CHOOSE, 0, tile(15)))
    record.apply((game.CHOOSE, 1))
    wrong = (event.WRONG_REVEAL, 2)
    for tiles in ((15,), (16, 3), (15, 15), (15, 20), (15, 100), (15, 3, 4), (15, 0)):
        assert game.refusal(record.position, (game.REVEAL,) + tuple([tile(each) for each in tiles])) == wrong, tiles
    assert game.refusal(record.position, (game.REVEAL, tile(15), tile(3))) is None


def test_a_forgotten_choice_is_put_in_again_and_changes_nothing_public():
    record = table(2)
    record.apply((game.CHOOSE, 0))
    digest, text = record.digest(), public_text(record.position)
    assert game.forgotten(record.position) == (0,)
    assert game.legal(record.position, 0, tile(15)) == [(game.CHOOSE, 0, tile(15))]
    assert game.legal(record.position, 0, tile(20)) == []
    assert game.apply(record.position, (game.CHOOSE, 0, tile(15))) == []
    assert (record.digest(), public_text(record.position)) == (digest, text)
    assert game.forgotten(record.position) == ()
    assert game.refusal(record.position, (game.CHOOSE, 0, tile(16))) == (event.HAS_CHOSEN, 0)
    record.apply((game.CHOOSE, 1))
    assert record.chance(Numbers(1).below) is None
    assert game.legal(record.position, 0) == []
    assert (game.CHOOSE, 1, tile(16)) in game.legal(record.position, 1)
    game.apply(record.position, (game.CHOOSE, 1, tile(16)))
    assert record.chance(Numbers(1).below) == (game.REVEAL, tile(15), tile(16))


def test_two_forgotten_tiles_of_a_double_round_are_put_in_one_after_the_other():
    position = scene(2, DOUBLE, left="2,2", is_double="1")
    for text in ("choose 0", "choose 0", "choose 1 50", "choose 1"):
        act(position, text)
    for text in ("choose 0 21", "choose 0 22"):
        assert game.forgotten(position) == (0, 1)
        act(position, text)
    assert refusal(position, "choose 1 50") == (CARD_WAS_PLAYED, tile(50))
    act(position, "choose 1 51")
    assert game.chance(position, lambda limit: 0) == (game.REVEAL, tile(21), tile(22), tile(50), tile(51))


def test_a_tile_that_lies_on_the_board_cannot_be_chosen():
    position = scene(3)
    assert refusal(position, "choose 1 20") == (CARD_WAS_PLAYED, tile(20))
    assert game.refusal(position, (game.CHOOSE, 1, 99)) == (NOT_IN_THE_DECK, 99)
    assert game.why_not(position, 1, tile(20)) == (CARD_WAS_PLAYED, tile(20))
    assert game.why_not(position, 1, tile(21)) is None


def kept_from_a_row():
    """Player 0, with two tiles left, has kept two of 1-5; player 1 has six; the rest of the row is in the box.

    Of a row that was player 1's once all kept tiles have come back.
    """
    position = scene(2, FULL, held="3,7", owners="1", kept_of="0")
    play_round(position, "6 99")
    act(position, "keep 0")
    act(position, "keep 0")
    assert (position.held[0], position.kept[0], position.held[1]) == (4, 2, 6)
    return position


def test_as_many_of_a_rows_tiles_as_were_kept_come_back_from_that_player_and_no_more():
    position = kept_from_a_row()
    assert refusal(position, "choose 1 3") == (CARD_NOT_IN_HAND, 1, tile(3))
    for mine, other in ((3, 50), (5, 51)):
        assert refusal(position, f"choose 0 {mine}") is None
        play_round(position, f"{mine} {other}")
    # Two have come back: the other three are in the box.
    for number in (1, 2, 4):
        assert refusal(position, f"choose 0 {number}") == (CARD_NOT_IN_HAND, 0, tile(number))
        assert position.where[tile(number)] == IN_BOX
    assert refusal(position, "choose 0 52") is None


def test_a_hand_of_nothing_but_kept_tiles_has_no_other():
    position = kept_from_a_row()
    for mine, other in ((30, 50), (31, 51)):
        play_round(position, f"{mine} {other}")
    assert position.held[0] == position.kept[0] == 2
    assert [action[2] + 1 for action in game.legal(position, 0) if action[0] == game.CHOOSE] == [1, 2, 3, 4, 5]
    assert refusal(position, "choose 0 32") == (CARD_NOT_IN_HAND, 0, tile(32))
    act(position, "buy 0 1")
    chance_acts(position)
    assert refusal(position, "choose 0 32") is None, "a tile was drawn"


def test_the_first_of_two_sealed_tiles_counts_for_the_second():
    seen = {"groups": "0:1:1,2,3", "cast": "4,5", "box": "4", "kept": "1,0"}
    position = scene(2, DOUBLE, left="2,2", is_double="1", held="2,6", **seen)
    for first, second, fits in ((1, 2, False), (1, 30, True), (30, 1, True), (30, 31, False), (30, 4, False)):
        trial = position.copy()
        act(trial, f"choose 0 {first}")
        assert (refusal(trial, f"choose 0 {second}") is None) == fits, (first, second)
        # The same when only the reveal tells.
        trial = position.copy()
        for text in ("choose 0", "choose 0", "choose 1 90", "choose 1 91"):
            act(trial, text)
        assert (refusal(trial, f"reveal {first} {second} 90 91") is None) == fits, (first, second)


def test_a_second_sealed_tile_comes_from_another_row_when_one_of_each_was_kept():
    seen = {"groups": "0:1:1,2,3/0:1:6,7", "cast": "4,5", "box": "5", "kept": "2,0"}
    position = scene(2, DOUBLE, left="2,2", is_double="1", **seen)
    act(position, "choose 0 1")
    assert refusal(position, "choose 0 2") == (CARD_NOT_IN_HAND, 0, tile(2))
    assert refusal(position, "choose 0 6") is None
    # A player who drew one tile from the box has one, whichever it is.
    seen = {"cast": "4,5,6,7", "box": "3", "kept": "1,0", "drew": "1,0"}
    position = scene(2, DOUBLE, left="2,2", is_double="1", **seen)
    act(position, "choose 0 4")
    assert refusal(position, "choose 0 5") == (CARD_NOT_IN_HAND, 0, tile(5))
    assert refusal(position, "choose 0 30") is None


def test_only_a_player_who_drew_from_the_box_may_play_any_tile_of_it():
    seen = {"groups": "0:2:1,2,3,4/1:2:6,7", "cast": "10,11", "kept": "2,2,1", "drew": "0,0,1"}
    position = scene(3, reserve="0", box="77", late="1", **seen)
    for player, number, fits in (
        (2, 1, True),  # what player 0 took is in the box as far as it was not kept
        (2, 10, True),
        (2, 6, False),  # player 1 has kept both
        (0, 10, False),
        (0, 6, False),
        (0, 4, True),
        (1, 6, True),
        (2, 50, True),
    ):
        assert (refusal(position, f"choose {player} {number}") is None) == fits, (player, number)
    # Having brought one tile that was seen, there is no other.
    play_round(position, "50 51 10")
    assert not position.drew[2]
    assert refusal(position, "choose 2 1") is not None


def test_kept_and_drawn_tiles_of_a_player_who_drew_from_the_box_cannot_be_told_apart():
    seen = {"groups": "0:1:1,2,3", "kept": "2,0", "drew": "1,0"}
    position = scene(2, box="23", **seen)
    play_round(position, "1 50")
    assert position.where[tile(2)] >= TAKEN
    assert refusal(position, "choose 0 2") is None
    assert refusal(position, "choose 0 3") is None
    play_round(position, "3 51")
    assert position.where[tile(2)] == IN_BOX
    assert refusal(position, "choose 0 2") is not None


def test_in_dealt_play_kept_tiles_are_counted_truly():
    for players in (2, 5, 8):
        record, numbers = new_record(f"tanz-der-hornochsen players={players} dealt"), Numbers(players)
        while play_on(record, numbers, 1):
            position = record.position
            if position.phase in (game.KEEPING, game.OVER):
                continue
            for player, hand in enumerate(position.hands):
                mine = hand + position.sealed[player]
                assert len([each for each in mine if position.where[each] != UNSEEN]) == position.kept[player]


def test_keeping_is_publicly_a_number_and_needs_no_card():
    position = scene(2, FULL)
    play_round(position, "6 99")
    assert game.legal(position, 0) == [(game.KEEP, 0)]
    assert game.legal(position, 0, tile(3)) == []
    assert game.refusal(position, (game.KEEP, 0, tile(3))) is not None
    assert game.secret(position, 0)
    act(position, "keep 0")
    assert game.legal(position, 0) == [(game.KEEP, 0), (game.STOP, 0)]
    assert game.public((game.KEEP, 0, tile(3))) == (game.KEEP, 0)


def test_in_dealt_play_a_kept_tile_is_one_of_the_row():
    record = dealt(["2 3 4 5 6 7", "90 91 92 93 94 95"], "1 60 70 80")
    for round_of_two in ("2 90", "3 91", "4 92", "5 93"):
        play_round(record.position, round_of_two)
    keeper = game.to_act(record.position)[0]
    taken = record.position.taken
    assert game.legal(record.position, keeper) == [(game.KEEP, keeper, each) for each in sorted(taken)]
    assert game.refusal(record.position, (game.KEEP, keeper)) is not None
    outside = min([each for each in range(99) if each not in taken])
    assert game.refusal(record.position, (game.KEEP, keeper, outside)) == (event.NOT_FROM_THAT_ROW, outside)
    first = taken[1]
    record.apply((game.KEEP, keeper, first))
    assert game.refusal(record.position, (game.KEEP, keeper, first)) == (event.NOT_FROM_THAT_ROW, first)
    events = record.apply((game.STOP, keeper))
    assert only(events, event.KEEPS_NO_MORE) == [(event.KEEPS_NO_MORE, keeper, 1, len(taken) - 1)]
