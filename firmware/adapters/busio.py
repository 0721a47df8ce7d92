"""CircuitPython's module `busio`, as far as finding a chip uses it: an I2C bus over a `machine.I2C`."""


def _part(buffer, start: int, end: int | None):
    """Return buffer[start:end] without copying its bytes; the buffer itself if that is all of it."""
    if start == 0 and (end is None or end == len(buffer)):
        return buffer
    return memoryview(buffer)[start : len(buffer) if end is None else end]


class I2C:
    """A bus of chips.

    `machine_i2c` has machine.I2C's writeto(address, buffer, stop) and readfrom_into(address, buffer, stop).
    Like those, every transfer raises OSError if no chip answers.
    """

    def __init__(self, machine_i2c) -> None:
        self._i2c = machine_i2c
        self._locked = False

    def try_lock(self) -> bool:
        """Lock the bus; return False if it is locked."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Unlock the bus; raises ValueError if it is not locked, as CircuitPython does."""
        if not self._locked:
            raise ValueError("The I2C bus is not locked.")
        self._locked = False

    def writeto(self, address: int, buffer, *, start: int = 0, end: int | None = None) -> None:
        """Write buffer[start:end] to a chip. Without any bytes it checks whether the chip is there."""
        self._i2c.writeto(address, _part(buffer, start, end))

    def readfrom_into(self, address: int, buffer, *, start: int = 0, end: int | None = None) -> None:
        """Fill buffer[start:end] with bytes from a chip."""
        self._i2c.readfrom_into(address, _part(buffer, start, end))
