"""The selftest: what the board's chips, electrodes, keys and pixels do, in numbers.

The laptop starts it, for a maker who has just soldered the board; while it runs, the table steps it instead of seats
and lobby. It judges nothing: the laptop turns its numbers into verdicts and words. It ends when the laptop requests
that, or is gone. No key ends it, or a board with stuck keys could not be tested.

The requests are "selftest", "walk" and "light"; it sends "chip", "charges", "touched", "walked", "reading" and "pace"
(`tavolo.link.messages`).
"""

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.link.messages import LIT_BYTES, WIRE_BYTES
from tavolo.maker.probe import Probe
from tavolo.play.reasons import SELFTEST_IS_OVER, SELFTEST_RUNS, STRIP_NOT_BUILT
from tavolo.seat.touch import NOT_BUILT
from tavolo.wiring import FIELD_PIN, LAMPS_PIN, TRACK_PIN

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.lights.strips import Lights
    from tavolo.link.publisher import Publisher
    from tavolo.seat.seat import Seat

PACE_MS = 500
PINS = (TRACK_PIN, FIELD_PIN, LAMPS_PIN)
TOP_BYTE = 24  # see `neopixel_write`
TELEMETRY_MS = 20  # at most one line in this time: encoding one costs some milliseconds
# The walking light, and its trail: the whole field of it stays below the current limit.
COLOURS = (
    (palette.REFUSED, palette.ABSENT),
    (palette.ACCEPTED, palette.CARD_DIM + 2),
    (palette.CARD, palette.CARD_DIM),
)


class Walk:
    """Light that walks over the `places` of a strip of `canvas` and leaves a trail: a dark pixel is a gap in it."""

    def __init__(self, canvas: Canvas, places: bytes, strip: int, colour: int, pixel_ms: int) -> None:
        self.strip, self.colour = strip, colour
        self._head, self._trail = COLOURS[colour]
        self._pixels = canvas.strips[strip]
        self._places = places
        self._pixel_ms = pixel_ms
        self._left_ms = 0
        self._place = -1
        canvas.clear()

    def step(self, elapsed_ms: int) -> bool:
        """Let time pass; return whether the light has arrived, and has been shown there too."""
        self._left_ms -= elapsed_ms
        places, pixels = self._places, self._pixels
        while self._left_ms <= 0 and self._place < len(places):
            if self._place >= 0:
                pixels[places[self._place]] = self._trail
            self._place += 1
            if self._place < len(places):
                pixels[places[self._place]] = self._head
            self._left_ms += self._pixel_ms
        return self._place == len(places)


