"""Tanz der Hornochsen from its page alone: positions are written as text, and what must follow is read off the page.

Every position here is dealt play on the first board. A position stands at the beginning of a round unless it says
otherwise; what lies in no row, hand or reserve lies openly in the box. In events a tile is its number less one, and a
row its place in ROWS.
"""

from tavolo.games import load
from tavolo.games.tanz_der_hornochsen import events as event
from tavolo.games.tanz_der_hornochsen.board import Board
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tests.rules.hornochsen_play import scene
from tests.rules.support import Numbers, fields_of, refused

GAME = load("tanz-der-hornochsen")
ROWS = ("L1", "L2", "L3", "L4", "L5", "L6", "R1", "R2", "R3", "R4", "R5", "R6")
TILES = range(1, 100)
PLACING = (event.ONLY_LOWER, event.SMALLEST_DIFFERENCE, event.LOWER_THAN_ALL)


def joined(values):
    """Numbers with commas between them, or the mark for none."""
    return ",".join([str(value) for value in values]) or "-"


def numbers_of(position, name):
    """A field of numbers, one a player."""
    return [int(value) for value in fields_of(GAME, position)[name].split(",")]


def hand(position, player):
    """The tiles in a hand, ascending."""
    text = fields_of(GAME, position)["hands"].split("/")[player]
    return [] if text == "-" else sorted([int(tile) for tile in text.split(",")])


def row(position, name):
    """The tiles in a row of the board, from its first space on."""
    return [tile + 1 for tile in position.row(ROWS.index(name))]


def active(position):
    """The names of the active rows."""
    return [name for name in ROWS if row(position, name)]


def position_of(rows, hands, pawns, reserve=None, box=(), **other):
    """A position of dealt play at the beginning of a round: rows by name, hands and pawns by player.

    `reserve` holds the tiles of the reserve; all that lie nowhere else when it is None, and then `box` the box.
    """
    players = len(hands)
    seen = [tile for tiles in rows.values() for tile in tiles] + [tile for tiles in hands for tile in tiles]
    assert len(seen) == len({tile: 0 for tile in seen}), "a tile lies in two places"
    rest = [tile for tile in TILES if tile not in seen]
    if reserve is None:
        reserve = [tile for tile in rest if tile not in box]
    else:
        box = [tile for tile in rest if tile not in reserve]
    nothing = joined([0] * players)
    double = 1 if 0 < len(rows.get("R1", ())) < 4 else 0
    state = {"late": 0, "is_double": double, "is_open": 0, "opens": 0, "kept": nothing, "drew": nothing, "groups": ""}
    for name in other:
        assert name in state, name
        state[name] = other[name]
    return scene(
        players,
        {name: " ".join([str(tile) for tile in tiles]) for name, tiles in rows.items()},
        state.pop("groups"),
        ",".join([str(tile) for tile in sorted(box)]),
        play="dealt",
        round="5",
        reserve=str(len(reserve)),
        box=str(len(box)),
        pawns=joined(pawns),
        held=joined([len(tiles) for tiles in hands]),
        left=joined([1 + int(state["is_double"])] * players),
        hands="/".join([joined(sorted(tiles)) for tiles in hands]),
        reserve_tiles=joined(sorted(reserve)),
        box_tiles=joined(sorted(box)),
        **{name: str(value) for name, value in state.items()},
    )


def do(position, *texts):
    """Carry actions out; a reveal of what is sealed follows by itself. All that happened."""
    told = []
    for text in texts:
        told += GAME.apply(position, GAME.action_from_text(text))
        while GAME.to_act(position) == (CHANCE,):
            action = GAME.chance(position, Numbers(1).below)
            if action is None or not GAME.action_text(action).startswith("reveal"):
                break
            told += GAME.apply(position, action)
    return told


def only(told, code):
    """The events with that code."""
    return [each for each in told if each[0] == code]


def placed(told):
    """The tiles that were placed, in order."""
    return [each[2] + 1 for each in told if each[0] in PLACING]


def choose(position, *tiles):
    """Every player chooses a tile, in the order of the players; in a double round two each, one after the other."""
    each = len(tiles) // len(numbers_of(position, "pawns"))
    return do(position, *[f"choose {place // each} {tile}" for place, tile in enumerate(tiles)])


def refusal(position, text):
    """The reason for which an action is refused, which must change nothing."""
    before = GAME.position_text(position)
    answer = refused(GAME.apply, position, GAME.action_from_text(text))
    assert GAME.position_text(position) == before, text
    return answer


def may(position, player, verb):
    """The texts of a player's legal actions of one verb."""
    texts = [GAME.action_text(action) for action in GAME.legal(position, player, -1)]
    return [text for text in texts if text.split()[0] == verb]


def is_open(position):
    """Whether the round in progress is an open one."""
    return fields_of(GAME, position)["is_open"] == "1"


# Placing: the vectors of the rulebook.


def test_the_four_tiles_of_the_first_example_go_where_the_rulebook_puts_them():
    hands = ((15, 1), (14, 16), (3, 4), (44, 17))
    position = position_of({"L1": (2,), "L2": (5,), "L3": (8,), "L4": (18,)}, hands, (0, 0, 0, 0))
    choose(position, 15, 14, 3, 44)
    assert [row(position, name) for name in ROWS[:4]] == [[2, 3], [5], [8, 14, 15], [18, 44]]
    choose(position, 1, 16, 4, 17)
    assert [row(position, name) for name in ROWS[:4]] == [[2, 3, 4], [5], [8, 14, 15, 16, 17], [18, 44, 1]]


def test_a_bulls_head_scores_opens_the_next_free_row_and_gives_back_a_tile():
    rows = {"L1": (53, 56, 59, 60, 62), "L2": (1,), "L3": (2,), "L4": (81,)}
    position = position_of(rows, ((82, 83), (63, 84)), (0, 3))
    choose(position, 82, 63)
    assert numbers_of(position, "pawns")[1] == 11
    assert row(position, "L5") == [63]
    assert row(position, "L1") == []
    assert row(position, "L4") == [81], "82 is placed after the decision"
    do(position, "keep 1 56", "stop 1")
    assert hand(position, 1) == [56, 84]
    assert row(position, "L4") == [81, 82]
    assert fields_of(GAME, position)["box_tiles"] == "53,59,60,62"


def test_the_cows_of_the_example_give_bonuses_until_the_second_is_covered():
    rows = {"L4": (19, 20, 23, 34), "L5": (17,), "L2": (78, 80), "L3": (68, 71)}
    hands = ((55, 70, 1), (37, 56, 2), (86, 87, 3), (83, 99, 4))
    position = position_of(rows, hands, (20, 10, 30, 38))
    choose(position, 55, 37, 86, 83)
    assert numbers_of(position, "pawns") == [20, 19, 30, 38]
    do(position, "keep 1 20", "keep 1 23")
    assert numbers_of(position, "pawns") == [20, 19, 25, 34]
    assert row(position, "L6") == [37, 55]
    assert row(position, "L2") == [78, 80, 83, 86]
    assert hand(position, 1) == [2, 20, 23, 56]
    choose(position, 70, 56, 87, 99)
    assert row(position, "L6") == [37, 55, 56, 70]
    assert numbers_of(position, "pawns") == [20, 19, 32, 34]
    assert row(position, "L4") == [87]
    do(position, "keep 2 78", "stop 2")
    assert row(position, "L4") == [87, 99]
    assert hand(position, 2) == [3, 78]


