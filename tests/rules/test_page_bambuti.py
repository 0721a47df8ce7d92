"""Bambuti as its page of rules states it: small positions for each sentence, and whole games beside a plain model."""

from tavolo.games import load
from tavolo.games.bambuti.position import DRUMMING, PLAYING
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.record import Record
from tests.rules.bambuti_play import position
from tests.rules.play import new_record, next_action
from tests.rules.support import Numbers, fields_of, refused

BAMBUTI = load("bambuti")
COLOURS = ("blue", "yellow", "green", "red", "violet")
MASKS = [f"{colour}-{number}" for colour in COLOURS for number in range(1, 11)]
NOBODY_CAN_PLAY = (
    "yellow-2 yellow-5 yellow-6 green-5 green-2",
    "violet-3 violet-4 violet-7 yellow-4 yellow-3",
    "blue-7 red-7 green-7",
    "blue-2 red-2 violet-2",
)


def number_of(mask):
    return int(mask.split("-")[1])


def colour_of(mask):
    return mask.split("-")[0]


def position_of(row0, row1, hand0="", hand1="", pile=10, turn=0, phase=PLAYING, drums=(2, 2), points=(0, 0)):
    """A dealt position; what is in no row, no hand and not in the pile is covered."""
    return position((row0, row1), (hand0, hand1), pile, turn=turn, phase=phase, drums=drums, points=points)


def act(position, *texts):
    for text in texts:
        BAMBUTI.apply(position, BAMBUTI.action_from_text(text))


def may(position, player):
    return [BAMBUTI.action_text(action) for action in BAMBUTI.legal(position, player, -1)]


def field(position, name):
    return fields_of(BAMBUTI, position)[name]


def pair(position, name):
    first, second = field(position, name).split(",")
    return int(first), int(second)


def indicator(mine, theirs):
    """(points beside `mine`, points beside `theirs`) of two facing masks, as the page has it."""
    high, low = max(number_of(mine), number_of(theirs)), min(number_of(mine), number_of(theirs))
    if high == low:
        return 0, 0
    size = high - 2 * low
    mine_is_high = number_of(mine) == high
    goes_to_high = size > 0
    if colour_of(mine) == colour_of(theirs):
        goes_to_high = not goes_to_high
    return (abs(size), 0) if goes_to_high == mine_is_high else (0, abs(size))


def sums(row0, row1):
    pairs = [indicator(mine, theirs) for mine, theirs in zip(row0, row1)]
    return sum([mine for mine, _ in pairs]), sum([theirs for _, theirs in pairs])


def never_rises_outwards(row):
    numbers = [number_of(mask) for mask in row]
    return numbers[0] <= numbers[1] <= numbers[2] and numbers[2] >= numbers[3] >= numbers[4]


def symmetric(row):
    return colour_of(row[0]) == colour_of(row[4]) and colour_of(row[1]) == colour_of(row[3])


def plays_by_the_page(rows, hand, player):
    """Texts of the plays that `player` has."""
    found = []
    for mask in hand:
        for owner in (0, 1):
            for place in range(5):
                row = list(rows[owner])
                if owner != player and colour_of(row[place]) != colour_of(mask):
                    continue
                row[place] = mask
                if never_rises_outwards(row) and number_of(mask) != number_of(rows[1 - owner][place]):
                    found.append(f"play {player} {mask} of {owner} r{place + 1}")
    return sorted(found)


def facing(first, second):
    """Two rows whose centres face each other, with flanks that have no indicator; None for two ones."""
    low, high = ("1", "2") if number_of(second) > 1 else ("2", "1")
    if number_of(first) < int(low):
        return None
    flanks0 = [colour + "-" + low for colour in COLOURS if colour + "-" + low not in (first, second)][:4]
    flanks1 = [colour + "-" + high for colour in COLOURS if colour + "-" + high not in (first, second)][:4]
    if len(flanks0) < 4 or len(flanks1) < 4:
        return None
    return (
        " ".join([flanks0[0], flanks0[1], first, flanks0[2], flanks0[3]]),
        " ".join([flanks1[0], flanks1[1], second, flanks1[2], flanks1[3]]),
    )


