"""The check of a rig by the board at its pins: it is chips, hands and eyes there, and has to be so in time.

The check of a board finds chips that are not where they should be or lose bits, keys and cards that are felt elsewhere,
and pixels that are seen wrong. Here is what chips and a person could not have: late answers, measured by a script at
the board's prompt, and frames that were not seen.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager

from tavolo.wiring import ADDRESSES, BUSES
from tavolo_host.board.client import RETURN_MS
from tavolo_host.board.port import Port
from tavolo_host.board.prompt import RAW, READY, RESTART, RUN, exchange, has_begun, has_ended, result_of
from tavolo_host.board.rescue import GONE_MS
from tavolo_host.board.serial_port import PortError, SerialPort, open_serial
from tavolo_host.people.rig_table import RigTable
from tavolo_host.selftest.advice import at_rig
from tavolo_host.selftest.bench import Bench
from tavolo_host.selftest.check import Check
from tavolo_host.selftest.report import Report
from tavolo_host.selftest.strips import COLOURS, Strip
from tavolo_host.simulator.rig import RESET_PIN, Rig
from tavolo_host.workshop.selftest.virtual import VirtualPerson, strips_on

READS = 50
# µs of a read of two registers, as the firmware does it, at 400 kHz, measured on emulated Picos, whose flash is always
# cached: chips take 154, a rig 194 to 213. 400 allows for flash that is not. A board gives up after 3 ms.
CHIPS_US, LATE_US = 154, 400
READ_PERIODS = 49.5  # of the bus's clock: five bytes of nine bits, two starts and a stop (chips at 100 kHz take 525 µs)
# For a bus of so many kHz. A chip that does not answer is -1.
TIMING = f"""
from time import ticks_diff, ticks_us
from machine import I2C, Pin
values = bytearray(2)
for number, (data, clock) in enumerate({BUSES}):
    bus = I2C(number, sda=Pin(data), scl=Pin(clock), freq=1000 * %(khz)d, timeout=1200000 // %(khz)d)
    for address in {ADDRESSES}:
        began = ticks_us()
        try:
            for _ in range({READS}):
                bus.writeto(address, b"\\0", False)
                bus.readfrom_into(address, values)
            print(ticks_diff(ticks_us(), began) // {READS})
        except OSError:
            print(-1)
"""


def at_speed(us: int, khz: int) -> int:
    """Return how many µs a read takes at a bus of this speed, if it takes so many at 400 kHz."""
    return round(us + READ_PERIODS * (1000 / khz - 1000 / 400))


class RigPerson(VirtualPerson):
    """The hands and eyes of a rig. Its eyes see each frame; `faults` has a sentence for what they missed."""

    def __init__(self, table: RigTable) -> None:
        super().__init__(table.bodies, strips_on(table.rig))
        self.faults: list[str] = []
        self._brightest: dict[tuple[int, int], int] = {}  # of a colour and a place, in this walk
        for strip in table.rig.strips.values():
            strip.listener = lambda *_: self.step()

    def step(self) -> None:
        """Note a frame of the strip that is being watched."""
        super().step()
        wire, places = self._watched or (None, ())
        for pixel, colour in enumerate(wire.pixels if wire else ()):
            seen = colour.index(max(colour)), places[pixel]
            self._brightest[seen] = max(self._brightest.get(seen, 0), max(colour))

    def watch(self, strip: Strip) -> None:
        """Watch a strip from now on."""
        super().watch(strip)
        self._brightest.clear()

    def seen(self, strip: Strip) -> str:
        """Return what was wrong with the strip. The light itself, brighter than its trail, has to be seen all along."""
        levels = self._brightest
        missed = 0
        for colour in range(len(COLOURS)):
            of_colour = [level for (its, _), level in levels.items() if its == colour]
            missed += sum(level < max(of_colour) for level in of_colour)
        if missed:
            steps = len(COLOURS) * strip.pixels
            self.faults.append(
                f"The {strip.name}: the rig has not seen the light at {missed} of its {steps} steps;"
                f" {at_rig('', (strip.pin,))}"
            )
        return super().seen(strip)


class RigBench(Bench):
    """The bench with a board at `port` and a rig; `opener` opens the same port for MicroPython's prompt.

    `obeys_run` tells, after `times_of_reads`, whether the rig could reset the board.
    """

    def __init__(self, port: Port, table: RigTable, opener: Callable[[str], SerialPort] = open_serial) -> None:
        super().__init__(port, table.pass_time)
        self.obeys_run = False
        self._reset_board = table.reset_board
        self._opener = opener

    @property
    def bus_khz(self) -> int:
        """How fast the board's settings have it ask its seats."""
        return int(self.settings["i2c_khz"])

    def times_of_reads(self) -> list[int]:
        """Return how many µs the board takes to read two registers of the chip of each seat; then the rig resets it.

        Of a chip that does not answer each time this is -1.
        """
        self.connect()
        self.learn_settings()
        boot = self.port.board.get("boot")
        self._answer_to("rescue", "prompt")
        if not self.wait(lambda: not self.connected, GONE_MS):
            raise PortError("The board does not restart at MicroPython's prompt.")
        self.port.close()
        line = self._opened()
        exchange(line, RAW, lambda came: came.endswith(READY), self._pass_time)
        answer = exchange(line, (TIMING % {"khz": self.bus_khz}).encode() + RUN, has_ended, self._pass_time)
        self._reset_board()
        try:
            exchange(line, RESTART.encode() + RUN, has_begun, self._pass_time)
        except OSError:  # the board has let go of the port
            self.obeys_run = True
        line.close()
        self._wait_for_return(boot, "The board has read its chips")
        return [int(each) for each in result_of(answer).split()]

    def _opened(self) -> SerialPort:
        left_ms: float = RETURN_MS
        while True:
            left_ms -= self._pass_time()
            try:
                return self._opener(self.port.url or "")
            except PortError:
                if left_ms <= 0:
                    raise


@contextmanager
def rig_at(url: str) -> Iterator[RigTable]:
    """Give the rig at a port, with hands."""
    with closing(open_serial(url)) as line:
        yield RigTable(Rig(line))


def checked(
    bench: RigBench, table: RigTable, seats: Collection[int], strips: Collection[int], tell: Callable[[str], None]
) -> Report:
    """Check the rig of a table by the board on the bench; `seats`, `strips` and `tell` are those of `Check`.

    A chip that does not answer while it is timed counts as failed then, so that it is named even if it works later.
    """
    tell("Measuring how soon the rig answers.")
    times_us = bench.times_of_reads()
    for chip, time_us in zip(bench.chips, times_us, strict=True):
        chip.failures += time_us < 0
    table.rig.troubles.clear()  # a restart may cut a frame short
    person = RigPerson(table)
    latest_us = at_speed(LATE_US, bench.bus_khz)
    report = Check(bench, seats, strips, person, True, tell, at_rig).run()
    for seat in report.seats:
        if times_us[seat.seat] > latest_us:
            seat.faults.append(
                f"Seat {seat.seat + 1}: the rig answers late: the board takes {times_us[seat.seat]} µs to read two"
                f" registers, more than {latest_us}; check that the rig's files are of this version."
            )
    if not bench.obeys_run:
        report.faults.append(
            "The board does not restart when the rig holds its RUN low:"
            f" check the wire RUN-GP{RESET_PIN} and its resistor."
        )
    report.faults += person.faults
    report.faults += [f"The rig says: {trouble}." for trouble in table.rig.troubles]
    answered = [times_us[seat.seat] for seat in report.seats if times_us[seat.seat] >= 0]
    if answered:
        report.remarks.append(
            f"The board reads two registers of the rig in {max(answered)} µs at most; on emulated Picos chips"
            f" take {at_speed(CHIPS_US, bench.bus_khz)} µs."
        )
    return report
