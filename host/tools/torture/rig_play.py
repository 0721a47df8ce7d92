"""An evening on a board with a rig at its pins, which is its chips, sees its pixels and resets it: a real board in real
time, or two emulated Picos in simulated time. Nobody has to be there.

What a rig cannot do is left out: failing flash, pulled cables, and chips that forget or accept no writes. Its power
cuts are resets.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from host.tools.torture.board_play import BoardPlay, BoardPort
from host.tools.torture.evening import EMULATED, Evening
from host.tools.torture.faults import BYTE, DATA, SILENT
from host.tools.torture.found import STUCK, WRONG, Found, Tally
from host.tools.torture.table_play import SECOND_MS
from tavolo import wiring
from tavolo.link.channel import Serial
from tavolo.link.telemetry import LAPTOP
from tavolo_host.board.serial_port import PortError, open_serial
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.rig_table import RESET_MS
from tavolo_host.people.table import bodies_at
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.rig import Rig, RigError

REFUSED = (0, 1, 2, 5)  # bytes of a write; 0 is the address
ABANDONING_MS = 20_000


class RiggedTable:
    """People at the chips of a rig, who see by its eyes; `pass_time` lets a tick pass for the board.

    SystemExit, with a sentence, when the rig is not there any more.
    """

    def __init__(self, random: Random, rig: Rig, pass_time: Callable[[], object]) -> None:
        self.rig = self.hardware = rig
        # The same slots in each evening: a board with a game in its journal calibrates none.
        self.bodies = bodies_at(rig.chips, random, slots=Random(1))
        self.virtual_players = VirtualPlayers(self.bodies, rig, Random(random.random()), random)
        self._pass_time = pass_time

    def step(self) -> None:
        """Let TICK_MS pass for people, board and rig."""
        self.virtual_players.step(TICK_MS)
        try:
            self._pass_time()
            self.rig.step(TICK_MS)
        except (OSError, RigError) as problem:
            raise SystemExit(f"The evening ended, because the rig cannot be used any more: {problem}") from problem


class RealPicos:
    """A real board and a real rig at this port, in real time: as `JoinedTable`, which is the emulated ones."""

    def __init__(self, rig: str) -> None:
        try:
            self._line = open_serial(rig)
        except PortError as problem:
            raise SystemExit(f"The rig cannot be used. {problem}") from problem
        self._end_s = time.monotonic()

    def open_rig(self) -> Rig:
        """Return the laptop's end of the rig."""
        return Rig(self._line)

    def open_board(self, url: str) -> Serial:
        """Open the board's serial port; raises PortError."""
        return open_serial(url)

    def pass_time(self) -> None:
        """Wait for the end of the tick; ticks that were late are made up for."""
        self._end_s += TICK_MS / 1000
        time.sleep(max(0.0, self._end_s - time.monotonic()))

    def differs(self, rig: Rig, seen: object, cut_short: int) -> str:
        """Return what is wrong with what the rig saw, "" for nothing; so many frames may have been cut short."""
        return f"The rig reports {rig.troubles}." if len(rig.troubles) > cut_short + 1 else ""

    def close(self) -> None:
        """Let go of the rig."""
        self._line.close()


def picos_at(evening: Evening) -> Any:
    """Return the evening's board and rig, joined."""
    if evening.rig != EMULATED:
        return RealPicos(evening.rig)
    from tests.pico.joined_table import JoinedTable  # the emulator's packages may be missing otherwise

    return JoinedTable(evening.random("picos").getrandbits(16))


class RigPlay(BoardPlay):
    """A table with a rig."""

    kinds: tuple[str, ...] = (
        *("line damaged", "foreign bytes", "laptop killed", "port unread"),
        *("noise", "chip lost", "bus held", "bytes refused", "drift", "pads touched", "two cards"),
        *("wrong moment", "questions", "power cut"),
    )
    losses = (SILENT, DATA, BYTE)
    buses: tuple[Any, ...] = ()

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self._picos = picos_at(evening)
        rig = self._picos.open_rig()
        super().__init__(evening, tally, RiggedTable(evening.random("table"), rig, self._picos.pass_time))
        self.url = evening.board or self.url
        if evening.rig == EMULATED:  # a second takes many of the processor's
            self.storms, self.storm_ms = 2, (4000, 8000)
        self._seen: dict[int, list[bytes]] = {pin: [] for pin in rig.strips}
        for pin, strip in rig.strips.items():
            strip.listener = partial(self._see, self._seen[pin])
        self._resets = 0
        self._held_ms = 0
        self._is_fresh = True  # no port was opened since the board started

    @staticmethod
    def _see(frames: list[bytes], start_ns: int, end_ns: int, levels: bytes) -> None:
        frames.append(levels)

    def close(self) -> None:
        super().close()
        if self.port is not None:
            self.port.close()
        self._picos.close()

    def see_power(self) -> None:
        if self._held_ms <= 0:
            return
        self._held_ms -= TICK_MS
        if self._held_ms <= 0:
            self.table.rig.hold_reset(False)
            self._is_fresh = True
            self.power_came()

    # ---- the game

    def begin(self) -> None:
        if not self.board_id:
            self.board_id = self.companion.port.board_id
            if self.is_playing():
                self._give_up_the_game()
        super().begin()

    def _give_up_the_game(self) -> None:
        """Abandon what the board has kept of an earlier evening, and let it calibrate its seats."""
        self.companion.ask("abandon", LAPTOP)
        sentence = "The game of an earlier evening is not abandoned."
        self.run_until(lambda: not self.is_playing(), ABANDONING_MS, STUCK, sentence)
        self.run_ms(SECOND_MS)
        self.cut_power(None, 0.0)
        self.put_right()
        self.wake()

    def put_right(self) -> None:
        super().put_right()
        while self._held_ms > 0:
            self.step()

    def finish(self) -> None:
        super().finish()
        differs = self._picos.differs(self.table.rig, self._seen, self._resets)
        if differs:
            raise Found(WRONG, differs)

    # ---- faults

    def open_port(self, url: str) -> BoardPort:
        port = BoardPort(self._picos.open_board(url), self.told.hear)
        if not self._is_fresh:
            self.told.reopened()
        self._is_fresh = False
        return port

    def set_unread(self, is_unread: bool) -> None:
        super().set_unread(is_unread)
        if self.evening.rig == EMULATED and self._picos.picos.port is not None:
            self._picos.picos.port.unread = is_unread

    def cut_power(self, in_operation: int | None, share: float) -> None:
        """Reset the board by its RUN pin, which is held for a moment."""
        if self._held_ms <= 0:
            self._resets += 1
            self.table.rig.hold_reset(True)
        self._held_ms = RESET_MS

    def hold_bus(self, number: int, is_held: bool) -> None:
        self.table.rig.hold_data(number, is_held)

    def refuse_byte(self, random: Random) -> None:
        """Let the board get no acknowledgement for a byte that it writes."""
        self.table.rig.refuse(random.randrange(wiring.SEATS), random.choice(REFUSED))