def test_the_first_four_tiles_lie_in_the_order_drawn_and_unsorted():
    position = GAME.start(Setup(GAME, 2, None, True))
    do(position, "deal 1 2 3 4 5 6 | 7 8 9 10 11 12")
    refusal(position, "choose 0 1")
    refusal(position, "turn 5")
    do(position, "turn 90", "turn 20", "turn 99")
    refusal(position, "choose 0 1")
    do(position, "turn 13")
    assert [row(position, name) for name in ROWS[:4]] == [[90], [20], [99], [13]]
    assert active(position) == ["L1", "L2", "L3", "L4"]
    assert numbers_of(position, "pawns") == [0, 0]
    refusal(position, "choose 0 7")
    refusal(position, "choose 0 90")
    choose(position, 1, 12)
    # Both are lower than every last tile when 1 is placed, behind 99; then 1 is the only one lower than 12.
    assert row(position, "L3") == [99, 1, 12]


def test_of_rows_that_are_lower_the_nearest_takes_the_tile_and_below_all_the_highest():
    for tile, wanted in (
        (51, "L3"),
        (49, "L2"),
        (29, "L1"),
        (10, "L4"),
        (99, "L4"),
        (81, "L4"),
        (79, "L3"),
        (31, "L2"),
    ):
        rows = {"L1": (20,), "L2": (30,), "L3": (50,), "L4": (80,)}
        position = position_of(rows, ((tile, 90), (97, 98)), (5, 9))
        choose(position, tile, 97)
        assert tile in row(position, wanted), (tile, wanted)


def test_the_table_is_told_why_a_tile_goes_where_it_goes():
    for tile, wanted in (
        (65, (event.SMALLEST_DIFFERENCE, 0, 64, 2, 59, 5, 39, 25)),
        (45, (event.SMALLEST_DIFFERENCE, 0, 44, 0, 39, 5, 29, 15)),
        (39, (event.ONLY_LOWER, 0, 38, 1, 29, 9)),
        (7, (event.LOWER_THAN_ALL, 0, 6, 29, 3, 79)),
    ):
        rows = {"L1": (40,), "L2": (30,), "L3": (60,), "L4": (80,)}
        position = position_of(rows, ((tile, 90), (97, 98)), (5, 9))
        told = choose(position, tile, 97)
        assert wanted in told, (wanted, told)


def test_the_table_is_told_how_a_pawn_goes_and_what_an_eye_does():
    for pawns, wanted in (
        ((10, 0), (event.FORWARD, 0, 10, 15)),
        ((10, 15), (event.WENT_FURTHER, 0, 10, 15, 16)),
        ((36, 2), (event.EYE, 0, 40)),
        ((46, 2), (event.EYE, 0, 50)),
        ((36, 44), (event.EYE_IS_OLD, 0, 40, 1)),
        ((58, 44), (event.REACHED_HEAP, 0, 63)),
    ):
        position = position_of(eye_rows(), ((23, 90), (10, 91)), pawns)
        told = choose(position, 23, 10)
        assert wanted in told, (wanted, told)


# Next free row.


def test_the_next_free_row_goes_down_and_round_both_ends_and_passes_active_rows():
    full = {"L5": 6, "L6": 4, "R5": 4, "R6": 5, "R1": 4, "L1": 5}
    cases = (
        ("L5", ("L1", "L2", "R1"), "L6"),
        ("L6", ("L1", "L2", "L3"), "R1"),
        ("L6", ("R1", "R2", "L1"), "R3"),
        ("L6", ("R1", "R2", "R4"), "R3"),
        ("R6", ("R1", "R2", "R3"), "L1"),
        ("R6", ("L1", "L2", "L3"), "L4"),
        ("R6", ("L1", "L3", "R5"), "L2"),
        ("R5", ("R6", "L1", "L2"), "L3"),
        ("R1", ("L1", "L2", "L3"), "R2"),
        ("L1", ("L2", "R3", "R6"), "L3"),
    )
    for name, others, wanted in cases:
        rows = {name: tuple(range(50, 50 + full[name]))}
        for place, other in enumerate(others):
            rows[other] = (place + 1,)
        position = position_of(rows, ((60, 90, 91), (8, 9, 10)), (5, 10), is_double=0)
        choose(position, 60, 8)
        assert row(position, wanted) == [60], (name, others, active(position))
        assert row(position, name) == [], name
        assert len(active(position)) == 4, active(position)


# Cows.


def test_a_cow_row_opened_and_covered_within_one_round_ends_its_bonuses_at_once():
    rows = {"R5": (10, 11, 12, 13), "L2": (48, 49), "L1": (1,), "L3": (2,)}
    position = position_of(rows, ((14, 90), (15, 91), (51, 92)), (0, 20, 30))
    choose(position, 14, 15, 51)
    assert numbers_of(position, "pawns") == [11, 20, 30], "the head that opens the cow row costs"
    do(position, "keep 0 10", "stop 0")
    assert row(position, "R6") == [14, 15]
    assert numbers_of(position, "pawns") == [11, 20, 34], "the pat of L2 costs again"


def test_a_cow_row_opened_in_the_round_gives_bonuses_to_the_tiles_behind_it():
    rows = {"R5": (10, 11, 12, 13), "L2": (48, 49), "L1": (1,), "L3": (2,)}
    position = position_of(rows, ((14, 90), (50, 91), (51, 92)), (0, 20, 30))
    choose(position, 14, 50, 51)
    do(position, "keep 0 10", "stop 0")
    assert numbers_of(position, "pawns") == [11, 16, 25]


def test_two_cows_covered_in_the_round_that_opened_them_leave_penalties():
    rows = {"L5": (10, 11, 12, 13, 14, 15), "L2": (48, 49), "L1": (1,), "L3": (2,)}
    position = position_of(rows, ((16, 90), (17, 91), (18, 92), (50, 93)), (0, 20, 30, 10))
    choose(position, 16, 17, 18, 50)
    do(position, "keep 0 10", "stop 0")
    assert row(position, "L6") == [16, 17, 18]
    assert numbers_of(position, "pawns") == [5, 20, 30, 14]


def test_one_of_two_cows_covered_leaves_bonuses_and_so_does_one_of_two_cow_rows():
    for rows in (
        {"L6": (10,), "L2": (48, 49), "L1": (1,), "L3": (2,)},
        {"R6": (10,), "L6": (5,), "L2": (48, 49), "L1": (1,)},
    ):
        position = position_of(rows, ((11, 90), (50, 91)), (6, 20))
        choose(position, 11, 50)
        assert numbers_of(position, "pawns") == [6, 16], rows


def test_a_bulls_head_while_a_cow_shows_is_a_bonus_and_a_bought_tile_costs_all_the_same():
    rows = {"R2": (10, 11, 12), "L6": (50,), "L1": (1,), "L3": (2,)}
    position = position_of(rows, ((13, 90), (91, 92)), (30, 21))
    do(position, "buy 0 3", "draw 0 3 70 71 72")
    assert numbers_of(position, "pawns") == [33, 21]
    choose(position, 13, 91)
    assert numbers_of(position, "pawns")[0] == 20, "33 - 12 = 21, which is occupied"


# Pawns.


def cow_rows():
    """Rows in which a cow shows, 21 covers a pat of 4 and 31 a bull's head of 7 - never both."""
    return {"L6": (90,), "L1": (1,), "L3": (2,), "L2": (20, 21, 22, 23)}


