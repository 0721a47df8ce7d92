"""The Raspberry Pi Pico: buses, pixel lines, serial line, entropy, time, on MicroPython's own modules.

`main` builds it once and passes it to the parts of the table. Nothing here runs on a laptop, but everything
imports there: the Pico's modules are imported by the parts that use them, when those are built. (Not at each use: an
`import` of a loaded module takes 1.4 ms on the chip, 2.0 ms when the firmware comes from files.)
"""

import micropython

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

BITS_HERTZ = 800_000  # WS2812: 1.25 µs a bit
CYCLES = 10  # of the state machine a bit, 125 ns each
BYTE_US = 10
LATCH_US = 300  # of low, until pixels show what they received: 280, and a little for the queue
USB_FRAME = 0x50110048  # SOF_RD: the number of the host's last frame (RP2040 datasheet, section 4.1.4)
FRAME_US = 1000  # from one frame of the host to the next
SUSPENDED_US = 3000  # of silence, after which the board knows that there is no host (USB 2.0, section 7.1.7.6)
TRUSTED_US = 1_500_000  # the number wraps in 2 s; by then the host's clock is off by 0.75 ms (section 7.1.11)
SERIAL_BYTES = 32  # at most read or written at once, 0.02 ms each, so that a tick stays short
SHORT_BYTES = 80  # up to here data is written in smaller parts: an idle laptop and table send no more to each other
SHORT_PART = 16

EVEN_US = 40

ptr8 = memoryview  # on the board viper's own type


def _pixel_program():
    """Return the PIO program that sends the upper eight bits of each word, highest first.

    A bit is 0.25 µs high for a 0 and 0.875 µs for a 1, of 1.25 µs (WS2812B datasheet: 0.22-0.38 and 0.58-1
    µs). The line rests low, so a queue that runs empty after a whole frame lets the strip show it.
    """
    from rp2 import PIO, asm_pio

    @asm_pio(
        sideset_init=PIO.OUT_LOW,
        out_shiftdir=PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
        fifo_join=PIO.JOIN_TX,
    )
    def program() -> None:
        wrap_target()
        label("bit")
        out(x, 1).side(0)[2]
        jmp(not_x, "zero").side(1)[1]
        jmp("bit").side(1)[4]
        label("zero")
        nop().side(0)[4]
        wrap()

    return program


class FedStateMachine:
    """A state machine (0-3) fed by DMA: the processor goes on while the bits go out, and cannot be late with one.

    When the processor fed it, the queue of 80 µs sometimes ran dry while USB was served, and the strip took the pause
    for the end of a frame.
    """

    def __init__(self, number: int, machine) -> None:
        from time import ticks_add, ticks_diff, ticks_us

        from rp2 import DMA

        self._ticks_us, self._ticks_add, self._ticks_diff = ticks_us, ticks_add, ticks_diff
        self._machine = machine
        self._dma = DMA()
        self._control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=number)
        self._shown_us = 0
        self._is_sending = False
        self._buffer = None

    def is_quiet(self) -> bool:
        """Return whether the strip shows what was put last; to be called until it does.

        The answer is stored: nine minutes later the ticks would have wrapped half, and seem to be in the future.
        """
        if self._is_sending and self._ticks_diff(self._ticks_us(), self._shown_us) >= 0:
            self._is_sending = self._dma.active()
        return not self._is_sending

    def put(self, buffer, shift: int) -> None:
        """Begin to send the bytes of a buffer, when the strip shows those before.

        A byte that is written to the queue is in all four bytes of its word, so `shift`, which wants it at the top, has
        no effect. Bytes that change before their turn are sent changed.
        """
        while not self.is_quiet():
            pass
        self._buffer = buffer  # which has to live on
        self._dma.config(read=buffer, write=self._machine, count=len(buffer), ctrl=self._control, trigger=True)
        self._shown_us = self._ticks_add(self._ticks_us(), len(buffer) * BYTE_US + LATCH_US)
        self._is_sending = True


class PicoPixelPin:
    """The data line of a strip: `state_machine` of that number (0-3), with the pixel program, on pin `gp`."""

    def __init__(self, gp: int, number: int, program) -> None:
        from machine import Pin
        from rp2 import StateMachine

        machine = StateMachine(number, program, freq=BITS_HERTZ * CYCLES, sideset_base=Pin(gp))
        machine.active(1)
        self.state_machine = FedStateMachine(number, machine)


