"""Yellowstone Park as its page of rules states it: a position for each sentence, and games beside a plain model."""

from tavolo.games import load
from tavolo.rules.contract import CHANCE
from tests.rules.play import new_record, next_action
from tests.rules.support import Numbers, fields_of, refused

YELLOWSTONE = load("yellowstone-park")
COLOURS = ("blue", "yellow", "green", "red")
CARDS = [f"{colour}-{number}" for colour in COLOURS for number in (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)]
NINE = ["blue-1@c", "blue-2@c", "blue-3@c", "yellow-1@d", "yellow-2@d", "yellow-3@d", "red-1@e", "red-2@e", "red-3@e"]


def number_of(card):
    return int(card.split("-")[1])


def colour_of(card):
    return card.split("-")[0]


def in_order(cards):
    return sorted(cards, key=lambda card: (COLOURS.index(colour_of(card)), number_of(card)))


def listed(cards):
    return ",".join(in_order(cards)) or "-"


def without(cards, others):
    left = list(cards)
    for card in others:
        left.remove(card)
    return left


def position_of(board, hands, counts, options="", markers=None, pile=None, turn=0, neutral=7):
    """A dealt position before a turn: `board` of card@column, `hands` in texts, `counts` of cards in penalty piles.

    The penalty piles get the first cards that are nowhere else, the draw pile the rest, which must be `pile` cards
    where that is given.
    """
    values = {"end_after": "35", "reaching": "0", "neutral_marker": "0", "edge_frame": "0"}
    for word in options.split():
        values[word.split("=")[0]] = word.split("=")[1]
    cards = [word.split("@")[0] for word in board.split()]
    columns = ["-", "-", "-", "-"]
    for word in board.split():
        columns[COLOURS.index(colour_of(word))] = word.split("@")[1]
    hands = [hand.split() for hand in hands]
    rest = without(CARDS, cards + [card for hand in hands for card in hand])
    penalties = []
    for count in counts:
        penalties.append(rest[:count])
        rest = rest[count:]
    if pile is not None:
        assert len(rest) == pile, len(rest)
    closed = [card for hand in hands for card in hand] + rest
    places = "+".join([f"hand{seat}" for seat in range(len(hands)) if hands[seat]] + (["pile"] if rest else []))
    groups = [places + ":" + listed(closed)]
    groups += [f"penalty{seat}:" + listed(each) for seat, each in enumerate(penalties) if each]
    groups.append("board:" + listed(cards))
    return YELLOWSTONE.position_from_text(
        f"players={len(hands)} options={','.join(values.values())} play=dealt phase=place "
        f"turn={turn} placed=0 card=- columns={','.join(columns)} "
        f"hand_counts={','.join([str(len(hand)) for hand in hands])} "
        f"penalty_counts={','.join([str(count) for count in counts])} pile_count={len(rest)} "
        f"markers={(markers or '/'.join(['5'] * len(hands))).replace('/', ',')} neutral={neutral} marks={'/'.join(groups)} "
        f"hands={'/'.join([listed(hand) for hand in hands])} "
        f"penalties={'/'.join([listed(each) for each in penalties])} pile={listed(rest)}"
    )


def act(position, *texts):
    for text in texts:
        YELLOWSTONE.apply(position, YELLOWSTONE.action_from_text(text))


def may(position, player):
    return [YELLOWSTONE.action_text(action) for action in YELLOWSTONE.legal(position, player, -1)]


def field(position, name):
    return fields_of(YELLOWSTONE, position)[name]


def numbers_in(position, name):
    return [int(number) for number in field(position, name).split(",")]


def cards_in(text):
    return [] if text in ("-", "?") else in_order(text.split(","))


def board_in(position):
    for group in field(position, "marks").split("/"):
        if group.startswith("board:"):
            return in_order(group[6:].split(","))
    return []


def penalty_of(position, seat):
    return cards_in(field(position, "penalties").split("/")[seat])


