"""A maker's first evening, on an emulated Pico: `python -m host.tools.first_evening build/tavolo.uf2 --seed 1`.

A new Pico gets this file and has one panel, wired at random. The set-up's questions are answered by what the panel
shows. Then people by phone and bots play a game to its end.
"""

import argparse
from pathlib import Path
from random import Random

from rich.console import Console

from tavolo_host.runtime import import_paths

import_paths.prepend()

from tavolo.games import load, names  # noqa: E402
from tavolo.rules.contract import TABLE, Setup  # noqa: E402
from tavolo_host.board.companion import Companion  # noqa: E402
from tavolo_host.board.port import Port  # noqa: E402
from tavolo_host.board_setup import wires  # noqa: E402
from tavolo_host.board_setup.set_up import SetUp, Stage  # noqa: E402
from tavolo_host.display.parts.what_to_do import Deed, State  # noqa: E402
from tavolo_host.people.pico_table import PicoTable  # noqa: E402
from tavolo_host.simulator.hardware import TICK_MS  # noqa: E402
from tavolo_host.sources.phone_source import PhoneSource  # noqa: E402
from tests.board_setup.evening import Bench, Hands  # noqa: E402
from tests.board_setup.maker import Built, Maker  # noqa: E402

PEOPLE = ("ada", "ben")
LONGEST_MS = 60 * 60_000  # of a game
CHOOSING_MS = 100  # between two looks of people at what they can do
PANEL = 64  # pixels


class PicoBench(Bench):
    """The bench of the set-up's tests with an emulated Pico, at its first start ever."""

    def __init__(self, uf2: Path, board: Built, random: Random) -> None:
        self.board = board
        self.table = PicoTable(random, uf2)
        self.table.virtual_players = Hands(self.table.bodies)
        hardware = self.table.hardware
        hardware.field.count, hardware.field.pixels = PANEL, [(0, 0, 0)] * PANEL
        for chip in hardware.chips:
            chip.present = False
        self.wires = [hardware.track, hardware.field, hardware.lamps]
        self.companion = Companion(Port("cable", opener=self.table.open_port, first_session=7))
        self.set_up = SetUp(self.companion)
        self.maker = Maker(board)
        self.maker.look = self.look
        self.is_seen = True
        self._dark = 0

    @property
    def now_ms(self) -> float:
        """The board's time since its power came."""
        return self.table.pico.now_ns / 1_000_000


class Evening(PhoneSource):
    """The laptop's page at that board."""

    def __init__(self, bench: PicoBench, random: Random) -> None:
        super().__init__(bench.companion, random)
        self.bench, self.random = bench, random

    def run_until(self, condition: object, limit_ms: int) -> None:
        """Let time pass until a condition holds; AssertionError if it does not."""
        for _ in range(limit_ms // TICK_MS):
            if condition():
                return
            self.bench.table.step()
            self.step(TICK_MS)
        raise AssertionError(f"It has not happened: {self.mirror.status}")

    def play(self, name: str) -> None:
        """Play a game of this name to its end, two people and bots."""
        game = load(name)
        self.offered = Setup(game, game.SEATS[0])
        self.run_until(lambda: self.mirror.in_step, 20_000)
        for seat, visitor in enumerate(PEOPLE):
            assert self.visitors.sit(visitor, seat * 4 if game.SEATS[0] == 2 else seat) is None
        assert self.start(game.SEATS[0]) is None
        self.run_until(lambda: self.mirror.record is not None, 20_000)
        self.table.virtual_players.unhurried = 0.2
        looked_ms = 0.0

        def is_over() -> bool:
            nonlocal looked_ms
            if self.bench.now_ms - looked_ms > CHOOSING_MS:
                looked_ms = self.bench.now_ms
                self._choose()
            return bool(self.mirror.result)

        self.run_until(is_over, LONGEST_MS)

    def _choose(self) -> None:
        for visitor in PEOPLE:
            what = self.what_to_do(visitor)
            acts = [choice for choice in what.choices if choice.deed in (Deed.ACT, Deed.AGAIN)]
            if what.state is State.CHOOSE and acts:
                self.do(visitor, self.random.choice(acts))


def main() -> None:
    """Set up and play, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("uf2", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=names(), default="bambuti")
    asked = parser.parse_args()
    random, say = Random(asked.seed), Console(highlight=False, soft_wrap=True).print
    lay, order = random.choice(wires.lays(1)), random.choice(("GRB", "RGB", "BRG"))
    board = Built(lay, 0, "first", "field", ("GRB", order, "GRB"), (), False, True, False)
    bench = PicoBench(asked.uf2, board, random)
    with bench.table:
        bench.until(lambda: bench.set_up.is_wanted)
        say(
            f"First hello and set-up wanted after {bench.now_ms:.0f} ms. Panel: {order}, {lay.rows}, turned {lay.turn}."
        )
        bench.finish()
        assert bench.set_up.stage is Stage.DONE
        assert bench.set_up.settings == board.settings()
        written = " ".join(f"{name}={value}" for name, value in board.settings().items())
        say(f"After {len(bench.set_up.answers)} answers and {bench.now_ms:.0f} ms: {written}")
        began_ms, evening = bench.now_ms, Evening(bench, random)
        evening.play(asked.game)
        seconds = (bench.now_ms - began_ms) / 1000
        record, dealt = evening.mirror.record, evening.table.virtual_players.record
        told = record.digest()
        evening.run_until(lambda: told == record.game.digest(record.game.view(dealt.position, TABLE)), 5000)
        say(f"{asked.game}: {len(record.actions)} actions in {seconds:.0f} s, hands as dealt. {evening.mirror.result}")


if __name__ == "__main__":
    main()