def drummed(row0, row1):
    """What a drum scores on these rows."""
    position = position_of(row0, row1, "", "", phase=DRUMMING)
    act(position, "drum 0")
    return pair(position, "points")


def test_the_indicators_of_the_page():
    cases = (
        ("blue-10", "red-1", (8, 0)),
        ("blue-10", "red-9", (0, 8)),
        ("blue-7", "red-3", (1, 0)),
        ("blue-5", "red-3", (0, 1)),
        ("blue-8", "red-4", (0, 0)),
        ("blue-6", "red-6", (0, 0)),
        ("blue-7", "blue-3", (0, 1)),
        ("blue-8", "blue-4", (0, 0)),
    )
    for first, second, wanted in cases:
        assert drummed(*facing(first, second)) == wanted, (first, second)
        assert drummed(*facing(second, first)) == (wanted[1], wanted[0]), (second, first)


def test_every_two_facing_masks_have_the_indicator_that_the_page_computes():
    counted = 0
    for high in range(1, 11):
        for low in range(1, 11):
            for other in ("blue", "red"):
                first, second = f"blue-{high}", f"{other}-{low}"
                rows = None if first == second else facing(first, second)
                if rows:
                    counted += 1
                    assert drummed(*rows) == indicator(first, second), rows
    assert counted >= 160, counted


def test_a_scoring_adds_all_indicators_on_each_side():
    # 10 on 1: 8 to the 10; 4 on 1 and 3 on 1, each of one colour: 2 and 1 to the ones; 2 on 1: none.
    rows = ("violet-2 green-4 blue-10 red-3 yellow-2", "blue-1 green-1 violet-1 red-1 yellow-1")
    position = position_of(rows[0], rows[1], "", "", phase=DRUMMING, points=(5, 7))
    act(position, "drum 0")
    assert pair(position, "points") == (13, 10)
    rows = ("red-2 violet-4 green-9 green-7 yellow-1", "violet-6 blue-9 blue-10 violet-8 blue-2")
    # 6 on 2: 2 to the 6; 9 on 4: 1 to the 9; 10 on 9: 8 to the 9; 8 on 7: 6 to the 7; 2 on 1: none.
    assert drummed(*rows) == (14, 3)


def shown(row0, row1, younger=0):
    record = new_record(f"bambuti players=2 younger={younger} table")
    texts = ["deal"] + ["lay 0"] * 5 + ["lay 1"] * 5 + [f"reveal {row0} | {row1}", "deal"]
    for text in texts:
        record.apply(BAMBUTI.action_from_text(text))
    return record


def test_the_seat_whose_indicators_add_up_to_less_begins():
    row0, row1 = facing("blue-10", "red-1")  # 8 to 0
    for younger in (0, 1):
        assert BAMBUTI.to_act(shown(row0, row1, younger).position) == (1,), younger
        assert BAMBUTI.to_act(shown(row1, row0, younger).position) == (0,), younger


def test_at_equal_indicators_the_younger_begins_and_that_is_seat_0_unless_given():
    row0, row1 = facing("blue-8", "red-4")
    assert BAMBUTI.to_act(shown(row0, row1, 0).position) == (0,)
    assert BAMBUTI.to_act(shown(row0, row1, 1).position) == (1,)
    assert Setup(BAMBUTI, 2).options[0] == 0
    row0, row1 = facing("blue-6", "red-6")  # equal numbers, possible at set-up only, have no indicator
    assert BAMBUTI.to_act(shown(row0, row1, 1).position) == (1,)


def test_level_indicators_that_are_not_none_are_level_too():
    rows = ("blue-1 red-3 green-9 green-8 yellow-1", "violet-3 yellow-8 yellow-9 blue-3 red-3")
    assert sums(rows[0].split(), rows[1].split()) == (2, 4)
    rows = ("blue-1 red-3 green-9 green-8 yellow-3", "violet-3 yellow-8 yellow-9 blue-3 red-1")
    assert sums(rows[0].split(), rows[1].split()) == (3, 3)
    assert BAMBUTI.to_act(shown(rows[0], rows[1], 1).position) == (1,)
    assert BAMBUTI.to_act(shown(rows[0], rows[1], 0).position) == (0,)


