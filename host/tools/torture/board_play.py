"""An evening on a board that nothing looks into: what it has is read from its wire (see `told`)."""

from collections.abc import Callable
from typing import Any

from host.tools.torture.evening import Evening
from host.tools.torture.found import LOST, STUCK, Found, Tally
from host.tools.torture.table_play import SECOND_MS, TablePlay
from host.tools.torture.told import Told
from tavolo.link.channel import Serial
from tavolo.link.telemetry import LAPTOP
from tavolo.play import reasons
from tavolo_host.simulator.hardware import TICK_MS
from tests.pico.pico_evening import WAKING_MS

INTERRUPT, ANOTHER = b"\x03", b"\x04"  # Ctrl-C is MicroPython's own: it ends the program of the board


class BoardPort(Serial):
    """The board's port: `hear` gets what comes from it, and nothing ends its program."""

    def __init__(self, port: Any, hear: Callable[[bytes], object]) -> None:
        self._port = port
        self._hear = hear

    def read(self) -> bytes:
        data: bytes = self._port.read()
        self._hear(data)
        return data

    def write(self, data: bytes) -> int:
        sent: int = self._port.write(data.replace(INTERRUPT, ANOTHER))
        return sent

    def close(self) -> None:
        self._port.close()


class BoardPlay(TablePlay):
    """A table with a board's own firmware, its people and a laptop."""

    storms, storm_ms = 3, (2000, 10_000)
    still_ms = 90_000
    is_flash_damaged = False

    def __init__(self, evening: Evening, tally: Tally, table: Any) -> None:
        super().__init__(evening, tally, table)
        self.told = Told(self.witness, tally)

    def pass_time(self) -> None:
        self.table.step()
        self.witness.look(TICK_MS)
        self.see_power()
        if not self.is_unread:
            self.companion.step(TICK_MS)

    def see_power(self) -> None:
        """Give the board its power back, if it has lost it."""
        raise NotImplementedError

    def power_came(self) -> None:
        """Note that the board starts; people saw the lights go out."""
        self.told.power_came(bool(self.mirror.result))
        self.players.follower.power_failed()

    # ---- the game

    def wake(self) -> None:
        self.kill_laptop()
        self.run_ms(WAKING_MS)
        self.run_until(self.is_clear, self.back_ms, STUCK, "The board does not answer.")

    def finish(self) -> None:
        self.tally.games += bool(self.mirror.result)

    def check(self) -> None:
        """Check that nothing is gone that the board had when its power went, unless it reports that."""
        self.run_ms(SECOND_MS)  # the board reports on its journal after its game
        lost, self.told.lost = self.told.lost, 0
        if lost and not self.is_flash_damaged:
            raise Found(LOST, f"{lost} actions are gone after a power cut. {self.last_words()}")
        if lost and not set(self.told.reasons) - {reasons.GAME_RESUMED, reasons.SEALED_CARDS_LOST}:
            raise Found(LOST, f"{lost} actions are gone with damaged flash, and the board does not report it.")
        self.tally.lost_and_reported += lost
        super().check()

    def is_mirror_right(self) -> bool:
        return self.told.actions == list(self.mirror.actions)

    def ask(self, what: str) -> None:
        """Let the laptop ask for "undo" or "abandon"."""
        left = self.random.randrange(len(self.mirror.actions) + 1)
        self.companion.ask(what, *((left,) if what == "undo" else ()), LAPTOP)