def results_offered(position, player):
    """The boards that the frames offered would leave, each once, sorted."""
    text = YELLOWSTONE.position_text(position)
    boards = []
    for action in YELLOWSTONE.legal(position, player, -1):
        other = YELLOWSTONE.position_from_text(text)
        YELLOWSTONE.apply(other, action)
        boards.append(board_in(other))
    return sorted(boards)


def keep(position, player, board):
    """Choose the frame that leaves `board`."""
    text = YELLOWSTONE.position_text(position)
    for action in YELLOWSTONE.legal(position, player, -1):
        other = YELLOWSTONE.position_from_text(text)
        YELLOWSTONE.apply(other, action)
        if board_in(other) == in_order(board.split()):
            YELLOWSTONE.apply(position, action)
            return
    raise AssertionError("no frame leaves " + board)


def frames(edge):
    """Every frame, as a list of cells (column 0..6, row 1..7)."""
    found = []
    for column in range(5):
        for row in range(1, 6):
            found.append([(column + across, row + up) for across in range(3) for up in range(3)])
        if edge:
            found.append([(column + across, row) for across in range(3) for row in (1, 7)])
    return found


class Model:
    """The board, the piles and the markers of a dealt game, kept by the page alone."""

    def __init__(self, seats, end_after, reaching, neutral_marker, edge_frame):
        self.seats = seats
        self.limit = end_after if reaching else end_after + 1
        self.neutral_marker = neutral_marker
        self.frames = frames(edge_frame)
        self.board = []
        self.columns = {}
        self.hands = []
        self.penalties = [[] for _ in range(seats)]
        self.markers = [5] * seats
        self.neutral = 7
        self.turn = 0
        self.placed = 0
        self.own_pile = False
        self.over = False

    def cell(self, card):
        return self.columns[colour_of(card)], number_of(card)

    def begin(self, words):
        if words[0] == "deal":
            hand = []
            self.hands = [hand]
            for word in words[1:]:
                if word == "|":
                    hand = []
                    self.hands.append(hand)
                else:
                    hand.append(word)
            self.pile = 56 - 6 * self.seats
        else:
            self.board = [words[1]]
            self.columns = {colour_of(words[1]): 3}
            self.pile -= 1

    def placements(self):
        found = []
        for card in self.hands[self.turn]:
            if colour_of(card) in self.columns:
                columns = [self.columns[colour_of(card)]]
            else:
                columns = [column for column in range(7) if column not in self.columns.values()]
            for column in columns:
                text = f"place {self.turn} {card} {'abcdefg'[column]}"
                if text not in found:
                    found.append(text)
        return sorted(found)

    def place(self, card, column):
        """Lay the card; the boards that may be left, sorted, one where nothing or nothing else can be given up."""
        self.hands[self.turn].remove(card)
        cell = ("abcdefg".index(column), number_of(card))
        self.was_empty = cell not in [self.cell(each) for each in self.board]
        self.card = card
        self.columns[colour_of(card)] = cell[0]
        self.board.append(card)
        self.placed += 1
        boards = []
        for frame in self.frames:
            if cell in frame:
                left = in_order([each for each in self.board if self.cell(each) in frame])
                if left == in_order(self.board):
                    return [left]
                if left not in boards:
                    boards.append(left)
        return sorted(boards)

    def leave(self, board):
        """Take what is not in `board`, and look the bonus up."""
        self.penalties[self.turn] += without(self.board, board)
        self.board = list(board)
        for colour in COLOURS:
            if colour in self.columns and colour not in [colour_of(card) for card in board]:
                del self.columns[colour]
        covered = [self.cell(card) for card in board]
        best = 0
        for frame in self.frames:
            if self.was_empty and self.cell(self.card) in frame:
                missing = len([cell for cell in frame if cell not in covered])
                best = max(best, {0: 3, 1: 1}.get(missing, 0))
        self.markers[self.turn] = max(0, self.markers[self.turn] - best)

    def next_choices(self):
        """What the turn's seat may do, () where the draw pile is drawn from at once."""
        hand, seat = self.hands[self.turn], self.turn
        if not hand:
            return [f"refill {seat}", f"shuffle {seat}"] if len(self.penalties[seat]) >= 6 else []
        if self.placed == 0:
            return self.placements()
        if self.placed == 1:
            choices = self.placements()
            choices.append(f"stop {seat}")
            return sorted(choices)
        return [f"refill {seat}", f"stop {seat}"] if self.seats >= 4 else []

    def draw(self, cards):
        seat = self.turn
        wanted = 6 - len(self.hands[seat])
        available = len(self.penalties[seat]) if self.own_pile else self.pile
        assert len(cards) == min(wanted, available), (cards, wanted, available)
        self.hands[seat] += cards
        if self.own_pile:
            self.penalties[seat] = without(self.penalties[seat], cards)
            self.neutral -= self.neutral_marker
        else:
            self.pile -= len(cards)
        if self.neutral < 1 or (not self.own_pile and not self.pile):
            for each in range(self.seats):
                self.markers[each] += len(self.penalties[each])
                self.pile += len(self.penalties[each])
                self.penalties[each] = []
            self.neutral = 7
            self.over = max(self.markers) >= self.limit
        self.end_turn()

    def end_turn(self):
        self.turn = (self.turn + 1) % self.seats
        self.placed = 0
        self.own_pile = False