def test_a_row_that_rises_outwards_is_not_shown():
    good = "blue-1 red-3 green-9 green-8 yellow-3"
    shown(good, "violet-3 yellow-8 yellow-9 blue-3 red-1")
    for bad in (
        "violet-3 yellow-2 yellow-9 blue-3 red-1",
        "violet-3 yellow-10 yellow-9 blue-3 red-1",
        "violet-3 yellow-8 yellow-9 blue-10 red-1",
        "violet-3 yellow-8 yellow-9 blue-3 red-4",
    ):
        refused(shown, good, bad)
        refused(shown, bad, good)
    shown(good, "violet-3 blue-3 violet-9 red-9 blue-9")


def orders(masks):
    if not masks:
        return [[]]
    return [[mask] + rest for mask in masks for rest in orders([other for other in masks if other != mask])]


def layable(position, player, laid):
    """All rows that can be laid from here, step by step."""
    if len(laid) == 5:
        return [laid]
    found = []
    text = BAMBUTI.position_text(position)
    for action in BAMBUTI.legal(position, player, -1):
        other = BAMBUTI.position_from_text(text)
        BAMBUTI.apply(other, action)
        found += layable(other, player, laid + [BAMBUTI.action_text(action).split()[2]])
    return found


def test_a_seat_chooses_among_all_orders_that_never_rise_outwards():
    for hand in (
        "blue-1 blue-3 green-5 red-7 violet-9",
        "blue-3 yellow-3 green-5 red-7 violet-7",
        "blue-3 yellow-3 green-3 red-3 violet-7",
        "blue-3 yellow-7 green-7 red-7 violet-7",
        "blue-4 yellow-4 green-4 red-4 violet-4",
    ):
        record = new_record("bambuti players=2 dealt")
        record.apply(BAMBUTI.action_from_text(f"deal {hand} | blue-10 yellow-10 green-10 red-10 violet-10"))
        found = layable(record.position, 0, [])
        wanted = [row for row in orders(hand.split()) if never_rises_outwards(row)]
        assert sorted(found) == sorted(wanted), hand


def test_rows_are_shown_only_when_both_are_complete_and_then_seven_masks_are_drawn():
    record = new_record("bambuti players=2 dealt")
    texts = ["deal blue-1 blue-2 blue-3 blue-4 blue-5 | red-1 red-2 red-3 red-4 red-5"]
    texts += ["lay 0 " + mask for mask in ("blue-1", "blue-2", "blue-5", "blue-4", "blue-3")]
    for text in texts:
        record.apply(BAMBUTI.action_from_text(text))
    assert BAMBUTI.to_act(record.position) == (1,)
    assert BAMBUTI.secret(record.position, 1)
    assert BAMBUTI.view(record.position, 1).sealed == [[-1] * 5, []]
    for mask in ("red-3", "red-4", "red-5", "red-2", "red-1"):
        record.apply(BAMBUTI.action_from_text("lay 1 " + mask))
    assert BAMBUTI.to_act(record.position) == (CHANCE,)
    numbers = Numbers(3)
    record.apply(record.chance(numbers.below))
    assert field(record.position, "rows") == "blue-1,blue-2,blue-5,blue-4,blue-3/red-3,red-4,red-5,red-2,red-1"
    record.apply(record.chance(numbers.below))
    assert pair(record.position, "held") == (7, 7)
    assert field(record.position, "pile_count") == "26"