def test_a_pawn_goes_on_in_its_direction_to_the_first_free_space():
    forward = {"L1": (1,), "L3": (3,), "L4": (90,), "L2": (20, 21, 22)}
    for rows, tile, pawns, wanted in (
        (forward, 23, (10, 15, 16), 17),
        (forward, 23, (10, 15, 17), 16),
        (forward, 23, (10, 14, 16), 15),
        (forward, 23, (58, 63, 64), 65),
        (forward, 23, (0, 5, 6), 7),
        (cow_rows(), 24, (20, 13, 12), 11),
        (cow_rows(), 24, (20, 14, 12), 13),
        (cow_rows(), 24, (8, 1, 30), 0),
        (cow_rows(), 24, (8, 1, 0), 0),
        (cow_rows(), 24, (9, 2, 1), 0),
        (cow_rows(), 24, (7, 0, 0), 0),
        (cow_rows(), 24, (3, 0, 1), 0),
        (cow_rows(), 24, (0, 5, 1), 0),
    ):
        position = position_of(rows, ((tile, 95), (91, 96), (92, 97)), pawns)
        choose(position, tile, 91, 92)
        assert numbers_of(position, "pawns") == [wanted, pawns[1], pawns[2]], (tile, pawns)


def test_a_purchase_moves_the_pawn_once_by_its_whole_price():
    for pawns, number, wanted in (
        ((0, 1), 1, 2),
        ((0, 1), 3, 3),
        ((4, 6), 2, 7),
        ((4, 5), 2, 6),
        ((5, 5 + 3), 3, 9),
    ):
        position = position_of({"L1": (1,), "L2": (2,), "L3": (3,), "L4": (4,)}, ((90,), (91,)), pawns)
        do(position, f"buy 0 {number}")
        assert numbers_of(position, "pawns") == [wanted, pawns[1]], (pawns, number)


# Buying.


def plain_rows():
    """Four rows without points for four tiles to come."""
    return {"L1": (1,), "L2": (2,), "L3": (3,), "L4": (50,)}


def test_buying_is_once_a_round_before_choosing_and_up_to_nine_tiles():
    position = position_of(plain_rows(), ((60, 61, 62, 63, 64, 65, 66), (70, 71)), (0, 9))
    refusal(position, "buy 0 3")
    refusal(position, "buy 0 0")
    refusal(position, "buy 1 4")
    assert may(position, 0, "buy") == ["buy 0 1", "buy 0 2"]
    do(position, "buy 0 2", "draw 0 2 80 81")
    assert len(hand(position, 0)) == 9
    do(position, "buy 1 1", "draw 1 1 82")
    refusal(position, "buy 1 1")
    do(position, "choose 1 82")
    position = position_of(plain_rows(), ((60, 61), (70, 71)), (0, 9))
    do(position, "choose 0 60")
    refusal(position, "buy 0 1")
    do(position, "buy 1 3", "draw 1 3 80 81 82", "choose 1 82")
    do(position, "buy 1 3")


def test_those_who_ask_together_are_served_most_penalty_points_first_then_the_lower_seat():
    hands = ((60, 61), (62, 63), (64, 65), (66, 67))
    position = position_of(plain_rows(), hands, (0, 7, 0, 12))
    wishes = [GAME.action_from_text(text) for text in ("buy 2 1", "buy 0 3", "buy 1 2", "buy 3 1")]
    assert all([GAME.waits(wish) for wish in wishes])
    ordered = [GAME.action_text(wish) for wish in GAME.in_order(position, wishes)]
    assert ordered == ["buy 3 1", "buy 1 2", "buy 0 3", "buy 2 1"]


def test_a_request_is_cut_to_what_the_reserve_holds_and_its_price_too():
    position = position_of(plain_rows(), ((60, 61), (62, 63)), (5, 9), reserve=(97, 98))
    do(position, "buy 0 3", "draw 0 2 97 98")
    assert numbers_of(position, "pawns") == [7, 9]
    assert hand(position, 0) == [60, 61, 97, 98]


# The reserve runs out.


def test_in_the_round_of_the_last_tile_further_purchases_come_from_the_box_and_later_none():
    hands = ((60, 61), (62, 63), (64, 65))
    position = position_of(plain_rows(), hands, (5, 9, 20), reserve=(97,))
    do(position, "buy 0 1", "draw 0 1 97")
    do(position, "buy 1 3")
    refusal(position, "draw 1 3 97 98 99")
    do(position, "draw 1 3 98 99 96")
    assert numbers_of(position, "pawns") == [6, 12, 20]
    assert hand(position, 1) == [62, 63, 96, 98, 99]
    choose(position, 60, 62, 64)
    for player in (0, 1, 2):
        assert may(position, player, "buy") == [], player
    refusal(position, "buy 2 1")


def test_the_refill_draws_what_is_left_and_the_last_tile_drawn_by_it_ends_purchases():
    position = position_of(plain_rows(), ((60,), (62, 63), (64, 65)), (5, 9, 20), reserve=(96, 97, 98))
    choose(position, 60, 62, 64)
    do(position, "draw 0 3 96 97 98")
    assert hand(position, 0) == [96, 97, 98]
    assert GAME.outcome(position) is None
    for player in (0, 1, 2):
        assert may(position, player, "buy") == [], player
        refusal(position, f"buy {player} 1")


def test_several_refills_come_in_the_buying_order_and_who_gets_none_ends_the_game():
    position = position_of(plain_rows(), ((60,), (62,), (64, 65)), (5, 9, 20), reserve=range(80, 88))
    choose(position, 60, 62, 64)
    refusal(position, "draw 0 6 80 81 82 83 84 85")
    do(position, "draw 1 6 80 81 82 83 84 85", "draw 0 2 86 87")
    assert GAME.outcome(position) is None
    assert hand(position, 0) == [86, 87]
    position = position_of(plain_rows(), ((60,), (62,), (64, 65)), (5, 9, 20), reserve=range(80, 86))
    choose(position, 60, 62, 64)
    do(position, "draw 1 6 80 81 82 83 84 85")
    assert GAME.outcome(position)[1:] == (0,)
    assert hand(position, 0) == [], "the box serves purchases only"


def test_level_on_the_start_the_lower_seat_refills_first():
    position = position_of(plain_rows(), ((60,), (62,), (64, 65)), (0, 0, 0), reserve=range(80, 88))
    choose(position, 60, 62, 64)
    do(position, "draw 0 6 80 81 82 83 84 85", "draw 1 2 86 87")
    assert hand(position, 1) == [86, 87]


def test_the_box_never_refills_a_hand_even_in_the_round_of_the_last_tile():
    position = position_of(plain_rows(), ((60,), (62, 63)), (5, 9), reserve=(97,))
    do(position, "buy 1 1", "draw 1 1 97")
    choose(position, 60, 62)
    assert GAME.outcome(position)[1:] == (0,)
    assert GAME.to_act(position) == ()


