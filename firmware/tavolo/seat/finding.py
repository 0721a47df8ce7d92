"""Finding a seat's chip at power-on, with Adafruit's driver, which leaves the memory afterwards (`main`).

The driver finds the chip on its bus and resets it. What comes after the reset is left to `touch.Chip`: the driver's own
`reset` goes on to write 40 registers, each with a stop and a start of the chip, all of which the chip's configuration
writes again, 31 ms a chip, a quarter of a second for eight before the table is awake.
"""

import busio
from adafruit_mpr121 import MPR121

from tavolo.seat.registers import SOFT_RESET


class _Driver(MPR121):
    """Adafruit's driver, whose `reset` is the reset itself."""

    def reset(self) -> None:
        """Reset the chip; raises OSError."""
        with self._i2c as device:
            device.write(SOFT_RESET)


def find(bus: object, address: int) -> None:
    """Find and reset the chip at an address of a bus (see `touch.Chip`).

    Raises ValueError when nobody is there, OSError when it does not answer as it should.
    """
    _Driver(busio.I2C(bus), address)