def test_a_mask_goes_on_the_own_row_or_on_its_colour_in_the_other_row():
    row0, row1 = "red-2 blue-3 red-9 green-3 yellow-2", "blue-1 green-5 yellow-10 red-5 green-1"
    position = position_of(row0, row1, "blue-4 red-4", "red-1 yellow-1", pile=20)
    # blue 4 covers the blue 1 and red 4 the red 5 of the other row: the covered mask's colour, never the facing one's.
    assert sorted(may(position, 0)) == sorted(
        ["play 0 blue-4 of 0 r2", "play 0 red-4 of 0 r2", "play 0 blue-4 of 0 r3", "play 0 red-4 of 0 r3"]
        + ["play 0 blue-4 of 0 r4", "play 0 red-4 of 0 r4", "play 0 blue-4 of 1 r1", "play 0 red-4 of 1 r4"]
    )
    for text in ("play 0 blue-4 of 1 r2", "play 0 red-4 of 1 r1", "play 0 blue-4 of 0 r1", "play 0 red-1 of 1 r4"):
        refused(act, position, text)
    assert sorted(may(position, 0)) == plays_by_the_page((row0.split(), row1.split()), ["blue-4", "red-4"], 0)


def test_a_mask_never_faces_its_own_number_in_either_row():
    row0, row1 = "blue-3 blue-4 blue-9 green-4 green-3", "red-2 red-5 red-8 violet-5 violet-2"
    position = position_of(row0, row1, "yellow-5 red-4 violet-3 yellow-2 yellow-8", "blue-1", pile=20)
    for text in (
        "play 0 yellow-5 of 0 r2",
        "play 0 yellow-5 of 0 r4",
        "play 0 red-4 of 1 r2",
        "play 0 violet-3 of 1 r5",
        "play 0 yellow-2 of 0 r1",
        "play 0 yellow-8 of 0 r3",
    ):
        refused(act, position, text)
    act(position, "play 0 yellow-5 of 0 r3")


def test_a_row_may_become_level_but_not_rise_outwards():
    row0, row1 = "blue-3 blue-5 blue-9 green-5 green-3", "red-1 red-2 red-10 violet-2 violet-1"
    cases = (
        ("yellow-5 r1", True),
        ("yellow-6 r1", False),
        ("yellow-9 r2", True),
        ("yellow-10 r2", False),
        ("yellow-3 r2", True),
        ("yellow-2 r4", False),
        ("yellow-3 r4", True),
        ("yellow-5 r3", True),
        ("yellow-4 r3", False),
        ("yellow-5 r5", True),
        ("yellow-6 r5", False),
    )
    for text, allowed in cases:
        position = position_of(row0, row1, text.split()[0], "blue-1", pile=20)
        play = "play 0 {} of 0 {}".format(*text.split())
        assert (play in may(position, 0)) == allowed, text
        if not allowed:
            refused(act, position, play)


def test_a_row_made_symmetric_is_scored_at_once_and_no_drum_is_offered():
    row0, row1 = "blue-2 red-3 red-9 yellow-3 blue-1", "violet-1 green-5 yellow-10 violet-5 green-2"
    position = position_of(row0, row1, "red-4 red-1 red-2 red-5 red-6", "yellow-1 yellow-2", pile=20, points=(3, 4))
    act(position, "play 0 red-4 of 0 r4")
    wanted = sums(["blue-2", "red-3", "red-9", "red-4", "blue-1"], row1.split())
    act(position, "draw 0 green-10")
    assert pair(position, "points") == (3 + wanted[0], 4 + wanted[1]), wanted
    assert wanted != (0, 0)
    assert pair(position, "drums") == (2, 2)
    assert BAMBUTI.to_act(position) == (1,)
    refused(act, position, "drum 0")


def test_symmetry_that_was_there_before_is_no_scoring_but_a_drum_may_be_played():
    row0, row1 = "blue-2 red-3 red-9 red-4 blue-1", "violet-1 green-5 yellow-10 violet-5 green-2"
    hand = "blue-3 green-1 green-3 yellow-9 violet-6"
    for play in ("blue-3 of 0 r1", "yellow-9 of 0 r3", "violet-6 of 1 r4"):
        position = position_of(row0, row1, hand, "yellow-1 yellow-2", pile=20)
        act(position, f"play 0 {play}", "draw 0 green-10")
        assert pair(position, "points") == (0, 0), play
        assert sorted(may(position, 0)) == ["drum 0", "end-turn 0"], play
        act(position, "drum 0")
        assert pair(position, "drums") == (1, 2), play
        assert BAMBUTI.to_act(position) == (1,), play


