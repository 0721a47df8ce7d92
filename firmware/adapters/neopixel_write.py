"""CircuitPython's module `neopixel_write`: sends bytes over the data line of a strip, with a PIO state machine.

The machine takes one byte of each word, from its upper end, so a buffer is sent as it is, without a copy. It
shapes the bits itself, with interrupts on.
"""

TOP_BYTE = 24  # how far a byte is shifted up in its word of 32 bits


def neopixel_write(digitalinout, buf) -> None:
    """Send the bytes of `buf` (24 or 32 bits a pixel in the strip's order of colours), highest bit first.

    The call returns while the bytes are sent, 10 µs each; the strip shows the colours after 280 µs of silence. A
    second call for the same line waits until then.
    """
    digitalinout.pin.state_machine.put(buf, TOP_BYTE)