def test_late_double_play_forces_exactly_one_tile_from_the_box():
    rows = {"R1": (1,), "L2": (2,), "L3": (3,), "L5": (50,)}
    position = position_of(rows, ((60,), (62, 63)), (5, 9), reserve=(), late=1)
    assert may(position, 0, "buy") == ["buy 0 1"]
    assert may(position, 1, "buy") == []
    assert may(position, 0, "choose") == [], "it must buy first"
    refusal(position, "choose 0 60")
    refusal(position, "buy 1 1")
    do(position, "buy 0 1", "draw 0 1 99")
    assert numbers_of(position, "pawns") == [6, 9]
    choose(position, 60, 99, 62, 63)
    assert row(position, "L5") == [50, 60, 62, 63, 99]
    assert numbers_of(position, "pawns") == [9, 12], "62 on the pat of 1, 63 on that of 2, 99 on that of 3"
    # Nobody has a tile now, and the box refills no hand.
    assert GAME.outcome(position)[1:] == (0,)


def test_double_play_with_one_tile_asks_for_a_purchase_of_one_to_three():
    rows = {"R1": (1,), "L2": (2,), "L3": (3,), "L4": (50,)}
    position = position_of(rows, ((60,), (62, 63, 64)), (5, 9))
    refusal(position, "choose 0 60")
    assert may(position, 0, "buy") == ["buy 0 1", "buy 0 2", "buy 0 3"]
    do(position, "buy 0 2", "draw 0 2 70 71", "choose 0 60", "choose 0 71")
    assert hand(position, 0) == [70]


def test_double_play_in_the_round_of_the_last_tile_buys_from_the_box_up_to_three():
    rows = {"R1": (1,), "L2": (2,), "L3": (3,), "L4": (50,)}
    position = position_of(rows, ((60,), (62, 63, 64)), (5, 9), reserve=(97,))
    do(position, "buy 1 1", "draw 1 1 97")
    assert may(position, 0, "buy") == ["buy 0 1", "buy 0 2", "buy 0 3"]
    do(position, "buy 0 3", "draw 0 3 70 71 72")
    assert numbers_of(position, "pawns") == [8, 10]


# Double play.


def double_rows(number=1):
    """Rows with tiles in the double-play row, and the others far below what is played."""
    return {"R1": tuple(range(50, 50 + number)), "L1": (1,), "L3": (2,), "L5": (3,)}


def test_both_tiles_of_all_seats_are_placed_in_one_ascending_order():
    position = position_of(double_rows(), ((60, 10, 90), (55, 20, 91)), (5, 9))
    told = choose(position, 60, 10, 55, 20)
    assert placed(told) == [10, 20, 55, 60], told
    assert row(position, "R1") == [50, 55, 60]
    assert fields_of(GAME, position)["is_double"] == "1"


def test_double_play_is_looked_up_when_the_round_begins():
    position = position_of(double_rows(3), ((60, 61, 90, 95), (55, 20, 91, 96)), (5, 9))
    choose(position, 60, 61, 55, 20)
    assert numbers_of(position, "pawns") == [10, 9], "55 covers the last, 60 goes on the bull's head 5"
    do(position, "keep 0 50", "stop 0")
    assert row(position, "R2") == [60, 61]
    assert fields_of(GAME, position)["is_double"] == "0"
    position = position_of(double_rows(4), ((60, 61), (20, 91)), (5, 9), is_double=0)
    do(position, "choose 0 60")
    assert may(position, 0, "choose") == [], "one tile, for only the bull's head is free"


def test_a_double_play_row_opened_in_a_round_makes_the_next_one_double():
    rows = {"L6": (50, 51, 52, 53), "L1": (1,), "L3": (2,), "L5": (3,)}
    position = position_of(rows, ((60, 61, 90), (20, 91, 92)), (5, 9))
    choose(position, 60, 20)
    do(position, "keep 0 50", "stop 0")
    assert row(position, "R1") == [60]
    assert fields_of(GAME, position)["is_double"] == "1"
    do(position, "choose 0 50", "choose 0 61")
    refusal(position, "choose 0 90")
    assert fields_of(GAME, position)["sealed"] == "50,61/-"


def test_the_same_tile_cannot_be_chosen_twice():
    position = position_of(double_rows(), ((60, 10), (55, 20)), (5, 9))
    do(position, "choose 0 60")
    refusal(position, "choose 0 60")
    assert may(position, 0, "choose") == ["choose 0 10"]


# Keeping.


def test_keeping_is_one_or_two_of_the_rows_other_tiles_and_never_none():
    rows = {"L4": (10, 11, 12, 13), "L1": (1,), "L3": (2,), "L5": (3,)}
    position = position_of(rows, ((14, 90), (91, 92)), (5, 9))
    choose(position, 14, 91)
    assert may(position, 0, "stop") == []
    refusal(position, "stop 0")
    refusal(position, "keep 0 14")
    refusal(position, "keep 0 90")
    refusal(position, "keep 1 10")
    do(position, "keep 0 13")
    refusal(position, "keep 0 13")
    assert may(position, 0, "stop") == ["stop 0"]
    do(position, "keep 0 10")
    assert hand(position, 0) == [10, 13, 90]
    assert fields_of(GAME, position)["box_tiles"] == "11,12"


def test_a_seat_that_holds_eight_keeps_one_and_seven_keep_two():
    rows = {"L4": (10, 11, 12, 13), "L1": (1,), "L3": (2,), "L5": (3,)}
    eight = (60, 61, 62, 63, 64, 65, 66, 67)
    position = position_of(rows, ((14,) + eight, (91, 92)), (5, 9))
    choose(position, 14, 91)
    assert may(position, 0, "keep") == [f"keep 0 {tile}" for tile in (10, 11, 12, 13)]
    do(position, "keep 0 12")
    assert may(position, 0, "keep") == []
    assert hand(position, 0) == [12, 60, 61, 62, 63, 64, 65, 66, 67]
    assert fields_of(GAME, position)["round"] == "6", "the round is over without a word of stopping"
    position = position_of(rows, ((14,) + eight[:7], (91, 92)), (5, 9))
    choose(position, 14, 91)
    do(position, "keep 0 12", "keep 0 10")
    assert len(hand(position, 0)) == 9


def test_a_seat_that_holds_nine_in_a_double_round_keeps_none():
    rows = {"L4": (10, 11, 12, 13), "R5": (50, 51, 52, 53), "R1": (1,), "L5": (3,)}
    position = position_of(rows, ((14, 60, 71, 72, 73, 74, 75, 76, 77), (4, 5, 6)), (5, 9))
    choose(position, 14, 60, 4, 5)
    do(position, "keep 0 12", "keep 0 10")
    assert len(hand(position, 0)) == 9
    assert fields_of(GAME, position)["round"] == "6", "nothing may be kept of the second row, so nothing is asked"
    assert numbers_of(position, "pawns")[0] == 5 + 9 - 11, "the first head opened the cows"
    assert fields_of(GAME, position)["box_tiles"] == "11,13,50,51,52,53"
    assert row(position, "R6") == [60]


def test_a_seat_that_plays_its_last_tile_on_a_bulls_head_draws_nothing():
    rows = {"L4": (10, 11, 12, 13), "L1": (1,), "L3": (2,), "L5": (3,)}
    position = position_of(rows, ((14,), (91, 92)), (5, 9))
    choose(position, 14, 91)
    do(position, "keep 0 13", "stop 0")
    assert hand(position, 0) == [13]
    assert fields_of(GAME, position)["round"] == "6"


# Bull's eye.


def eye_rows():
    """Rows in which 23 costs 5 and 24 behind it 7; the other rows cost nothing and are far below."""
    return {"L2": (20, 21, 22), "L1": (1,), "L3": (2,), "L4": (3,)}