def test_symmetry_of_the_opponents_row_or_of_numbers_or_of_one_pair_only_is_no_scoring():
    row0, row1 = "blue-2 red-3 red-9 yellow-3 violet-2", "violet-1 green-5 yellow-10 green-4 violet-3"
    # One pair made, the other pair made, and the other row, whose colours are symmetric already.
    for play in ("red-5 of 0 r4", "blue-1 of 0 r5", "green-6 of 1 r2"):
        position = position_of(row0, row1, "red-5 blue-1 green-6 red-6 red-7", "yellow-1", pile=20)
        act(position, f"play 0 {play}", "draw 0 green-10")
        assert pair(position, "points") == (0, 0), play
        assert "drum 0" in may(position, 0), play


def test_symmetry_lost_and_made_again_is_scored_again():
    row0, row1 = "blue-2 red-3 red-9 red-4 blue-1", "violet-1 green-5 yellow-10 violet-5 green-2"
    position = position_of(row0, row1, "green-1 blue-3 green-3 yellow-9 violet-4", "yellow-1 yellow-2", pile=20)
    act(position, "play 0 green-1 of 0 r5", "draw 0 green-10", "end-turn 0")
    act(position, "play 1 yellow-1 of 1 r1", "draw 1 green-9", "end-turn 1")
    assert pair(position, "points") == (0, 0)
    act(position, "play 0 green-3 of 0 r1", "draw 0 green-8")
    wanted = sums(["green-3", "red-3", "red-9", "red-4", "green-1"], ["yellow-1"] + row1.split()[1:])
    assert pair(position, "points") == wanted


def test_a_seat_without_drums_is_not_asked():
    row0, row1 = "blue-2 red-3 red-9 yellow-3 violet-2", "violet-1 green-5 yellow-10 green-4 violet-3"
    position = position_of(row0, row1, "red-4 blue-1 green-6 red-6 red-7", "yellow-1", pile=20, drums=(0, 2))
    act(position, "play 0 red-4 of 0 r2", "draw 0 green-10")
    if BAMBUTI.to_act(position) == (0,):
        assert may(position, 0) == ["end-turn 0"]
        act(position, "end-turn 0")
    assert BAMBUTI.to_act(position) == (1,)


def test_the_last_play_is_a_final_scoring_alone_even_if_it_makes_symmetry():
    row0, row1 = "blue-2 red-3 red-9 yellow-3 blue-1", "violet-1 green-5 yellow-10 violet-5 green-2"
    position = position_of(row0, row1, "red-4 red-1 red-2 red-5 red-6", "yellow-1 yellow-2 yellow-7 yellow-6", pile=0)
    act(position, "play 0 red-4 of 0 r4")
    assert BAMBUTI.to_act(position) == ()
    wanted = sums(["blue-2", "red-3", "red-9", "red-4", "blue-1"], row1.split())
    assert pair(position, "points") == wanted
    assert pair(position, "drums") == (2, 2)  # worth nothing, and not offered


def test_the_game_goes_on_while_one_seat_holds_five():
    row0, row1 = "blue-2 red-3 red-9 yellow-3 blue-1", "violet-1 green-5 yellow-10 violet-5 green-2"
    position = position_of(
        row0, row1, "red-4 red-1 red-2 red-5 red-6", "yellow-1 yellow-2 yellow-7 yellow-6 yellow-9", pile=0
    )
    act(position, "play 0 red-4 of 0 r4")
    assert BAMBUTI.to_act(position) == (1,)
    assert pair(position, "points") == sums(["blue-2", "red-3", "red-9", "red-4", "blue-1"], row1.split())


def test_a_seat_that_can_play_does_not_pass_in_dealt_play():
    position = position_of("red-2 blue-3 red-9 green-3 yellow-2", "blue-1 green-5 yellow-10 red-5 green-1", "blue-4")
    assert not [text for text in may(position, 0) if "pass" in text]
    refused(act, position, "wish-to-pass 0")


