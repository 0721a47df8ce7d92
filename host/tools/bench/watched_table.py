"""An emulated table that is measured from outside: the wires of its pixels and of its first chip, to the nanosecond.

It runs the chip's own firmware and `main`, with nothing added.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random

from tavolo import wiring
from tavolo.journal.journal import Journal
from tavolo.lights.stage import BEAT_MS
from tavolo.seat.registers import STATUS
from tavolo.seat.states import TAKE
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator.body import SlotBody
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash
from tavolo_host.simulator.mpr121 import Mpr121

# By variant: the firmware inside the interpreter, and as a ROMFS image behind it.
FIRMWARE = {"frozen": Path("build/tavolo.uf2"), "ROMFS": Path("build/micropython.uf2")}
MS = 1_000_000  # ns
BYTE_NS = 10_000  # of a pixel's data on the wire
BEAT_NS = BEAT_MS * MS
NEAR_A_BEAT_NS = 12 * MS  # how long before its frame a tick with a beat may have started, and a little more
SLICE_NS = MS // 2  # the resolution of time while something is awaited
MOMENT_MS = 5
PREPARING_MS = 1500
CALIBRATED_MS = 3000  # ample, after power-on


@dataclass(frozen=True)
class Frame:
    """The data sent to a strip, with its time; byte n is on the wire from BYTE_NS times n after the start."""

    pin: int
    start_ns: int
    end_ns: int
    levels: bytes


@cache
def flash_of(variant: str) -> bytes:
    """Return a whole flash after a first start, which makes the file system, with an erased journal."""
    with PicoTable(Random(0), FIRMWARE[variant]) as table:
        table.run_ms(PREPARING_MS)
        return with_journal(table.pico.read_flash(), erased_journal().content)


def with_journal(flash: bytes, journal: bytes | bytearray) -> bytes:
    at = wiring.JOURNAL_ADDRESS
    return flash[:at] + bytes(journal) + flash[at + len(journal) :]


def erased_journal() -> NorFlash:
    """Return the journal's flash as a long rest in the lobby leaves it."""
    flash = NorFlash(Clock(), wiring.JOURNAL_BYTES)
    journal = Journal(flash)
    for _ in range(20_000):
        journal.rest(5, True)
    return flash


def at_each_tick(chip: Mpr121, call: Callable[[], None]) -> None:
    """Call something whenever the board asks this chip for its status, as it does in each tick."""
    write, status = chip.write, bytes((STATUS,))

    def watched(data: bytes) -> None:
        if data == status:
            call()
        write(data)

    chip.write = watched  # type: ignore[method-assign]


def is_near_a_beat(at_ns: int, beat_ns: int) -> bool:
    """Return whether a time is close to `beat_ns`, or to any other beat before or after it."""
    return (at_ns - beat_ns + NEAR_A_BEAT_NS) % BEAT_NS < 2 * NEAR_A_BEAT_NS


def hold(body: SlotBody, covered: float) -> None:
    """Lay a finger on ✓, or take it away."""
    body.keys[TAKE] = covered
    body.feel()


class WatchedTable(PicoTable):
    """A table that records every frame, and when each tick asked the chip of seat 0 for its status."""

    def __init__(
        self, variant: str, seed: int = 1, times: str = "typical", journal: bytes | bytearray | None = None
    ) -> None:
        flash = flash_of(variant)
        super().__init__(Random(seed), FIRMWARE[variant], flash=with_journal(flash, journal) if journal else flash)
        self.pico.choose_flash_times(times)
        self.lamps = self.hardware.lamps
        self.frames: list[Frame] = []
        self.ticks_ns: list[int] = []
        for pin, strip in self.hardware.strips.items():
            strip.listener = partial(self._see, pin)
        at_each_tick(self.hardware.chips[0], lambda: self.ticks_ns.append(self.pico.now_ns))

    def _see(self, pin: int, start_ns: int, end_ns: int, levels: bytes) -> None:
        self.frames.append(Frame(pin, start_ns, end_ns, levels))

    def journal_flash(self) -> NorFlash:
        """Return a copy of the board's journal flash."""
        flash = NorFlash(Clock(), wiring.JOURNAL_BYTES)
        flash.content[:] = self.pico.read_flash(wiring.JOURNAL_ADDRESS, wiring.JOURNAL_BYTES)
        return flash

    def wake(self) -> None:
        """Let time pass until every seat is calibrated."""
        self.wait_ms(CALIBRATED_MS)

    def wait_ms(self, milliseconds: float) -> None:
        self.pico.advance_ms(milliseconds)
        self.catch_up()

    def pass_time(self) -> float:
        """Let a moment pass for the board alone; return its milliseconds."""
        self.wait_ms(MOMENT_MS)
        return MOMENT_MS

    def restart(self) -> None:
        """Switch the board off and on."""
        self.pico.cut_power()
        self.pico.power_on()

    def touch(self, seat: int) -> Callable[[], int]:
        """Touch ✓ of a seat; what is returned tells later when that was, in ns."""
        touched_ns = self.pico.now_ns
        hold(self.bodies[seat], 1.0)
        return lambda: touched_ns

    def await_frame(self, pin: int, is_it: Callable[[Frame], bool], limit_ms: int) -> Frame:
        """Return the first frame from now on, on a pin, of which `is_it` is true."""
        seen = len(self.frames)
        for _ in range(limit_ms * MS // SLICE_NS):
            self.pico.advance_ns(SLICE_NS)
            for frame in self.frames[seen:]:
                if frame.pin == pin and is_it(frame):
                    return frame
            seen = len(self.frames)
        raise AssertionError(f"The pixels have not shown it in {limit_ms} ms.")

    def tick_lengths_ms(self, since_ns: int) -> list[float]:
        """Return how long each tick since then took."""
        return [(later - now) / MS for now, later in self._ticks(since_ns)]

    def idle_lengths_ms(self, since_ns: int) -> list[float]:
        """Return the same for ticks in which nothing can have been painted, while nobody does anything.

        The lights are painted at each beat, though the picture may turn out the same and leave no trace. So ticks at
        the beats are left out: they come at the phase that most frames of this time share, since what happened just
        before may have been painted between two beats.
        """
        starts = [frame.start_ns for frame in self.frames if frame.start_ns >= since_ns]
        starts = starts or [frame.start_ns for frame in self.frames[-1:]]
        beat_ns = max(starts, key=lambda beat_ns: sum(is_near_a_beat(at_ns, beat_ns) for at_ns in starts))
        return [
            (later - now) / MS
            for now, later in self._ticks(since_ns)
            if (later + NEAR_A_BEAT_NS - beat_ns) // BEAT_NS == (now - NEAR_A_BEAT_NS - beat_ns) // BEAT_NS
        ]

    def _ticks(self, since_ns: int) -> list[tuple[int, int]]:
        return list(pairwise([now for now in self.ticks_ns if now >= since_ns]))
