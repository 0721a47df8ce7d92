"""Forged events on the pages beside the table: guests and televisions change nothing in the file, and get none of it.

The pages of all games, of one that is over, of one that goes on and of one that a guest may not see are sent everything
that they listen to. Those of evenings and statistics listen to nothing.
"""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import Client, run, ui
from nicegui.page import page

from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.board_setup.set_up import SetUp, Stage
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.source import EVENING, STATISTICS
from tavolo_host.display.past.evening_pages import build_evening
from tavolo_host.display.past.history_page import HistoryPage
from tavolo_host.display.past.replay_page import ReplayPage
from tavolo_host.display.set_up.set_up_page import SetUpPage
from tavolo_host.history.kept_game import OPEN, KeptPlayer
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.seats.presence import Presence
from tavolo_host.sources.board_source import WatchSource
from tests.display.past.test_history_pages import GUEST, HOST, AtTable, add
from tests.history.history_support import Table, played
from tests.seats.attacker import TELEVISION, at_once
from tests.seats.forged_events import VALUES, OpenPage

ZOE = tuple(KeptPlayer(seat, seat, name) for seat, name in enumerate(("Zoe", "Max")))
DAY_S = 24 * 60 * 60


class SidePage(OpenPage):
    """A page beside the table, as `build` builds it."""

    def __init__(self, build: Any) -> None:
        self.client = Client(page("/"), request=None)
        with self.client:
            build()

    def send_all(self) -> None:
        """Send every listener everything, buttons first: what is chosen builds others."""
        for element, listener in [*self.listeners("click"), *self.listeners("press"), *self.listeners()]:
            for value in (*VALUES, ["Zoe", ""]) if listener.type != "click" else (None,):
                self.send(element, listener, value)


class Here(AtTable):
    """A table at which a game goes on, and where one may play on; `done` is what it was asked."""

    def __init__(self, file: Table) -> None:
        super().__init__()
        self.open = [each for each in file.history.games() if each.ending == OPEN]
        self.number = self.open[0].evening
        self.can_play_on = True
        self.done: list[str] = []

    def go_on(self, game: int) -> str | None:
        self.done.append("go on")
        return None

    def play_on(self, *_about: object) -> str | None:
        self.done.append("play on")
        return None


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Table]:
    """An evening of Zoe's, and another one with a game that is over and one that is not."""
    file = Table(tmp_path / "tavolo.sqlite")
    add(file, "bambuti players=2", players=ZOE)
    file.clock.s += DAY_S
    file.ledger._rules = firmware_digests()[1]
    for seed, length in ((1, None), (2, 9)):
        record = played("bambuti players=2", seed)
        file.stand(record, length or len(record.actions))
    yield file
    file.close()


@pytest.fixture(autouse=True)
def left_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where pages have sent their browsers, and the files that they have sent."""
    found: list[str] = []
    monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)
    monkeypatch.setattr(ui, "page_title", lambda _: None)
    monkeypatch.setattr(ui, "notify", lambda *_, **__: None)
    monkeypatch.setattr(ui.navigate, "to", found.append)
    monkeypatch.setattr(ui.download, "file", lambda path: found.append("file"))
    return found


def kept(file: Table) -> list[object]:
    """What is in the file, but for the reviews of games that a guest may read."""
    games = file.history.games()
    about = [[each, file.history.actions(each.id)] for each in games]
    return [*about, file.history.people(), file.history.review(games[-1].id)]


def pages(file: Table, here: Any, visitor: str) -> Iterator[SidePage]:
    commands = FileCommands(here, visitor, file.clock)
    path = file.history.file.path
    for player in ("", "Zoe"):
        yield SidePage(lambda player=player: HistoryPage(path, commands, {"player": player}))
    for game in [each.id for each in file.history.games()]:
        yield SidePage(lambda game=game: ReplayPage(path, here, commands, game))


@pytest.mark.parametrize(("visitor", "may"), [(GUEST, {"play on"}), (TELEVISION, set())])
def test_no_event_of_a_side_page_deletes_forgets_copies_or_goes_on_with_games(
    visitor: str, may: set[str], file: Table, left_for: list[str]
) -> None:
    here, before = Here(file), kept(file)
    for opened in pages(file, here, visitor):
        opened.send_all()
        assert kept(file) == before
        assert "Zoe" not in " ".join(opened.html()), "a game of another evening"
    assert {*here.done} == may
    assert {*left_for} <= {"/"}


def test_the_same_events_do_all_that_at_the_tables_own_computer(file: Table, left_for: list[str]) -> None:
    here = Here(file)
    for opened in pages(file, here, HOST):
        opened.send_all()
    assert {*here.done} == {"go on", "play on"}
    assert {*left_for} == {"file", "/", "/history"}
    assert (file.history.count(), file.history.people()) == (0, [])


@pytest.mark.parametrize("visitor", [GUEST, TELEVISION])
@pytest.mark.parametrize("path", [EVENING, f"{EVENING}/1", STATISTICS])
def test_evenings_and_statistics_listen_to_nothing_and_have_what_the_visitor_may_read(
    path: str, visitor: str, file: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_hand(do: Any, *about: Any) -> Any:
        return do(*about)

    monkeypatch.setattr(run, "io_bound", at_hand)
    here, empty = Here(file), SidePage(lambda: None)
    readable = FileCommands(here, visitor, file.clock).readable()
    for player in ("", "Zoe"):
        request: Any = SimpleNamespace(query_params={"player": player}, url=SimpleNamespace(path=path))
        built = build_evening(file.history.file.path, readable, ("en", True), request)
        opened = SidePage(lambda built=built: at_once(built))
        text = " ".join(opened.html())
        assert len(opened.listeners()) == len(empty.listeners()), "more than NiceGUI's own"
        assert "Max" not in text
        assert ("Ada" in text) <= (visitor == GUEST)


# ---- the set-up of a board

SET_UP_VALUES = ("begin", "answer:0:1", "answer:1:green", "back", "check", "leave", "answer:x:1", "nothing", "")


@pytest.mark.parametrize("visitor", [HOST, GUEST, TELEVISION])
def test_only_the_tables_own_computer_sets_a_board_up(visitor: str) -> None:
    companion = Companion(Port("nowhere", opener=lambda _url: None))  # type: ignore[arg-type,return-value]
    source = WatchSource(companion)
    source.set_up = set_up = SetUp(companion)
    source.roster.hosts.add(HOST)
    opened = SidePage(lambda: SetUpPage(source, Presence(source.roster), visitor, Preferences("en")))
    shown = " ".join(opened.html())
    assert ("How many panels" in shown) == (visitor == HOST)
    assert ("That can only be done at the table" in shown) == (visitor != HOST)
    stages = {set_up.stage}
    for value in SET_UP_VALUES:
        for element, listener in opened.listeners("press"):
            opened.send(element, listener, value)
        stages.add(set_up.stage)
    assert stages == ({Stage.ASKS, Stage.RESTS} if visitor == HOST else {Stage.RESTS})
    assert bool(set_up.answers) == (visitor == HOST)
