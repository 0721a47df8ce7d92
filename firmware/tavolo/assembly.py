"""The table put together: the one place where its parts are built and handed to each other.

`hardware` is what the wiring of `board` hangs on: the Pico itself (`adapters/pico.py`), or a virtual table. It has
i2c(bus, hertz) like a machine.I2C, free_bus(bus) for one that is held low, pixel_pin(gp) for `neopixel`, entropy(count)
bytes of chance, flash(), raw flash for the journal (see `ring`) or None, index_flash() and crash_flash(), the same for
its index and for the crash log, and files(), where the settings are (see `settings`).
"""

import neopixel

from tavolo import wiring
from tavolo.games import field_at, scene_of
from tavolo.journal.journal import Journal
from tavolo.lights.picture import Picture, Showing
from tavolo.lights.strips import Lights
from tavolo.link.channel import Channel
from tavolo.link.hello import Identity
from tavolo.link.publisher import Publisher
from tavolo.maker.workbench import Workbench
from tavolo.play.referee import Referee
from tavolo.seat.calibration import from_bytes
from tavolo.seat.seat import Seat
from tavolo.seat.touch import Chip
from tavolo.table import Table

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tavolo.lights.layout import Layout
    from tavolo.maker.safe_mode import SafeTable
    from tavolo.seat.gap import Gap


def build(hardware: "Any", serial: "Any", identity: Identity) -> Table:
    """Return the table on this hardware, talking on `serial` (see `tavolo.link.channel.Serial`)."""
    from tavolo.lights import layout  # here, because `main` lets them leave the memory again
    from tavolo.maker import settings

    values, problems = settings.read(hardware.files().read(settings.FILE, settings.MOST_BYTES + 1))
    journal = Journal(hardware.flash(), rules=identity.rules, index=hardware.index_flash())
    seats = all_seats(hardware, settings.seats_of(values["seats"]), 1000 * int(values["i2c_khz"]), journal)
    lights = all_lights(hardware, int(values["limit_ma"]), layout.Layout(values))
    publisher = Publisher(Channel(serial), identity)
    showing = Showing(Picture(scene_of, field_at), lights)
    referee = Referee(seats, publisher, journal, showing, dice(hardware.entropy))
    workbench = Workbench(seats, publisher, lights, hardware)
    for problem in problems:
        publisher.queue_note(problem)
    return Table(seats, referee, showing, publisher, journal, workbench, answering(referee, workbench, publisher))


def build_safe(hardware: "Any", serial: "Any", identity: Identity) -> "SafeTable":
    """Return what runs in the table's place when its starts have failed: no seats, no game, and lights if they can be.

    What raises here is left out, for it may be what has failed.
    """
    from tavolo.lights import layout
    from tavolo.maker import settings
    from tavolo.maker.safe_mode import SafeTable

    identity.seats = 0
    publisher = Publisher(Channel(serial), identity)
    try:
        values, _ = settings.read(hardware.files().read(settings.FILE, settings.MOST_BYTES + 1))
        lights = all_lights(hardware, int(values["limit_ma"]), layout.Layout(values))
    except Exception:
        lights = None
    return SafeTable(publisher, Workbench([], publisher, lights, hardware, True), lights)


def answering(referee: Referee, workbench: Workbench, publisher: Publisher) -> "Callable[[str, tuple[Any, ...]], None]":
    """Return the function that answers a laptop's request."""

    def answer(kind: str, values: "tuple[Any, ...]") -> None:
        from tavolo.requests import answer as answer_one  # here, because the lobby is ready sooner without it

        answer_one(kind, values, referee, workbench, publisher)

    return answer


def all_seats(hardware: "Any", built: tuple[int, ...], hertz: int, journal: Journal) -> "list[Seat | Gap]":
    """Return the eight seats, those that are `built` set up."""
    from tavolo.seat.finding import find  # here, because `main` lets it leave the memory again

    buses = [hardware.i2c(bus, hertz) for bus in range(len(wiring.BUSES))]
    seats: "list[Seat | Gap]" = []
    for number in range(wiring.SEATS):
        if number not in built:
            seats.append(gap(number))
            continue
        bus, address = wiring.seat_place(number)
        kept = journal.calibrations[number]
        known = from_bytes(kept) if kept else None
        if known is None:
            journal.calibrations[number] = None  # whatever it was: `tavolo.maker.starts` reads these bytes too
        # A seat that has a calibration does not make one, so a card may lie there when a game is taken up again.
        valid = known if journal.is_unfinished else None
        seat = Seat(number, Chip(buses[bus], address, freeing(hardware, bus)), valid, known)
        seat.set_up(find)
        seats.append(seat)
    return seats


def gap(number: int) -> "Gap":
    """Return what stands in the place of a seat that is not built."""
    from tavolo.seat.gap import Gap  # here, because a whole table has none

    return Gap(number)


def all_lights(hardware: "Any", limit_ma: int, layout: "Layout") -> Lights:
    """Return the lights, with a strip for each that `layout` has pixels of."""
    strips: "list[Any]" = []
    for number, gp in enumerate((wiring.TRACK_PIN, wiring.FIELD_PIN, wiring.LAMPS_PIN)):
        count = len(layout.places[number])
        if count:
            pin, channels = hardware.pixel_pin(gp), layout.channels[number]
            strips.append(neopixel.NeoPixel(pin, count, bpp=channels, auto_write=False))
        else:
            strips.append(None)
    return Lights(strips, limit_ma, layout)


def freeing(hardware: "Any", bus: int) -> "Callable[[], None]":
    """Return the function that frees one of the hardware's buses."""

    def free_bus() -> None:
        hardware.free_bus(bus)

    return free_bus


def dice(entropy: "Callable[[int], bytes]") -> "Callable[[int], int]":
    """Return below(n): a number 0..n-1 (n up to 256), each equally likely, from entropy(count) bytes."""

    def below(n: int) -> int:
        fair = 256 - 256 % n  # bytes from here on would favour the low numbers
        while True:
            number = entropy(1)[0]
            if number < fair:
                return number % n

    return below
