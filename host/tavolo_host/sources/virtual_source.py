"""The virtual table as the page shows it: table, people and laptop in one process, time as it passes outside.

The laptop's side is the one that a real board has: it reaches the virtual board through a pyserial URL on the
loopback, and shows what came over it. Only hands, slots seen from outside and lights come from the table itself.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tavolo import wiring
from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.display.geometry import places
from tavolo_host.display.source import SeatView, SlotState, SlotView, TakenBy
from tavolo_host.display.what_to_do import Choice, WhatToDo
from tavolo_host.people.pace import Pace
from tavolo_host.players.thinking import Engine
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer, PseudoTerminal
from tavolo_host.sources.companion_source import CompanionSource
from tavolo_host.sources.visitors import Visitors
from tavolo_host.texts.language import _

# When the machine was busy or asleep, time that was missed beyond this is left out.
CATCH_UP_MS = 250.0
BoardLine = LoopbackServer | PseudoTerminal

if TYPE_CHECKING:
    from tavolo.rules.game import Game
    from tavolo_host.people.pico_table import PicoTable
    from tavolo_host.people.table import VirtualTable


class VirtualSource(CompanionSource):
    """A `TableSource` with people, and with `visitors`. `setup` is offered; its number of players may be chosen anew.

    `line` is the board's serial side; the laptop's side opens its URL. `pace` sees to it that a board which takes more
    time than passes does not stop the page, and says how fast it runs. For people and board, time passes `quickened`
    times as fast. `engine` think for the people; without any, all are of one level.
    """

    def __init__(
        self,
        table: "VirtualTable | PicoTable",
        setup: Setup,
        line: BoardLine,
        pace: Pace | None = None,
        quickened: float = 1.0,
        engine: Engine | None = None,
    ) -> None:
        super().__init__(Companion(line.url), setup)
        self._line = line
        self.table = table
        self._pace = pace
        self._quickened = quickened
        self.table.virtual_players.told.laptop = self.companion.mirror
        if engine:
            self.table.virtual_players.engine = engine
        self._owed_ms = 0.0
        self.visitors = Visitors(table.virtual_players)

    def step(self, elapsed_ms: float) -> None:
        """Let time pass for table, people and laptop."""
        self._owed_ms = min(self._owed_ms + elapsed_ms * self._quickened, CATCH_UP_MS * self._quickened)
        passed_ms = 0
        if self._pace:
            self._pace.begin(elapsed_ms)
        while self._owed_ms >= TICK_MS and not (self._pace and self._pace.is_spent()):
            self._owed_ms -= TICK_MS
            passed_ms += TICK_MS
            self.table.step()
            # However much goes by in one step, neither end of the line takes the other for gone.
            self.companion.step(TICK_MS)
        if self._pace:
            self._pace.end(passed_ms)
        if not passed_ms:
            self.companion.step(0)

    def close(self) -> None:
        """Give line and table free."""
        self.companion.close()
        self._line.close()
        self.table.virtual_players.engine.close()
        self.table.close()

    @property
    def of_board(self) -> str:
        """Return how fast the board runs, in words; nothing when that is as fast as time."""
        return self._pace.words() if self._pace else ""

    # ---- what everybody sees

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return the decoded colours: track, field (row by row), lamps."""
        hardware = self.table.hardware
        field = hardware.field.pixels
        ordered = [
            field[wiring.field_pixel(column, row)]
            for row in range(wiring.FIELD_ROWS)
            for column in range(wiring.FIELD_COLUMNS)
        ]
        return tuple(
            bytes(level for pixel in strip for level in pixel)
            for strip in (hardware.track.pixels, ordered, hardware.lamps.pixels)
        )  # type: ignore[return-value]

    def slots(self) -> Sequence[SlotView]:
        """Return the slots: the state that the board tells, and whether a card is in."""
        return [
            SlotView(SlotState(state), bool(body.cards))
            for state, body in zip(self.mirror.view.slots, self.table.bodies, strict=True)
        ]

    def seats(self) -> Sequence[SeatView]:
        """Return who sits where."""
        views = []
        for person, name in zip(self.table.virtual_players.people, self.visitors.names(), strict=True):
            taken = TakenBy.NOBODY if person.player is None else TakenBy.PERSON
            touched = (person.body.keys[0] > 0, person.body.keys[1] > 0, person.body.keys[2] > 0)
            taken = TakenBy.VISITOR if person.is_visitor else taken
            views.append(SeatView(person.seat, person.player, name, taken, touched))
        return views

    # ---- what may be done

    def start(self, players: int, game: "Game | None" = None, options: tuple[int, ...] | None = None) -> str | None:
        """Ask the board to begin a game, the offered one unless another is named; visitors' seats take part."""
        if self.mirror.game is not None and not self.mirror.result:
            return _("A game is being played.")
        if not self.companion.connected:
            return _("The board is not connected yet.")
        if players < len(self.visitors.seats):
            return _(
                "Visitors seated: {}; players chosen: {}. Choose more players, or ask a visitor to stand up."
            ).format(len(self.visitors.seats), players)
        return self._begin(players, self._places(players), game, options)

    def _places(self, players: int) -> tuple[int, ...]:
        """Return the seats of a game: the visitors' and as many others, spread around the table."""
        chosen = sorted(self.visitors.seats.values())
        spread = [*places(players), *range(wiring.SEATS)]
        for seat in spread:
            if len(chosen) < players and seat not in chosen:
                chosen.append(seat)
        return tuple(sorted(chosen))

    def name_seat(self, seat: int, name: str) -> None:
        """Do nothing: visitors say what they are called, and virtual people have names."""

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return what the visitor may do now, or what everybody waits for."""
        return self.visitors.what_to_do(visitor)

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Have the visitor's hands do one of the choices; one that is none any more is refused."""
        return self.visitors.do(visitor, chosen)
