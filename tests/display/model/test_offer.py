"""Nobody is asked about something that the picture has not shown yet: no choice, turn, hand or result before it."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from unittest.mock import MagicMock

import pytest
from nicegui import Client, ui

from tavolo_host.display.live.header import Header
from tavolo_host.display.live.sounds import Sounds
from tavolo_host.display.live.table_picture import TablePicture, seat_looks
from tavolo_host.display.model.offer import Offer
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.what_to_do import Deed, State, WhatToDo
from tavolo_host.seats.presence import Presence
from tavolo_host.sources.virtual_source import VirtualSource
from tests.display.display_support import Mirror as Mirrored
from tests.display.display_support import moment_of
from tests.display.model.test_playback import SEATS, hornochsen_laptop, play_round
from tests.seats.forged_events import OpenPage
from tests.sources.source_support import SHORT, begun, run_ms, run_until

PLAYERS = {"david-goliath": 3, "kuh-vadis": 2, "tanz-der-hornochsen": 3}
MOST_LOOKS = 10_000
ADA, SEAT = "ada", 2
MOST_DECISIONS, ENOUGH = 20, 1  # decisions, and events that were shown before one


class Watched:
    """Ada's page at a table with bots, at a pace at which events are seen one after the other."""

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)
        monkeypatch.setattr(ui, "notify", lambda *_, **__: None)
        monkeypatch.setattr("tavolo_host.display.live.page.monotonic", lambda: self.now_s)
        self.now_s, self.random = 0.0, Random(1)
        self.source: VirtualSource = begun(f"{name} players={PLAYERS[name]} {SHORT[name]}", {ADA: SEAT}, 0.05)
        self.opened = OpenPage(self.source, Presence(self.source.roster), ADA, "Ada", pace="quick")
        self.opened.page.look()

    def go_on(self) -> None:
        """Let the table go on until it asks Ada something, or the game has ended."""
        self.run_until(lambda: self.source.mirror.result or self.asked.state is State.CHOOSE)
        self.opened.page.look()

    def run_until(self, condition: Callable[[], object]) -> None:
        """Look ten times a second: what is asked is computed at each look."""
        for _ in range(MOST_LOOKS):
            if condition():
                return
            run_ms(self.source, 100)
        raise AssertionError("it has not happened in all that time")

    @property
    def asked(self) -> WhatToDo:
        return self.source.what_to_do(ADA)

    def choose(self, asked: WhatToDo) -> None:
        acts = [choice for choice in asked.choices if choice.deed is Deed.ACT]
        self.opened.page._choose(self.random.choice(acts))
        self.run_until(lambda: self.asked != asked)

    def hurry(self) -> None:
        self.now_s += 1.0  # apart from the click before
        self.opened.fire("hurry", None)

    def is_behind(self) -> bool:
        return any(each.props.get("behind") for each in self.opened.client.elements.values())

    def offered(self) -> list[str]:
        """What the page offers of the game: choices as buttons, on the board or of the hand, and her turn."""
        elements = self.opened.client.elements.values()
        found = [place for each in elements for place in each.props.get("offers") or ()]
        words = [html for html in self.opened.html() if "choice-button" in html or "Your turn" in html]
        return found + words + [html for html in self.opened.html() if "hand-card advised" in html]

    def sentence(self) -> str:
        (label,) = (each for each in self.opened.client.elements.values() if "what-sentence" in each.classes)
        return str(getattr(label, "text", ""))