class PicoSerial:
    """The USB serial line; no call waits."""

    def __init__(self) -> None:
        import select
        import sys
        from time import ticks_diff, ticks_us

        from machine import mem32

        self._memory, self._ticks_us, self._ticks_diff = mem32, ticks_us, ticks_diff
        self._input, self._output = sys.stdin.buffer, sys.stdout.buffer
        readable, writable = select.poll(), select.poll()
        readable.register(sys.stdin, select.POLLIN)
        writable.register(sys.stdout, select.POLLOUT)
        self._readable, self._writable = readable.ipoll, writable.ipoll  # they take no memory, unlike `poll`
        self._byte = bytearray(1)  # in transfer: a slice for each would fill the memory
        self._came = bytearray(SERIAL_BYTES)
        self._frame = self._frame_us = 0
        self._had_host = False

    def _has_host(self) -> bool:
        """Return whether a computer is at the other end. Without one a write may wait for ever (MicroPython 1.25).

        It does from SUSPENDED_US after the last frame on, if earlier output has filled the queue. So one frame since
        the last time is not enough: none may be missing. Times and frames are whole numbers, so the host is there if it
        is late by less than a frame, and was there less than two ago.
        """
        frame, now = self._memory[USB_FRAME] & 0x7FF, self._ticks_us()
        elapsed_us = self._ticks_diff(now, self._frame_us)
        is_there = 0 <= elapsed_us - ((frame - self._frame) & 0x7FF) * FRAME_US + FRAME_US < 2 * FRAME_US
        if not 0 <= elapsed_us < TRUSTED_US:
            self._had_host = is_there = False
            self._frame, self._frame_us = frame, now
        elif frame != self._frame:
            self._had_host = is_there
            self._frame, self._frame_us = frame, now
        return self._had_host and is_there

    def read(self) -> bytes:
        """Return what has arrived, at most SERIAL_BYTES."""
        count = take(self._readable, self._input.readinto, self._byte, self._came, SERIAL_BYTES)
        return bytes(self._came[:count]) if count else b""

    def write(self, buffer) -> int:
        """Write as much as fits now, at most SERIAL_BYTES, or SHORT_PART; return how many bytes that was.

        One byte each time the line is ready: readiness promises no more, and a second one could wait for half a second
        (MicroPython 1.25, a port that is open but not read).
        """
        if not self._has_host():
            return 0
        most = min(len(buffer), SERIAL_BYTES if len(buffer) > SHORT_BYTES else SHORT_PART)
        return give(self._writable, self._output.write, self._byte, buffer, most)


# Bytes pass one by one through a buffer of one byte, in machine code: 0.07 ms each, in bytecode, took longer than all
# else in a tick with a line.


@micropython.viper
def take(ipoll, readinto, byte, buffer, most: int) -> int:
    """Fill the buffer with what can be read at once, at most `most` bytes; return how many."""
    one = ptr8(byte)
    into = ptr8(buffer)
    count = 0
    while count < most:
        ready = 0
        for _ in ipoll(0):
            ready = 1
        if not ready:
            break
        readinto(byte)
        into[count] = one[0]
        count += 1
    return count


@micropython.viper
def give(ipoll, write, byte, buffer, most: int) -> int:
    """Write at most `most` bytes of the buffer, as long as another can be written at once; return how many."""
    one = ptr8(byte)
    content = ptr8(buffer)
    count = 0
    while count < most:
        ready = 0
        for _ in ipoll(0):
            ready = 1
        if not ready:
            break
        one[0] = content[count]
        write(byte)
        count += 1
    return count


