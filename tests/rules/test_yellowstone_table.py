"""Yellowstone Park at the table: what can be known of hands and piles, and reading positions."""

from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park import marks
from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import BOARD, PENALTY, PILE
from tests.rules.play import play_on, reason_of
from tests.rules.support import assert_damage_is_told
from tests.rules.yellowstone_play import arranged, card, cards, cards_with, do, random_records

SIX = "red-1 red-1 red-2 red-2 red-3 red-3"


def can_be_matched(position, player, face):
    """Whether one card of that face can be in that hand while every other card is somewhere too, by trying all."""
    room = {}
    for each in range(position.players):
        room[1 << each] = position.hand_counts[each]
        room[PENALTY << each] = position.penalty_counts[each]
    room[PILE] = position.pile_count
    loose = [mark for mark in position.marks if mark != BOARD]
    for mark in list(position.marks[2 * face : 2 * face + 2]):
        if mark & 1 << player and room[1 << player]:
            others = loose[:]
            others.remove(mark)
            left = dict(room)
            left[1 << player] -= 1
            if all_fit(others, left):
                return True
    return False


def all_fit(cards_there, room):
    """Whether every card, given by its mark, finds a place: matched one by one, others moving on."""
    held = {place: [] for place in room}

    def find(mark, tried):
        for place in room:
            if mark & place and place not in tried:
                tried.append(place)
                if len(held[place]) < room[place]:
                    held[place].append(mark)
                    return True
                for other in list(set(held[place])):
                    if find(other, tried):
                        held[place].remove(other)
                        held[place].append(mark)
                        return True
        return False

    return all([find(mark, []) for mark in sorted(cards_there, reverse=True)])


def test_a_card_may_be_in_a_hand_exactly_when_all_cards_find_a_place():
    compared = 0
    for kind in ("table", "dealt"):
        for record, numbers in random_records(kind, 1):
            while game.to_act(record.position):
                play_on(record, numbers, 11)
                position = record.position
                for player in range(position.players):
                    if not position.hand_counts[player]:
                        continue
                    possible = marks.possible_cards(position, player)
                    assert all([face in possible for face in position.hands[player] or []])
                    for face in (numbers.below(28), numbers.below(28), numbers.below(28)):
                        compared += 1
                        assert (face in possible) == can_be_matched(position, player, face), (
                            game.position_text(position),
                            player,
                            game.card_text(face),
                        )
    assert compared > 1000


def test_the_new_pile_after_a_scoring_is_known_and_mixes_with_the_hand_that_draws_from_it():
    lines = [
        " ".join([f"{colour}-{number} {colour}-{number}" for number in range(1, 8)]) for colour in ("blue", "yellow")
    ]
    record = arranged(3, "d:green-4", penalties=lines + ["red-1 red-1 red-2 red-2 red-3 red-3 red-4"])
    do(record, "place 0 green-5 d; place 0 green-6 d; draw 0 2")
    position = record.position
    for player in range(3):
        assert card("blue-1") not in marks.possible_cards(position, player)
    assert reason_of(record, (game.PLACE, 1, card("red-1"), 0)) == (code.CANNOT_HOLD, 1, card("red-1"), 0, 0, 2)
    do(record, "place 1 green-5 d; place 1 green-6 d; draw 1 2")
    for player, may in ((0, False), (1, True), (2, False)):
        assert (card("blue-1") in marks.possible_cards(position, player)) == may, player


def test_a_hand_from_its_own_penalty_pile_holds_nothing_else():
    record = arranged(4, "d:green-4", hands=(1, 6, 6, 6), penalties=(SIX + " red-4",))
    do(record, "place 0 green-5 d; shuffle 0; draw 0 6")
    assert marks.possible_cards(record.position, 0) == cards("red-1 red-2 red-3 red-4")
    assert card("blue-1") in marks.possible_cards(record.position, 1)
    assert card("red-1") not in marks.possible_cards(record.position, 1)
    record = arranged(4, "d:green-4", hands=(1, 6, 6, 6), penalties=(SIX,))
    do(record, "place 0 green-5 d; shuffle 0; draw 0 6")
    assert cards_with(record, 1) == cards(SIX)
    # One of the six is played, and three others have drawn nothing: the five that are left are known.
    do(record, "place 1 green-5 d; stop 1; place 2 blue-4 c; stop 2; place 3 blue-5 c; stop 3; place 0 red-3 e; stop 0")
    assert cards_with(record, 1) == cards("red-1 red-1 red-2 red-2 red-3")


def test_of_two_cards_of_a_face_the_other_keeps_what_was_possible_for_either():
    record = arranged(4, "d:green-4")
    face = card("green-5")
    record.position.marks[2 * face], record.position.marks[2 * face + 1] = 0b0011, 0b100001
    do(record, "place 0 green-5 d")
    assert list(record.position.marks[2 * face : 2 * face + 2]) == [0b100011, BOARD]
    record = arranged(4, "d:green-4")
    record.position.marks[2 * face], record.position.marks[2 * face + 1] = 0b0010, 0b100001
    do(record, "place 0 green-5 d")
    assert list(record.position.marks[2 * face : 2 * face + 2]) == [0b0010, BOARD]


def test_a_position_whose_parts_do_not_fit_is_refused_naming_the_field():
    text = game.position_text(arranged(3, "c:green-5 d:red-6", penalties=("red-1", "", "")).position)
    marks = text.split("marks=")[1].split()[0]
    changes = (
        ("columns=-,-,c,d", "columns=a,-,c,d", "columns"),
        ("columns=-,-,c,d", "columns=-,-,c,c", "columns"),
        ("hand_counts=6,6,6", "hand_counts=6,6,5", "pile_count"),
        (marks, "/".join(reversed(marks.split("/"))), "marks"),
        ("phase=place", "phase=keep", "card"),
        ("card=-", "card=red-6", "card"),
        ("phase=place turn=0 placed=0 card=-", "phase=keep turn=0 placed=0 card=red-7", "card"),
        ("play=table", "play=dealt", "hands"),
        ("hands=?/?/?", "hands=?/red-1/?", "hands"),
        ("pile=?", "pile=blue-1", "pile"),
        ("penalties=?", "penalties=red-1", "penalties"),
    )
    assert_damage_is_told(game.position_from_text, text, changes)