def compare(record, model):
    position, text = record.position, record.text()
    assert numbers_in(position, "markers") == model.markers, text
    assert numbers_in(position, "hand_counts") == [len(hand) for hand in model.hands], text
    assert field(position, "pile_count") == str(model.pile), text
    assert board_in(position) == in_order(model.board), text
    for seat in range(model.seats):
        assert penalty_of(position, seat) == in_order(model.penalties[seat]), text
        assert cards_in(field(position, "hands").split("/")[seat]) == in_order(model.hands[seat]), text
    if model.neutral_marker:
        assert field(position, "neutral") == str(model.neutral), text
    assert (YELLOWSTONE.to_act(position) == ()) == model.over, text
    if model.over:
        return
    if model.own_pile or not model.next_choices():
        assert YELLOWSTONE.to_act(position) == (CHANCE,), text
    else:
        assert YELLOWSTONE.to_act(position) == (model.turn,), text
        assert sorted(may(position, model.turn)) == sorted(model.next_choices()), text


def follow(record, model, numbers):
    """One action in the game and in the model, where a few tries find it one that takes nothing."""
    for _ in range(4):
        action = next_action(record, numbers)
        if YELLOWSTONE.action_text(action).split()[0] != "place":
            break
        other = YELLOWSTONE.position_from_text(YELLOWSTONE.position_text(record.position))
        YELLOWSTONE.apply(other, action)
        if len(board_in(other)) > len(model.board) and field(other, "phase") != "keep":
            break
    words = YELLOWSTONE.action_text(action).split()
    record.apply(action)
    if words[0] in ("deal", "turn-up"):
        model.begin(words)
    elif words[0] == "place":
        boards = model.place(words[2], words[3])
        if len(boards) > 1:
            assert field(record.position, "phase") == "keep", record.text()
            assert results_offered(record.position, model.turn) == boards, record.text()
            record.apply(next_action(record, numbers))
            assert board_in(record.position) in boards, record.text()
            model.leave(board_in(record.position))
        else:
            model.leave(boards[0])
    elif words[0] == "draw":
        model.draw(words[3:])
    elif words[0] == "shuffle":
        model.own_pile = True
    elif words[0] == "stop":
        model.end_turn()
    elif words[0] == "refill":
        assert field(record.position, "phase") == "draw", record.text()
        drawn = next_action(record, numbers)
        record.apply(drawn)
        model.draw(YELLOWSTONE.action_text(drawn).split()[3:])
    if model.board:
        compare(record, model)