class PicoFlash:
    """Raw flash behind the file system, for `tavolo.journal.ring`; `start` counts from that of rp2.Flash.

    `feed` is called after each erasure, of which a tick may need many.
    """

    def __init__(self, start: int, length: int, sector_bytes: int, feed) -> None:
        from rp2 import Flash

        self._feed = feed
        region = {"start": start, "len": length}
        self._flash = Flash(**region)
        self._sector_bytes = sector_bytes

    def read_into(self, address: int, buffer) -> None:
        """Fill the buffer from the address on."""
        self._flash.readblocks(address // self._sector_bytes, buffer, address % self._sector_bytes)

    def program(self, address: int, page) -> None:
        """Program a page, in 0.4 to 3 ms. With an offset, even 0, `writeblocks` does not erase."""
        self._flash.writeblocks(address // self._sector_bytes, page, address % self._sector_bytes)

    def erase(self, sector: int) -> None:
        """Erase a sector, in 45 to 400 ms, during which the chip does nothing else."""
        self._flash.ioctl(6, sector)
        self._feed()


class Pico:
    """The chip's hardware, wired as `board` (the module `tavolo.wiring`) says.

    `feed` feeds the watchdog during long operations.
    """

    def __init__(self, board, feed=lambda: None) -> None:
        from os import urandom
        from time import sleep_us, ticks_diff, ticks_ms, ticks_us

        self._board = board
        self._feed = feed
        self._urandom, self._ticks_ms, self._ticks_diff = urandom, ticks_ms, ticks_diff
        self._sleep_us, self._ticks_us = sleep_us, ticks_us
        self._pixel_pins: "dict[int, PicoPixelPin]" = {}  # by GP
        self._pixel_program = _pixel_program()  # once: the chip has room for 32 instructions
        self._ticks = ticks_ms()
        self._now_ms = 0
        self._hertz = board.I2C_HERTZ

    def i2c(self, bus: int, hertz: int):
        """Return the machine.I2C of a bus (0 or 1), with a time-out for this speed."""
        from machine import I2C, Pin

        self._hertz = hertz
        data, clock = self._board.BUSES[bus]
        timeout_us = self._board.I2C_TIMEOUT_US * self._board.I2C_HERTZ // hertz
        settings = {"freq": hertz, "timeout": timeout_us}
        return I2C(bus, sda=Pin(data), scl=Pin(clock), **settings)

    def free_bus(self, bus: int) -> None:
        """Clock a bus whose data line a chip holds low, in about 0.1 ms, and set it up again.

        A chip that lost its place in a transfer waits for the rest of a byte: at most nine clocks, then a stop
        condition (I2C specification UM10204, section 3.1.16).
        """
        from time import sleep_us

        from machine import Pin

        data, clock = [Pin(gp, Pin.OPEN_DRAIN, value=1) for gp in self._board.BUSES[bus]]
        for _ in range(9):
            clock.value(0)
            sleep_us(5)
            clock.value(1)
            sleep_us(5)
        data.value(0)
        sleep_us(5)
        data.value(1)
        self.i2c(bus, self._hertz)

    def pixel_pin(self, gp: int) -> PicoPixelPin:
        """Return the data line on a pin, with its own state machine."""
        if gp not in self._pixel_pins:
            self._pixel_pins[gp] = PicoPixelPin(gp, len(self._pixel_pins), self._pixel_program)
        return self._pixel_pins[gp]

    def serial(self) -> PicoSerial:
        """Return the USB serial line."""
        return PicoSerial()

    def flash(self, part: "tuple[int, int]") -> "PicoFlash | None":
        """Return a part of the flash, (address, length); None if the file system uses it, and it cannot be had."""
        from os import statvfs

        from rp2 import Flash

        board = self._board
        files_begin = board.FLASH_BYTES - Flash().ioctl(4, 0) * board.SECTOR_BYTES
        try:
            status = statvfs("/")
            files_end = files_begin + status[1] * status[2]
        except OSError:  # no file system
            files_end = files_begin
        if not files_begin <= files_end <= board.CRASHES_ADDRESS:
            return None
        return PicoFlash(part[0] - files_begin, part[1], board.SECTOR_BYTES, self._feed)

    def files(self):
        """Return the Pico's file system."""
        from pico_files import PicoFiles

        return PicoFiles()

    def entropy(self, count: int) -> bytes:
        """Return `count` random bytes."""
        return self._urandom(count)

    def wait_until(self, began: int, milliseconds: int) -> None:
        """Wait until so many milliseconds after `began`, as of `now_ms`, to 2 µs.

        The loop ends up to 10 µs after that, by what was done before; then the timer counts on to a multiple of 40 µs.
        """
        ticks_ms, ticks_diff = self._ticks_ms, self._ticks_diff
        left = milliseconds - (self.now_ms() - began)
        since = self._ticks
        while ticks_diff(ticks_ms(), since) < left:
            pass
        self._sleep_us(EVEN_US - self._ticks_us() % EVEN_US)

    def now_ms(self) -> int:
        """Return milliseconds since this was built. The chip's count wraps: call it at least every six days."""
        ticks = self._ticks_ms()
        self._now_ms += self._ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms
