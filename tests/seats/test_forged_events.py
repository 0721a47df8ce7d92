"""Forged events: whatever a browser sends to its own page, others' cards, seats, choices and network stay theirs.

Every day there are some events of each game and each kind of visitor; with TAVOLO_ATTACKS=N there are N seeds of many.
"""

import os
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from nicegui import Client, ui

from tavolo.games import load, names, setup_from_text
from tavolo_host.display.model import file_commands
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.questions import Questions
from tavolo_host.seats.rights import RIGHTS, Answer, Right
from tests.seats.attacker import DAVID, EVE, KEPT_OF_EVE, Kind, Trial
from tests.seats.deeds_of_the_page import tries
from tests.seats.events_of_deeds import EVENTS
from tests.seats.forged_events import VALUES, OpenPage, Storm
from tests.seats.storm_at_board import StormAtBoard, StormByPhone
from tests.sources.source_support import SHORT, begun, run_until

ATTACKS = int(os.environ.get("TAVOLO_ATTACKS", "0"))
PLAYERS = {"bambuti": 2, "kuh-vadis": 2}


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)
    monkeypatch.setattr(ui, "notify", lambda *_, **__: None)


def storms(daily: Collection[str]) -> Iterator[Any]:
    """Game, kind of visitor, seed, and how many events are sent; each of some games with one kind is `daily`."""
    for place, name in enumerate(names()):
        for kind in Kind:
            is_daily = name in daily and [*Kind].index(kind) == place
            seeds = range(ATTACKS) if ATTACKS else [0]
            for seed in seeds:
                marks = () if ATTACKS or is_daily else pytest.mark.slow
                yield pytest.param(name, kind, seed, 400 if ATTACKS else 12, marks=marks)


def each_page() -> Iterator[Any]:
    """Game, place and kind of visitor, every day each game once; what a page sends at a board is the same in all."""
    for number, game in enumerate(names()):
        for kind in Kind:
            is_daily = [*Kind].index(kind) == number
            yield pytest.param(game, "game", kind, marks=() if is_daily else pytest.mark.slow)
            if game == DAVID:
                is_daily = kind is Kind.SEATED_HOST
                yield pytest.param(game, "game at a board", kind, marks=() if is_daily else pytest.mark.slow)


@pytest.mark.parametrize(("name", "kind", "seed", "clicks"), [*storms(names())])
def test_whatever_a_page_is_sent_others_keep_their_cards_seats_and_choices(
    name: str, kind: Kind, seed: int, clicks: int
) -> None:
    players = min(4, load(name).SEATS[1])
    Storm(f"{name} players={players} {SHORT[name]}", kind, seed).run(clicks)


@pytest.mark.parametrize(("name", "kind", "seed", "clicks"), [*storms(("bambuti", "david-goliath"))])
def test_whatever_a_page_of_a_board_by_phone_is_sent_others_keep_their_cards_seats_and_choices(
    name: str, kind: Kind, seed: int, clicks: int
) -> None:
    players = min(4, load(name).SEATS[1])
    StormByPhone(f"{name} players={players} {SHORT[name]}", kind, seed).run(clicks)


@pytest.mark.parametrize(("game", "place", "kind"), [*each_page()])
def test_each_deed_by_the_events_of_a_page_takes_place_for_those_who_may(game: str, place: str, kind: Kind) -> None:
    """The page of one trial is that of the next; what it has of hands is that of the visitor's own seat."""
    first = Trial(place, kind, game=game)
    opened = OpenPage(first.source, first.presence, first.visitor, "Eve" * bool(first.visitor), first.network)
    opened.fire("toggle", True)  # as who has opened the invitation
    wrong = []
    for tried in tries(game, [place]):
        if tried.kind is kind and not tried.is_empty and tried.name in EVENTS:
            trial, sending = tried.trial(first.network), EVENTS[tried.name]
            opened.page.look()
            found = trial.outcome(lambda trial, sending=sending: sending(opened, trial))  # type: ignore[misc]
            wrong += [f"{tried}: {found}"] * (found != tried.expected(trial))
            opened.page.look()
            own = trial.source.roster.own(trial.visitor)
            assert opened.cards() <= {*(own.hand if own else ())}, tried
    assert wrong == []


@pytest.mark.parametrize(("name", "kind", "seed", "clicks"), [*storms(("bambuti", "tanz-der-hornochsen"))])
def test_whatever_a_page_of_a_live_board_is_sent_others_keep_their_seats_names_and_game(
    name: str, kind: Kind, seed: int, clicks: int
) -> None:
    players = min(4, load(name).SEATS[1])
    StormAtBoard(f"{name} players={players} {SHORT[name]}", kind, seed).run(clicks)


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        pytest.param("game", Kind.TELEVISION, marks=pytest.mark.slow),
        ("game", Kind.GUEST),
        pytest.param("lobby", Kind.TELEVISION, marks=pytest.mark.slow),
        pytest.param("lobby", Kind.GUEST, marks=pytest.mark.slow),
        ("game at a board", Kind.GUEST),
        ("board", Kind.GUEST),
    ],
)
def test_no_event_of_who_only_watches_changes_anything_for_others(place: str, kind: Kind) -> None:
    """Every listener of the page gets everything once; Eve stands up again after each, and has no question open."""
    trial = Trial(place, kind)
    trial.roster.stand("dora")  # whose seat any start would free by now
    before = trial.state()
    opened = OpenPage(trial.source, trial.presence, trial.visitor, "Eve" * bool(trial.visitor), trial.network)
    assert trial.state() == before, "opening the page has changed something"
    for element, listener in opened.listeners():
        for value in VALUES if listener.type in ("press", "choose", "point", "change") else VALUES[:1]:
            opened.send(element, listener, value)
            _stand_up_again(trial)
            assert trial.state() == before, (type(element).__name__, element.classes, listener.type, value)


def _stand_up_again(trial: Trial) -> None:
    """Take back what anybody may do: sit, start a game as who sits, have a name, go on with a game of one's own."""
    trial.roster.stand(EVE)
    if trial.visitor:
        trial.roster.visitor_names.set_name(EVE, "Eve")
    trial.source.questions = Questions(trial.roster, trial.source.rights)
    if trial.done == [("go on", KEPT_OF_EVE)]:
        trial.done.clear()
    if trial.done and trial.place == "lobby" and trial.visitor:
        assert trial.done.pop()[0] == "start"
        trial.roster.set_level("easy")
        trial.roster.set_pace("normal")


@pytest.mark.parametrize("is_reduced", [False, True])
def test_a_browser_that_asks_for_less_motion_is_shown_the_present_at_once(is_reduced: bool) -> None:
    source = begun("kuh-vadis players=2", {})
    opened = OpenPage(source, Presence(source.roster), "", pace="quick")
    for element, listener in opened.listeners("reduced") if is_reduced else ():
        opened.send(element, listener, {})
    was_behind = False
    for count in range(1, 7):
        run_until(source, lambda: len(source.mirror.actions) >= count)  # noqa: B023
        opened.page.look()
        was_behind |= any(each.props.get("behind") for each in opened.client.elements.values())
    assert was_behind != is_reduced


@pytest.mark.parametrize("place", ["game", "lobby"])
def test_who_has_the_name_of_a_seat_is_offered_it_as_their_own_in_another_browser(place: str) -> None:
    trial = Trial(place, Kind.GUEST)
    if place == "lobby":  # where who joins is seated at once
        assert trial.roster.sit(EVE, 7) is None
    opened = OpenPage(trial.source, trial.presence, trial.visitor, "ADA", trial.network)
    claim = f'data-press="claim:{trial.seats["ada"]}"'

    def is_offered() -> bool:
        opened.page.look()
        return any(claim in html and "That is me" in html for html in opened.html())

    assert is_offered()
    assert trial.outcome(lambda _: opened.fire("press", f"claim:{trial.seats['ada']}")) == "a", "Ada is asked"
    trial.roster.stand(EVE)
    opened.fire("change", "Evelyn", within=opened.page._preferences.fields[0]._field)
    assert not is_offered()


def test_the_language_is_kept_once_and_before_the_page_is_loaded_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    scripts: list[str] = []
    monkeypatch.setattr(Client, "run_javascript", lambda _client, script, **_: scripts.append(script))
    trial = Trial("lobby", Kind.GUEST)
    opened = OpenPage(trial.source, trial.presence, trial.visitor, "", trial.network)
    menu = next(each for each in opened.page._preferences.fields if each.preference == "language")
    (listener,) = menu.buttons["it"]._event_listeners.values()
    scripts.clear()
    opened.send(menu.buttons["it"], listener, None)
    (keeping,) = (each for each in scripts if "language=it" in each)
    assert keeping.endswith("; location.reload()")


@pytest.mark.parametrize("is_other", [False, True])
@pytest.mark.parametrize(
    ("kind", "column"),
    [(Kind.TELEVISION, "television"), (Kind.GUEST, "guest"), (Kind.SITS, "player"), (Kind.HOST, "host")],
)
def test_only_the_host_keeps_and_forgets_sheets_and_boards(
    kind: Kind, column: str, is_other: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The right counts that the visitor has then, not that of when the page was built."""
    kept: list[object] = []
    monkeypatch.setattr(file_commands, "keep_print", lambda *about: kept.append(about))
    trial = Trial("lobby", kind)
    trial.source.offered = setup_from_text("kuh-vadis players=2 table")
    opened = OpenPage(trial.source, trial.presence, trial.visitor, "", trial.network)
    if is_other:
        other = Answer.NO if kind is Kind.HOST else Answer.YES
        row = RIGHTS[Right.KEEP_PRINT]
        monkeypatch.setitem(RIGHTS, Right.KEEP_PRINT, row._replace(**{column: other}))  # type: ignore[arg-type]
    for words in ("Keep it", "Forget it"):
        opened.press(words)
    assert bool(kept) == ((kind is Kind.HOST) != is_other)
