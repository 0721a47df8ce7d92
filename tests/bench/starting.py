"""How long the board takes from power on until it is ready: every seat is calibrated, and a key is answered.

Nobody looks into the board: at every seat ✓ is touched at an instant after power-on, and held. Only a seat that has
calibrated itself before answers. The earliest such instant that all eight answer is searched, by halves.
"""

from tavolo import board, palette
from tests.bench.budgets import READY_FILES, READY_FROZEN
from tests.bench.report import Row
from tests.bench.watched_table import FILES, FROZEN, Variant, WatchedTable

TAKE = 2
ANSWERED_MS = 150  # after the touch, amply: eight keys at once take their time
FIRST_GUESS_MS = 500


def rows(precision_ms: int) -> list[Row]:
    return [
        Row("power on until ready, frozen", ready_ms(FROZEN, precision_ms), READY_FROZEN),
        Row("power on until ready, files", ready_ms(FILES, precision_ms), READY_FILES),
    ]


def ready_ms(variant: Variant, precision_ms: int) -> float:
    """The milliseconds from power on until the board is ready, rounded up to `precision_ms`."""
    with WatchedTable(variant, seed=12) as table:
        too_early, ready = 0, FIRST_GUESS_MS
        while not is_ready(table, ready):
            too_early, ready = ready, 2 * ready
        while ready - too_early > precision_ms:
            middle = (too_early + ready) // 2
            if is_ready(table, middle):
                ready = middle
            else:
                too_early = middle
    return ready


def is_ready(table: WatchedTable, after_ms: int) -> bool:
    """Start the board, and touch ✓ at every seat so long after."""
    table.pico.cut_power()
    hold(table, 0.0)
    table.pico.power_on()
    table.wait_ms(after_ms)
    hold(table, 1.0)
    table.wait_ms(ANSWERED_MS)
    return all(looks_joined(seat, table.hardware.lamps.pixels[seat]) for seat in range(board.SEATS))


def hold(table: WatchedTable, covered: float) -> None:
    """Touch ✓ at every seat, or let go."""
    for body in table.bodies:
        body.keys[TAKE] = covered
        body.feel()


def looks_joined(seat: int, colour: tuple[int, int, int]) -> bool:
    """Whether a lamp shows its seat's colour, as that of a seat which has joined."""
    return colour in (palette.RGB[palette.SEAT + seat], palette.RGB[palette.SEAT_DIM + seat])