def test_random_games_go_step_by_step_as_the_page_says():
    ended = 0
    for seats, options in (
        (2, (35, 0, 0, 0)),
        (2, (60, 0, 1, 0)),
        (2, (60, 1, 1, 1)),
        (3, (35, 1, 0, 0)),
        (4, (35, 0, 0, 1)),
        (5, (20, 0, 0, 0)),
    ):
        for start in (1,):
            record = new_record(
                f"yellowstone-park players={seats} end_after={options[0]} reaching={options[1]} "
                f"neutral_marker={options[2]} edge_frame={options[3]} dealt"
            )
            model = Model(seats, *options)
            numbers = Numbers(100 * seats + start)
            while not model.over:
                follow(record, model, numbers)
            least = min(model.markers)
            winners = [seat for seat in range(seats) if model.markers[seat] == least]
            assert list(YELLOWSTONE.outcome(record.position)[1:]) == winners, record.text()
            ended += 1
    assert ended == 6


def test_the_frame_of_the_page_that_gives_up_green_5_and_then_red_6_and_blue_6():
    position = position_of(
        "green-5@b red-6@c blue-6@d",
        ["yellow-4 blue-3 yellow-1 yellow-1 red-1 red-1", "red-7 red-7 yellow-7 yellow-7 blue-7 blue-7"],
        (0, 0),
    )
    act(position, "place 0 yellow-4 e")
    assert YELLOWSTONE.to_act(position) == (0,)
    assert ["blue-6", "yellow-4", "red-6"] in results_offered(position, 0)
    # Frames with e: c to e, d to f and e to g, each with rows 2 to 4, 3 to 5 or 4 to 6.
    assert results_offered(position, 0) == [["blue-6", "yellow-4"], ["blue-6", "yellow-4", "red-6"], ["yellow-4"]]
    keep(position, 0, "red-6 blue-6 yellow-4")
    assert penalty_of(position, 0) == ["green-5"]
    act(position, "place 0 blue-3 d")
    keep(position, 0, "blue-3 yellow-4")
    assert penalty_of(position, 0) == in_order(["green-5", "red-6", "blue-6"])


def test_a_frame_that_holds_all_cards_is_not_a_choice():
    position = position_of("green-5@b red-6@c", ["blue-7 blue-3", "red-7 red-7 yellow-7 yellow-7"], (0, 0))
    act(position, "place 0 blue-7 d")
    assert board_in(position) == ["blue-7", "green-5", "red-6"]
    assert sorted(may(position, 0)) == ["place 0 blue-3 d", "stop 0"]


def test_a_colour_has_one_column_and_an_emptied_column_is_free():
    position = position_of("green-1@a", ["green-7 red-1 blue-7", "red-7 red-7 yellow-7 yellow-7"], (0, 0))
    refused(act, position, "place 0 green-7 b")
    refused(act, position, "place 0 red-1 a")
    act(position, "place 0 blue-7 g")  # nothing can be kept with it
    assert penalty_of(position, 0) == ["green-1"] and board_in(position) == ["blue-7"]
    assert sorted([text for text in may(position, 0) if "green-7" in text]) == [
        f"place 0 green-7 {column}" for column in "abcdef"
    ]
    act(position, "place 0 red-1 a")
    assert field(position, "columns") == "-,-,-,a" and penalty_of(position, 0) == ["blue-7", "green-1"]


def bonus(board, card, column, marker, options=""):
    """Where the marker is after that card."""
    other = "red-7" if card != "red-7" else "green-4"
    position = position_of(" ".join(board), [f"{card} {other}", "green-5 green-6"], (0, 0), options, f"{marker}/5")
    act(position, f"place 0 {card} {column}")
    assert penalty_of(position, 0) == [], (board, card)
    return numbers_in(position, "markers")[0]


def test_eight_cells_give_1_nine_give_3_and_never_below_0():
    seven, eight = NINE[:7], NINE[:8]
    assert bonus(NINE[:6], "red-1", "e", 5) == 5
    assert bonus(seven, "red-2", "e", 5) == 4
    assert bonus(eight, "red-3", "e", 5) == 2
    assert bonus(eight, "red-3", "e", 2) == 0
    assert bonus(seven, "red-2", "e", 0) == 0
    assert bonus(NINE, "red-3", "e", 5) == 5  # onto the same card: the cell was not empty
    assert bonus(eight, "red-2", "e", 5) == 5
    assert bonus(NINE[1:], "blue-1", "c", 5) == 2


