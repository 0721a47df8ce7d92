"""A real board with seats by phone as a source of the page: the laptop deals, keeps the hands and moves the bots.

It does so by the code of the virtual table. What players see of the board are the lights that the laptop paints from
what the board sends (`display.model.lights`).
"""

from random import Random
from types import SimpleNamespace
from typing import Any

from tavolo.link.hello import PHONES
from tavolo.wiring import LAMPS, SEATS
from tavolo_host.board.companion import Companion
from tavolo_host.display.model.lights import Levels, PaintedLights
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.phone_body import PhoneBody
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.virtual_source import VirtualSource

PAINTED_MS = 50  # as often as the board's lights change


class PhoneTable:
    """The hands at the seats by phone, as a table's people; `join` the laptop that talks to the board."""

    def __init__(self, random: Random) -> None:
        self.bodies = [PhoneBody(seat, Random(random.random())) for seat in range(SEATS)]
        self.hardware = SimpleNamespace(lamps=SimpleNamespace(pixels=[(0, 0, 0)] * LAMPS))
        self.virtual_players = VirtualPlayers(self.bodies, self.hardware, Random(random.random()))
        self._lights = PaintedLights()
        self._companion: Companion | None = None
        self._now_ms = 0

    def join(self, companion: Companion) -> None:
        """Let the hands act through this laptop."""
        self._companion = companion
        for body in self.bodies:
            body.companion = companion

    def by_phone(self) -> list[int]:
        """Return the board's seats by phone; none while it has not said which."""
        mask = int(self._companion.port.board.get(PHONES, "0"), 16) if self._companion else 0
        return [seat for seat in range(SEATS) if mask >> seat & 1]

    def levels(self) -> Levels:
        """Return the lights as the board should show them."""
        assert self._companion is not None
        return self._lights.levels(self._companion.mirror.view, self._now_ms)

    def step(self) -> None:
        """Let TICK_MS pass for people."""
        self._now_ms += TICK_MS
        if self._companion is not None and self._now_ms % PAINTED_MS < TICK_MS:
            lamps = self.levels()[2]
            self.hardware.lamps.pixels = [tuple(lamps[at : at + 3]) for at in range(0, len(lamps), 3)]
        self.virtual_players.step(TICK_MS)

    def close(self) -> None:
        """Do nothing: the board goes on."""


class PhoneSource(VirtualSource):
    """A `TableSource` for the board at the end of a `line`, whose seats by phone are played here."""

    table: Any

    def __init__(self, setup: Any, line: Any, random: Random, engine: Any = None) -> None:
        table: Any = PhoneTable(random)
        super().__init__(table, setup, line, engine=engine)
        table.join(self.companion)

    def pixels(self) -> Levels:
        """Return the lights as the board should show them."""
        levels: Levels = self.table.levels()
        return levels