def after_round(pawns, tiles=(23, 10, 11), rows=None, keep=None):
    """The position after a round of three players in which these tiles are played."""
    hands = [(tile, 90 + place, 95 + place) for place, tile in enumerate(tiles)]
    position = position_of(rows or eye_rows(), hands, pawns)
    choose(position, *tiles)
    if keep:
        do(position, *keep)
    assert fields_of(GAME, position)["round"] == "6", GAME.position_text(position)
    return position


def test_an_eye_reached_or_passed_by_the_first_pawn_opens_the_next_round():
    for pawns, wanted in (
        ((35, 0, 1), True),
        ((36, 0, 1), True),
        ((39, 0, 1), True),
        ((34, 0, 1), False),
        ((34, 39, 1), True),  # 39 is occupied, so it goes on to 40
        ((33, 38, 39), True),  # over two
        ((35, 40, 1), False),
        ((35, 59, 1), False),
        ((40, 0, 1), False),
        ((45, 0, 1), True),
        ((45, 44, 1), True),
        ((45, 50, 1), False),
        ((44, 49, 1), True),
        ((50, 0, 1), False),
    ):
        position = after_round(pawns)
        assert is_open(position) == wanted, pawns


def test_two_pawns_that_cross_in_one_round_open_one():
    rows = {"L2": (20, 21, 22), "L1": (1,), "L3": (2,), "L4": (3,)}
    hands = ((4, 5, 6), (23, 91, 92), (24, 94, 95))
    position = position_of(rows, hands, (20, 35, 36))
    choose(position, 4, 23, 24)
    assert numbers_of(position, "pawns") == [20, 40, 43]
    do(position, "keep 2 20", "stop 2")
    assert is_open(position)
    do(position, "show 0 5", "show 1 91", "show 2 94")
    assert fields_of(GAME, position)["round"] == "7"
    assert not is_open(position)


def eye_twice(third, *bought):
    """Three rounds in which seat 0 crosses an eye, is taken back over it and crosses it again."""
    rows = {"R5": (10, 11, 12, 13), "L2": (20, 21, 22), "L4": (60, 61, 62, 63), "L1": (1,)}
    hands = ((23, 24, 64, 90), (2, 14, 15, 91), (3, 4, 5, 92))
    position = position_of(rows, hands, (36, 5, third))
    choose(position, 23, 2, 3)
    assert numbers_of(position, "pawns")[0] == 41
    assert is_open(position)
    do(position, *bought)
    do(position, "show 1 14", "show 2 4", "show 0 24", "keep 1 10", "stop 1", "keep 0 20", "stop 0")
    assert numbers_of(position, "pawns")[0] == 34
    assert not is_open(position)
    choose(position, 64, 15, 5)
    assert numbers_of(position, "pawns")[0] == 43
    do(position, "keep 0 60", "stop 0")
    return position


def test_an_eye_crossed_again_after_a_bonus_opens_another_round():
    assert is_open(eye_twice(7))
    assert not is_open(eye_twice(39, "buy 2 1", "draw 2 1 80")), "another pawn is on the eye"


def test_an_eye_crossed_by_buying_opens_the_next_round_and_not_the_one_in_progress():
    for pawns, wanted in (((38, 0, 1), True), ((38, 41, 1), False)):
        hands = ((10, 90), (11, 91), (12, 92))
        position = position_of({"L1": (1,), "L2": (2,), "L3": (3,), "L5": (9,)}, hands, pawns)
        do(position, "buy 0 3", "draw 0 3 80 81 82")
        assert not is_open(position)
        choose(position, 10, 11, 12)
        assert fields_of(GAME, position)["round"] == "6"
        assert is_open(position) == wanted, pawns


def test_an_eye_crossed_by_buying_in_an_open_round_opens_the_next_one_too():
    position = open_round(((10, 90), (11, 91)), (39, 5))
    do(position, "buy 0 1", "draw 0 1 80", "show 1 11", "show 0 10")
    assert fields_of(GAME, position)["round"] == "6"
    assert is_open(position)


# Open rounds.


def open_round(hands, pawns, rows=None):
    """The beginning of an open round; the rows cost nothing."""
    return position_of(rows or {"L1": (1,), "L2": (2,), "L3": (3,), "L5": (9,)}, hands, pawns, is_open=1)


def choosing(position):
    """Who may choose or show a tile now."""
    players = [player for player in GAME.to_act(position) if player != CHANCE]
    return [player for player in players if may(position, player, "show") or may(position, player, "choose")]


def test_an_open_round_goes_from_the_fewest_penalty_points_to_the_most():
    position = open_round(((10, 90), (11, 91), (12, 92)), (20, 5, 7))
    assert choosing(position) == [1]
    refusal(position, "show 0 10")
    refusal(position, "choose 0 10")
    do(position, "show 1 11")
    assert fields_of(GAME, position)["queue"].startswith("11:1")
    assert choosing(position) == [2]
    do(position, "show 2 12")
    assert choosing(position) == [0]
    do(position, "show 0 90")
    assert fields_of(GAME, position)["round"] == "6"
    assert not is_open(position)


def test_a_purchase_in_an_open_round_can_change_whose_turn_it_is():
    position = open_round(((10, 90), (11, 91), (12, 92)), (20, 5, 7))
    do(position, "buy 1 3", "draw 1 3 80 81 82")
    assert choosing(position) == [2]
    do(position, "buy 2 1", "draw 2 1 83")
    assert numbers_of(position, "pawns") == [20, 8, 9]
    assert choosing(position) == [1]
    refusal(position, "buy 1 1")
    do(position, "show 1 80")
    do(position, "buy 0 1", "draw 0 1 84")
    refusal(position, "buy 1 1")
    assert choosing(position) == [2]


def test_seats_level_on_the_start_choose_together_and_show_together():
    position = open_round(((10, 90), (11, 91), (12, 92)), (0, 0, 7))
    assert sorted(choosing(position)) == [0, 1]
    do(position, "choose 1 11")
    assert GAME.secret(position, 0)
    assert fields_of(GAME, GAME.view(position, TABLE))["queue"] == "-", "the first is not shown yet"
    assert choosing(position) == [0]
    told = do(position, "choose 0 10")
    assert only(told, event.SHOWED) == [(event.SHOWED, 0, 9), (event.SHOWED, 1, 10)]
    assert choosing(position) == [2]
    do(position, "show 2 12")
    assert fields_of(GAME, position)["round"] == "6"


def test_a_seat_that_leaves_the_start_by_buying_makes_the_others_show_and_comes_later():
    position = open_round(((10, 90), (11, 91), (12, 92)), (0, 0, 2))
    do(position, "choose 0 10")
    told = do(position, "buy 1 3")
    told += do(position, "draw 1 3 80 81 82")
    assert (event.SHOWED, 0, 9) in told, told
    assert numbers_of(position, "pawns") == [0, 3, 2]
    assert choosing(position) == [2]
    do(position, "show 2 12")
    assert choosing(position) == [1]
    do(position, "show 1 11")
    assert fields_of(GAME, position)["round"] == "6"


def test_a_seat_on_the_start_that_has_chosen_may_not_buy_and_others_wait():
    position = open_round(((10, 90), (11, 91), (12, 92), (13, 93)), (0, 0, 7, 0))
    do(position, "choose 3 13")
    refusal(position, "buy 3 1")
    refusal(position, "show 2 12")
    refusal(position, "choose 2 12")
    do(position, "buy 2 1", "draw 2 1 80", "choose 1 11")
    assert fields_of(GAME, position)["queue"] == "-"
    do(position, "choose 0 10")
    assert fields_of(GAME, position)["queue"] == "10:0,11:1,13:3"
    assert choosing(position) == [2]


