"""A real board with seats by phone as a source of the page: the laptop deals, keeps the hands and moves the bots.

It does so by the code of the virtual table. What players see of the board are the lights that the laptop paints from
what the board sends (`display.model.lights`).
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo.wiring import LAMPS, SEATS
from tavolo_host.board.companion import Companion
from tavolo_host.display.model.lights import Levels, PaintedLights
from tavolo_host.display.parts.what_to_do import State, WhatToDo
from tavolo_host.history.kept_game import KeptGame
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.phone_body import OwnHands, PhoneBody
from tavolo_host.players.thinking import Engine
from tavolo_host.simulator.body import Body
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.companion_source import by_phone
from tavolo_host.sources.keeper import Keeper
from tavolo_host.sources.virtual_source import VirtualSource
from tavolo_host.texts.language import _

PAINTED_MS = 50  # as often as the board's lights change


class SeenBoard:
    """What people see of a board, and what a `Keeper` keeps of one: the board keeps its own journal."""

    def __init__(self) -> None:
        self.lamps = self.journal_flash = self
        self.pixels = [(0, 0, 0)] * LAMPS
        self.operations = 0

    def kept(self) -> bytes:
        """Return nothing."""
        return b""

    def restore(self, content: bytes) -> None:
        """Do nothing."""


class PhoneTable:
    """The people at the board that `companion` talks to; those at its seats by phone are moved here."""

    def __init__(self, companion: Companion, random: Random) -> None:
        self._random = random
        self.bodies: list[Body] = [OwnHands(random) for _ in range(SEATS)]
        self.hardware = SeenBoard()
        self.virtual_players = VirtualPlayers(self.bodies, self.hardware, Random(random.random()), random)
        self.virtual_players.follower.has_dealt_all = False
        self._companion = companion
        self._lights = PaintedLights()
        self._now_ms = 0
        self.move_at(by_phone(companion))

    def move_at(self, phones: Sequence[int]) -> None:
        """Move the hands at these seats from now on, and those at no others."""
        for person in self.virtual_players.people:
            random, is_moved = Random(self._random.random()), person.seat in phones
            person.body = PhoneBody(self._companion, person.seat, random) if is_moved else OwnHands(random)
            person.is_visitor = not is_moved  # people decide there, and answer
            self.bodies[person.seat] = person.body
        self.virtual_players.follower.places = phones

    def levels(self) -> Levels:
        """Return the lights as the board should show them."""
        return self._lights.levels(self._companion.mirror.view, self._now_ms)

    def step(self) -> None:
        """Let TICK_MS pass for people."""
        self._now_ms += TICK_MS
        if self._now_ms % PAINTED_MS < TICK_MS:
            lamps = self.levels()[2]
            self.hardware.pixels = [(lamps[at], lamps[at + 1], lamps[at + 2]) for at in range(0, len(lamps), 3)]
        self.virtual_players.step(TICK_MS)

    def power_cycle(self) -> None:
        """Have the board send its game again: hands of before go on with that."""
        self._companion.port.send("resync")

    def close(self) -> None:
        """Do nothing: the board goes on."""


class PhoneSource(VirtualSource):
    """A `TableSource` for a board whose seats by phone are played here."""

    table: Any
    has_own_time = False
    plays_phones = True

    def __init__(self, companion: Companion, random: Random, engine: Engine | None = None) -> None:
        first = load(names()[0])
        table: Any = PhoneTable(companion, random)
        super().__init__(table, Setup(first, first.SEATS[0]), companion, engine=engine)
        self.visitors.places = by_phone(companion)

    def step(self, elapsed_ms: float) -> None:
        """Let time pass for people, laptop and page."""
        super().step(elapsed_ms)
        if self.set_up:
            self.set_up.step(elapsed_ms)
        phones = by_phone(self.companion)
        if phones != self.visitors.places and self.companion.connected:
            self.visitors.places = phones
            self.table.move_at(phones)
            for seat in self.visitors.seats.values():
                self.table.virtual_players.people[seat].is_visitor = True
        for visitor, seat in list(self.visitors.seats.items()):
            if seat not in self.visitors.places:  # the board has other settings now
                self.visitors.stand(visitor)

    def keep_at(self, path: Path) -> None:
        """Keep what is played, with all hands, in the file at `path`, and go on with what was kept for this board."""
        self.keep(Keeper(self.table, self.visitors, path, board=self.companion.port.board_id))

    def unfinished(self) -> Sequence[KeptGame]:
        """Return nothing: a board goes on with the game in its own journal alone."""
        return ()

    def go_on(self, game_id: int) -> str | None:
        """Refuse."""
        return _("This game cannot go on.")

    @property
    def of_board(self) -> str:
        """The board shown; "" while none is connected."""
        return _("Board {}").format(self.companion.port.board_id) if self.companion.connected else ""

    def pixels(self) -> Levels:
        """Return the lights as the board should show them."""
        levels: Levels = self.table.levels()
        return levels

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return the visitor's choices, or what everybody is waiting for."""
        if self.set_up and self.set_up.is_running:
            return WhatToDo(State.WAIT, _("The board is being set up at the table's computer."))
        if self.table.virtual_players.follower.is_unknown and not self.mirror.view.question:
            is_here = {*self.mirror.seats}.issubset(self.visitors.places)
            unknown = _("The board plays a game whose hands this laptop does not have: it can only be ended.")
            return WhatToDo(State.WAIT, unknown if is_here else _("This game is played with cards at the board."))
        return super().what_to_do(visitor)
