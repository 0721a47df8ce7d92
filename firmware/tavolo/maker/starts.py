"""Counts failed starts of the board in a row, and decides what the next start does.

The count is in a word that survives a reset and is lost with the power. A start fails when the board restarts, by a
crash or by its watchdog, before it has run well for a while. After three failed starts the next one is in safe mode;
after three more, which failed there too, the board stays at MicroPython's prompt, as it does when ◀ and ✓ of a seat are
held at power-on.
"""

from tavolo.wiring import KEY_LEFT, KEY_RIGHT, KEY_TAKE

HEALTHY_MS = 10_000  # longer than the watchdog waits: a start that hangs never counts as healthy
MOST_FAILED = 3
KEYS_MS = 100  # after power-on, and after a game resumed: in that time each seat is read once
_PROMPT_KEYS = 0b101  # ◀ and ✓ without ▶
_HELD_PER_MILLE, _FREE_PER_MILLE = 60, 40  # how far a reading falls at least under a finger, at most without one
_CHARGES, _READINGS = 1, 25  # the places of electrode 0 in the bytes of a calibration

_MAGIC, _MAGIC_MASK = 0x7A0C_0000, 0xFFFF_0000
_PROMPT, _CRASHED = 0x100, 0x200
_COUNT = 0xFF

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.link.publisher import Publisher
    from tavolo.seat.touch import Chip


class Starts:
    """What is known of earlier starts. `guard.word` is the word that survives a reset; `guard.was_bitten` if the
    watchdog caused this start.

    `goes_to_the_prompt` if this start is to end there at once, `has_crashed` if the last one did, `is_first` if it is
    the first since power-on, `is_safe` if this one is in safe mode.
    """

    def __init__(self, guard: "Any") -> None:
        self._guard = guard
        word: int = guard.word
        self.is_first = word & _MAGIC_MASK != _MAGIC
        if self.is_first:
            word = _MAGIC
        self.failed = word & _COUNT
        self.is_safe = self.failed >= MOST_FAILED
        self.logs_crashes = self.failed <= MOST_FAILED  # in safe mode only the first failure is logged: flash wears
        self.goes_to_the_prompt = bool(word & _PROMPT) or self.failed >= 2 * MOST_FAILED
        self.has_crashed = guard.was_bitten or bool(word & _CRASHED)
        self.is_new = True  # until it has run well for HEALTHY_MS
        self._left_ms = HEALTHY_MS
        self._keys_ms = KEYS_MS

    def begin(self) -> None:
        """Count this start as failed, until it has run well."""
        self._write(min(self.failed + 1, _COUNT))

    def step(self, elapsed_ms: int, table: "Any" = None) -> None:
        """Let healthy time pass at the `tavolo.table.Table`, whose keys may request the prompt."""
        self._left_ms -= elapsed_ms
        if self.is_first and table is not None and not table.referee.replay:
            self._keys_ms -= elapsed_ms
            self.is_first = self._keys_ms > 0
            if holds_keys(table):
                table.workbench.wants_prompt = table.workbench.wants_restart = True
        if self._left_ms <= 0:
            self.is_new = False
            self._write(MOST_FAILED if self.is_safe else 0)  # safe mode lasts until power-off or a rescue

    def crashed(self) -> None:
        """Note that this start ends in a crash."""
        self._guard.word |= _CRASHED

    def report(self, publisher: "Publisher", crash_flash: "Any") -> None:
        """Tell a laptop that the last start `has_crashed`; log it if only the watchdog knew of it."""
        from tavolo.maker.crashes import HUNG, CrashLog
        from tavolo.play.reasons import RESTARTED

        publisher.queue_note((RESTARTED,))
        if self._guard.was_bitten and self.logs_crashes and crash_flash is not None:
            CrashLog(crash_flash).keep(HUNG)

    def restart(self, at_the_prompt: bool = False) -> None:
        """Make the next start like one after power-on, or end at the prompt."""
        self._write(0, _PROMPT if at_the_prompt else 0)

    def _write(self, count: int, flags: int = 0) -> None:
        self._guard.word = _MAGIC | flags | count


def holds_keys(table: "Any") -> bool:
    """Return whether ◀ and ✓ of a seat are touched, and ▶ is not.

    In the lobby a seat first compares itself with the calibration of its last game, before its keys count; those
    readings show it. Before the first game nothing does.
    """
    for seat in table.seats:
        kept = table.journal.calibrations[seat.number]
        if seat.keys.down == _PROMPT_KEYS or (kept and seat.chip and _are_held(seat.chip, kept)):
            return True
    return False


def _are_held(chip: "Chip", kept: bytes) -> bool:
    if abs(_fall(chip, kept, KEY_RIGHT)) > _FREE_PER_MILLE:
        return False
    return min(_fall(chip, kept, KEY_LEFT), _fall(chip, kept, KEY_TAKE)) > _HELD_PER_MILLE


def _fall(chip: "Chip", kept: bytes, key: int) -> int:
    """Return by how many thousandths a reading is below that of a calibration; 0 if it had another charge."""
    count, at = chip.counts[key], _READINGS + 2 * key
    if not count or chip.settings.charges[key] != kept[_CHARGES + key]:
        return 0
    return 1000 - 1000 * count // (kept[at] | kept[at + 1] << 8)