def test_on_the_start_of_an_open_double_round_nothing_is_shown_until_all_there_have_two():
    rows = {"R1": (20,), "L2": (2,), "L3": (3,), "L5": (9,)}
    position = open_round(((30, 31, 90), (32, 33, 91), (34, 35, 92)), (0, 5, 0), rows)
    do(position, "choose 0 30", "choose 2 34", "choose 2 35")
    assert fields_of(GAME, position)["queue"] == "-"
    do(position, "choose 0 31")
    assert fields_of(GAME, position)["queue"] == "30:0,31:0,34:2,35:2"
    assert choosing(position) == [1]


def test_a_seat_alone_on_the_start_shows_before_the_others():
    position = open_round(((10, 90), (11, 91), (12, 92)), (5, 0, 2))
    assert choosing(position) == [1]
    do(position, may(position, 1, "show")[0] if may(position, 1, "show") else "choose 1 11")
    assert choosing(position) == [2]


def test_in_an_open_double_round_each_shows_two():
    rows = {"R1": (20,), "L2": (2,), "L3": (3,), "L5": (9,)}
    position = open_round(((30, 31, 90), (32, 33, 91)), (9, 5), rows)
    do(position, "show 1 33")
    assert choosing(position) == [1]
    do(position, "show 1 32")
    assert choosing(position) == [0]
    do(position, "show 0 31")
    told = do(position, "show 0 30")
    assert placed(told) == [30, 31, 32, 33], told


def test_in_an_open_double_round_a_seat_with_one_tile_buys_when_its_turn_has_come():
    rows = {"R1": (20,), "L2": (2,), "L3": (3,), "L5": (9,)}
    position = open_round(((30, 31, 90), (32,)), (9, 5), rows)
    refusal(position, "show 1 32")
    assert may(position, 1, "buy") == ["buy 1 1", "buy 1 2", "buy 1 3"]
    do(position, "buy 1 1", "draw 1 1 60", "show 1 32", "show 1 60")
    assert choosing(position) == [0]


# The end.


def last_round(pawns, tiles, rows, keep=()):
    """The position after a round with one decision at most, which may have been the last."""
    hands = [(tile, 90 + place) for place, tile in enumerate(tiles)]
    position = position_of(rows, hands, pawns)
    choose(position, *tiles)
    do(position, *keep)
    return position


def test_a_pawn_on_or_beyond_sixty_ends_the_game_with_the_round():
    for pawns, over in (
        ((55, 5, 6), True),
        ((54, 5, 6), False),
        ((54, 59, 6), True),  # 59 is occupied
        ((58, 5, 6), True),
    ):
        position = last_round(pawns, (23, 11, 12), {"L2": (20, 21, 22), "L1": (1,), "L3": (2,), "L4": (3,)})
        assert (GAME.outcome(position) is not None) == over, pawns
        if over:
            assert GAME.outcome(position)[1:] == (1 if pawns[1] < 10 else 2,), pawns
            assert GAME.to_act(position) == ()


def test_the_round_is_played_to_its_end_before_the_game_ends():
    rows = {"L2": (20, 21, 22), "L1": (1,), "L3": (2,), "L4": (3,)}
    position = position_of(rows, ((23, 90), (24, 91), (4, 92)), (58, 5, 6))
    choose(position, 23, 24, 4)
    assert GAME.outcome(position) is None, "24 went on a bull's head, and its row is still to be sorted"
    told = do(position, "keep 1 20", "stop 1")
    assert numbers_of(position, "pawns") == [63, 12, 6]
    assert GAME.outcome(position)[1:] == (2,)
    assert (event.LOSES, 0, 63) in told, told


def test_a_pawn_that_was_on_sixty_ends_the_game_even_when_a_bonus_took_it_back():
    # 14 costs 11 and opens the cows of R6; 23 is a bonus of 5 for the same seat in a double round.
    rows = {"R5": (10, 11, 12, 13), "L2": (20, 21, 22), "R1": (1,), "L3": (2,)}
    position = position_of(rows, ((14, 23, 90), (3, 4, 91)), (50, 8))
    choose(position, 14, 23, 3, 4)
    do(position, "keep 0 10", "stop 0")
    assert numbers_of(position, "pawns") == [56, 8]
    assert GAME.outcome(position)[1:] == (1,)


def test_sixty_reached_by_buying_makes_the_round_the_last():
    position = position_of({"L6": (9,), "L2": (2,), "L3": (3,), "L5": (1,)}, ((10, 90), (4, 91)), (58, 8))
    do(position, "buy 0 3", "draw 0 3 80 81 82")
    assert GAME.outcome(position) is None
    choose(position, 10, 4)
    assert numbers_of(position, "pawns") == [61, 8]
    assert GAME.outcome(position)[1:] == (1,)


def test_the_lowest_pawn_wins_those_level_on_the_start_share_it_and_the_farthest_loses():
    for pawns, winners, loser in (
        ((58, 0, 0, 3), (1, 2), (0, 63)),
        ((58, 0, 4, 3), (1,), (0, 63)),
        ((58, 7, 5, 6), (2,), (0, 63)),
        ((58, 62, 0, 6), (2,), (0, 63)),  # 63 is farther than 62
        ((58, 64, 0, 6), (2,), (1, 64)),
        ((58, 63, 0, 6), (2,), (0, 64)),  # goes on to 64
    ):
        hands = [(tile, 90 + place) for place, tile in enumerate((23, 4, 5, 6))]
        position = position_of({"L2": (20, 21, 22), "L1": (1,), "L3": (2,), "L4": (3,)}, hands, pawns)
        told = choose(position, 23, 4, 5, 6)
        assert GAME.outcome(position)[1:] == winners, (pawns, GAME.outcome(position))
        assert only(told, event.LOSES) == [(event.LOSES,) + loser], (pawns, told)


def test_an_empty_seat_ends_the_game_only_when_the_refill_leaves_it_empty():
    for reserve, over in (((80,), False), ((), True)):
        position = position_of(plain_rows(), ((60,), (62, 63)), (5, 9), reserve=reserve, late=0 if reserve else 1)
        choose(position, 60, 62)
        if reserve:
            do(position, "draw 0 1 80")
        assert (GAME.outcome(position) is not None) == over, reserve


# The reserve through several rounds.


def test_after_the_round_of_the_last_tile_only_double_play_buys_and_from_the_box():
    rows = {"L6": (10, 50, 51, 52), "L1": (1,), "L3": (2,), "L5": (3,)}
    hands = ((60, 61), (62, 63, 64, 65), (4, 5))
    position = position_of(rows, hands, (5, 30, 20), reserve=(97,), box=())
    do(position, "buy 1 1", "draw 1 1 97", "buy 2 1", "draw 2 1 6")
    choose(position, 60, 62, 4)
    do(position, "keep 0 50", "stop 0")
    # 60 opened the double-play row and 62 lies behind it; seat 0 holds 50 and 61.
    assert row(position, "R1") == [60, 62]
    assert [may(position, player, "buy") for player in (0, 1, 2)] == [[], [], []]
    choose(position, 50, 61, 63, 64, 5, 6)
    # The reserve is empty, and so is seat 0.
    assert GAME.outcome(position)[1:] == (0,)


