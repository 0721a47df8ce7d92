"""The rig: it is the board's chips, sees its pixels and holds its reset, as a laptop orders. `run` does not end.

It has the pins of the board: GP4 to GP7 are the buses, GP2, GP3 and GP8 the pixels; GP10 goes to the board's RUN.

Orders and reports are text over USB, which checks what it carries. Numbers are hexadecimal, with a letter here for each
digit. An order has 64 characters with the line feed, so that it is read at once; what is not needed is spaces. One of
spaces alone does nothing: it comes first, in case a part of something else waits to be read.

    z               begin again: chips as at power-on, and absent; wires free; the board runs
    p CC            which chips are there, bit n for chip n
    c C SSSS DD...  a chip's touch status and filtered data (26 bytes), if it was started, stopped or reset so often
    e C RRRR...     the rates of a chip's 12 electrodes: 1/256 counts at 1 µA for 0.5 µs; when it starts, its first
                    reading is made of them here, for the laptop's may come too late
    n C BB          this byte (from 1 on) of the next write to this chip that has so many gets no acknowledgement; 0 is
                    its address
    h B L           let go of a bus's data line (0), or hold it low (1)
    r L             let the board run (0), or hold it in reset (1)
    q ...           the same comes back, behind this version, after what was asked before

    t C DDDD TTTT TTTT   an order c gave a chip this touch status, at this time (µs)
    w C RR DD...    what was written to a chip's registers, from this one on
    n C BB          the byte of an order n was refused
    + P AA DD...    a part of a frame on a pin, from pixel AA on, three bytes each, green first
    f P AA CC TTTT TTTT DD...   the frame's last part: it has CC pixels, and began at this time (µs); what has not
                    come is as in the frame before
    ! ...           what is wrong
"""

from select import POLLIN, poll
from sys import stdin, stdout

import micropython
from buses import Buses
from i2c_target import ELECTRODES
from machine import Pin, mem32
from pixels import BYTES, TIMER, Line

SDAS, STRIPS, RESET = (4, 6), (2, 3, 8), 10
ORDER_BYTES = 64
STATUS_AND_DATA = 26  # bytes of a chip: out-of-range bits, between them, are always 0
PIXELS_A_LINE = 40
WAIT_MS = 2
VERSION = "2"  # as `tavolo_host.simulator.rig` speaks it
HELLO = f"rig {VERSION}\n"

ptr8 = memoryview  # on the chip viper's own type


@micropython.viper
def digits_of(number: int, count: int, into, at: int) -> int:  # type: ignore[no-untyped-def]
    """Write a number's last digits into a buffer, behind a space; return where the next ones go."""
    text = ptr8(into)
    text[at] = 32
    at += count + 1
    for place in range(1, count + 1):
        digit = number & 15
        text[at - place] = digit + (48 if digit < 10 else 87)
        number >>= 4
    return at


@micropython.viper
def digits_of_bytes(values, first: int, end: int, into, at: int) -> int:  # type: ignore[no-untyped-def]
    """Write the digits of bytes into a buffer, behind a space; return where the next ones go."""
    content = ptr8(values)
    text = ptr8(into)
    text[at] = 32
    at += 1
    for place in range(first, end):
        for shift in range(4, -1, -4):
            digit = content[place] >> shift & 15
            text[at] = digit + (48 if digit < 10 else 87)
            at += 1
    return at


@micropython.viper
def number_at(text, at: int, count: int) -> int:  # type: ignore[no-untyped-def]
    """Return the number that digits are, -1 if one is none."""
    digits = ptr8(text)
    number = 0
    for place in range(at, at + count):
        digit = digits[place]
        if digit >= 97:
            digit -= 39
        digit -= 48
        if digit < 0 or digit > 15:
            return -1
        number = number << 4 | digit
    return number


@micropython.viper
def bytes_at(text, at: int, into, count: int):  # type: ignore[no-untyped-def]
    """Write the bytes that digits are into a buffer."""
    digits = ptr8(text)
    values = ptr8(into)
    for place in range(count):
        high = digits[at]
        low = digits[at + 1]
        values[place] = (high - (87 if high >= 97 else 48)) << 4 | (low - (87 if low >= 97 else 48))
        at += 2


@micropython.viper
def same_bytes(before, now, count: int, step: int) -> int:  # type: ignore[no-untyped-def]
    """Return how many bytes are the same, from the beginning or (step -1) from the end."""
    one = ptr8(before)
    other = ptr8(now)
    at = 0 if step > 0 else count - 1
    same = 0
    while same < count and one[at] == other[at]:
        at += step
        same += 1
    return same


def changed(before: bytes, now: bytes) -> "tuple[int, int]":
    """Return from which pixel on, and up to which, a frame differs."""
    if len(before) != len(now):
        return 0, len(now) // BYTES
    same = same_bytes(before, now, len(now), 1)
    if same == len(now):
        return 0, 0
    return same // BYTES, (len(now) - same_bytes(before, now, len(now), -1) + BYTES - 1) // BYTES