@pytest.mark.parametrize("name", PLAYERS)
def test_a_question_is_asked_when_the_picture_has_come_to_it_and_no_press_answers_it_before(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched, held_back = Watched(name, monkeypatch), 0
    for _ in range(MOST_DECISIONS):
        watched.go_on()
        if watched.source.mirror.result or held_back > ENOUGH:
            break
        asked = watched.asked
        while watched.is_behind():
            if watched.offered():
                break  # it stood there before: others' secret choices are shown
            held_back += 1
            assert watched.sentence() != asked.sentence
            for card in list(watched.opened.cards())[:1]:
                watched.opened.fire("press", str(card), "hand-cards")
            watched.hurry()
        assert watched.asked == asked, "a press has answered what was not asked yet"
        assert watched.sentence() == asked.sentence
        assert watched.offered()
        watched.choose(asked)
    assert held_back > ENOUGH


@pytest.mark.parametrize(("awaited", "told"), [([3], [3]), ([2, 3], [2, 3]), ([5], []), ([3, 5], [])])
def test_whom_all_wait_for_is_told_as_far_as_the_picture_has_come(awaited: list[int], told: list[int]) -> None:
    laptop, offer = hornochsen_laptop(), Offer()
    before = replace(moment_of(laptop.mirror), what=WhatToDo(State.WAIT, "before"), awaited=[2, 3])
    assert offer.seen(before, False).awaited == [2, 3]
    after = replace(before, what=WhatToDo(State.WAIT, "after"), awaited=awaited)
    assert [*offer.seen(after, True).awaited] == told
    assert offer.seen(after, False).awaited == awaited


def test_who_watches_reads_of_whom_the_picture_says_that_it_is_the_turn() -> None:
    source, offer = begun("kuh-vadis players=2 first=0", {}), Offer()
    run_until(source, lambda: source.what_to_do("").sentence.startswith("Waiting for ") and source.mirror.in_step)
    run_until(source, lambda: all(source.visitors.names()[seat] for seat in source.mirror.seats))
    first, second = (f"Waiting for {name}." for name in (source.visitors.names()[seat] for seat in source.mirror.seats))
    assert offer.seen(Moment.of(source, ""), False).what.sentence == first
    run_until(source, lambda: source.what_to_do("").sentence == second)
    assert offer.seen(Moment.of(source, ""), True).what.sentence == second


@pytest.mark.parametrize("is_behind", [True, False], ids=["behind", "moving"])
def test_a_result_is_told_when_the_last_event_has_been_seen(is_behind: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop, offer = hornochsen_laptop(), Offer()
    playing = replace(moment_of(laptop.mirror), what=WhatToDo(State.WAIT, "Waiting for Ben."))
    assert offer.seen(playing, False) == playing
    play_round(laptop, "22 42 62 82")
    over = replace(moment_of(Mirrored(laptop.record, SEATS, result="over")), what=WhatToDo(State.OVER, "Ben wins."))
    sounds, played = Sounds(True), list[str]()
    monkeypatch.setattr(ui, "run_javascript", played.append)
    sounds.show(playing)
    seen = offer.seen(replace(over, behind=laptop.look() if is_behind else None), not is_behind)
    assert (seen.what, seen.is_over) == (playing.what, False)
    sounds.show(seen)
    assert played == []
    assert offer.seen(over, False).is_over
    assert set(seen.free_seats) <= set(SEATS) < {*over.free_seats, 2}, "only after the end all seats are free"
    sounds.show(over)
    assert played == ["tavoloSounds.play('over')"]
    with Client(ui.page("/")):
        header = Header(MagicMock(), MagicMock())
        picture = TablePicture(MagicMock(), MagicMock(), MagicMock())
    picture.light, picture.dress = MagicMock(), MagicMock()  # type: ignore[method-assign]
    picture.show(seen)
    assert not picture.light.called
    picture.show(over)
    assert picture.light.called
    laptop.record.game = MagicMock(wraps=laptop.record.game, TITLE="A game", outcome=lambda _: (1, 0))
    for moment, is_told in ((seen, False), (over, True)):
        moment.mirror.game = laptop.record.game
        header.show(moment)
        assert ("the game is over" in header._headline.text) == is_told
    for moment, won in ((seen, []), (over, [SEATS[0]])):
        looks = enumerate(seat_looks(moment))
        assert [seat for seat, look in looks if "won" in look["classes"].split()] == won, "the winner's seat shines"
