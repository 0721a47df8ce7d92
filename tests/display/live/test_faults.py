"""When something is wrong, the page says what and what to do; an engineer's words stand apart."""

import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tavolo.link.telemetry import LAPTOP
from tavolo.play import reasons
from tavolo.rules.contract import NOT_YOUR_TURN, Setup
from tavolo.rules.record import Record
from tavolo_host.board.log import Log
from tavolo_host.board.mirror import Mirror as RealMirror
from tavolo_host.board.port import Port
from tavolo_host.board.view import View
from tavolo_host.display.live import faults
from tavolo_host.display.live.faults import Notices, faults_html, faults_of, meaning_of_red, red_html, status_html
from tavolo_host.display.live.log_panel import log_html
from tavolo_host.display.parts.source import OwnView, SlotState, SlotView
from tavolo_host.display.parts.what_to_do import Choice, Deed, State, WhatToDo
from tavolo_host.texts.deferred import DeferredText, deferred
from tavolo_host.texts.language import speaking
from tests.display.display_support import Mirror, moment_of, text_of
from tests.sources.source_support import begun, run_until, source_of
from tests.table.evening import DAVID

NAMES = ["", "", "Ada", "", "", "", "", ""]
ENGINEERING = re.compile(r"socket:|/dev/|I2C|0x|\d{2,}")


def table(**different: Any) -> Mirror:
    return Mirror(Record(Setup(DAVID, 3, None, True)), (0, 2, 5), **different)


def slots(seat: int = 0, state: SlotState = SlotState.EMPTY) -> list[SlotView]:
    return [SlotView(state if number == seat else SlotState.EMPTY, False) for number in range(8)]


def log_of(*entries: tuple[str, int, int]) -> list[Any]:
    log = Log()
    log.seats, log.game_name = (0, 2, 5), DAVID.NAME
    for kind, code, seat in entries:
        log.add(kind, "", (code, seat, 1), seat)
    return log


LOST = deferred("The connection to {} is lost; looking for the board again.", "socket://127.0.0.1:4000")
DIFFER = deferred(
    "Out of step with the board: {}", deferred("after action {} the digest is {:08x}, not {:08x}.", 7, 1, 2)
)
NO_CHIP, STILL = ("trouble", reasons.CHIP_IS_LOST, 2), ("trouble", reasons.SEAT_NOT_CALIBRATED, 5)
TROUBLED = View(troubled=bytes(seat == 2 for seat in range(8)))
NOT_CLEAR = [("trouble", code, 2) for code in (reasons.HAND_IN_SLOT, reasons.TWO_CARDS, reasons.CARD_NOT_CLEAR)]
FAULTS: list[Any] = [  # what is the case, a seat's slot, whose fault it is, words that are told, and what stands apart
    ({"in_step": None, "status": LOST}, (2, SlotState.ABSENT), None, "cable", "socket://127.0.0.1:4000"),
    ({"in_step": None, "status": LOST}, (), None, "last known state", ""),
    ({"in_step": False, "status": DIFFER}, (), None, "may differ from the table", "00000001"),
    ({"log": log_of(NO_CHIP)}, (2, SlotState.ABSENT), 2, "Ada does not answer: check its cable.", "0x"),
    ({}, (5, SlotState.NOT_BUILT), 5, "Seat 6 plays, but the board's settings say that it is not built", ""),
    ({"log": log_of(STILL)}, (5, SlotState.CALIBRATING), 5, "take everything out of its slot", ""),
    *[({"log": log_of(each), "view": TROUBLED}, (2, SlotState.SETTLING), 2, "Ada:", "") for each in NOT_CLEAR],
    ({"view": TROUBLED}, (), 2, "cannot be read", ""),
]


@pytest.mark.parametrize(("different", "slot", "seat", "words", "details"), FAULTS)
def test_a_problem_is_shown_with_what_to_do_and_details_stand_apart(
    different: dict[str, Any], slot: Any, seat: int | None, words: str, details: str
) -> None:
    (fault,) = faults_of(table(**different), slots(*slot), NAMES)
    with speaking("it"):
        (italian,) = faults_of(table(**different), slots(*slot), NAMES)
    assert italian.sentence != fault.sentence
    assert fault.seat == seat
    assert words in fault.sentence
    assert not ENGINEERING.search(fault.sentence)
    html = faults_html([fault])
    if details:
        assert html.index("<details>") < html.index(details)


@pytest.mark.parametrize("slot", [(), (3, SlotState.NOT_BUILT), (5, SlotState.CALIBRATING)])
def test_nothing_is_wrong_at_a_table_that_plays_of_which_the_others_are_not_built(slot: Any) -> None:
    assert faults_of(table(), slots(*slot), NAMES) == []


def test_what_a_red_lamp_meant_stands_until_the_next_thing_happens_there() -> None:
    log = log_of(("refusal", NOT_YOUR_TURN, 2), ("event", reasons.GAME_STARTED, 0))
    red = meaning_of_red(log, 2)
    assert red is not None
    assert "It is not your turn." in red_html(red, NAMES)
    assert meaning_of_red(log, 0) is None
    assert meaning_of_red([*log, *log_of(("event", reasons.GAME_STARTED, 2))], 2) is None
    assert meaning_of_red(log_of(("trouble", reasons.LIFTED_EARLY, 2)), 2) is not None
    assert meaning_of_red(log_of(("trouble", reasons.CHIP_IS_LOST, 2)), 2) is None  # that is a fault of the table