def test_a_seat_with_one_tile_in_later_double_play_pays_one_point_for_one_tile_of_the_box():
    rows = {"L6": (10, 50, 51, 52), "L1": (1,), "L3": (2,), "L5": (3,)}
    position = position_of(rows, ((60,), (62, 63, 64, 65)), (5, 30), reserve=(97,))
    do(position, "buy 1 1", "draw 1 1 97")
    choose(position, 60, 62)
    do(position, "keep 0 50", "stop 0")
    assert fields_of(GAME, position)["is_double"] == "1"
    refusal(position, "buy 0 2")
    refusal(position, "buy 0 3")
    refusal(position, "buy 1 1")
    do(position, "buy 0 1")
    refusal(position, "draw 0 1 62")
    do(position, "draw 0 1 10")
    assert numbers_of(position, "pawns")[0] == 5 + 10 + 1
    assert hand(position, 0) == [10, 50]


# Table play: what may come back.


def may_choose(position, player):
    """The tiles that a player may choose."""
    return [int(text.split()[2]) for text in may(position, player, "choose") if len(text.split()) == 3]


def after_keeping(number, held=2):
    """A table position in which seat 1 kept so many tiles of 53 56 59 60 62 and holds `held` others."""
    rows = {"L1": (53, 56, 59, 60, 62), "L2": (1,), "L3": (2,), "L4": (81,)}
    mine = (63, 84, 85, 86)[: 1 + held]
    position = position_of(rows, ((3, 4, 5, 6, 7, 8), mine), (0, 5))
    position = GAME.view(position, TABLE)
    do(position, "choose 0 3", "choose 1 63", *["keep 1"] * number)
    if number == 1:
        do(position, "stop 1")
    assert fields_of(GAME, position)["round"] == "6"
    return position


def test_as_many_tiles_of_the_row_as_were_kept_may_come_back_and_only_from_that_seat():
    row_tiles = [53, 56, 59, 60, 62]
    for number in (1, 2):
        position = after_keeping(number)
        assert [tile for tile in may_choose(position, 1) if tile in row_tiles] == row_tiles
        assert [tile for tile in may_choose(position, 0) if tile in row_tiles] == []
        refusal(position, "choose 0 56")
        do(position, "choose 0 4", "choose 1 56")
        left = [53, 59, 60, 62] if number == 2 else []
        assert [tile for tile in may_choose(position, 1) if tile in row_tiles] == left
        refusal(position, "choose 1 56")
        if number == 2:
            do(position, "choose 0 5", "choose 1 62")
            assert [tile for tile in may_choose(position, 1) if tile in row_tiles] == []
            refusal(position, "choose 1 53")


def test_a_hand_of_kept_tiles_alone_holds_nothing_else():
    row_tiles = [53, 56, 59, 60, 62]
    for number in (1, 2):
        assert may_choose(after_keeping(number, 0), 1) == row_tiles
    position = after_keeping(2, 0)
    refusal(position, "choose 1 84")
    do(position, "buy 1 1", "draw 1 1")
    assert 84 in may_choose(position, 1), "a tile was drawn"


def test_an_unseen_tile_that_was_played_leaves_the_kept_ones_alone_in_the_hand():
    position = after_keeping(1, 1)
    do(position, "choose 0 4", "choose 1 84")
    assert may_choose(position, 1) == [53, 56, 59, 60, 62]


def test_a_tile_in_a_row_can_be_in_no_hand():
    position = after_keeping(2)
    for tile in (1, 2, 81, 63):
        for player in (0, 1):
            assert tile not in may_choose(position, player), (tile, player)
            refusal(position, f"choose {player} {tile}")


def test_what_lies_openly_in_the_box_comes_back_from_nobody():
    position = GAME.view(position_of(plain_rows(), ((60, 61), (62, 63)), (5, 9), box=(40, 41, 42)), TABLE)
    for player in (0, 1):
        for tile in (40, 41, 42):
            assert tile not in may_choose(position, player), (player, tile)


def test_a_seat_that_drew_from_the_box_may_hold_any_tile_of_it_and_no_other_seat_may():
    hands = ((60, 61), (62, 63), (64, 65))
    position = GAME.view(position_of(plain_rows(), hands, (5, 9, 20), reserve=(97,)), TABLE)
    do(position, "buy 0 1", "draw 0 1", "buy 1 2", "draw 1 2")
    # The box was all but rows, hands and 97. Seat 0 drew from the reserve, and the rest of the reserve is nothing.
    assert 40 in may_choose(position, 1)
    assert 99 in may_choose(position, 1)
    for player in (0, 2):
        assert 40 not in may_choose(position, player), player
        refusal(position, f"choose {player} 40")
    # Two were drawn, and no third comes back.
    do(position, "choose 0 60", "choose 1 40", "choose 2 64", "choose 0 61", "choose 1 41", "choose 2 65")


def test_a_tile_left_in_the_box_may_come_back_from_who_drew_as_well_as_from_who_kept():
    rows = {"L1": (53, 56, 59, 60, 62), "L2": (1,), "L3": (2,), "L4": (81,)}
    position = position_of(rows, ((3, 4, 5), (63, 84, 85), (6, 7, 8)), (0, 5, 20), reserve=(97,))
    position = GAME.view(position, TABLE)
    do(position, "buy 2 1", "draw 2 1")
    do(position, "choose 0 3", "choose 1 63", "choose 2 6", "keep 1", "stop 1")
    for player in (0, 2):
        assert 53 not in may_choose(position, player), "no tile was drawn from the box, and player 1 kept one"
    assert 53 in may_choose(position, 1)


def test_in_a_double_round_only_as_many_kept_tiles_come_back_as_were_kept():
    rows = {"L6": (53, 56, 59, 60), "L2": (1,), "L3": (2,), "L4": (81,)}
    position = GAME.view(position_of(rows, ((3, 4, 5), (63, 84, 85)), (0, 5)), TABLE)
    do(position, "choose 0 3", "choose 1 63", "keep 1", "stop 1", "choose 1 53")
    assert [tile for tile in may_choose(position, 1) if tile in (53, 56, 59, 60)] == []
    refusal(position, "choose 1 56")
    do(position, "choose 1 84")


# The board.

BOARD = """
L1: 0 0 0 0 0 | 8
L2: 0 0 4 5 | 7
L3: 0 0 0 1 2 | 6
L4: 0 0 0 0 | 9
L5: 0 0 1 2 3 4 | 5
L6: 0 C C 0 | 10
R1: D D D D | 5
R2: 0 0 3 | 12
R3: 0 0 0 0 1 1 | 6
R4: 0 2 0 2 | 8
R5: 0 0 0 5 | 11
R6: 0 C 1 0 3 | 7
eyes: 40 50
"""


