"""The table put together: the one place where its parts are built and handed to each other.

`hardware` is what the wiring of `board` hangs on: the Pico itself (`adapters/pico.py`), or a virtual table. It has
i2c(bus) like a machine.I2C, free_bus(bus) for one that is held low, pixel_pin(gp) for `neopixel`, entropy(count)
bytes of chance, and flash(), raw flash for the journal (see `ring`) or None.
"""

import neopixel

from tavolo import board
from tavolo.hello import Identity
from tavolo.herald import Herald
from tavolo.journal import Journal
from tavolo.lights import Lights
from tavolo.link import Channel
from tavolo.seats import Seat
from tavolo.table import Table
from tavolo.touch import Chip

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def build(hardware: "Any", serial: "Any", identity: Identity) -> Table:
    """Return the table on this hardware, talking on `serial` (see `link.Serial`)."""
    journal = Journal(hardware.flash())
    buses = [hardware.i2c(bus) for bus in range(len(board.BUSES))]
    seats = []
    for number in range(board.SEATS):
        bus, address = board.seat_place(number)
        known = journal.calibrations[number]
        # A seat that has a calibration does not make one, so a card may lie there when a game is taken up again.
        valid = known if journal.is_unfinished else None
        seat = Seat(number, Chip(buses[bus], address, freeing(hardware, bus)), valid, known)
        seat.set_up()
        seats.append(seat)
    strips = [
        neopixel.NeoPixel(hardware.pixel_pin(gp), count, auto_write=False)
        for gp, count in (
            (board.TRACK_PIN, board.TRACK_PIXELS),
            (board.FIELD_PIN, board.FIELD_COLUMNS * board.FIELD_ROWS),
            (board.LAMPS_PIN, board.LAMPS),
        )
    ]
    lights = Lights(strips[0], strips[1], strips[2], board.CURRENT_LIMIT_MA)
    return Table(seats, lights, Herald(Channel(serial), identity), dice(hardware.entropy), journal)


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