def test_eighth_and_ninth_cell_in_one_turn_give_4():
    for marker, wanted in ((5, 1), (2, 0)):
        position = position_of(" ".join(NINE[:7]), ["red-2 red-3 red-7", "yellow-7"], (0, 0), "", f"{marker}/5")
        act(position, "place 0 red-2 e", "place 0 red-3 e")
        assert numbers_in(position, "markers")[0] == wanted, marker


def test_the_bonus_is_looked_up_after_the_taking():
    # Rows 1 to 3 hold nine; yellow 4 takes row 1 away, and then seven cells of rows 2 to 4 are covered.
    position = position_of(" ".join(NINE), ["yellow-4 red-4 blue-4", "yellow-7"], (0, 0))
    act(position, "place 0 yellow-4 d")
    keep(position, 0, "blue-2 blue-3 yellow-2 yellow-3 yellow-4 red-2 red-3")
    assert numbers_in(position, "markers")[0] == 5
    act(position, "place 0 red-4 e")
    assert numbers_in(position, "markers")[0] == 4
    # Eight of a frame before the taking only: green 4 beside it keeps two columns.
    position = position_of(" ".join(NINE[:8]), ["green-3 red-4", "yellow-7"], (0, 0))
    act(position, "place 0 green-3 f")
    keep(position, 0, "yellow-1 yellow-2 yellow-3 red-1 red-2 green-3")
    assert numbers_in(position, "markers")[0] == 5


def test_the_edge_frame_holds_rows_1_and_7_with_its_own_bonus_at_five_and_six():
    board = ["blue-1@c", "blue-7@c", "yellow-1@d", "yellow-7@d"]
    assert bonus(board, "green-1", "e", 5, "edge_frame=1") == 4
    assert bonus(board[:3], "yellow-7", "d", 5, "edge_frame=1") == 5
    board.append("green-1@e")
    assert bonus(board, "green-7", "e", 5, "edge_frame=1") == 2
    assert bonus(board, "green-1", "e", 5, "edge_frame=1") == 5


def test_without_the_option_rows_1_and_7_are_no_neighbours():
    for option, taken in (("", ["blue-1", "yellow-1"]), ("edge_frame=1", [])):
        position = position_of("blue-1@c yellow-1@d", ["green-7 red-2", "red-7"], (0, 0), option)
        act(position, "place 0 green-7 e")
        assert penalty_of(position, 0) == taken, option


def test_an_edge_frame_is_three_columns_wide_and_holds_no_row_2():
    position = position_of("blue-1@c yellow-1@d red-2@b", ["green-7 red-3", "red-7"], (0, 0), "edge_frame=1")
    act(position, "place 0 green-7 e")
    assert results_offered(position, 0) == [["blue-1", "yellow-1", "green-7"], ["green-7"], ["yellow-1", "green-7"]]


def test_after_one_card_with_some_left_nothing_is_drawn_and_after_two_by_two_or_three_seats_all():
    for seats in (2, 3, 4, 5):
        hands = ["red-1 red-2 red-3", "red-7", "yellow-7", "blue-7", "green-7"][:seats]
        position = position_of("red-2@d", hands, (0,) * seats)
        act(position, "place 0 red-1 d", "stop 0")
        assert numbers_in(position, "hand_counts")[0] == 2 and YELLOWSTONE.to_act(position) == (1,), seats
        position = position_of("red-2@d", hands, (0,) * seats)
        act(position, "place 0 red-1 d", "place 0 red-2 d")
        if seats < 4:
            assert YELLOWSTONE.to_act(position) == (CHANCE,), seats
            refused(act, position, "stop 0")
            continue
        assert sorted(may(position, 0)) == ["refill 0", "stop 0"], seats
        act(position, "refill 0")
        refused(act, position, "stop 0")
        refused(act, position, "draw 0 1 " + cards_in(field(position, "pile"))[0])
        act(position, "draw 0 5 " + " ".join(cards_in(field(position, "pile"))[:5]))
        assert numbers_in(position, "hand_counts")[0] == 6, seats


