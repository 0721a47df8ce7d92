"""Finds a seat's chip at power-on with Adafruit's driver, which `main` unloads afterwards.

The driver finds the chip on its bus and resets it; `touch.Chip` does the rest. The driver's own `reset` would go on to
write 40 registers, each with a stop and a start of the chip, 31 ms a chip, a quarter of a second for eight; the
configuration of `touch.Chip` writes all of them again.
"""

import busio
from adafruit_mpr121 import MPR121

from tavolo.seat.registers import SOFT_RESET


class _Driver(MPR121):
    """Adafruit's driver with a `reset` that only resets."""

    def reset(self) -> None:
        """Reset the chip; raises OSError."""
        with self._i2c as device:
            device.write(SOFT_RESET)


def find(bus: object, address: int) -> None:
    """Find and reset the chip at an address of a bus (see `touch.Chip`).

    Raises ValueError if nothing answers there, OSError if the chip does not answer as it should.
    """
    _Driver(busio.I2C(bus), address)
