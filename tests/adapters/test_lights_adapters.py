"""The adapters, as Adafruit's drivers use them."""

import busio
import digitalio
from adafruit_bus_device.i2c_device import I2CDevice
from neopixel_write import neopixel_write


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


class Recorder:
    """A state machine that keeps what it is given."""

    def __init__(self) -> None:
        self.state_machine = self
        self.given: list[tuple[object, int]] = []

    def put(self, value: object, shift: int = 0) -> None:
        self.given.append((value, shift))


def test_a_read_of_registers_keeps_the_bus_between_writing_and_reading() -> None:
    machine = MachineI2C(0x5A)
    device = I2CDevice(busio.I2C(machine), 0x5A, probe=False)
    result = bytearray(6)
    with device:
        device.write_then_readinto(b"\x00\x04\x09", result, out_start=1, out_end=2, in_start=2, in_end=5)
    assert machine.written == [(b"\x04", False)]
    assert result == bytes([0, 0, 4, 5, 6, 0])


def test_parts_of_buffers_are_written_and_read_in_place() -> None:
    machine = MachineI2C(0x5A)
    bus = busio.I2C(machine)
    bus.writeto(0x5A, b"\x01\x02\x03\x04", start=1, end=3)
    bus.writeto(0x5A, b"\x01\x02\x03\x04", start=2)
    result = bytearray(4)
    bus.readfrom_into(0x5A, result, start=1, end=2)
    assert machine.written == [(b"\x02\x03", True), (b"\x03\x04", True)]
    assert result == bytes([0, 3, 0, 0])


def test_pixels_go_to_the_state_machine_as_they_are_one_byte_at_the_top_of_each_word() -> None:
    pin = Recorder()
    output = digitalio.DigitalInOut(pin)
    output.direction = digitalio.Direction.OUTPUT
    colours = bytearray(b"\x01\x02\x03")
    neopixel_write(output, colours)
    assert pin.given == [(colours, 24)]
    assert pin.given[0][0] is colours