class Selftest:
    """The whole selftest, of all `seats`. `canvas` is what the lights are to show; `is_over` when it has ended.

    `lights` know which places of the canvas are visible; `hardware` has the strips' wires.
    """

    def __init__(self, seats: "list[Seat]", publisher: "Publisher", lights: "Lights", hardware: "Any") -> None:
        self.canvas = Canvas()
        self._lights = lights
        self._hardware = hardware
        self._raw: "list[bytearray | None]" = [None] * len(PINS)  # what is on the wires besides the canvas
        self._is_new = [False] * len(PINS)  # and not sent yet
        self.is_over = False
        self._seats = seats
        self._publisher = publisher
        self._probes = [Probe(seat) for seat in seats]
        self._sent_chips: "list[tuple[int, ...]]" = [()] * len(seats)
        self._sent_charges = [False] * len(seats)
        self._sent_status = [0] * len(seats)
        self._turn = 0  # whose chip is stepped next
        self._reading = 0  # whose reading is sent next
        self._walk: Walk | None = None
        self._free_heap = free_heap()
        self._now_ms = 0
        self._ticks = -1  # the first tick, which has just collected garbage, does not count
        self._ticks_ms = self._longest_ms = 0
        self._pace_ms = self._telemetry_ms = 0  # until the next one is sent

    def walk(self, strip: int, colour: int, pixel_ms: int) -> tuple[bool, tuple[int, ...]]:
        """Let light walk along a strip, this long at each pixel; return (accepted, reason)."""
        places = self._lights.places(strip)
        if not places:
            return False, (STRIP_NOT_BUILT,)
        self._walk = Walk(self.canvas, places, strip, colour, pixel_ms)
        return True, (SELFTEST_RUNS,)

    def light(self, strip: int, first: int, levels: tuple[int, ...]) -> tuple[bool, tuple[int, ...]]:
        """Light bytes of a strip's wire from the `first` on, whatever the settings say; return (accepted, reason)."""
        self._walk = None
        self.canvas.clear()
        for probe in self._probes:
            probe.look()
        raw = bytearray(WIRE_BYTES + LIT_BYTES)  # whole pixels, of three bytes and of four
        raw[first : first + len(levels)] = bytes(levels)
        self._raw[strip] = raw
        self._is_new[strip] = True
        return True, (SELFTEST_RUNS,)

    def _send_raw(self) -> None:
        """Send what `light` has put on a wire, once what was sent before is shown."""
        for strip in range(len(PINS)):
            if self._is_new[strip]:
                wire = self._hardware.pixel_pin(PINS[strip]).state_machine
                if wire.is_quiet():
                    wire.put(self._raw[strip], TOP_BYTE)
                    self._is_new[strip] = False

    def end(self) -> tuple[bool, tuple[int, ...]]:
        """End it and calibrate all seats, since their chips were reconfigured; return (accepted, reason)."""
        self.is_over = True
        for strip in range(len(PINS)):
            if self._raw[strip] is not None:
                self._raw[strip] = bytearray(WIRE_BYTES + LIT_BYTES)
                self._hardware.pixel_pin(PINS[strip]).state_machine.put(self._raw[strip], TOP_BYTE)
        for seat in self._seats:
            if not seat.chip.lost:
                seat.calibrate()
        return True, (SELFTEST_IS_OVER,)

    def step(self, elapsed_ms: int) -> None:
        """Let time pass: step one chip, move the light, send what is new."""
        if not self._publisher.is_present():
            self.end()
            return
        self._count_tick(elapsed_ms)
        if True in self._is_new and not self._lights.is_busy:
            self._send_raw()
        probe = self._probes[self._turn]
        probe.step(self._now_ms)
        self._send_chip(self._turn, probe)
        self._turn = (self._turn + 1) % len(self._probes)
        walk = self._walk
        if walk and walk.step(elapsed_ms) and self._publisher.send("walked", walk.strip, walk.colour):
            self._walk = None
        self._telemetry_ms -= elapsed_ms
        if self._telemetry_ms <= 0:
            self._telemetry_ms = TELEMETRY_MS
            self._offer()

    def _count_tick(self, elapsed_ms: int) -> None:
        self._now_ms += elapsed_ms
        self._pace_ms -= elapsed_ms
        self._ticks += 1
        if self._ticks:
            self._ticks_ms += elapsed_ms
            self._longest_ms = max(self._longest_ms, elapsed_ms)

    def _send_chip(self, seat: int, probe: Probe) -> None:
        """Send what is known of a chip when that has changed, one message a turn."""
        chip = (seat, probe.failure, probe.compared, probe.wrong, probe.first_wrong)
        if not probe.is_known:
            self._sent_charges[seat] = False
        elif chip != self._sent_chips[seat]:
            if self._publisher.send("chip", *chip):
                self._sent_chips[seat] = chip
        elif not self._sent_charges[seat] and probe.failure != NOT_BUILT:
            settings = probe.settings
            is_its_own = int(probe.is_calibrated)
            self._sent_charges[seat] = self._publisher.send(
                "charges", seat, is_its_own, settings.charge_time, settings.charges
            )
        elif probe.status != self._sent_status[seat] and self._publisher.send("touched", seat, probe.status):
            self._sent_status[seat] = probe.status

    def _offer(self) -> None:
        """Offer one line of telemetry: readings, of one seat after the other, and sometimes the pace of the board."""
        if self._pace_ms <= 0 and self._ticks > 0:
            if self._publisher.offer("pace", self._ticks, self._ticks_ms, self._longest_ms, self._free_heap):
                self._pace_ms = PACE_MS
            return
        for _ in range(len(self._probes)):
            probe = self._probes[self._reading]
            seat = self._reading
            self._reading = (seat + 1) % len(self._probes)
            if probe.is_known and not probe.failure:
                if not self._publisher.offer("reading", seat, probe.counts):
                    self._reading = seat
                return


def free_heap() -> int:
    """Return how many bytes are free after garbage collection; -1 if unknown, as on a laptop."""
    import gc

    free = getattr(gc, "mem_free", None)
    if free is None:
        return -1
    gc.collect()
    return int(free())
