"""An evening on a board that nothing looks into: what it has is read from its wire, at a point that no fault of the
line affects.
"""

from contextlib import suppress
from typing import Any

from host.tools.torture.evenings import Evening
from host.tools.torture.found import LOST, STUCK, WRONG, Found, Tally
from host.tools.torture.pico_wire import DamagedPort, Told
from host.tools.torture.storm import Stories
from host.tools.torture.ticks import SECOND_MS, TableTorture
from host.tools.torture.virtual_play import AGREEING_MS, are_hands_right
from tavolo.link.telemetry import LAPTOP
from tavolo.play import reasons
from tavolo_host.simulator.hardware import TICK_MS
from tests.link.link_support import Damage
from tests.pico.pico_evening import WAKING_MS

BACK_MS = 40_000
STILL_MS = 90_000


class BoardTorture(TableTorture):
    """A table with a board's own firmware, its people and a laptop, through `storms` of `storm_ms` each."""

    storms = 3
    storm_ms = (2000, 10_000)
    is_flash_damaged = False

    def __init__(self, evening: Evening, tally: Tally, table: Any, stories: Stories) -> None:
        super().__init__(evening, tally, table, stories)
        self.told = Told(self.witness, tally)
        self.damage: Damage | None = None
        self.port: DamagedPort | None = None

    # ---- time

    def step(self) -> None:
        self.tally.simulated_s += TICK_MS / 1000
        if self.is_stormy:
            self._storm.step(TICK_MS)
        self.table.step()
        self.witness.look(TICK_MS)
        self.see_power()
        if not self._is_unread:
            self.companion.step(TICK_MS)

    def see_power(self) -> None:
        """Give the board its power back, if it has lost it."""
        raise NotImplementedError

    def power_came(self) -> None:
        """Note that the board starts; people saw the lights go out."""
        self.told.power_came(bool(self.mirror.result))
        self.table.virtual_players.follower.power_failed()

    # ---- faults

    def set_line_odds(self, odds: float) -> None:
        self.damage = self.new_damage(odds)

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        if self.port is None:
            return
        if to_board:
            with suppress(OSError):
                self.port.say(data)
        else:
            self.port.stray += data

    def kill_laptop(self) -> None:
        self.companion = self.new_laptop()
        self.table.virtual_players.follower.laptop = self.companion.mirror

    def open_port(self, url: str) -> Any:
        """Open the board's own port; raises PortError."""
        raise NotImplementedError

    def _open(self, url: str) -> Any:
        self.port = DamagedPort(self.open_port(url), lambda: self.damage)
        return self.port

    def ask(self, what: str) -> None:
        left = self.random.randrange(len(self.companion.mirror.actions) + 1)
        self.companion.ask(what, *((left,) if what == "undo" else ()), LAPTOP)

    # ---- the evening

    def play(self) -> None:
        self.run_ms(WAKING_MS)
        self.run_until(self.is_clear, BACK_MS, STUCK, "The board does not answer.")
        for _ in range(self.storms):
            self.begin()
            self.storm(self.random.randrange(*self.storm_ms))
            self.calm()
        self.tally.games += bool(self.mirror.result)

    def start_game(self) -> None:
        self.companion.ask("new", tuple(range(self.setup.players)), self.setup.text())

    def heal(self) -> None:
        """Undo all faults."""
        self._storm.heal()

    def calm(self) -> None:
        """Undo all faults, and check that everything is as it should be."""
        self.heal()
        self.run_until(self.is_clear, BACK_MS, STUCK, "Laptop and board do not come into step.")
        self.run_ms(SECOND_MS)  # the board reports on its journal after its game
        self._see_what_is_lost()
        self.check()
        self.goes_on(STILL_MS)

    def check(self) -> None:
        """Check that laptop and hands soon have what the board has told."""
        told, mirror, players = self.told, self.mirror, self.table.virtual_players
        sentence = "The laptop says that it is in step, and has not what the board told."
        self.run_until(lambda: told.actions == list(mirror.actions), AGREEING_MS, WRONG, sentence)
        sentence = "Hands do not hold what the record says."
        self.run_until(lambda: are_hands_right(mirror, players), AGREEING_MS, WRONG, sentence)

    def _see_what_is_lost(self) -> None:
        """Check that nothing is gone that the laptop had when the power went, unless the board reports it."""
        lost, self.told.lost = self.told.lost, 0
        if not lost:
            return
        if not self.is_flash_damaged:
            raise Found(LOST, f"{lost} actions are gone after a power cut. {self.last_words()}")
        if not set(self.told.reasons) - {reasons.GAME_RESUMED, reasons.SEALED_CARDS_LOST}:
            raise Found(LOST, f"{lost} actions are gone with damaged flash, and the board does not report it.")
        self.tally.lost_and_reported += lost
