"""Starts of the board: how many have failed in a row, and how the next one is to be.

It is kept in a word that outlives a reset and is lost with the power. A start fails when the board begins anew, by a
crash or by its watchdog, before it has run well for a while. After three of them the next is in safe mode; after three
more, which failed there too, the board stays at MicroPython's prompt. It goes there as well when somebody holds ◀ and ✓
of a seat while the power comes.
"""

from tavolo.wiring import KEY_LEFT, KEY_RIGHT, KEY_TAKE

HEALTHY_MS = 10_000  # longer than the watchdog waits: a start that hangs is never taken for a good one
MOST_FAILED = 3
KEYS_MS = 100  # after power-on, and after a game was taken up: in that time each seat has been read once
_PROMPT_KEYS = 0b101  # ◀ and ✓ without ▶
_HELD_PER_MILLE, _FREE_PER_MILLE = 60, 40  # by how much a reading falls under a finger, and without one
_CHARGES, _READINGS = 1, 25  # where a calibration in its bytes has those of electrode 0

_MAGIC, _MAGIC_MASK = 0x7A0C_0000, 0xFFFF_0000
_PROMPT, _CRASHED = 0x100, 0x200
_COUNT = 0xFF

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.link.publisher import Publisher
    from tavolo.seat.touch import Chip


class Starts:
    """What is known of earlier starts. `guard.word` is the word that outlives a reset, `guard.was_bitten` says that
    the watchdog made this start.

    `goes_to_the_prompt` says that this start is to end there at once, `has_crashed` how the last one ended, `is_first`
    that there was none since the power came; this one `is_safe` when it is in safe mode.
    """

    def __init__(self, guard: "Any") -> None:
        self._guard = guard
        word: int = guard.word
        self.is_first = word & _MAGIC_MASK != _MAGIC
        if self.is_first:
            word = _MAGIC
        self.failed = word & _COUNT
        self.is_safe = self.failed >= MOST_FAILED
        self.writes_down = self.failed <= MOST_FAILED  # of many failures in safe mode only the first, for flash wears
        self.goes_to_the_prompt = bool(word & _PROMPT) or self.failed >= 2 * MOST_FAILED
        self.has_crashed = guard.was_bitten or bool(word & _CRASHED)
        self.is_new = True  # until it has run well for long enough
        self._left_ms = HEALTHY_MS
        self._keys_ms = KEYS_MS

    def begin(self) -> None:
        """Count this start as failed, until it is known to be none."""
        self._write(min(self.failed + 1, _COUNT))

    def step(self, elapsed_ms: int, table: "Any" = None) -> None:
        """Let time pass in which all is well at the `tavolo.table.Table`, whose keys may ask for the prompt."""
        self._left_ms -= elapsed_ms
        if self.is_first and table is not None and not table.referee.replay:
            self._keys_ms -= elapsed_ms
            self.is_first = self._keys_ms > 0
            if holds_keys(table):
                table.workbench.wants_prompt = table.workbench.wants_restart = True
        if self._left_ms <= 0:
            self.is_new = False
            self._write(MOST_FAILED if self.is_safe else 0)  # safe mode lasts until power is away or a rescue ends it

    def crashed(self) -> None:
        """Say that this start ends by a crash."""
        self._guard.word |= _CRASHED

    def tell(self, publisher: "Publisher", crash_flash: "Any") -> None:
        """Tell a laptop that the last start `has_crashed`, and write it down where only the watchdog knew of it."""
        from tavolo.maker.crashes import HUNG, CrashLog
        from tavolo.play.reasons import RESTARTED

        publisher.queue_note((RESTARTED,))
        if self._guard.was_bitten and self.writes_down and crash_flash is not None:
            CrashLog(crash_flash).keep(HUNG)

    def restart(self, at_the_prompt: bool = False) -> None:
        """Have the next start be one as after power-on, or end at the prompt."""
        self._write(0, _PROMPT if at_the_prompt else 0)

    def _write(self, count: int, wish: int = 0) -> None:
        self._guard.word = _MAGIC | wish | count


def holds_keys(table: "Any") -> bool:
    """Return whether ◀ and ✓ of a seat are touched, and ▶ is not.

    In the lobby a seat compares itself first with the calibration of its last game, before its keys count: those
    readings tell. Where there was no game yet, nothing tells.
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
    """Return by how many thousandths a reading is below that of a calibration; 0 when it was not read like that."""
    count, at = chip.counts[key], _READINGS + 2 * key
    if not count or chip.settings.charges[key] != kept[_CHARGES + key]:
        return 0
    return 1000 - 1000 * count // (kept[at] | kept[at + 1] << 8)