def test_a_seat_without_cards_draws_six_and_from_the_own_pile_only_with_six_in_it():
    for seats in (2, 4):
        others = ["red-7", "yellow-7", "blue-7"][: seats - 1]
        for hand, plays in (("red-1", ["place 0 red-1 d"]), ("red-1 red-2", ["place 0 red-1 d", "place 0 red-2 d"])):
            hands = [hand]
            hands.extend(others)
            for count in (5, 6, 7):
                position = position_of("red-2@d", hands, (count,) + (0,) * (seats - 1))
                act(position, *plays)
                if count < 6:
                    assert YELLOWSTONE.to_act(position) == (CHANCE,), (seats, hand, count)
                    refused(act, position, "shuffle 0")
                    refused(act, position, "stop 0")
                    continue
                assert sorted(may(position, 0)) == ["refill 0", "shuffle 0"], (seats, hand, count)
                pile = field(position, "pile_count")
                act(position, "shuffle 0")
                act(position, "draw 0 6 " + " ".join(penalty_of(position, 0)[:6]))
                assert numbers_in(position, "hand_counts")[0] == 6
                assert len(penalty_of(position, 0)) == count - 6 and field(position, "pile_count") == pile


def test_cards_taken_this_turn_count_for_the_own_pile():
    position = position_of("red-2@a", ["yellow-7", "blue-7"], (5, 0))
    act(position, "place 0 yellow-7 g")
    assert sorted(may(position, 0)) == ["refill 0", "shuffle 0"]


def near_the_end(counts, pile, hand=3, markers=None, options="", seats=4):
    """Seat 0 places two cards of red 1, has `hand` left and draws; the other hands have six or what there is."""
    board = [
        "red-1@d",
        "red-2@d",
        "red-3@d",
        "red-3@d",
        "green-1@e",
        "green-2@e",
        "green-2@e",
        "green-3@e",
        "green-3@e",
    ]
    board += ["yellow-1@c", "yellow-1@c", "yellow-2@c", "yellow-2@c", "yellow-3@c"]
    own = ["red-1", "red-2", "green-4", "green-5", "green-6"][: 2 + hand]
    rest = without(CARDS, own + [word.split("@")[0] for word in board])
    free = len(rest) - sum(counts) - pile
    hands = [" ".join(own)]
    kept = rest[len(rest) - free :]
    for seat in range(1, seats):
        share = (len(kept) + seats - 1 - seat) // (seats - seat)
        hands.append(" ".join(kept[:share]))
        kept = kept[share:]
    position = position_of(" ".join(board), hands, counts, options, markers, pile)
    act(position, "place 0 red-1 d", "place 0 red-2 d")
    if seats > 3 and hand:
        act(position, "refill 0")
    return position


def draw_all(position, number):
    cards = cards_in(field(position, "pile"))[:number]
    act(position, f"draw 0 {len(cards)} " + " ".join(cards))


def test_the_last_card_of_the_pile_scores_and_ends_the_drawing():
    position = near_the_end((5, 9, 3, 0), 2)
    draw_all(position, 2)
    assert numbers_in(position, "markers") == [10, 14, 8, 5]
    assert field(position, "pile_count") == "17" and numbers_in(position, "penalty_counts") == [0, 0, 0, 0]
    assert numbers_in(position, "hand_counts")[0] == 5
    assert YELLOWSTONE.to_act(position) == (1,)


def test_the_last_card_scores_also_where_it_completes_the_hand_and_a_card_left_does_not():
    position = near_the_end((5, 9, 2, 0), 3)
    draw_all(position, 3)
    assert numbers_in(position, "markers") == [10, 14, 7, 5] and field(position, "pile_count") == "16"
    assert numbers_in(position, "hand_counts")[0] == 6 and YELLOWSTONE.to_act(position) == (1,)
    position = near_the_end((5, 8, 2, 0), 4)
    draw_all(position, 3)
    assert numbers_in(position, "markers") == [5, 5, 5, 5] and field(position, "pile_count") == "1"