def test_a_question_put_too_soon_is_refused_beside_the_hand() -> None:
    source = begun("kuh-vadis players=2", {"ada": 0})
    source.companion.ask("abandon", LAPTOP)
    run_until(source, lambda: source.mirror.view.question is not None)
    source.do("ada", Choice("", Deed.DISAGREE))
    run_until(source, lambda: source.mirror.view.question is None)
    source.companion.ask("undo", 0, LAPTOP)
    run_until(source, lambda: meaning_of_red(source.mirror.log, 0) is not None, 1000)
    red: Any = meaning_of_red(source.mirror.log, 0)
    told = "s last request: it may ask again in {} seconds; a seat may ask at any time."
    assert told.format(red.numbers[1]) in red_html(red, NAMES)
    with speaking("it"):
        assert f"può chiedere di nuovo tra {red.numbers[1]} secondi" in red_html(red, NAMES)
    assert meaning_of_red(log_of(("refusal", reasons.EVERYBODY_IS_ASKED, 2)), 0) is None, "it is another's card"


def test_the_laptops_own_sentences_are_translated_with_their_numbers() -> None:
    port = Port("/dev/nothing-here")
    port.step(0)
    mirror = RealMirror()
    mirror.disconnected(port.sentence)
    mirror.log.add("note", port.sentence)
    with speaking("it"):
        assert "La porta /dev/nothing-here non esiste." in log_html(mirror.log, NAMES)
        assert "La porta /dev/nothing-here non esiste." in status_html(mirror, "")
        assert text_of(status_html(mirror, "")).split("La porta")[0].strip() == "In attesa della scheda."
    assert "There is no port /dev/nothing-here." in log_html(mirror.log, NAMES)


def test_every_status_of_port_and_mirror_can_be_told_in_another_language() -> None:
    source = source_of(Setup(DAVID, 3))
    seen = {source.mirror.status, source.companion.port.sentence}
    run_until(source, lambda: seen.add(source.mirror.status) or source.companion.connected)  # type: ignore[func-returns-value]
    source.start(3)
    run_until(source, lambda: seen.add(source.mirror.status) or len(source.mirror.actions) > 2)  # type: ignore[func-returns-value]
    source.companion.close()
    source.mirror.disconnected(source.companion.port.sentence)
    assert len(seen) > 3
    assert all(isinstance(status, DeferredText) for status in seen), seen


class NoticePlace:
    """The place for refusals on a page, at looks at a table whose log and turn a test changes."""

    def __init__(self) -> None:
        places: Any = [SimpleNamespace(content="") for _ in range(3)]
        for place in places:
            place.set_content = lambda words, place=place: setattr(place, "content", words)
        self.notices = Notices(cast("Any", SimpleNamespace(classes=lambda **_: None)))
        self.notices._status, self.notices._faults, self.notices._red = places
        self.mirror = table(log=log_of())
        self.mirror.seats = tuple(range(6))
        self.state, self.acting = State.WAIT, [0, 1]
        self.mirror.game = SimpleNamespace(
            NAME=DAVID.NAME, to_act=lambda _: self.acting, outcome=lambda _: None, REFUSALS=()
        )

    def look(self) -> str:
        moment = moment_of(self.mirror, OwnView(2, (), None))
        self.notices.show(replace(moment, what=WhatToDo(self.state, "")))
        return text_of(str(self.notices._red.content)).strip()

    def lamp_is_red(self) -> None:
        self.mirror.log.add("refusal", "", (NOT_YOUR_TURN, 2, 1), 2)  # type: ignore[attr-defined]


def _another_game(shown: NoticePlace) -> None:
    shown.mirror.log.game += 1  # type: ignore[attr-defined]


CHANGES: dict[str, Callable[[NoticePlace], object]] = {
    "another turn": lambda shown: setattr(shown, "acting", [2]),
    "the visitor's turn": lambda shown: setattr(shown, "state", State.CHOOSE),
    "a question": lambda shown: setattr(shown, "state", State.ASKED),
    "the end": lambda shown: setattr(shown, "state", State.OVER),
    "another game": _another_game,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_refusal_stands_until_the_next_turn_or_state(change: Callable[[NoticePlace], object]) -> None:
    shown = NoticePlace()
    shown.look()
    shown.notices.refuse("That is no longer possible.")
    for acting in ([0, 1], [1], []):  # one after the other has chosen
        shown.acting = acting
        assert shown.look() == "That is no longer possible."
    change(shown)
    assert shown.look() == ""
    shown.notices.refuse("No.")  # at once, before the page has looked
    change(shown)
    assert shown.look() == "No."


def test_a_refusal_goes_after_a_while_in_which_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 100.0
    monkeypatch.setattr(faults, "monotonic", lambda: now_s)
    shown = NoticePlace()
    shown.look()
    for refuse in (lambda: shown.notices.refuse("No."), shown.lamp_is_red, lambda: shown.notices.refuse("No.")):
        refuse()
        assert shown.look() != ""
        now_s += faults.STAYS_S - 0.1
        assert shown.look() != ""
        now_s += 0.2
        assert shown.look() == ""


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_a_red_lamp_meant_is_not_told_in_another_turn_or_state(change: Callable[[NoticePlace], object]) -> None:
    shown = NoticePlace()
    shown.look()
    shown.lamp_is_red()
    assert "turn" in shown.look()
    change(shown)
    assert shown.look() == ""
    shown.lamp_is_red()  # and the turn ends before the page has looked
    shown.mirror.log.add("event", "", (reasons.GAME_STARTED, 0), 0)  # type: ignore[attr-defined]
    shown.acting = [5]
    assert shown.look() == ""
