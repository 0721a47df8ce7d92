"""An evening on a board with a rig at its pins, which is its chips, sees its pixels and resets it: a real board in real
time, or two emulated Picos in simulated time. Nobody has to be there.

What a rig cannot do is left out: power cuts, failing flash, pulled cables, and chips that forget or accept no writes.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from host.tools.torture.board_play import BACK_MS, BoardTorture
from host.tools.torture.evenings import EMULATED, Evening
from host.tools.torture.faults import FAULTS, REFUSED, RESETS, cut_power, lose_chip
from host.tools.torture.found import STUCK, WRONG, Found, Tally
from host.tools.torture.storm import FaultStory, Target
from host.tools.torture.ticks import SECOND_MS
from host.tools.torture.virtual_play import brisk
from tavolo import wiring
from tavolo.link.channel import Serial
from tavolo.link.telemetry import LAPTOP
from tavolo_host.board.serial_port import PortError, open_serial
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.rig_table import RESET_MS
from tavolo_host.people.table import bodies_at
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.mpr121 import NOISE_LENGTH
from tavolo_host.simulator.rig import Rig, RigError
from tests.pico.pico_evening import WAKING_MS

NOISE_COUNTS = 3.0
BYTES = (0, 1, 2, 5)  # of a write, 0 is the address
ABANDONING_MS = 20_000


# ---- faults that a rig does its own way


def make_noise(target: Target, random: Random) -> FaultStory:
    """A noisy supply: the readings of a chip scatter."""
    chip = random.choice(target.chips)
    usual = chip._noise, chip._noise_reach
    try:
        chip._noise = [random.gauss(0.0, NOISE_COUNTS) for _ in range(NOISE_LENGTH)]
        chip._noise_reach, chip._settled = max(map(abs, chip._noise)) + 1.0, False
        yield random.randrange(500, 10_000)
    finally:
        (chip._noise, chip._noise_reach), chip._settled = usual, False


def hold_data(target: Any, random: Random) -> FaultStory:
    hold = partial(target.table.rig.hold_data, random.randrange(len(wiring.BUSES)))
    try:
        hold(True)
        yield random.choice((20, 300, 3000))
    finally:
        hold(False)


def refuse_bytes(target: Any, random: Random) -> FaultStory:
    """Bytes that the board writes are not acknowledged."""
    for _ in range(random.randrange(1, 12)):
        target.table.rig.refuse(random.randrange(wiring.SEATS), random.choice(BYTES))
        yield random.randrange(1, 900)


STORIES: dict[str, Callable[[Any, Random], FaultStory]] = {
    **{
        kind: FAULTS[kind]
        for kind in (
            "line damaged",
            "foreign bytes",
            "laptop killed",
            "port unread",
            "drift",
            "pads touched",
            "two cards",
            "wrong moment",
            "questions",
        )
    },
    "noise": make_noise,
    "chip lost": partial(lose_chip, ways=3),
    "bus held": hold_data,
    RESETS: cut_power,
    REFUSED: refuse_bytes,
}


# ---- tables


class RiggedTable:
    """People at the chips of a rig, who see by its eyes.

    `pass_time` lets a tick pass for the board; `open_port` opens its port.
    """

    storms, storm_ms = 6, (2000, 20_000)

    def __init__(
        self, random: Random, rig: Rig, pass_time: Callable[[], object], open_port: Callable[[str], Serial]
    ) -> None:
        self.rig = rig
        self.hardware = self.rig
        # The same slots in each evening: a board with a game in its journal calibrates none.
        self.bodies = bodies_at(self.rig.chips, random, slots=Random(1))
        self.virtual_players = VirtualPlayers(self.bodies, self.hardware, Random(random.random()))
        self.open_port = open_port
        self._pass_time = pass_time

    def step(self) -> None:
        """Let TICK_MS pass for people, board and rig."""
        self.virtual_players.step(TICK_MS)
        self._pass_time()
        self.rig.step(TICK_MS)

    def set_unread(self, is_unread: bool) -> None:
        """Leave the board's port unread, or read it again: the system has a buffer of its own."""

    def differs(self, resets: int) -> str:
        """Return what is wrong with what the rig saw, "" for nothing; each reset may have cut a frame short."""
        return f"The rig reports {self.rig.troubles}." if len(self.rig.troubles) > resets + 1 else ""

    def close(self) -> None:
        """Let go of the rig."""


