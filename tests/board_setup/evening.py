"""A board on a virtual bench that is set up: virtual wires that decode what is sent, and a maker who looks at them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tavolo.maker.settings import FILE, read
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.board_setup.course import DOUBTED, Question
from tavolo_host.board_setup.set_up import SetUp, Stage
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.body import SlotBody
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.pixels import PixelWire
from tests.board_setup.maker import Built, Maker
from tests.link.link_support import Cable

LIMIT_MS = 120_000


class Hands:
    """Nobody but the maker is there, who only touches what is asked for."""

    def __init__(self, bodies: Sequence[SlotBody]) -> None:
        self._bodies = bodies
        self.follower = self

    def step(self, elapsed_ms: int) -> None:
        for body in self._bodies:
            body.step(elapsed_ms)

    def power_failed(self) -> None:
        """Do nothing: nobody plays."""


class Bench:
    """A board with so much on its wires and buses, whose laptop has just been plugged in."""

    def __init__(self, board: Built, random: Random) -> None:
        self.board = board
        self.cable = Cable()
        self.table = VirtualTable(random, self.cable.board)
        bodies, table, hardware = self.table.bodies, self.table, self.table.hardware
        table.virtual_players = Hands(bodies)  # type: ignore[assignment]
        self.wires: list[PixelWire] = []
        for name, pixels, order in zip(("track", "field", "lamps"), board.pixels, board.orders, strict=True):
            wire = PixelWire(pixels, self.table.clock)
            wire.bytes_per_pixel = len(order)
            setattr(hardware, name, wire)
            self.wires.append(wire)
        for seat, chip in enumerate(hardware.chips):
            chip.present = seat in board.seats
        self.table.power_cycle()
        port = Port("cable", opener=self.cable.open, first_session=7)
        self.companion = Companion(port)
        self.set_up = SetUp(self.companion)
        self.maker = Maker(board)
        self.maker.look = self.look
        self.is_seen = True
        self._dark = 0  # how often what was seen could not be

    def step(self) -> None:
        """Let a moment pass."""
        self.table.step()
        self.companion.step(TICK_MS)
        if self.is_seen:
            self.set_up.seen()
        self.set_up.step(TICK_MS)

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def until(self, condition: Any, limit_ms: int = LIMIT_MS) -> None:
        """Wait until something holds."""
        for _ in range(limit_ms // TICK_MS):
            if condition():
                return
            self.step()
        raise AssertionError(f"It has not happened: {self.set_up.stage} {self.set_up.question} {self.set_up.refusal}")

    def look(self, question: Question) -> list[tuple[int, str]]:
        """Return which pixels of a strip are lit, and in which colours people see them: by the pixels' own order.

        A wire decodes as pixels of GRB do: its red is the second byte of each pixel.
        """
        order = self.board.orders[question.strip]
        found = []
        for pixel, (second, first, third) in enumerate(self.wires[question.strip].pixels):
            levels = {order[0]: first, order[1]: second, order[2]: third}
            if first and first == second == third:
                found.append((pixel, "white"))
            elif max(levels.values()):
                colour = max(levels, key=lambda letter: levels[letter])
                found.append((pixel, {"R": "red", "G": "green", "B": "blue"}[colour]))
        return found

    @property
    def is_shown(self) -> bool:
        """Whether the board shows what the question is about."""
        set_up = self.set_up
        return set_up.stage is not Stage.ASKS or (set_up.question is not None and set_up._is_lit == set_up._wanted())

    def answer(self) -> None:
        """Look, and answer the question that is at hand."""
        self.until(lambda: self.is_shown)
        self.run_ms(30)
        question = self.set_up.question
        if question is not None and self.set_up.stage is Stage.ASKS:
            value = self.maker.answer(question)
            self._dark += not value or question.name in DOUBTED
            if value and (question.name not in DOUBTED or self._dark < 3):
                self.set_up.answer(len(self.set_up.answers), value)
            else:  # the further, the more often
                for _ in range(self._dark):
                    self.set_up.back()

    def finish(self) -> None:
        """Answer everything, and wait for the check's end."""
        if self.set_up.stage is Stage.RESTS:
            self.set_up.begin()
        for _ in range(200):
            if self.set_up.stage is not Stage.ASKS:
                break
            self.answer()
        self.until(lambda: self.set_up.stage is Stage.DONE)

    @property
    def kept(self) -> dict[str, str]:
        """The settings that the board has in its file."""
        return read(self.table.hardware.virtual_files.contents.get(FILE, b""))[0]
