"""The page of a table, built without a browser: who gets which fields, and what its buttons do."""

import re
from collections import Counter
from dataclasses import replace
from html import unescape
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from nicegui import Client, ui

from tavolo_host.board.companion import Companion
from tavolo_host.board.log import Log
from tavolo_host.display.access.lan import Invited, Lan
from tavolo_host.display.live.asked_bar import AskedBar
from tavolo_host.display.live.invite import closed_html
from tavolo_host.display.live.middle import Middle
from tavolo_host.display.parts.source import OwnView, Tutor
from tavolo_host.display.parts.what_to_do import Hint, State, WhatToDo
from tavolo_host.players.reasons import Reason
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.questions import Question
from tavolo_host.seats.rights import Right
from tavolo_host.sources.board_source import WatchSource
from tests.display.display_support import Mirror, moment_of
from tests.display.model.test_playback import SEATS, hornochsen_laptop
from tests.seats.attacker import EVE, Kind, Trial
from tests.seats.forged_events import OpenPage
from tests.sources.source_support import begun, commands_of, run_until

CARD = re.compile(r'class="(hand-card[^"]*)"[^>]*data-press="(\d+)"')


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)
    monkeypatch.setattr(ui, "notify", lambda *_, **__: None)


def page_of(place: str, kind: Kind) -> tuple[Trial, OpenPage]:
    """The page of Eve at a place, after a look."""
    trial = Trial(place, kind)
    opened = OpenPage(trial.source, trial.presence, trial.visitor, "Eve", trial.network)
    opened.page.look()
    return trial, opened


@pytest.mark.parametrize(
    ("place", "kind", "names_all"),
    [("lobby", Kind.HOST, False), ("board", Kind.HOST, True), ("board", Kind.GUEST, False)],
)
def test_only_the_host_of_a_real_board_may_name_all_seats(place: str, kind: Kind, names_all: bool) -> None:
    _trial, opened = page_of(place, kind)
    fields = [each for each in opened.client.elements.values() if "door-names" in each.classes]
    assert bool(fields) == names_all


@pytest.mark.parametrize(("place", "stands_at_once"), [("lobby", True), ("game", False)])
def test_who_stands_up_is_asked_first_only_while_a_game_is_played(place: str, stands_at_once: bool) -> None:
    trial, opened = page_of(place, Kind.SITS)
    assert EVE in trial.roster.seats
    opened.press("Stand up")
    assert (EVE not in trial.roster.seats) == stands_at_once


@pytest.mark.parametrize(("own", "played_at", "is_offered"), [(2, 2, True), (None, None, True), (None, 2, False)])
def test_who_has_stood_up_after_a_game_is_not_offered_to_play_again(
    own: int | None, played_at: int | None, is_offered: bool
) -> None:
    laptop = hornochsen_laptop()
    over = moment_of(
        Mirror(laptop.record, SEATS, result="over", log=Log()), None if own is None else OwnView(own, (), None)
    )
    with Client(ui.page("/")):
        parts = {name: MagicMock() for name in ("on_another", "board", "end", "door")}
        middle = Middle(MagicMock(), True, False, MagicMock(), **parts)
        middle.build_after(MagicMock())
        middle.show(replace(over, played_at=played_at))
    assert ("hidden" not in middle._again.classes) == is_offered


def test_what_was_asked_first_stays_until_it_is_answered_also_while_the_table_asks() -> None:
    table, names = MagicMock(), MagicMock()
    table.questions.waits.return_value, table.questions.ended.return_value = [], ""
    names.claims.return_value = []
    table.roster = SimpleNamespace(called=str)
    with Client(ui.page("/")):
        bar = AskedBar(table, MagicMock(), names, MagicMock(), MagicMock())
    first, second = (Question(each, Right.FREE_PRESENT, "ben", 0, EVE, lambda: None, 0.0, 1) for each in (1, 2))
    shown = []
    for state, asked in ((State.WAIT, [first, second]), (State.ASKED, [first, second]), (State.ASKED, [second])):
        table.questions.asked.return_value = asked
        bar.show(replace(moment_of(Mirror(hornochsen_laptop().record, SEATS)), what=WhatToDo(state, "")))
        shown.append(re.findall(r"agree:(\d)", bar._shown.props["html"]))
    assert shown == [["1"], ["1"], []]


