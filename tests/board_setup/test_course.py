"""The course of a set-up: every built board is asked few questions, and gets its settings; wrong answers do no harm."""

from itertools import product
from random import Random

import pytest

from tavolo.maker.settings import clash, defaults
from tavolo_host.board_setup.course import LEAVE, NOTHING, WRITE, Answer, next_question
from tests.board_setup.maker import Maker, built

STRIPS = [*product((0, 1, 2), (0, 64, 100, 144), ("strip", "field", "none"))]


def answered(maker: Maker, answering: tuple[int, ...]) -> list[Answer]:
    """What a maker answers to the whole course."""
    answers: list[Answer] = []
    question, _settings, _kept = next_question(answers, answering)
    while question is not None:
        answers.append((question.name, maker.answer(question)))
        question, _settings, _kept = next_question(answers, answering)
    return answers


@pytest.mark.parametrize(("panels", "track", "lamps"), STRIPS)
def test_every_board_gets_the_settings_that_are_true_of_it(panels: int, track: int, lamps: str) -> None:
    random = Random(f"{panels} {track} {lamps}")
    for seats in ((), (0, 3), (0, 1, 2, 3, 4, 5, 6, 7)):
        board = built(random, panels, track, lamps if panels else "none", seats)
        answers = answered(Maker(board), seats)
        question, settings, kept = next_question(answers, seats)
        assert (question, kept) == (None, answers)
        assert settings == board.settings()
        assert clash(defaults() | settings, {}) is None
        assert len(answers) <= 28


def test_what_stays_dark_can_be_looked_at_again_or_left_out() -> None:
    question, settings, _kept = next_question([("panels", "1"), ("field_colour", NOTHING)], ())
    assert question is not None
    assert question.name == "field_dark"
    again = [("panels", "1"), ("field_colour", NOTHING), ("field_dark", "again")]
    assert next_question(again, ())[::2] == (next_question(again[:1], ())[0], again[:1])
    question, settings, _kept = next_question([*again[:2], ("field_dark", LEAVE)], ())
    assert question is not None
    assert question.name == "track"
    assert settings["panels"] == "0"


def test_colours_that_cannot_be_and_places_where_no_wiring_leads_are_asked_again() -> None:
    strange = [("panels", "1"), ("field_colour", "green"), ("field_colour", "white")]
    question = next_question(strange, ())[0]
    assert question is not None
    assert question.name == "field_unclear"
    placed = [("panels", "1"), ("field_colour", "green"), ("field_colour", "red"), ("field_place", "51")]
    question = next_question(placed, ())[0]
    assert question is not None
    assert question.name == "field_nowhere"
    assert next_question([*placed, ("field_nowhere", "again")], ())[2] == placed[:3]
    assert next_question([*placed, ("field_nowhere", "colours again")], ())[2] == placed[:1]


def test_a_strip_that_is_too_short_is_looked_at_again_or_left_out() -> None:
    short = [("panels", "0"), ("track", "strip"), ("track_colour", "green"), ("track_colour", "red")]
    seen = [*short, ("track_length", NOTHING)]
    question = next_question(seen, ())[0]
    assert question is not None
    assert question.name == "track_short"
    assert next_question([*seen, ("track_short", "again")], ())[2] == short
    assert next_question([*seen, ("track_short", "colours again")], ())[2] == short[:2]
    question, settings, _kept = next_question([*seen, ("track_short", LEAVE)], ())
    assert question is not None
    assert question.name == "lamps"
    assert settings["track_pixels"] == "0"


def test_a_place_that_is_not_confirmed_is_asked_again() -> None:
    board = built(Random(4), 2, 0, "none", ())
    answers = answered(Maker(board), ())
    at = [name for name, _value in answers].index("field_sure")
    question, _settings, kept = next_question([*answers[:at], ("field_sure", "no")], ())
    assert question is not None
    assert question.name == "field_nowhere"
    assert [name for name, _value in next_question([*kept, ("field_nowhere", "again")], ())[2]][-1] == "field_colour"


def test_answers_to_other_questions_and_all_after_them_do_not_count() -> None:
    board = built(Random(2), 1, 64, "field", (0, 1))
    answers = answered(Maker(board), (0, 1))
    assert answers[-1] == ("write", WRITE)
    for place in range(len(answers)):
        wrong = [*answers[:place], ("power", "wind"), *answers[place:]]
        question, _settings, kept = next_question(wrong, (0, 1))
        assert kept == answers[:place]
        assert question == next_question(answers[:place], (0, 1))[0]
    at_seats = [name for name, _value in answers].index("seats")
    question, _settings, kept = next_question(answers, ())
    assert kept == answers[:at_seats]
    assert question is not None
    assert question.name == "power"
