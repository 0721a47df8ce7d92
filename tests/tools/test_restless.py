"""Torture's visitors to a page, without a program: what they see, and everything that they can do there."""

import asyncio
import json
from collections import Counter
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from host.tools.torture import crowd
from host.tools.torture.crowd import Crowd
from host.tools.torture.found import EXCEPTION, STUCK, Found, Tally
from host.tools.torture.visitors import RestlessVisitor

REGION, CHOICES, GAME, QUESTIONS, BUTTON = "1", "3", "4", "5", "6"


def pressable(html: str, *styles: str) -> dict[str, Any]:
    return {"props": {"html": html}, "class": [*styles], "events": [{"type": "press", "listener_id": "p"}]}


def page(state: str = "choose", picture: str = "a", offered: str = "act (1,)", asked: str = "") -> dict[str, Any]:
    """What a page sends: the region "What to do", the game, questions, and a button."""
    return {
        REGION: {"props": {"data-state": state, "aria-label": "What to do"}, "children": [2, 3]},
        "2": {"text": "Which card do you play?", "props": {"role": "status"}},
        CHOICES: pressable(f'<button data-press="{offered}">' * bool(offered), "what-choices"),
        GAME: {"props": {"html": picture, "offers": {"row-1": "row 1"}}, "events": [listener("choose")]},
        QUESTIONS: pressable(asked),
        BUTTON: {"tag": "button", "children": [7], "events": [listener("click")]},
        "7": {"text": "Take back my move"},
    }


def listener(kind: str) -> dict[str, str]:
    return {"type": kind, "listener_id": kind}


class Visitor(RestlessVisitor):
    """A visitor whose page is made up; `sent` is what it does there."""

    def __init__(self, **shown: str) -> None:
        super().__init__("nowhere", lambda: True, Counter())
        self.sent: list[tuple[str, str, list[Any]]] = []
        self._update(page(**shown))

    async def emit(self, number: str, kind: str, values: list[Any]) -> None:
        self.sent.append((number, kind, values))

    def see(self, **shown: str) -> None:
        self._update(page(**shown))


def test_a_visitor_reads_state_and_sentence_from_the_region_that_says_what_to_do() -> None:
    visitor = Visitor(state="asked")
    assert (visitor.state(), visitor.sentence()) == ("asked", "Which card do you play?")
    visitor._update({REGION: None})
    assert visitor.state() == ""


def test_pictures_are_counted_while_a_game_is_played_when_they_change() -> None:
    visitor = Visitor(picture="before", state="lobby")
    for state, picture in (("wait", "a"), ("choose", "a"), ("asked", "b"), ("over", "c"), ("lobby", "d")):
        visitor.see(state=state, picture=picture)
    assert visitor.pictures == 2


def test_what_is_offered_is_chosen_and_questions_are_answered() -> None:
    visitor = Visitor(asked='<button data-press="agree:3"><button data-press="refuse:3">')
    for seed in range(8):
        asyncio.run(visitor.do_what_is_offered(Random(seed)))
    assert {json.loads(values[0]) for _, _, values in visitor.sent} == {"act (1,)", "agree:3", "refuse:3"}
    assert visitor._deeds["press act"] == visitor._deeds["press agree"] + visitor._deeds["press refuse"] == 8


def test_where_nothing_can_be_chosen_a_move_is_taken_back_or_a_result_is_left() -> None:
    visitor = Visitor(offered="")
    for words in ("Take back my move", "To the next game"):
        visitor._elements["7"]["text"] = words
        asyncio.run(visitor.do_what_is_offered(Random(1)))
    assert visitor.sent == [(BUTTON, "click", [])] * 2


def test_a_restless_visitor_does_all_that_the_page_listens_to_often_twice() -> None:
    visitor = Visitor(asked='<button data-press="claim:2"><button data-press="remove:1"><button data-press="free:4">')
    for seed in range(300):
        asyncio.run(visitor.do_anything(Random(seed)))
    done = {"press act", "press claim", "press remove", "press free", "click", "choose"}
    assert {*visitor._deeds} == done
    assert any(one == other for one, other in zip(visitor.sent, visitor.sent[1:], strict=False))
    assert {kind for _, kind, _ in visitor.sent} == {"press", "choose", "click"}


def test_a_restless_visitor_also_does_what_the_page_does_not_offer_any_more() -> None:
    visitor = Visitor(offered="act (1,)")
    for seed in range(60):
        asyncio.run(visitor.do_anything(Random(seed)))
    visitor.sent.clear()
    visitor.see(offered="act (2,)")
    for seed in range(200):
        asyncio.run(visitor.do_anything(Random(seed)))
    pressed = {json.loads(values[0]) for number, _, values in visitor.sent if number == CHOICES}
    assert pressed == {"act (1,)", "act (2,)"}


def test_nobody_opens_the_page_to_a_network_beyond_this_machine() -> None:
    visitor = Visitor(asked='<button data-press="192.168.1.7"><button data-press="127.0.0.2">')
    for seed in range(100):
        asyncio.run(visitor.do_anything(Random(seed)))
    pressed = {json.loads(values[0]) for number, _, values in visitor.sent if number == QUESTIONS}
    assert pressed == {"127.0.0.2"}


def test_an_exception_that_the_log_tells_of_is_found() -> None:
    everybody = Crowd(0, lambda: True, Tally())
    everybody.check()
    everybody.host._update({"9": {"text": "The program ran into a bug and goes on: KeyError in page.py:165."}})
    with pytest.raises(Found, match=r"KeyError in page.py:165") as bug:
        everybody.check()
    assert bug.value.kind == EXCEPTION


def test_a_page_whose_picture_stays_although_all_is_done_is_stuck() -> None:
    everybody = Crowd(0, lambda: True, Tally())
    everybody.host._update(page())
    with patch.multiple(crowd, STILL_S=0.0, LOOK_S=0.0), pytest.raises(Found, match="Which card") as still:
        asyncio.run(everybody.goes_on(Random(1)))
    assert still.value.kind == STUCK