def test_the_game_ends_past_35_or_with_the_other_edition_on_35_and_nearest_to_0_wins():
    cases = (
        ("5/26/5/5", "", None),  # 35 is not past 35
        ("5/26/5/5", "reaching=1", (3,)),
        ("5/27/5/5", "", (3,)),
        ("5/27/5/30", "", (2,)),
        ("1/27/3/6", "", (0, 2, 3)),
        ("5/10/5/5", "end_after=18", (3,)),
        ("5/10/5/5", "end_after=19", None),
    )
    for markers, options, winners in cases:
        position = near_the_end((5, 9, 3, 0), 2, markers=markers, options=options)
        assert YELLOWSTONE.outcome(position) is None
        draw_all(position, 2)
        outcome = YELLOWSTONE.outcome(position)
        assert (outcome and tuple(outcome[1:])) == winners, (markers, options, outcome)
        assert (YELLOWSTONE.to_act(position) == ()) == (winners is not None), (markers, options)


def test_a_bonus_or_a_marker_past_the_end_counts_at_the_scoring_only():
    position = position_of("red-2@d", ["red-1 red-3", "red-7"], (0, 0), markers="50/5")
    act(position, "place 0 red-1 d", "stop 0")
    assert YELLOWSTONE.outcome(position) is None


def test_the_neutral_marker_goes_back_for_a_hand_from_the_own_pile_and_below_1_scores():
    for neutral in (7, 2, 1):
        position = position_of("red-2@d", ["red-1", "red-7"], (8, 3), "neutral_marker=1", neutral=neutral)
        pile = int(field(position, "pile_count"))
        act(position, "place 0 red-1 d", "shuffle 0")
        act(position, "draw 0 6 " + " ".join(penalty_of(position, 0)[:6]))
        assert numbers_in(position, "hand_counts")[0] == 6 and YELLOWSTONE.to_act(position) == (1,), neutral
        if neutral > 1:
            assert field(position, "neutral") == str(neutral - 1)
            assert numbers_in(position, "markers") == [5, 5] and field(position, "pile_count") == str(pile)
            continue
        assert field(position, "neutral") == "7" and numbers_in(position, "markers") == [7, 8]
        assert field(position, "pile_count") == str(pile + 5) and numbers_in(position, "penalty_counts") == [0, 0]


def test_the_neutral_marker_stays_for_a_hand_from_the_draw_pile_and_without_the_option():
    for options, verb, wanted in (("neutral_marker=1", "refill", 3), ("", "shuffle", 3)):
        position = position_of("red-2@d", ["red-1", "red-7"], (8, 3), options, neutral=3 if options else 7)
        act(position, "place 0 red-1 d", f"{verb} 0")
        cards = cards_in(field(position, "pile")) if verb == "refill" else penalty_of(position, 0)
        act(position, "draw 0 6 " + " ".join(cards[:6]))
        assert field(position, "neutral") == str(wanted if options else 7), options


def test_the_first_card_lies_in_the_centre_column_and_seat_0_begins_with_six_cards():
    for seats in (2, 3, 4, 5):
        record = new_record(f"yellowstone-park players={seats} table")
        for text in ("deal", "turn-up blue-7"):
            record.apply(YELLOWSTONE.action_from_text(text))
        assert field(record.position, "columns") == "d,-,-,-"
        assert numbers_in(record.position, "hand_counts") == [6] * seats
        assert field(record.position, "pile_count") == str(56 - 6 * seats - 1)
        assert numbers_in(record.position, "markers") == [5] * seats
        assert YELLOWSTONE.to_act(record.position) == (0,)


def test_at_the_table_a_card_that_lies_elsewhere_twice_is_refused():
    record = new_record("yellowstone-park players=2 table")
    for text in ("deal", "turn-up blue-7", "place 0 blue-7 d"):
        record.apply(YELLOWSTONE.action_from_text(text))
    refused(act, record.position, "place 0 blue-7 d")
    assert "place 0 blue-7 d" not in may(record.position, 0)
