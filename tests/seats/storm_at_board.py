"""Forged events at the page of a live board that is watched, while people play at the table."""

from random import Random
from typing import Any

from tavolo.games import setup_from_text
from tavolo_host.board.companion import Companion
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.board_source import WatchSource
from tests.seats.attacker import EVE
from tests.seats.forged_events import Storm
from tests.sources import phone_support
from tests.sources.source_support import WAKING_MS, Line, run_ms, run_until


class LiveBoard(WatchSource):
    """A board with people at its seats, and what a page shows of it."""

    def __init__(self) -> None:
        line = Line()
        super().__init__(Companion(line.url))
        self.table = VirtualTable(Random(5), line.board)
        self.table.virtual_players.follower.laptop = self.mirror

    def step(self, elapsed_ms: float) -> None:
        """Let time pass for both."""
        for _ in range(int(elapsed_ms / TICK_MS)):
            self.table.step()
            super().step(TICK_MS)


class StormByPhone(Storm):
    """The same game at a board whose seats are played by phone."""

    begun = staticmethod(phone_support.begun)


class StormAtBoard(Storm):
    """A game at a board where Ada sits with a phone, and Eve, a visitor of a kind, sends anything."""

    def _begin(self, text: str, has_seat: bool) -> Any:
        source: Any = LiveBoard()
        run_until(source, lambda: bool(source.mirror.in_step))
        run_ms(source, WAKING_MS)
        setup = setup_from_text(f"{text} table")
        assert source.start(setup.players, setup.game, setup.options) is None
        run_until(source, lambda: source.mirror.record is not None)
        for visitor, seat in zip(("ada", EVE) if has_seat else ("ada",), source.mirror.seats, strict=False):
            assert source.roster.sit(visitor, seat) is None
        self._number, self._has_sat = source.mirror.game_number, has_seat
        return source

    def kept(self) -> tuple[object, ...]:
        """What Eve must not change: Ada's seat and name, and the network; without a seat, the game.

        Who sits, or has, and the host may ask the seats of the board to end it.
        """
        roster, mirror = self.source.roster, self.source.mirror
        self._has_sat |= EVE in roster.seats
        is_asked = self._has_sat or self.is_host
        about = roster.seats.get("ada"), roster.visitor_names.name_of("ada"), "ada" in roster.hosts
        return *about, *self.pages[self.eve].network.done, is_asked or mirror.game_number == self._number

    def of_ada(self) -> tuple[object, ...]:
        """What Ada can do, and her seat."""
        what = self.source.what_to_do("ada")
        return what.state, what.choices, self.source.roster.own("ada")

    def _ada_plays(self) -> None:
        """Let Ada say no to whatever she is asked; her hands play at the table."""
        for question in self.source.questions.asked("ada"):
            self.source.questions.answer("ada", question.number, False)

    def _check_hands(self) -> None:
        assert self.pages[self.eve].cards() == set(), "the laptop of a board knows no hand"
        assert self.is_host or not any(self.source._names), "the host alone names seats, also by an older cookie"
