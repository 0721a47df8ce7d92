"""One seat on the bench: Adafruit's driver and the firmware's own reads, over the adapters and a virtual I2C bus, on
register-level chips whose electrodes get their capacitance from the slot's model. Only time is simulated.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tavolo import wiring
from tavolo.seat import calibrating, states, touch
from tavolo.seat.calibration import Calibration
from tavolo.seat.finding import find
from tavolo.seat.registers import Settings
from tavolo.seat.seat import Seat
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.i2c import VirtualI2C
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import GRID, Geometry

TICK_MS = 5
Event = tuple[int, int, int]


def set_up(chip: touch.Chip, settings: Settings) -> bool:
    """Find a chip and write these settings; return whether it took them."""
    chip.settings = settings
    return chip.find(find) and chip.configure()


class Bench:
    """A seat whose slot and keys are handled by the test. `seed` None makes a perfect slot."""

    def __init__(
        self,
        seed: int | None = 1,
        geometry: Geometry = GRID,
        noise_counts: float = 0.7,
        calibration: Calibration | None = None,
        tick_ms: int = TICK_MS,
        number: int = 0,
    ) -> None:
        self.tick_ms = tick_ms
        self.clock = Clock()
        self.chip = Mpr121(self.clock, Random(seed), noise_counts)
        self.address = wiring.ADDRESSES[number % 4]
        self.bus = VirtualI2C({self.address: self.chip})
        self.slot = Slot(geometry, None if seed is None else Random(seed))
        self._cards: tuple[InsertedCard, ...] = ()
        self._hand = 0.0
        self._keys = [0.0, 0.0, 0.0]
        self.drop = (0, 0.0)  # the pad with a drop, and its pF
        self.feel()
        self.seat = Seat(number, touch.Chip(self.bus, self.address, self.bus.free), calibration)

    def started(self) -> "Bench":
        """The same bench with its seat set up and calibrated."""
        self.seat.set_up(find)
        if self.seat.calibration is None:
            assert self.run(1000) == [(states.CALIBRATED, self.seat.number, 0)]
        self.run(50)
        return self

    def scatter(self, times: float) -> None:
        """From now on readings scatter this many times as much."""
        self.chip._noise = [times * each for each in self.chip._noise]
        self.chip._noise_reach *= times

    def scatter_as(self, counts: Sequence[float]) -> None:
        """From now on readings scatter by these counts, in turn."""
        self.chip._noise = list(counts)
        self.chip._noise_reach = max(abs(value) for value in counts) + 1.0

    def put(self, *cards: InsertedCard | int, hand: float = 0.0) -> None:
        """Put these cards, from the pads outwards, and this much hand into the slot."""
        self._cards = tuple(card if isinstance(card, InsertedCard) else InsertedCard(card) for card in cards)
        self._hand = hand
        self.feel()

    def touch(self, *keys: int, how_much: float = 1.0) -> None:
        """Let fingers lie on these keys, and on no others."""
        self._keys = [how_much if key in keys else 0.0 for key in range(3)]
        self.feel()

    def feel(self) -> None:
        """Pass what is in the slot and on the keys to the chip's electrodes."""
        picofarads = self.slot.electrodes(self._cards, self._hand, self._keys)
        picofarads[self.drop[0]] += self.drop[1]
        self.chip.capacitance_pf = picofarads

    def run(self, milliseconds: int) -> list[Event]:
        """Let time pass, tick by tick; return all events of the seat."""
        return [event for _, event in self.run_timed(milliseconds)]

    def run_timed(self, milliseconds: int) -> list[tuple[int, Event]]:
        """The same with the time of each event, in ms from now."""
        told = []
        for now in range(self.tick_ms, milliseconds + 1, self.tick_ms):
            self.clock.advance_ms(self.tick_ms)
            told += [(now, event) for event in self.seat.step(self.tick_ms)]
        return told

    def insert(self, card: InsertedCard, milliseconds: int = 200) -> list[Event]:
        """Slide a card in from the mouth to its final place, held by a hand outside the slot."""
        return self.slide(card, 60.0, card.short_mm, milliseconds)

    def lift(self, card: InsertedCard, milliseconds: int = 200) -> list[Event]:
        """Draw a card out, and leave the slot empty for long enough."""
        told = self.slide(card, card.short_mm, 60.0, milliseconds)
        self.put()
        return told + self.run(200)

    def slide(self, card: InsertedCard, from_mm: float, to_mm: float, milliseconds: int = 200) -> list[Event]:
        """Move a card, and let go of it at its place."""
        told: list[Event] = []
        steps = milliseconds // self.tick_ms
        for step in range(steps + 1):
            short_mm = from_mm + (to_mm - from_mm) * step / steps
            self.put(replace(card, short_mm=short_mm), hand=0.05)
            told += self.run(self.tick_ms)
        self.put(replace(card, short_mm=to_mm))
        return told


def measure(bench: Bench, earlier: Calibration | None = None) -> tuple[int, calibrating.Calibrating]:
    """Run a calibration of the bench's chip alone, to its end."""
    chip = bench.seat.chip
    running = calibrating.Calibrating(chip, earlier)
    for _ in range(400):
        bench.clock.advance_ms(bench.tick_ms)
        result = running.step(bench.tick_ms)
        if result != calibrating.RUNNING:
            return result, running
    raise AssertionError("The calibration does not end.")


def settled(told: Sequence[Event]) -> list[tuple[int, int]]:
    """Events without the seat's number."""
    return [(kind, value) for kind, _, value in told]
