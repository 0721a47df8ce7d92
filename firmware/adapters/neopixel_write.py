"""CircuitPython's module `neopixel_write`: bytes onto the data line of a strip, through a PIO state machine.

The machine takes one byte a word from the word's top end, so a buffer goes out as it is, without a copy. It
shapes the bits by itself, with interrupts on.
"""

TOP_BYTE = 24  # how far a byte is shifted up in its word of 32 bits


def neopixel_write(digitalinout, buf) -> None:
    """Send the bytes of `buf` (24 bits a pixel in the strip's order of colours), highest bit first.

    Returns when the last bytes are in the machine's queue of eight, 80 µs before their last bit is on the
    line. The strip shows the colours after 280 µs of silence: the next bytes for the same line must come at
    least 360 µs after this call, or they go to the pixels beyond.
    """
    digitalinout.pin.state_machine.put(buf, TOP_BYTE)
