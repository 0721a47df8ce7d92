"""The page of a board at whose seats people play by phone."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from tavolo.games import setup_from_text
from tavolo_host.board.companion import Companion
from tavolo_host.display.app import LONGEST_STEP_MS
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.phone_source import PhoneSource
from tests.sources.source_support import Line, run_ms, run_until


class AtBoard(PhoneSource):
    """The page's source, with a board at its line; the board of an earlier laptop goes on."""

    def __init__(
        self, text: str = "", seed: int = 5, earlier: "AtBoard | None" = None, phones: str = "all", built: str = "none"
    ) -> None:
        if earlier:
            earlier.companion.close()
        self.line = earlier.line if earlier else Line()
        settings = f"seats = {built}\nphones = {phones}".encode()
        self.board = earlier.board if earlier else VirtualTable(Random(seed), self.line.board, settings)
        companion = Companion(self.line.url)
        while not companion.connected:
            self.board.step()
            companion.step(TICK_MS)
        super().__init__(companion, Random(seed))
        if text:
            self.offered = setup_from_text(f"{text} table")

    def step(self, elapsed_ms: float) -> None:
        for _ in range(int(elapsed_ms / TICK_MS)):
            self.board.step()
            super().step(TICK_MS)


class Pausing(AtBoard):
    """The same with a laptop that is busy now and then for as long as its page allows, while the board goes on."""

    owed_ms = pause_ms = 0.0
    random = Random(1)

    def step(self, elapsed_ms: float) -> None:
        for _ in range(int(elapsed_ms / TICK_MS)):
            self.board.step()
        self.owed_ms += elapsed_ms
        if self.owed_ms >= self.pause_ms:
            elapsed_ms, self.owed_ms = self.owed_ms, 0.0
            self.pause_ms = self.random.choice([10, 10, 10, LONGEST_STEP_MS])
            PhoneSource.step(self, elapsed_ms)


def awake(text: str, file: Path | None = None, of: type[AtBoard] = AtBoard) -> AtBoard:
    """A board that offers this game; what happens is kept in this file, if any."""
    source = of(text)
    if file:
        source.keep_at(file)
    run_ms(source, 2000)
    return source


def begun(text: str, visitors: Mapping[str, int], file: Path | None = None, of: type[AtBoard] = AtBoard) -> AtBoard:
    """The same when the game has begun, with visitors at their seats."""
    source = awake(text, file, of)
    for visitor, seat in visitors.items():
        assert source.visitors.sit(visitor, seat) is None
    assert source.start(source.offered.players) is None
    run_until(source, lambda: source.mirror.record is not None, 5000)
    return source
