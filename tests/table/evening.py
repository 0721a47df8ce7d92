"""For tests of the whole table: a virtual table with its people, a cable, and a laptop that can be plugged in."""

from collections.abc import Callable
from random import Random

from tavolo.games import load
from tavolo.games.cards import code_of
from tavolo.rules.contract import Setup
from tavolo_host.companion import Companion
from tavolo_host.port import Port
from tavolo_host.virtual.body import Body
from tavolo_host.virtual.table import PASS_MS, VirtualTable
from tests.link.link_support import Cable

DAVID = load("david-goliath")
WAKING_MS = 1500  # boot and calibration
LONGEST_GAME_MS = 30 * 60 * 1000


class Evening:
    """A table, switched on and calibrated, in made-up time."""

    def __init__(self, seed: int = 1, laptop: bool = True) -> None:
        self.cable = Cable()
        self.table = VirtualTable(Random(seed), self.cable.board)
        self.companion: Companion | None = None
        if laptop:
            self.plug_in()
        self.run_ms(WAKING_MS)

    @property
    def board(self):
        return self.table.board

    @property
    def company(self):
        return self.table.company

    @property
    def mirror(self):
        assert self.companion is not None
        return self.companion.mirror

    def plug_in(self) -> None:
        self.companion = Companion(Port("cable", opener=self.cable.open, first_session=1))

    def step(self) -> None:
        self.table.step()
        if self.companion is not None:
            self.companion.step(PASS_MS)

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // PASS_MS):
            self.step()

    def run_until(self, condition: Callable[[], bool], limit_ms: int = LONGEST_GAME_MS) -> None:
        for _ in range(limit_ms // PASS_MS):
            if condition():
                return
            self.step()
        raise AssertionError("it has not happened in all that time")

    def start(self, players: int = 4, options: tuple[int, ...] | None = None) -> None:
        """Have the people start a game by keys, and wait until it has begun."""
        self.company.start(Setup(DAVID, players, options))
        self.run_until(lambda: self.board.referee.play is not None)

    def play_actions(self, count: int) -> None:
        """Let the people play until the game has so many actions, and their slots are empty again."""
        self.run_until(lambda: len(self.board.referee.play.record.actions) >= count)
        self.run_until(lambda: not any(body.cards or body.is_moving() for body in self.table.bodies))

    def hold_people_still(self) -> None:
        """Nobody plays by himself any more; the test moves the hands."""
        for person in self.company.people:
            person.is_visitor = True

    def body(self, seat: int) -> Body:
        body: Body = self.table.bodies[seat]
        return body

    def put_in(self, seat: int, card: int, stop_at_mm: float = 0.0) -> None:
        """Put a card of David & Goliath into a slot and let it lie for a second."""
        self.put_code_in(seat, code_of(DAVID.NAME, card), stop_at_mm)

    def put_code_in(self, seat: int, code: int, stop_at_mm: float = 0.0) -> None:
        self.body(seat).do(self.body(seat).put_in(code, stop_at_mm))
        self.run_ms(1800)

    def take_out(self, seat: int) -> None:
        self.body(seat).do(self.body(seat).take_out())
        self.run_ms(1000)

    def press(self, seat: int, *keys: int, hold_ms: int = 110) -> None:
        self.body(seat).do(self.body(seat).press(*keys, hold_ms=hold_ms))
        self.run_until(lambda: not self.body(seat).is_moving())
        self.run_ms(100)

    def lamp_colours(self, seat: int) -> set[tuple[int, int, int]]:
        """The colours that a lamp shows within the next second."""
        colours = set()
        for _ in range(1000 // PASS_MS):
            self.step()
            colours.add(self.table.hardware.lamps.pixels[seat])
        return colours

    def hand(self, seat: int) -> list[int]:
        hand: list[int] = self.company.hand(seat)
        return hand

    def seat_to_play(self) -> int:
        record = self.board.referee.play.record
        seat: int = self.board.referee.play.seats[record.game.to_act(record.position)[0]]
        return seat

    def sentences(self, kind: str) -> list[str]:
        """The laptop's log entries of a kind: event, refusal, trouble or note."""
        return [entry.sentence for entry in self.mirror.log if entry.kind == kind]

    def refusals(self) -> list[tuple[int | None, str]]:
        """Seat and sentence of what was refused."""
        return [(entry.seat, entry.sentence) for entry in self.mirror.log if entry.kind == "refusal"]