class Rig:
    """All of it."""

    def __init__(self) -> None:
        self._buses = Buses(SDAS)
        self._lines = [Line(number, pin) for number, pin in enumerate(STRIPS)]
        self._shown = [b"" for _ in STRIPS]
        self._reset = Pin(RESET, Pin.OPEN_DRAIN, value=1)
        self._order = bytearray(ORDER_BYTES)
        self._values = bytearray(STATUS_AND_DATA + 2)
        self._report = bytearray(b"w" + bytes(8 + 2 * BYTES * PIXELS_A_LINE + 16))
        self._writer = memoryview(self._report)

    def obey(self) -> None:
        """Do what the order says."""
        order = self._order
        kind = order[0]
        first = number_at(order, 2, 1)
        if kind == b"c"[0]:
            values = self._values
            bytes_at(order, 9, values, 2)
            bytes_at(order, 13, memoryview(values)[4:], STATUS_AND_DATA - 2)
            began = mem32[TIMER]
            if self._buses.show(first, number_at(order, 4, 4), values):
                self._tell_touch(first, values, began)
        elif kind == b"e"[0]:
            for electrode in range(ELECTRODES):
                self._buses.set_rate(first, electrode, number_at(order, 4 + 4 * electrode, 4))
        elif kind == b"p"[0]:
            self._buses.set_present(number_at(order, 2, 2))
        elif kind == b"n"[0]:
            self._buses.refuse(first, number_at(order, 4, 2))
        elif kind == b"h"[0]:
            self._buses.hold(first, number_at(order, 4, 1))
        elif kind == b"r"[0]:
            self._reset.value(not first)
        elif kind == b"z"[0]:
            self._buses.clear()
            self._reset.value(1)
            self._shown = [b"" for _ in STRIPS]  # who begins knows no frame
        elif kind == b"q"[0]:
            stdout.buffer.write(b"q " + VERSION.encode() + order[1:])
        elif kind != b" "[0]:
            stdout.buffer.write(b"! not an order: " + order)

    def _tell_touch(self, chip: int, values: bytes, began: int) -> None:
        report = self._report
        report[0] = b"t"[0]
        at = digits_of_bytes(values, 0, 2, report, digits_of(chip, 1, report, 1))
        self._send(digits_of(began & 0xFFFF, 4, report, digits_of(began >> 16, 4, report, at)))

    def tell_writes(self) -> None:
        """Report what was written to the chips."""
        report = self._report
        lost = self._buses.lost()
        if lost:
            stdout.write(f"! {lost} writes to chips were told too late\n")
        refused = self._buses.refused()
        if refused:
            stdout.write("n {:x} {:02x}\n".format(*refused))
        report[0] = b"w"[0]
        for chip, register, values in self._buses.written():
            at = digits_of(register, 2, report, digits_of(chip, 1, report, 1))
            self._send(digits_of_bytes(values, 0, len(values), report, at))

    def tell_frames(self) -> None:
        """Report the next frame of each line."""
        report = self._report
        for number, line in enumerate(self._lines):
            frame = line.frame()
            if frame is None:
                continue
            began, levels, problem = frame
            if problem:
                stdout.write(f"! the frame on GP{line.gp} {problem}\n")
            first, end = changed(self._shown[number], levels)
            self._shown[number] = levels
            digits_of(line.gp, 1, report, 1)
            while first < end - PIXELS_A_LINE:
                report[0] = b"+"[0]
                at = digits_of(first, 2, report, 3)
                self._send(digits_of_bytes(levels, BYTES * first, BYTES * (first + PIXELS_A_LINE), report, at))
                first += PIXELS_A_LINE
            report[0] = b"f"[0]
            at = digits_of(len(levels) // BYTES, 2, report, digits_of(first, 2, report, 3))
            at = digits_of(began & 0xFFFF, 4, report, digits_of(began >> 16, 4, report, at))
            self._send(digits_of_bytes(levels, BYTES * first, BYTES * end, report, at))

    def _send(self, length: int) -> None:
        self._report[length] = 10
        stdout.buffer.write(self._writer[: length + 1])

    def run(self) -> None:
        """Work until the power goes."""
        stdout.write(HELLO)
        waiting = poll()
        waiting.register(stdin, POLLIN)
        read = stdin.buffer.readinto
        while True:
            if waiting.poll(WAIT_MS):
                read(self._order)
                if self._order[ORDER_BYTES - 1] == 10:
                    self.obey()
                else:
                    stdout.write("! an order of another length\n")
                    while read(self._order, 1) and self._order[0] != 10:
                        pass
            self.tell_writes()
            self.tell_frames()


def run() -> None:
    """Be the rig."""
    Rig().run()
