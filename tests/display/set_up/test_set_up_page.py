"""The page of a set-up: each question has words and answers in both languages, and a page shows where it is."""

import re
from itertools import product
from random import Random

import pytest

from tavolo_host.board_setup.course import WRITE, Question, next_question
from tavolo_host.board_setup.set_up import SetUp, Stage
from tavolo_host.display.set_up.pictures import picture
from tavolo_host.display.set_up.set_up_page import content
from tavolo_host.display.set_up.words import asked, how_to_play, settled
from tavolo_host.texts.language import speaking
from tests.board_setup.evening import Bench
from tests.board_setup.maker import Maker, built


def questions_of(random: Random, seats: tuple[int, ...]) -> tuple[list[Question], dict[str, str]]:
    """Every question about a board, and the settings at the end."""
    panels = random.choice((1, 2))
    maker = Maker(built(random, panels, random.choice((64, 100)), random.choice(("strip", "field")), seats))
    answers: list[tuple[str, str]] = []
    found: list[Question] = []
    question, settings, _kept = next_question(answers, seats)
    while question:
        found.append(question)
        answers.append((question.name, maker.answer(question)))
        question, settings, _kept = next_question(answers, seats)
    return found, settings


@pytest.mark.parametrize("language", ["en", "it"])
def test_each_question_and_each_answer_has_words_of_its_own(language: str) -> None:
    strips, random = ("track", "field", "lamps"), Random(1)
    doubts = [Question(f"{strip}_{what}", ("again", "leave")) for strip in strips for what in ("dark", "unclear")]
    doubts += [Question("field_nowhere", ("again", "colours again")), Question("looking", ())]
    doubts += [Question("track_short", ("again", "colours again", "leave")), Question("power", ("supply",), pixels=300)]
    asked_there = [each for seats in ((), (0, 2), tuple(range(8))) for each in questions_of(random, seats)[0]]
    seen: set[str] = set()
    with speaking(language):
        for question in [*doubts, *asked_there]:
            words = asked(question, "1, 2")
            assert words.question
            assert "{" not in words.question + words.help
            if question.name != "field_place":
                assert [*filter(words.answers.get, question.choices)] == [*question.choices], question.name
            seen.add(words.question)
    assert len(seen) >= 20


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_will_be_written_is_told_whole(language: str) -> None:
    with speaking(language):
        for seats, seed in product(((), (4,), (0, 2), tuple(range(8))), range(4)):
            settings = questions_of(Random(seed), seats)[1]
            lines = " ".join([*settled(settings), how_to_play(settings, seed > 1)])
            assert settings["limit_ma"] in lines
            assert settings["field_order"] in lines
            assert not re.search(r"None|\{", lines)


def test_answers_have_pictures_where_something_is_to_be_recognised() -> None:
    for name, answer in (("panels", "2"), ("field_colour", "red"), ("track_length", "last"), ("power", "usb")):
        assert picture(name, answer).startswith("<svg")
    assert picture("panels", "1") != picture("panels", "2")
    assert picture("field_side", "left") != picture("field_side", "right")
    assert picture("track_begins", "first") != picture("track_begins", "last")
    assert not picture("write", WRITE)


def pressed(html: str) -> list[str]:
    """What can be pressed."""
    return re.findall(r'data-press="([^"]*)"', html)


def test_a_page_leads_from_the_first_question_to_play() -> None:
    random = Random(6)
    bench = Bench(built(random, 1, 0, "field", ()), random)
    bench.until(lambda: bench.set_up.is_wanted)
    set_up: SetUp = bench.set_up
    with speaking("en"):
        assert pressed(content(set_up, "Board b", "")) == ["begin"]
        set_up.begin()
        assert pressed(content(set_up, "Board b", "")) == ["answer:0:0", "answer:0:1", "answer:0:2", "leave"]
        bench.answer()
        assert pressed(content(set_up, "Board b", ""))[-2:] == ["back", "leave"]
        while set_up.question is None or set_up.question.name != "field_place":
            bench.answer()
        assert len(pressed(content(set_up, "", ""))) == 64 + 2
        while set_up.stage is Stage.ASKS:
            bench.answer()
        assert not pressed(content(set_up, "", ""))
        bench.until(lambda: set_up.stage is Stage.CHECKS)
        assert "The board checks itself" in content(set_up, "", "")
        bench.until(lambda: set_up.stage is Stage.DONE)
        shown = content(set_up, "", "")
        assert pressed(shown) == ["leave", "check", "begin"]
        assert "Everybody plays on phones" in shown
        assert "everything that was checked is as it should be" in shown


def test_a_fault_and_a_board_that_does_not_answer_are_told() -> None:
    random = Random(6)
    bench = Bench(built(random, 0, 0, "none", (1,)), random)
    bench.until(lambda: bench.set_up.is_wanted)
    with speaking("en"):
        assert 'role="alert"' in content(bench.set_up, "", "The cable is out.")
        bench.set_up.begin()
        while bench.set_up.stage is Stage.ASKS:
            bench.answer()
        bench.table.hardware.chips[1].present = False
        bench.until(lambda: bench.set_up.stage is Stage.DONE)
        shown = content(bench.set_up, "", "")
        assert "Something is not as it should be at the seats 2." in shown
        assert "no chip answers at address" in shown
