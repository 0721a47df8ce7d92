"""After a set-up the page goes on with the source that plays the board's seats, for the same visitors."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from tavolo_host.board.companion import Companion
from tavolo_host.board_setup.set_up import SetUp, Stage
from tavolo_host.display.app import Drive
from tavolo_host.people.table import VirtualTable
from tavolo_host.seats.presence import Presence
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.board_source import WatchSource
from tavolo_host.sources.phone_source import PhoneSource
from tests.sources.source_support import Line


def source_of(companion: Companion, built: list[Any], set_up: SetUp | None = None) -> Any:
    """The source of the board as it is now, as the command builds it."""
    is_by_phone = companion.port.board.get("phones", "00") != "00"
    source: Any = PhoneSource(companion, Random(1)) if is_by_phone else WatchSource(companion)
    source.set_up = set_up or SetUp(companion)
    source.succeed = partial(source_of, companion, built)
    built.append(source)
    return source


class Watched:
    """A board, its laptop, and what drives the page."""

    def __init__(self) -> None:
        line = Line()
        self.board = VirtualTable(Random(3), line.board)
        companion = Companion(line.url)
        while not companion.connected:
            self.board.step()
            companion.step(TICK_MS)
        self.built: list[Any] = []
        source = source_of(companion, self.built)
        self.drive = Drive(source, Presence(source.roster), ())

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.board.step()
            assert self.drive.goes_on(TICK_MS)

    def change(self, *settings: tuple[str, str]) -> None:
        self.drive.source.set_up.stage = Stage.RESTS  # type: ignore[union-attr]
        self.drive.source.companion.ask("change_settings", settings)  # type: ignore[attr-defined]
        self.run_ms(4000)


@pytest.fixture
def watched() -> Iterator[Watched]:
    watched = Watched()
    watched.run_ms(3000)
    yield watched
    watched.built[0].close()


def test_a_board_whose_game_by_phone_is_under_way_is_played_as_soon_as_it_is_chosen(watched: Watched) -> None:
    watched.change(("seats", "none"), ("phones", "all"))
    phones = watched.drive.source
    assert phones.roster.sit("ada", 0) is None
    assert phones.start(3) is None  # type: ignore[attr-defined]
    watched.run_ms(3000)
    assert phones.mirror.record is not None
    companion = phones.companion  # type: ignore[attr-defined]
    late: Any = WatchSource(companion)  # as while several boards answered
    late.succeed = partial(source_of, companion, watched.built)
    assert isinstance(late.successor(), PhoneSource)


def test_a_board_that_gets_seats_by_phone_is_played_from_then_on_and_back(watched: Watched) -> None:
    first = watched.drive.source
    first.roster.hosts.add("host")
    first.roster.invited.address = "192.0.2.1"
    watched.change(("seats", "none"), ("phones", "all"))
    second = watched.drive.source
    assert isinstance(second, PhoneSource)
    assert second.set_up is first.set_up
    assert second.roster.hosts == {"host"}
    assert second.roster.invited is first.roster.invited
    assert second.companion.connected
    assert second.roster.sit("ada", 3) is None
    watched.change(("seats", "all"), ("phones", "none"))
    assert isinstance(watched.drive.source, WatchSource)
    assert len(watched.built) == 3


def test_a_set_up_that_still_asks_keeps_its_source(watched: Watched) -> None:
    set_up = watched.drive.source.set_up
    assert set_up is not None
    watched.drive.source.companion.ask("change_settings", (("seats", "none"), ("phones", "1")))  # type: ignore[attr-defined]
    set_up.stage = Stage.CHECKS
    set_up._script = iter(lambda: None, 1)  # type: ignore[assignment]
    watched.run_ms(4000)
    assert len(watched.built) == 1
