"""Three lines of pixels, read by state machines: the rig's side of the board's strips.

A state machine a line, of the second PIO block, samples each bit 0.40 to 0.48 µs after its rise, and sends whole pixels
to a ring in memory, by DMA. When the line has been low for 280 µs the frame is over, and the complement of the bits
left of a pixel follows: -1 in a good frame. At a frame's first bit the processor is interrupted, to note the time.

Source: WS2812B data sheet: a bit is high for 0.22-0.38 µs or 0.58-1 µs; 280 µs of low end a frame.
"""

from array import array

import micropython
from machine import Pin
from micropython import const
from rp2 import DMA, StateMachine, asm_pio
from uctypes import addressof

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from rp2.asm_pio import (
        in_,
        invert,
        irq,
        isr,
        jmp,
        label,
        mov,
        noblock,
        osr,
        pin,
        pins,
        push,
        rel,
        wait,
        wrap,
        wrap_target,
        x,
        x_dec,
    )

    ptr8: Any = memoryview  # on the chip viper's own types
    ptr32: Any = memoryview

HERTZ = 25_000_000
LATCH_TURNS = 3500  # of 0.08 µs
WORDS = const(1024)  # of a line's ring: some frames of the longest strip
RING_BITS = 12  # its bytes, as a power of two
DMA_CHANNELS, DMA_CHANNEL, FROM_PIO1 = 0x5000_0000, 0x40, 12
MACHINES = 4  # of a PIO block
TIMER = const(0x4005_4028)  # TIMERAWL: microseconds
WORD = 2  # a size of transfers
BYTES = 3  # of a pixel

# Places in the state of a line, an array of words; behind them the times of the last frames that began.
RING = const(0)
TAIL = const(1)
RECEIVER = const(2)
BEGUN = const(3)
TIMES = const(4)
KEPT_TIMES = const(4)
STATE_WORDS = 8


@asm_pio(autopush=True, push_thresh=24)
def line() -> None:
    """Pin: the data line. OSR is how many turns of low end a frame."""
    wrap_target()
    wait(1, pin, 0)
    irq(rel(0))
    jmp("bit")[7]
    label("high")
    jmp("bit")[8]
    label("bit")
    in_(pins, 1)
    wait(0, pin, 0)
    mov(x, osr)
    label("low")
    jmp(pin, "high")
    jmp(x_dec, "low")
    mov(isr, invert(isr))
    push(noblock)
    wrap()


@micropython.viper
def note(state):  # type: ignore[no-untyped-def]
    """A frame begins."""
    s = ptr32(state)
    timer = ptr32(TIMER)
    s[TIMES + (s[BEGUN] & (KEPT_TIMES - 1))] = timer[0]
    s[BEGUN] += 1


@micropython.viper
def whole_frame(state) -> int:  # type: ignore[no-untyped-def]
    """Return how many words the next frame has with its end, 0 if it is not over."""
    s = ptr32(state)
    ring = ptr32(s[RING])
    receiver = ptr32(s[RECEIVER])
    tail = s[TAIL]
    head = (receiver[1] - s[RING]) >> 2
    count = 0
    while tail != head:
        count += 1
        if ring[tail] >> 31:
            return count
        tail = (tail + 1) & (WORDS - 1)
    return 0


@micropython.viper
def take(state, count: int, into) -> int:  # type: ignore[no-untyped-def]
    """Take pixels and the end of a frame from the ring; return what was left of a pixel, -1 if nothing."""
    s = ptr32(state)
    ring = ptr32(s[RING])
    levels = ptr8(into)
    tail = s[TAIL]
    at = 0
    for _ in range(count):
        word = ring[tail]
        levels[at] = word >> 16
        levels[at + 1] = word >> 8
        levels[at + 2] = word
        at += 3
        tail = (tail + 1) & (WORDS - 1)
    end = ring[tail]
    s[TAIL] = (tail + 1) & (WORDS - 1)
    return end


class Line:
    """A line on pin `gp`, at the state machine 0-2 of the second PIO block."""

    def __init__(self, number: int, gp: int) -> None:
        self.gp = gp
        self.state = state = array("I", [0] * STATE_WORDS)
        self._ring = bytearray(8 * WORDS)
        ring = addressof(self._ring) + 4 * WORDS - 1 & -4 * WORDS
        pin = Pin(gp, Pin.IN, Pin.PULL_DOWN)
        self._machine = machine = StateMachine(MACHINES + number, line, freq=HERTZ, in_base=pin, jmp_pin=pin)
        machine.put(LATCH_TURNS)
        machine.exec("pull()")
        self._receiver = receiver = DMA()
        control = receiver.pack_ctrl(
            size=WORD, inc_read=False, ring_sel=True, ring_size=RING_BITS, treq_sel=FROM_PIO1 + number
        )
        receiver.config(read=machine, write=ring, count=0xFFFF_FFFF, ctrl=control, trigger=True)
        state[RING] = ring
        state[RECEIVER] = DMA_CHANNELS + DMA_CHANNEL * receiver.channel  # pyright: ignore[reportAttributeAccessIssue]
        machine.irq(lambda _: note(state), hard=True)
        machine.active(1)
        self._frames = 0

    def frame(self) -> "tuple[int, bytes, str] | None":
        """Return the next frame: its begin (µs), its bytes, and what is wrong with it, "" for nothing."""
        count = whole_frame(self.state) - 1
        if count < 0:
            return None
        levels = bytearray(BYTES * count)
        left = take(self.state, count, levels)
        began = self.state[TIMES + (self._frames & KEPT_TIMES - 1)]
        is_late = self.state[BEGUN] - self._frames > KEPT_TIMES
        self._frames += 1
        return began, levels, "ended inside a pixel" if left != -1 else "was told too late" if is_late else ""
