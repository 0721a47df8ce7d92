"""CircuitPython's module `neopixel_write`: bytes onto the data line of a strip, through a PIO state machine.

The machine takes one byte a word from the word's top end, so a buffer goes out as it is, without a copy. It
shapes the bits by itself, with interrupts on.
"""

TOP_BYTE = 24  # how far a byte is shifted up in its word of 32 bits


def neopixel_write(digitalinout, buf) -> None:
    """Send the bytes of `buf` (24 or 32 bits a pixel in the strip's order of colours), highest bit first.

    The bytes go out by themselves, 10 µs each, and the strip shows the colours after 280 µs of silence; a call that
    comes sooner for the same line waits for that.
    """
    digitalinout.pin.state_machine.put(buf, TOP_BYTE)