def test_a_board_that_breaks_a_constraint_is_refused():
    Board(BOARD)
    for old, new in (
        ("L1: 0 0 0 0 0 | 8", "L1: 0 0 0 0 0 0 0 | 8"),
        ("R2: 0 0 3 | 12", "R2: 0 0 | 12"),
        ("R2: 0 0 3 | 12", "R2: 0 0 3 | 13"),
        ("L5: 0 0 1 2 3 4 | 5", "L5: 0 0 1 2 3 4 | 4"),
        ("L2: 0 0 4 5 | 7", "L2: 0 0 4 6 | 7"),
        ("L2: 0 0 4 5 | 7", "L2: 1 0 4 5 | 7"),
        ("R1: D D D D | 5", "R1: D D 0 D | 5"),
        ("R1: D D D D | 5", "R1: 0 0 0 0 | 5"),
        ("L4: 0 0 0 0 | 9", "L4: D D D D | 9"),
        ("L4: 0 0 0 0 | 9\n", ""),
        ("L6: 0 C C 0 | 10", "L6: 0 Z C 0 | 10"),
    ):
        assert old in BOARD, old
        refused(Board, BOARD.replace(old, new))
    for old, new in (
        ("L1: 0 0 0 0 0 | 8", "L1: 0 0 0 0 0 0 | 12"),
        ("L4: 0 0 0 0 | 9", "L4: 0 1 5 | 5"),
        ("R1: D D D D | 5", "R1: D D D | 5"),
    ):
        Board(BOARD.replace(old, new))


# A second referee: whole games at random, with rows, pawns and hands kept anew.

SPACES = [line.split(": ")[1].split(" | ")[0].split() for line in BOARD.split("\n") if " | " in line]
HEADS = [int(line.split(" | ")[1]) for line in BOARD.split("\n") if " | " in line]


class Referee:
    """The page's rules on plain lists, for dealt play without anything known but the actions."""

    def __init__(self, players, hands, rows, reserve):
        self.players = range(players)
        self.pawns = [0] * players
        self.hands = hands
        self.rows = rows
        self.reserve = reserve
        self.box = []
        self.opens = self.reached = False

    def shows_cow(self):
        """Whether an active row shows an uncovered cow."""
        return any([tiles and "C" in SPACES[place][len(tiles) :] for place, tiles in enumerate(self.rows)])

    def move(self, player, points):
        """Move a pawn forward, or back for negative points."""
        start = self.pawns[player]
        others = [self.pawns[other] for other in self.players if other != player]
        end = start + points
        while end > 0 and end in others:
            end += 1 if points > 0 else -1
        self.pawns[player] = max(0, end)
        for eye in (40, 50):
            if start < eye <= end and max(others) < eye:
                self.opens = True
        self.reached = self.reached or end >= 60

    def score(self, player, points):
        """Give a player the points of a pat or a bull's head."""
        if points:
            self.move(player, -points if self.shows_cow() else points)

    def place(self, tile, player):
        """Place a tile; the other tiles of the row that it completes, or None."""
        active = [place for place in range(12) if self.rows[place]]
        lower = [place for place in active if self.rows[place][-1] < tile]
        found = lower or active
        chosen = found[0]
        for place in found:
            if self.rows[place][-1] > self.rows[chosen][-1]:
                chosen = place
        tiles = self.rows[chosen]
        if len(tiles) < len(SPACES[chosen]):
            space = SPACES[chosen][len(tiles)]
            tiles.append(tile)
            self.score(player, 0 if space in "CD" else int(space))
            return None
        self.score(player, HEADS[chosen])
        place = (chosen + 1) % 12
        while self.rows[place]:
            place = (place + 1) % 12
        self.rows[chosen] = []
        self.rows[place] = [tile]
        return tiles

    def compare(self, position):
        """Fail when the position differs."""
        fields = fields_of(GAME, position)
        text = GAME.position_text(position)
        assert numbers_of(position, "pawns") == self.pawns, (self.pawns, text)
        assert [row(position, name) for name in ROWS] == self.rows, (self.rows, text)
        assert [hand(position, player) for player in self.players] == [sorted(tiles) for tiles in self.hands], text
        assert fields["reserve_tiles"] == joined(sorted(self.reserve)), text
        assert fields["box_tiles"] == joined(sorted(self.box)), text


def obey(position, text):
    """Carry an action out; its words."""
    GAME.apply(position, GAME.action_from_text(text))
    return text.split()


def by_chance(position, numbers):
    """Let chance act; the words of its action."""
    return obey(position, GAME.action_text(GAME.chance(position, numbers.below)))


def draw(position, referee, numbers, player, number):
    """Let chance draw for a player, whose hand the referee fills."""
    words = by_chance(position, numbers)
    assert words[:2] == ["draw", str(player)] and len(words) == 3 + number, (words, player, number)
    source = referee.reserve or referee.box
    for word in words[3:]:
        source.remove(int(word))
        referee.hands[player].append(int(word))


def choose_at_random(position, referee, numbers):
    """Choices and purchases of one round: (tile, player) in the order in which they are placed."""
    queue = []
    number = 2 if 0 < len(referee.rows[6]) < 4 else 1
    while len(queue) < number * len(referee.players):
        if GAME.to_act(position) == (CHANCE,):
            assert by_chance(position, numbers)[0] == "reveal"
            continue
        texts = [text for player in referee.players for text in may(position, player, "buy")]
        if not texts or numbers.below(5):
            moves = [may(position, player, verb) for player in referee.players for verb in ("choose", "show")]
            texts = [text for found in moves for text in found if len(text.split()) == 3] or texts
        words = obey(position, texts[numbers.below(len(texts))])
        player, value = int(words[1]), int(words[2])
        if words[0] == "buy":
            value = min(value, len(referee.reserve) or value)
            referee.move(player, value)
            draw(position, referee, numbers, player, value)
        else:
            referee.hands[player].remove(value)
            queue.append((value, player))
    if GAME.to_act(position) == (CHANCE,) and fields_of(GAME, position)["phase"] != "refill":
        assert by_chance(position, numbers)[0] == "reveal"
    return sorted(queue)


def follow_round(position, referee, numbers):
    """Play one round at random, and the same with the referee."""
    referee.opens = False
    for tile, player in choose_at_random(position, referee, numbers):
        completed = referee.place(tile, player)
        mine = referee.hands[player]
        if completed is None:
            continue
        most, kept = min(2, 9 - len(mine)), 0
        while kept < most:
            texts = may(position, player, "keep") + may(position, player, "stop")
            assert len(texts) == len(completed) + (1 if kept else 0), (texts, completed)
            words = obey(position, texts[numbers.below(len(texts))])
            if words[0] == "stop":
                break
            completed.remove(int(words[2]))
            mine.append(int(words[2]))
            kept += 1
        referee.box += completed
    empty = [player for player in referee.players if not referee.hands[player]]
    for player in sorted(empty, key=lambda player: (-referee.pawns[player], player)):
        if referee.reserve:
            draw(position, referee, numbers, player, min(6, len(referee.reserve)))


def test_a_second_referee_agrees_on_whole_games():
    for players in (2, 3, 5, 8):
        numbers = Numbers(players)
        position = GAME.start(Setup(GAME, players, None, True))
        dealt = " ".join(by_chance(position, numbers)[1:]).split("|")
        hands = [[int(word) for word in part.split()] for part in dealt]
        rows = [[int(by_chance(position, numbers)[1])] for _ in range(4)] + [[] for _ in range(8)]
        seen = [tile for tiles in hands + rows for tile in tiles]
        referee = Referee(players, hands, rows, [tile for tile in TILES if tile not in seen])
        over = False
        while not over:
            follow_round(position, referee, numbers)
            referee.compare(position)
            over = referee.reached or not all(referee.hands)
            assert (GAME.outcome(position) is not None) == over, GAME.position_text(position)
            assert over or is_open(position) == referee.opens, GAME.position_text(position)
        lowest = min(referee.pawns)
        winners = tuple([player for player in range(players) if referee.pawns[player] == lowest])
        assert GAME.outcome(position)[1:] == winners