def test_a_pass_draws_nothing_plays_no_drum_and_two_in_a_row_end_the_game_with_a_final_scoring():
    position = position_of(*NOBODY_CAN_PLAY)
    rows = (NOBODY_CAN_PLAY[0].split(), NOBODY_CAN_PLAY[1].split())
    assert plays_by_the_page(rows, NOBODY_CAN_PLAY[2].split(), 0) == []
    assert plays_by_the_page(rows, NOBODY_CAN_PLAY[3].split(), 1) == []
    act(position, "wish-to-pass 0", "pass 0")
    assert field(position, "pile_count") == "10" and pair(position, "held") == (3, 3)
    assert pair(position, "points") == (0, 0) and BAMBUTI.to_act(position) == (1,)
    act(position, "wish-to-pass 1", "pass 1")
    assert BAMBUTI.to_act(position) == ()
    assert pair(position, "points") == sums(rows[0], rows[1])
    assert pair(position, "drums") == (2, 2)


def test_passes_that_are_not_in_a_row_do_not_end_the_game():
    row0, row1, hand0, _ = NOBODY_CAN_PLAY
    position = position_of(row0, row1, hand0, "violet-1 blue-2 red-2 green-10 red-10")
    act(position, "wish-to-pass 0", "pass 0", "play 1 violet-1 of 1 r1", "draw 1 violet-2", "end-turn 1")
    act(position, "wish-to-pass 0", "pass 0")
    assert BAMBUTI.to_act(position) == (1,)
    assert pair(position, "points") == (0, 0)


def test_most_points_win_and_level_is_shared():
    row0, row1 = "blue-2 red-3 red-9 yellow-3 blue-1", "violet-1 green-5 yellow-10 violet-5 green-2"
    wanted = sums(["blue-2", "red-3", "red-9", "red-4", "blue-1"], row1.split())
    for points, winners in (
        ((0, wanted[0] - wanted[1]), (0, 1)),
        ((1, wanted[0] - wanted[1]), (0,)),
        ((0, wanted[0] - wanted[1] + 1), (1,)),
    ):
        position = position_of(row0, row1, "red-4 red-1", "yellow-1", pile=0, points=points, drums=(0, 2))
        act(position, "play 0 red-4 of 0 r4")
        assert tuple(BAMBUTI.outcome(position))[1:] == winners, (points, BAMBUTI.outcome(position))


def test_at_the_table_a_pass_is_always_allowed_after_a_second_confirmation():
    record = shown("red-1 red-3 red-9 red-4 red-2", "blue-1 blue-3 blue-9 blue-4 blue-2")
    player = BAMBUTI.to_act(record.position)[0]
    record.apply(BAMBUTI.action_from_text(f"wish-to-pass {player}"))
    assert BAMBUTI.to_act(record.position) == (player,)
    assert f"pass {player}" in may(record.position, player)
    record.apply(BAMBUTI.action_from_text(f"pass {player}"))
    other = 1 - player
    assert BAMBUTI.to_act(record.position) == (other,)
    record.apply(BAMBUTI.action_from_text(f"wish-to-pass {other}"))
    record.apply(BAMBUTI.action_from_text(f"pass {other}"))
    assert BAMBUTI.to_act(record.position) == ()


def test_at_the_table_a_mask_that_was_seen_elsewhere_is_refused():
    record = shown("red-1 red-3 red-9 red-4 red-2", "blue-1 blue-3 blue-8 blue-4 blue-2")
    player = BAMBUTI.to_act(record.position)[0]
    own = ("red", "blue")[player]
    refused(act, record.position, f"play {player} {own}-3 of {player} r4")
    act(record.position, f"play {player} yellow-10 of {player} r3", f"draw {player}", f"end-turn {player}")
    other = 1 - player
    for mask in ("yellow-10", "red-9", "blue-8"):
        refused(act, record.position, f"play {other} {mask} of {other} r3")


