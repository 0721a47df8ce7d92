"""A virtual I2C bus: those methods of MicroPython's `machine.I2C` that the firmware uses, for chips by address."""

import errno
from collections.abc import Callable, Mapping

from tavolo_host.simulator.mpr121 import Mpr121

ByteBuffer = bytes | bytearray | memoryview


class VirtualI2C:
    """One bus with the chips `chips`, an address -> chip mapping (7-bit addresses).

    Faults: with `held` something pulls SDA or SCL low, and every transfer ends in `OSError(ETIMEDOUT)`.
    `unfinished_bits` is for how many clocks a chip that lost its place holds SDA. `flip` changes the bytes of a
    transfer, and its address. A missing chip does not acknowledge its address: `OSError(ENODEV)`, as on the Pico
    (MicroPython 1.24, rp2 port: `extmod/machine_i2c.c` returns -MP_ENODEV for an unacknowledged address).
    """

    def __init__(self, chips: Mapping[int, Mpr121]) -> None:
        self.chips = dict(chips)
        self.held = False
        self.unfinished_bits = 0
        self.flip: Callable[[bytes], bytes] | None = None

    def free(self) -> None:
        """Clock the bus nine times and send a stop condition, as the board does to free it."""
        self.unfinished_bits = max(0, self.unfinished_bits - 9)

    def _chip(self, address: int) -> Mpr121:
        if self.held or self.unfinished_bits:
            raise OSError(errno.ETIMEDOUT, "the I2C bus is held low")
        chip = self.chips.get(address)
        if chip is None or not chip.present:
            raise OSError(errno.ENODEV, f"no chip answers at address {address:#x}")
        return chip

    def writeto(self, address: int, buffer: ByteBuffer, stop: bool = True, /) -> int:
        """Write `buffer` to the chip at `address`; return the number of acknowledged bytes.

        Without `stop` the next read is a repeated start. The chip keeps its register pointer either way.
        """
        data = bytes(buffer)
        if self.flip is not None:
            address, data = self.flip(bytes((address,)))[0], self.flip(data)
        self._chip(address).write(data)
        return len(buffer)

    def readfrom_into(self, address: int, buffer: bytearray | memoryview, stop: bool = True, /) -> None:
        """Fill `buffer` from the chip at `address`."""
        if self.flip is None:
            buffer[:] = self._chip(address).read(len(buffer))
        else:
            buffer[:] = self.flip(self._chip(self.flip(bytes((address,)))[0]).read(len(buffer)))
