"""The Pico's watchdog, reset, and a word that survives a reset.

It imports nothing else of Tavolo, so that a board with failing firmware still reaches its prompt. Registers: RP2040
datasheet, section 4.7.6.
"""

_REASON = 0x40058008  # why the chip was reset last: bit 0 for the watchdog, 0 for power-on
_WORD = 0x4005800C  # SCRATCH0, which boot ROM and MicroPython do not use
_BITTEN = 1
WATCHDOG_MS = 8000  # 8388 are possible; an erasure takes at most 400, the start of a board from files 1500


class PicoGuard:
    """The chip's watchdog; `watch` starts it."""

    def __init__(self) -> None:
        from machine import mem32

        self._memory = mem32
        self._watchdog = None
        self.was_bitten = bool(mem32[_REASON] & _BITTEN)

    @property
    def word(self) -> int:
        """Return 32 bits that survive a reset; 0 after power-on."""
        return self._memory[_WORD]

    @word.setter
    def word(self, value: int) -> None:
        self._memory[_WORD] = value

    def watch(self) -> None:
        """Start the watchdog: it resets the chip when not fed for WATCHDOG_MS. Ctrl-C becomes an ordinary byte."""
        import micropython
        from machine import WDT

        micropython.kbd_intr(-1)
        micropython.alloc_emergency_exception_buf(200)  # so that a MemoryError has its place
        self._watchdog = WDT(timeout=WATCHDOG_MS)

    def feed(self) -> None:
        """Feed the watchdog."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def reset(self) -> None:
        """Restart the chip; only the word survives."""
        from machine import reset

        reset()
