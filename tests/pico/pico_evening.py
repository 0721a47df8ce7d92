"""`Evening` on an emulated Pico: the same table, people, cable and laptop, with the board's own firmware image. Nothing
looks into the board here: the laptop's mirror says what it knows.
"""

from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.people import hands, person
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator import body
from tests.table.evening import DAVID, Evening
from tests.table.without_laptop import WithoutLaptop

FIRMWARE = Path("build/tavolo.uf2")
WAKING_MS = 3000  # boot, USB, calibration
MOMENT_MS, EMPTY_MS = 20, 110  # of hands that are quick, but no quicker than any card may be (test_disturbed.py)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people play fast."""
    monkeypatch.setattr(person, "THINKING_MS", (5, 60))
    monkeypatch.setattr(hands, "SHOWN_MS", 10)
    monkeypatch.setattr(body, "MOMENT_MS", MOMENT_MS)
    monkeypatch.setattr(body, "EMPTY_MS", EMPTY_MS)


class PicoEvening(Evening):
    """A table with an emulated Pico, switched on and calibrated. A context manager: it ends the emulator."""

    table: PicoTable  # type: ignore[assignment]

    def __init__(
        self,
        seed: int = 1,
        laptop: bool = True,
        firmware: Path = FIRMWARE,
        waking_ms: int = WAKING_MS,
    ) -> None:
        self.table = PicoTable(Random(seed), firmware)
        self.start_by_keys = WithoutLaptop(self.table).start
        self.companion: Companion | None = None
        if laptop:
            self.plug_in()
        self.run_ms(waking_ms)

    def __enter__(self) -> "PicoEvening":
        return self

    def __exit__(self, *_: object) -> None:
        self.table.close()

    @property
    def board(self) -> NoReturn:
        raise AssertionError("Nobody can look into this board; ask the mirror.")

    def plug_in(self) -> None:
        self.companion = Companion(Port("cable", opener=self.table.open_port, first_session=1))

    def start(self, players: int = 4, options: tuple[int, ...] | None = None) -> None:
        self.start_by_keys(Setup(DAVID, players, options))
        self.run_until(lambda: self.mirror.record is not None)

    def play_actions(self, count: int) -> None:
        self.run_until(lambda: len(self.mirror.actions) >= count)
        self.run_until(lambda: not any(body.cards or body.is_moving() for body in self.table.bodies))