class Model:
    """Rows, points and hands of a dealt game, kept by the page alone."""

    def __init__(self):
        self.rows = None
        self.hands = None
        self.points = [0, 0]
        self.drums = [2, 2]
        self.pile = 26
        self.turn = 0
        self.plays = 0
        self.passes = 0
        self.due = ""
        self.over = False

    def score(self):
        found = sums(self.rows[0], self.rows[1])
        self.points = [self.points[0] + found[0], self.points[1] + found[1]]

    def follow(self, words):
        """Take the action of these words."""
        verb = words[0]
        if verb == "play":
            self.play(words[2], int(words[5][1:]) - 1, int(words[4]))
        elif verb == "draw":
            self.hands[self.turn].append(words[2])
            self.pile -= 1
            self.settle()
        elif verb in ("drum", "end-turn"):
            assert self.due == "drum"
            if verb == "drum":
                self.drums[self.turn] -= 1
                self.score()
            self.turn = 1 - self.turn
            self.due = ""
        elif verb == "pass":
            self.passes += 1
            self.over = self.passes == 2
            if self.over:
                self.score()
            self.turn = 1 - self.turn

    def play(self, mask, place, owner):
        self.plays += 1
        self.passes = 0
        self.was_symmetric = symmetric(self.rows[self.turn])
        self.hands[self.turn].remove(mask)
        self.rows[owner][place] = mask
        if not self.pile:
            self.settle()

    def settle(self):
        """What follows the play and its draw, in the page's order."""
        self.due = ""
        if len(self.hands[0]) <= 4 and len(self.hands[1]) <= 4:
            self.score()
            self.over = True
        elif symmetric(self.rows[self.turn]) and not self.was_symmetric:
            self.score()
            self.turn = 1 - self.turn
        elif self.drums[self.turn]:
            self.due = "drum"
        else:
            self.turn = 1 - self.turn


def begun(record, numbers):
    """Play to the first turn; the model of it."""
    while field(record.position, "phase") != "play":
        record.apply(next_action(record, numbers))
    model = Model()
    model.rows = [row.split(",") for row in field(record.position, "rows").split("/")]
    model.hands = [hand.split(",") for hand in field(record.position, "hands").split("/")]
    first, second = sums(model.rows[0], model.rows[1])
    model.turn = 0 if first <= second else 1
    return model


def compare(record, model):
    position = record.position
    assert pair(position, "points") == tuple(model.points), record.text()
    assert pair(position, "drums") == tuple(model.drums), record.text()
    assert (BAMBUTI.to_act(position) == ()) == model.over, record.text()
    if model.over:
        return
    if BAMBUTI.to_act(position) == (CHANCE,):
        assert field(position, "phase") == "draw" and model.pile > 0, record.text()
        return
    assert BAMBUTI.to_act(position) == (model.turn,), record.text()
    texts = sorted(may(position, model.turn))
    if model.due == "drum":
        assert texts == [f"drum {model.turn}", f"end-turn {model.turn}"], record.text()
    elif field(position, "phase") == "play":
        wanted = plays_by_the_page(model.rows, model.hands[model.turn], model.turn)
        assert texts == (wanted or [f"wish-to-pass {model.turn}"]), record.text()


def test_random_games_go_step_by_step_as_the_page_says_and_take_32_plays_without_passes():
    whole = 0
    for start in range(12):
        numbers = Numbers(7100 + start)
        record = Record(Setup(BAMBUTI, 2, None, True))
        model = begun(record, numbers)
        passed = False
        compare(record, model)
        while not model.over:
            action = next_action(record, numbers)
            words = BAMBUTI.action_text(action).split()
            passed = passed or words[0] == "pass"
            record.apply(action)
            model.follow(words)
            compare(record, model)
        if not passed:
            whole += 1
            assert model.plays == 32, record.text()
            assert len(model.hands[0]) == 4 and len(model.hands[1]) == 4, record.text()
        best = max(model.points)
        winners = tuple([seat for seat in (0, 1) if model.points[seat] == best])
        assert tuple(record.game.outcome(record.position))[1:] == winners, record.text()
    assert whole, "no game without a pass"
