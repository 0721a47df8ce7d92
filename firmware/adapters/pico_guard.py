"""What watches over the firmware on the Pico: its watchdog, a word that outlives a reset, and keys at power-on.

It needs nothing else of the house, so that a board whose firmware fails is found by its prompt. Registers: RP2040
datasheet, section 4.7.6.
"""

_REASON = 0x40058008  # why the chip was reset last: bit 0 says that the watchdog was not fed, 0 is power-on
_WORD = 0x4005800C  # SCRATCH0, which boot ROM and MicroPython leave alone
_BITTEN = 1
WATCHDOG_MS = 8000  # it can wait for 8388; a sector is erased in 400 at most, a board from files starts in 1500


class PicoGuard:
    """The chip's own guard; `watch` sets it on."""

    def __init__(self) -> None:
        from machine import mem32

        self._memory = mem32
        self._watchdog = None
        self.was_bitten = bool(mem32[_REASON] & _BITTEN)

    @property
    def word(self) -> int:
        """Return 32 bits that outlive a reset; 0 after power-on."""
        return self._memory[_WORD]

    @word.setter
    def word(self, value: int) -> None:
        self._memory[_WORD] = value

    def watch(self) -> None:
        """From now on reset the chip when it is not fed for WATCHDOG_MS, and take Ctrl-C for a byte like others."""
        import micropython
        from machine import WDT

        micropython.kbd_intr(-1)
        micropython.alloc_emergency_exception_buf(200)  # so that a MemoryError tells where it was raised
        self._watchdog = WDT(timeout=WATCHDOG_MS)

    def feed(self) -> None:
        """Say that all is well."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def reset(self) -> None:
        """Begin anew, as at power-on but for the word."""
        from machine import reset

        reset()
