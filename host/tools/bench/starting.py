"""How long the board takes from power-on until it is ready: every seat is calibrated, and a key is answered.

On every evening but the first the board knows the seats' calibrations from the last game, and only checks them. Nothing
looks into the board: ✓ is touched and held at every seat some time after power-on, and only a seat that was calibrated
by then answers. The earliest time at which all eight answer is found by bisection.
"""

from bisect import bisect_left
from functools import cache

from host.tools.bench.budgets import READY_FROZEN, READY_ROMFS
from host.tools.bench.report import Row
from host.tools.bench.watched_table import CALIBRATED_MS, FROZEN, ROMFS, Variant, WatchedTable
from tavolo import wiring
from tavolo.games import load
from tavolo.journal.journal import Journal
from tavolo.lights import palette
from tavolo.rules.contract import Setup
from tests.table.without_laptop import WithoutLaptop

TAKE = 2
ANSWERED_MS = 150  # ample, after the touch: eight keys at once take their time
LONGEST_MS = 4000
BEGINNING_MS = 6000  # until people have started a game


def rows(precision_ms: int) -> list[Row]:
    found = []
    for variant, budget in ((FROZEN, READY_FROZEN), (ROMFS, READY_ROMFS)):
        found.append(Row(f"power on until ready, {variant.name}", ready_ms(variant, precision_ms, True), budget))
        first = ready_ms(variant, precision_ms, False)
        found.append(Row(f"the same before the first game ever, {variant.name}", first, None, "ms"))
    return found


@cache
def ready_ms(variant: Variant, precision_ms: int, has_played: bool) -> float:
    """Return the milliseconds from power-on until the board is ready, rounded up to `precision_ms`."""
    with WatchedTable(variant, seed=12) as table:
        if has_played:
            play_once(table)
        times_ms = range(0, LONGEST_MS, precision_ms)
        at = bisect_left(times_ms, True, key=lambda after_ms: is_ready(table, after_ms))
    assert at < len(times_ms), "the board does not answer its keys"
    return times_ms[at]


def is_ready(table: WatchedTable, after_ms: int) -> bool:
    """Start the board, and touch ✓ at every seat that many milliseconds later."""
    table.pico.cut_power()
    hold(table, 0.0)
    table.pico.power_on()
    table.wait_ms(after_ms)
    hold(table, 1.0)
    table.wait_ms(ANSWERED_MS)
    return all(looks_joined(seat, table.hardware.lamps.pixels[seat]) for seat in range(wiring.SEATS))


def play_once(table: WatchedTable) -> None:
    """Start a game, which stores the calibrations, and end it as the table does."""
    table.wait_ms(CALIBRATED_MS)
    WithoutLaptop(table).start(Setup(load("david-goliath"), 3))
    table.run_ms(BEGINNING_MS)
    table.pico.cut_power()
    for body in table.bodies:
        body.cards, body.hand = [], 0.0
    flash = table.journal_flash()
    journal = Journal(flash)
    assert all(journal.calibrations)
    journal.end()
    table.pico.write_flash(wiring.JOURNAL_ADDRESS, bytes(flash.content))


def hold(table: WatchedTable, covered: float) -> None:
    for body in table.bodies:
        body.keys[TAKE] = covered
        body.feel()


def looks_joined(seat: int, colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the colour of a seat that has joined."""
    return colour in (palette.RGB[palette.SEAT + seat], palette.RGB[palette.SEAT_DIM + seat])