class RealRiggedTable(RiggedTable):
    """A real board and a real rig, in real time. SystemExit, with a sentence, when the rig is not there any more."""

    def __init__(self, random: Random, rig: str) -> None:
        try:
            self._line = open_serial(rig)
        except PortError as problem:
            raise SystemExit(f"The rig cannot be used. {problem}") from problem
        self._end_s = time.monotonic()
        super().__init__(random, Rig(self._line), self._wait, open_serial)

    def _wait(self) -> None:
        """Wait for the end of the tick; ticks that were late are made up for."""
        self._end_s += TICK_MS / 1000
        time.sleep(max(0.0, self._end_s - time.monotonic()))

    def step(self) -> None:
        try:
            super().step()
        except (OSError, RigError) as problem:
            raise SystemExit(f"The evening ended, because the rig cannot be used any more: {problem}") from problem

    def close(self) -> None:
        self._line.close()


def table_at(evening: Evening) -> RiggedTable:
    """Return the table with the evening's board and rig."""
    if evening.rig != EMULATED:
        return RealRiggedTable(evening.random("table"), evening.rig)
    from host.tools.torture.joined_play import JoinedRiggedTable  # the emulator's packages may be missing otherwise

    return JoinedRiggedTable(evening.random("table"))


# ---- the evening


class RigTorture(BoardTorture):
    """A table with a rig."""

    def __init__(self, evening: Evening, tally: Tally, table: RiggedTable) -> None:
        super().__init__(evening, tally, table, STORIES)
        self.url = evening.board or self.url
        self.storms, self.storm_ms = table.storms, table.storm_ms
        self._resets = 0
        self._held_ms = 0
        self._is_fresh = True  # no port was opened since the board started
        self.kill_laptop()

    # ---- faults

    def kill_laptop(self) -> None:
        if self.port is not None:
            self.port.close()
        super().kill_laptop()

    def open_port(self, url: str) -> Any:
        return self.table.open_port(url)

    def _open(self, url: str) -> Any:
        port = super()._open(url)
        port.hear = self.told.hear
        if not self._is_fresh:
            self.told.reopened()
        self._is_fresh = False
        return port

    def set_unread(self, is_unread: bool) -> None:
        super().set_unread(is_unread)
        self.table.set_unread(is_unread)

    def cut_power(self, in_operation: int | None, share: float) -> None:
        """Reset the board by its RUN pin, which is held for a moment."""
        if self._held_ms <= 0:
            self._resets += 1
            self.table.rig.hold_reset(True)
        self._held_ms = RESET_MS

    def see_power(self) -> None:
        if self._held_ms <= 0:
            return
        self._held_ms -= TICK_MS
        if self._held_ms <= 0:
            self.table.rig.hold_reset(False)
            self._is_fresh = True
            self.power_came()

    def heal(self) -> None:
        super().heal()
        while self._held_ms > 0:
            self.step()

    # ---- the evening

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
        self.heal()
        self.run_ms(WAKING_MS)
        self.run_until(self.is_clear, BACK_MS, STUCK, "The board does not answer.")

    def play(self) -> None:
        super().play()
        differs = self.table.differs(self._resets)
        if differs:
            raise Found(WRONG, differs)


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening on a board with a rig; raises Found, and any exception of board, laptop or emulated rig."""
    with brisk():
        table = table_at(evening)
        torture = RigTorture(evening, tally, table)
        try:
            torture.play()
        finally:
            torture.end()
            torture.companion.close()
            table.close()
