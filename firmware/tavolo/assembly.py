"""Builds all parts of the table and connects them; the only place that does.

`hardware` is the Pico (`adapters/pico.py`) or a virtual one, wired as `wiring` says. It has i2c(bus, hertz), which
returns a machine.I2C; free_bus(bus) for a bus that is held low; pixel_pin(gp) for `neopixel`; entropy(count), random
bytes; flash(part), a part of the raw flash (see `ring`) or None; and files(), which hold the settings (see `settings`).
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
from tavolo.play.dispatcher import Dispatcher
from tavolo.play.referee import Referee
from tavolo.seat.calibration import from_bytes
from tavolo.seat.seat import Seat
from tavolo.seat.touch import NOT_BUILT, Chip
from tavolo.table import Table

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tavolo.lights.layout import Layout
    from tavolo.maker.safe_mode import SafeTable


def build(hardware: "Any", serial: "Any", identity: Identity) -> Table:
    """Return the table on this hardware, which talks on `serial` (see `tavolo.link.channel.Serial`)."""
    from tavolo.lights import layout  # imported here so that `main` can unload them
    from tavolo.maker import settings

    values, problems = settings.read(hardware.files().read(settings.FILE, settings.MOST_BYTES + 1))
    journal = Journal(hardware.flash(wiring.JOURNAL), rules=identity.rules, index=hardware.flash(wiring.INDEX))
    phones = settings.seats_of(values["phones"])
    built = tuple([number for number in settings.seats_of(values["seats"]) if number not in phones])
    seats = all_seats(hardware, built, phones, 1000 * int(values["i2c_khz"]), journal)
    identity.phones = sum([1 << number for number in phones])
    lights = all_lights(hardware, int(values["limit_ma"]), layout.Layout(values))
    publisher = Publisher(Channel(serial), identity)
    showing = Showing(Picture(scene_of, field_at), lights)
    referee = Referee(seats, publisher, journal, showing, dice(hardware.entropy))
    workbench = Workbench(seats, publisher, lights, hardware)
    for problem in problems:
        publisher.queue_note(problem)

    def answer(kind: str, request: "tuple[Any, ...]") -> None:
        from tavolo.requests import answer as answer_one  # imported here so that the lobby is ready sooner

        answer_one(kind, request, referee, workbench, publisher)

    return Table(seats, Dispatcher(referee), referee, showing, publisher, journal, workbench, answer)


def build_safe(hardware: "Any", serial: "Any", identity: Identity) -> "SafeTable":
    """Return the table for safe mode, after its starts have failed: no seats, no game, and lights if possible.

    A part that raises is left out: it may be the one that has failed.
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


def all_seats(
    hardware: "Any", built: tuple[int, ...], phones: tuple[int, ...], hertz: int, journal: Journal
) -> "list[Seat]":
    """Return the eight seats, with those in `built` set up, and those in `phones` as `PhoneSeat`s."""
    from tavolo.seat.finding import find  # imported here so that `main` can unload it

    buses = [hardware.i2c(bus, hertz) for bus in range(len(wiring.BUSES))]
    seats: "list[Any]" = []
    for number in range(wiring.SEATS):
        bus, address = wiring.seat_place(number)
        kept = journal.calibrations[number] if number in built else None
        known = from_bytes(kept) if kept else None
        if known is None:
            journal.calibrations[number] = None  # invalid bytes: `tavolo.maker.starts` reads them too
        # With a calibration the seat does not measure one, so a card may lie there when a game resumes.
        valid = known if journal.is_unfinished else None

        def free_bus(bus: int = bus) -> None:
            hardware.free_bus(bus)

        chip = Chip(buses[bus], address, free_bus)
        if number not in built:
            chip.lost = NOT_BUILT
        if number in phones:
            from tavolo.seat.phone import PhoneSeat  # imported here: most tables have none

            seats.append(PhoneSeat(number, chip))
            continue
        seat = Seat(number, chip, valid, known)
        if number in built:
            seat.set_up(find)
        seats.append(seat)
    return seats


def all_lights(hardware: "Any", limit_ma: int, layout: "Layout") -> Lights:
    """Return the lights, with a strip for each that has pixels in `layout`."""
    strips: "list[Any]" = []
    for number, gp in enumerate((wiring.TRACK_PIN, wiring.FIELD_PIN, wiring.LAMPS_PIN)):
        count = layout.pixels[number]
        if count:
            pin, channels = hardware.pixel_pin(gp), layout.channels[number]
            strips.append(neopixel.NeoPixel(pin, count, bpp=channels, auto_write=False))
        else:
            strips.append(None)
    return Lights(strips, limit_ma, layout)


def dice(entropy: "Callable[[int], bytes]") -> "Callable[[int], int]":
    """Return below(n): a uniform random number 0..n-1 (n up to 256), drawn from entropy(count) bytes."""

    def below(n: int) -> int:
        fair = 256 - 256 % n  # bytes from here on would favour low numbers
        while True:
            number = entropy(1)[0]
            if number < fair:
                return number % n

    return below
