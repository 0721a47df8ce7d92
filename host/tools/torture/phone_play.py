"""An evening at a board without slots, whose seats are played by phone: the laptop deals, and keeps all hands."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host.tools.torture.evening import Evening
from host.tools.torture.failing_flash import FailingFlash
from host.tools.torture.found import LOST, STUCK, Found, Tally
from host.tools.torture.record_check import RecordCheck
from host.tools.torture.table_play import BRISK, TablePlay
from host.tools.torture.virtual_play import VISITOR, VirtualPlay
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.flash import PowerCut
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.phone_source import PhoneSource
from tests.sources.source_support import Line

SETTINGS = b"seats = none\nphones = all"
TOLD_MS = 12_000  # after which the board has surely heard of a card or a key: requests are repeated


class PhonePlay(VirtualPlay):
    """A board, and a laptop that is killed now and then and goes on from its store, with a visitor."""

    kinds = (
        *("line damaged", "cable pulled", "foreign bytes", "port unread"),
        *("laptop killed", "laptop killed", "clicks", "clicks", "questions"),
        *("power cut", "power cut in flash", "flash fails", "flash flips"),
    )

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self.line = Line()
        board = VirtualTable(evening.random("table"), self.line.board, SETTINGS)
        TablePlay.__init__(self, evening, tally, board)
        self.journal_flash = board.hardware.journal_flash
        self.flash = FailingFlash(self.journal_flash, evening.random("flash"))
        self.witness.late_ms = TOLD_MS
        self.record_check = RecordCheck(board, self.witness, tally)
        self._is_out = False
        self._files = TemporaryDirectory()
        self._laptops = 0
        self._page: PhoneSource | None = None  # None until a new laptop has found the board
        self.kill_laptop()

    @property
    def source(self) -> Any:  # type: ignore[override]
        """The page of the laptop that runs."""
        return self._page

    @property
    def companion(self) -> Companion:
        """The laptop's end of the line."""
        return self._companion

    @companion.setter
    def companion(self, companion: Companion) -> None:
        self._companion = companion

    def pass_time(self) -> None:
        try:
            self.table.step()
            if self.is_unread:
                pass
            elif self._page:
                self._page.step(TICK_MS)
            else:
                self.companion.step(TICK_MS)
                if self.companion.connected:
                    self._open_page()
        except PowerCut:
            self.cut_power(None, 0.0)
        self.look()

    def _open_page(self) -> None:
        """Do what `tavolo watch` does once a board answers."""
        self._page = PhoneSource(self.companion, self.evening.random(f"laptop {self._laptops}"))
        self.players, self.bodies = self._page.table.virtual_players, self._page.table.bodies
        self.witness.bodies = self.bodies
        self._page.keep_at(Path(self._files.name) / "games.sqlite")
        self._page.visitors.come(VISITOR)
        self.players.unhurried = BRISK

    def close(self) -> None:
        self.storm.heal()
        self._leave_page()
        self.companion.close()
        self.table.close()
        self._files.cleanup()

    def _leave_page(self) -> None:
        if self._page and self._page.recorder:
            self._page.recorder.close()  # by its operating system: nothing more is kept
            self._page.past.close()
        self._page = None

    # ---- the game

    def wake(self) -> None:
        self.calm()
        self.seat_visitor(self.random)

    def is_clear(self) -> bool:
        return self._page is not None and super().is_clear()

    def check(self) -> None:
        super().check()
        follower = self.players.follower
        if follower.is_unknown and self.record_check.is_flash_healthy:
            raise Found(LOST, f"The laptop does not have the hands of its game any more. {self.last_words()}")

    def do_what_is_offered(self) -> None:
        if self.players.follower.is_unknown:
            self.source.ask(VISITOR, "abandon", True)
        else:
            super().do_what_is_offered()

    # ---- faults

    def kill_laptop(self) -> None:
        """End the laptop's program, and start a new one, which looks for the board first."""
        self._leave_page()
        if self.port is not None:
            self.port.close()
        self._laptops += 1
        session = self.evening.random(f"session {self._laptops}").randrange(1, 0xFFFFFFFF)
        self.companion = Companion(Port(self.url, board_id=self.board_id, opener=self._open, first_session=session))

    def ask(self, what: str) -> None:
        if self._page:
            super().ask(what)

    def click(self, random: Any) -> None:
        if self._page:
            super().click(random)
            if random.random() < 0.02:
                self._page.visitors.leave(VISITOR)
                self._page.visitors.come(VISITOR)

    def put_right(self) -> None:
        self.storm.heal()
        self.run_until(lambda: self._page is not None, self.back_ms, STUCK, "A new laptop does not find the board.")
        super().put_right()
