"""The adapters, as Adafruit's drivers use them."""

import busio
from adafruit_bus_device.i2c_device import I2CDevice


class MachineI2C:
    """A bus as machine.I2C offers it, with one chip: a register pointer before 16 bytes that count up."""

    def __init__(self, address: int) -> None:
        self.address = address
        self.pointer = 0
        self.written: list[tuple[bytes, bool]] = []

    def writeto(self, address: int, buffer: bytes, stop: bool = True) -> int:
        if address != self.address:
            raise OSError(19)
        self.written.append((bytes(buffer), stop))
        if len(buffer):
            self.pointer = buffer[0]
        return len(buffer)

    def readfrom_into(self, address: int, buffer: bytearray, stop: bool = True) -> None:
        if address != self.address:
            raise OSError(19)
        for place in range(len(buffer)):
            buffer[place] = self.pointer + place


def test_a_register_read_keeps_the_bus_between_write_and_read() -> None:
    machine = MachineI2C(0x5A)
    device = I2CDevice(busio.I2C(machine), 0x5A, probe=False)
    result = bytearray(6)
    with device:
        device.write_then_readinto(b"\x00\x04\x09", result, out_start=1, out_end=2, in_start=2, in_end=5)
    assert machine.written == [(b"\x04", False)]
    assert result == bytes([0, 0, 4, 5, 6, 0])
