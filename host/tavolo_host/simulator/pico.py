"""A Raspberry Pi Pico that runs real MicroPython, in an emulated RP2040 and in simulated time.

The emulator (`hardware/emulator/`, on rp2040js) has the processor, its peripherals, the flash and the wires. This side
has what is attached: the chips (`Mpr121`, the same as on the virtual table), the pixels, and the laptop's end of the
USB cable. Time passes only in `advance_ns`; the same calls give the same nanoseconds and bytes.

Not emulated: waiting for flash while code runs from it, real capacitance, real USB timing.
"""

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.emulator_pipe import EmulatorError, EmulatorPipe
from tavolo_host.simulator.i2c import VirtualI2C
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.simulator.pico_parts import ChipOnBus, FlashOperation, PicoPort, Strip, firmware_image

FLASH_BYTES = 2 * 1024 * 1024
NEVER = 0.0
UNCHANGED = 255
BOARD_ID = bytes.fromhex("e66058388324af2d")  # the serial number of its flash


class EmulatedPico:
    """The board. `firmware` is a .bin or .uf2, written over a `flash` that is blank by default.

    `buses` are address -> chip mappings for I2C0 and I2C1; `pins` the (SDA, SCL) of each; `strips` the pixels on a pin.
    Of a bus's faults it knows `held`, and `unfinished_bits` up to 254.
    `seed` determines the board's random numbers and which bits a power cut leaves. Without `quick` nothing is
    translated, for comparison. Power is off until `power_on`.

    Raises `EmulatorError` when the emulator cannot be started. Methods that let time pass raise it when the board does
    something impossible, or sends the pixels a bit outside the WS2812B's limits; the object is unusable afterwards.
    """

    def __init__(
        self,
        firmware: Path,
        buses: Sequence[Mapping[int, Mpr121]],
        pins: Sequence[tuple[int, int]],
        strips: Mapping[int, Strip],
        clock: Clock,
        flash: bytes | None = None,
        seed: int = 0,
        quick: bool = True,
    ) -> None:
        self.clock = clock
        self.now_ns = 0
        self.is_on = False
        self.has_greeted = False  # whether the laptop's system has enumerated the board on USB
        self.buses = [VirtualI2C(chips) for chips in buses]
        self._told: dict[int, tuple[object, ...]] = {}  # of each bus: its faults, and who answers
        self.operations: list[FlashOperation] = []
        self.on_serial: Callable[[int, bytes], None] | None = None
        self.plugged = True
        self.port: PicoPort | None = None
        self.strips = strips
        self._on_bus = {
            (bus, address): ChipOnBus(chip) for bus, chips in enumerate(buses) for address, chip in chips.items()
        }
        self._failure = ""
        self._is_closed = False
        self._pipe = EmulatorPipe.take()
        self._ask(b"W", json.dumps(self._wiring(pins, seed, quick)).encode())
        whole = bytearray(b"\xff") * FLASH_BYTES
        for address, data in [(0, flash or b""), *firmware_image(firmware)]:
            whole[address : address + len(data)] = data
        self.write_flash(0, whole)

    def _wiring(self, pins: Sequence[tuple[int, int]], seed: int, quick: bool) -> dict[str, Any]:
        return {"buses": pins, "pixels": list(self.strips), "id": list(BOARD_ID), "seed": seed, "quick": quick}

    # ---- time and power

    def advance_ns(self, nanoseconds: int) -> None:
        """Let time pass; up to an instruction more than asked, which the next call makes up for."""
        self.advance_to_ns(self.now_ns + nanoseconds)

    def advance_ms(self, milliseconds: float) -> None:
        """Let time pass."""
        self.advance_ns(round(milliseconds * 1_000_000))

    def advance_to_ns(self, end_ns: int) -> None:
        """Let time pass until the simulated time is `end_ns`."""
        self._tell_faults()
        self._ask(b"A", struct.pack("<d", end_ns))

    def power_on(self) -> None:
        """Switch the power on: the board starts from its flash."""
        for chip in {chip for bus in self.buses for chip in bus.chips.values()}:
            chip.power_cycle()
        self.port_changed()
        self._tell_faults(all_of_them=True)
        self._ask(b"O")

    def cut_power(self) -> None:
        """Cut the power now."""
        self._ask(b"X")

    def cut_power_at_ns(self, at_ns: int) -> None:
        """Plan a power cut at a simulated time; it replaces an earlier plan."""
        self._pipe.send(b"C", struct.pack("<dId", at_ns, 0, 0.0))

    def cut_power_at_operation(self, number: int, share: float = 0.5) -> None:
        """Plan a power cut in flash operation `number` (see `FlashOperation`), after a share (0-1) of its time."""
        self._pipe.send(b"C", struct.pack("<dId", NEVER, number, share))

    def close(self) -> None:
        """Remove the board; the emulator is kept for the next."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._failure:
            self._pipe.close()
        else:
            self._pipe.give_back()

    # ---- flash

    def read_flash(self, address: int = 0, count: int = FLASH_BYTES) -> bytes:
        """Return the content of the flash."""
        self._pipe.send(b"M", struct.pack("<II", address, count))
        kind, payload = self._pipe.receive()
        assert kind == ord("m")
        return payload

    def write_flash(self, address: int, data: bytes | bytearray) -> None:
        """Write to the flash from outside, in no time."""
        self._pipe.send(b"L", struct.pack("<I", address) + data)

    def choose_flash_times(self, name: str) -> None:
        """Use the flash's "typical" or "maximum" times."""
        if name not in ("typical", "maximum"):
            raise ValueError(f"A flash has typical and maximum times, not {name}.")
        self._pipe.send(b"T", name.encode())

    # ---- the USB cable

    def open_port(self) -> PicoPort:
        """Open the board's serial port, like a program on the laptop; a port that was open is lost."""
        self._lose_port()
        self.port = PicoPort(self.send_serial, self.port_changed)
        self.port_changed()
        return self.port

    def touch(self) -> None:
        """Open the port at 1200 baud and close it; a port that was open is lost."""
        self._lose_port()
        self._pipe.send(b"U")

    def unplug(self) -> None:
        """Unplug the USB cable; the board keeps its power."""
        self.plugged = False
        self._lose_port()
        self.port_changed()

    def plug_in(self) -> None:
        """Plug the USB cable in again."""
        self.plugged = True
        self.port_changed()

    def send_serial(self, data: bytes) -> None:
        """Send bytes to the board, as the cable and the board have room."""
        self._pipe.send(b"S", data)

    def _lose_port(self) -> None:
        if self.port is not None:
            self.port.lost = True
        self.port = None

    def port_changed(self) -> None:
        """Tell the board whether its cable is in, and its port open and read."""
        is_open = self.port is not None and not self.port.lost
        is_read = is_open and self.port is not None and not self.port.unread
        self._pipe.send(b"P", bytes((self.plugged, is_open, is_read)))

    # ---- requests of the emulator

    def _tell_faults(self, all_of_them: bool = False) -> None:
        for number, bus in enumerate(self.buses):
            present = [address for address, chip in bus.chips.items() if chip.present]
            now = (bus.held, *present)
            if all_of_them or now != self._told.get(number) or bus.unfinished_bits:
                unfinished = bus.unfinished_bits or UNCHANGED
                self._pipe.send(b"B", bytes((number, bus.held, unfinished, *present)))
                self._told[number], bus.unfinished_bits = now, 0

    def _ask(self, kind: bytes, payload: bytes = b"") -> None:
        if self._failure:
            raise EmulatorError(self._failure)
        self._pipe.send(kind, payload)
        while True:
            kind_came, came = self._pipe.receive()
            if kind_came == ord("d"):
                self._done(came)
                return
            self._take(kind_came, came)

    def _done(self, payload: bytes) -> None:
        now_ns, is_on, has_greeted = struct.unpack_from("<dbb", payload)
        self._set_time(now_ns)
        if self.is_on and not is_on:
            self._lose_port()
            for strip in self.strips.values():
                strip.go_dark()
        self.is_on, self.has_greeted = bool(is_on), bool(has_greeted)

    def _set_time(self, now_ns: float) -> None:
        self.now_ns = int(now_ns)
        self.clock.advance_us(max(0, self.now_ns // 1000 - self.clock.now_us))

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == ord("r"):
            bus, address, used, now_ns = struct.unpack("<BBBd", payload)
            self._set_time(now_ns)
            self._pipe.send(b"r", self._on_bus[bus, address].read_ahead(used))
        elif kind == ord("w"):
            bus, address, now_ns = struct.unpack_from("<BBd", payload)
            self._set_time(now_ns)
            self._on_bus[bus, address].write(payload[10:])
        elif kind == ord("s"):
            if self.on_serial is not None:
                self.on_serial(int(struct.unpack_from("<d", payload)[0]), payload[8:])
            if self.port is not None:
                self.port.came += payload[8:]
        elif kind == ord("p"):
            pin, start_ns, end_ns = struct.unpack_from("<Bdd", payload)
            self.strips[pin].take(int(start_ns), int(end_ns), payload[17:])
        elif kind == ord("f"):
            self.operations.append(FlashOperation(*map(int, struct.unpack("<IBIIdd", payload))))
        else:
            self._failure = payload.decode(errors="replace")
            raise EmulatorError(self._failure)