def test_two_quick_clicks_on_the_board_show_the_present(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavolo_host.display.live.page.monotonic", lambda: 0.0)
    source = begun("kuh-vadis players=2", {})
    opened = OpenPage(source, Presence(source.roster), "", pace="quick")

    def is_behind() -> bool:
        opened.page.look()
        return any(each.props.get("behind") for each in opened.client.elements.values())

    run_until(source, lambda: len(source.mirror.actions) >= 6 and is_behind())
    opened.fire("hurry", None)
    opened.fire("hurry", None)
    assert not is_behind()


class Advising(Tutor):
    """Gives one hint, and one lesson."""

    def __init__(self, hint: Hint) -> None:
        self._hint = hint

    def hint(self, visitor: str) -> Hint:
        return self._hint

    def lessons(self, visitor: str) -> list[str]:
        return ["Lay a card."]


def test_a_hint_names_the_choice_that_it_advises_and_can_be_closed() -> None:
    source = begun("yellowstone-park players=2", {"ada": 2}, 0.05)
    run_until(source, lambda: source.what_to_do("ada").state is State.CHOOSE)
    advised = source.what_to_do("ada").choices[-1]
    source.tutor = Advising(Hint(advised, Reason("It takes no cards.")))
    opened = OpenPage(source, Presence(source.roster), "ada", "Ada")
    opened.page.look()
    opened.press("Hint")
    (words,) = (each for each in opened.client.elements.values() if "hint-sentence" in each.classes)
    assert words.visible
    assert f"<b>{advised.name}. </b>" in words.content
    opened.press("✕")
    assert not words.visible


def test_a_guide_says_its_advice_first_and_is_closed_with_it() -> None:
    source = begun("yellowstone-park players=2", {"ada": 2}, 0.05)
    run_until(source, lambda: source.what_to_do("ada").state is State.CHOOSE)
    source.tutor = Advising(Hint(source.what_to_do("ada").choices[-1], Reason("It takes no cards.")))
    source.roster.guided["ada"] = {}
    opened = OpenPage(source, Presence(source.roster), "ada", "Ada")
    opened.page.look()
    (guide,) = (each for each in opened.client.elements.values() if "guide" in each.classes)
    told = [getattr(each, "content", getattr(each, "text", "")) for each in guide.descendants()]
    (advice,) = (number for number, words in enumerate(told) if "It takes no cards." in words)
    assert advice < told.index("Lay a card.")
    opened.press("✕")
    assert (guide.visible, source.roster.guided) == (False, {})


def test_before_anything_has_happened_the_log_is_empty() -> None:
    source = WatchSource(Companion())
    assert not source.mirror.log
    opened = OpenPage(source, Presence(source.roster), "")
    opened.page.look()
    assert '<ol class="log-list"></ol>' in [*opened.html()]


def test_the_closed_invitation_tells_the_host_how_to_open_it_and_others_that_they_cannot() -> None:
    lan = Lan(0, Invited())
    assert "Others can join with their phones" in closed_html(True, lan)
    assert "Nobody else can join now" in closed_html(False, lan)


def test_who_looks_at_a_result_keeps_it_when_another_begins_the_next_game() -> None:
    source = begun("tanz-der-hornochsen players=2", {"ada": 0, "ben": 4}, quickened=20)
    presence, pages = Presence(source.roster), {}
    for visitor in ("ada", "ben"):
        presence.seen(visitor)
        source.visitors.watch(visitor)
    run_until(source, lambda: bool(source.mirror.result))
    for visitor, seat in (("ada", 0), ("ben", 4)):
        source.roster.sit(visitor, seat)
        pages[visitor] = OpenPage(source, presence, visitor, visitor)

    def shown(visitor: str) -> list[str]:
        """Return which of these are visible."""
        with pages[visitor].client:
            pages[visitor].page.look()
        elements = [
            each
            for each in pages[visitor].client.elements.values()
            if all(part.visible for part in (each, *each.ancestors()))
        ]
        buttons = {getattr(each, "text", "") for each in elements} & {"Play again", "Stand up", "To the next game"}
        seen = {
            "the end": any("the-end" in each.classes for each in elements),
            "choices": "choice-button" in "".join(pages[visitor].html()),
        }
        return [words for words in seen if seen[words]] + sorted(buttons)

    assert shown("ada") == shown("ben") == ["the end", "Play again", "Stand up"]
    pages["ada"].press("Play again")
    run_until(source, lambda: source.what_to_do("ben").state is State.CHOOSE)
    assert (shown("ada"), shown("ben")) == (["choices", "Stand up"], ["the end", "To the next game"])
    assert any("it is your turn" in html for html in pages["ben"].html())
    assert commands_of(source, "ada").ask("abandon") is None
    run_until(source, lambda: source.what_to_do("ben").state is State.ASKED)
    assert shown("ben") == ["the end", "choices", "To the next game"]
    (answer,) = {each for html in pages["ben"].html() for each in re.findall(r'data-press="(disagree [^"]*)"', html)}
    pages["ben"].fire("press", unescape(answer), "what-choices")
    run_until(source, lambda: source.mirror.view.question is None)
    assert shown("ada") == ["choices", "Stand up"]
    assert any("does not agree" in html for html in pages["ada"].html())
    pages["ben"].press("Play again")  # at the same time as Ada
    assert shown("ben") == ["choices", "Stand up"]
    assert not any("is being played" in html for html in pages["ben"].html())


def test_who_types_a_name_before_a_game_has_a_seat_that_no_start_takes() -> None:
    trial, opened = page_of("lobby", Kind.HOST)
    assert EVE not in trial.roster.seats, "a name that a browser has kept is no wish to play"
    with opened.client:
        opened.page._prefer("name", "Evelyn")
        assert EVE in trial.roster.seats
        opened.page._stand()
        opened.page._prefer("name", "Eva")
    assert EVE not in trial.roster.seats, "who stands up wants to watch"


def test_a_picked_card_stays_in_its_place_of_the_hand_until_it_is_played_or_put_back() -> None:
    source = begun("yellowstone-park players=2", {"ada": 0})
    presence = Presence(source.roster)
    presence.seen("ada")
    opened = OpenPage(source, presence, "ada", "Ada")
    run_until(source, lambda: source.what_to_do("ada").state is State.CHOOSE)
    person = source.table.virtual_players.people[0]

    def hand() -> list[tuple[str, str]]:
        """Return the cards on the page from left to right, and whether each is picked."""
        with opened.client:
            opened.page.look()
        (html,) = (each.props["html"] for each in opened.client.elements.values() if "hand-cards" in each.classes)
        return [(card, "picked" * (" picked" in kind)) for kind, card in CARD.findall(html)]

    before = hand()
    assert len(before) == 6
    game, offered = source.mirror.game, [each.action for each in source.what_to_do("ada").choices if each.action]
    ((number, _count),) = Counter(map(game.action_card, offered)).most_common(1)
    card = str(number)
    opened.fire("press", card, "hand-cards")
    run_until(source, lambda: person.body.cards != [] and source.roster.own("ada").in_slot == int(card))
    now = hand()
    assert [each for each, _is_picked in now] == [each for each, _is_picked in before]
    assert [each for each in now if each[1]] == [(card, "picked")]
    opened.fire("press", card, "hand-cards")
    run_until(source, lambda: source.roster.own("ada").in_slot is None)
    assert hand() == before
