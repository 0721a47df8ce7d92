"""Starts of the board: how many have failed in a row, and how the next one is to be.

It is kept in a word that outlives a reset and is lost with the power. A start fails when the board begins anew, by a
crash or by its watchdog, before it has run well for a while; after three of them the next is in safe mode.
"""

HEALTHY_MS = 10_000  # longer than the watchdog waits: a start that hangs is never taken for a good one
MOST_FAILED = 3

_MAGIC, _MAGIC_MASK = 0x7A0C_0000, 0xFFFF_0000
_PROMPT, _CRASHED = 0x100, 0x200
_COUNT = 0xFF

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from typing import Any

    from tavolo.link.herald import Herald


class Starts:
    """What is known of earlier starts. `guard.word` is the word that outlives a reset, `guard.was_bitten` says that
    the watchdog made this start.

    `goes_to_the_prompt` says that this start is to end there at once, `has_crashed` how the last one ended.
    """

    def __init__(self, guard: "Any") -> None:
        self._guard = guard
        word = guard.word
        if word & _MAGIC_MASK != _MAGIC:
            word = _MAGIC
        self.failed = word & _COUNT
        self.goes_to_the_prompt = bool(word & _PROMPT)
        self.has_crashed = guard.was_bitten or bool(word & _CRASHED)
        self.is_new = True  # until it has run well for long enough
        self._left_ms = HEALTHY_MS

    @property
    def is_safe(self) -> bool:
        """Return whether this start is in safe mode."""
        return self.failed >= MOST_FAILED

    @property
    def writes_down(self) -> bool:
        """Return whether what fails is written down: of many failures in safe mode only the first, for flash wears."""
        return self.failed <= MOST_FAILED

    def begin(self) -> None:
        """Count this start as failed, until it is known to be none."""
        self._write(min(self.failed + 1, _COUNT))

    def step(self, elapsed_ms: int) -> None:
        """Let time pass in which all is well; safe mode lasts until the power is taken away or a rescue ends it."""
        self._left_ms -= elapsed_ms
        if self._left_ms <= 0:
            self.is_new = False
            if not self.is_safe:
                self._write(0)

    def crashed(self) -> None:
        """Say that this start ends by a crash."""
        self._guard.word |= _CRASHED

    def tell(self, herald: "Herald", crash_flash: "Any") -> None:
        """Tell a laptop that the last start `has_crashed`, and write it down where only the watchdog knew of it."""
        from tavolo.maker.crashes import HUNG, CrashLog
        from tavolo.play.reasons import BEGAN_ANEW

        herald.note_soon((BEGAN_ANEW,))
        if self._guard.was_bitten and self.writes_down and crash_flash is not None:
            CrashLog(crash_flash).keep(HUNG)

    def begin_anew(self, at_the_prompt: bool = False) -> None:
        """Have the next start be one as after power-on, or end at the prompt."""
        self._write(0, _PROMPT if at_the_prompt else 0)

    def _write(self, count: int, wish: int = 0) -> None:
        self._guard.word = _MAGIC | wish | count
