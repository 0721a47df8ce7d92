"""The program of the board: builds the table on the Pico, owns the clock, and goes round for ever."""


def main() -> None:
    """Run the table; returns only by an interrupt at the prompt."""
    import sys

    # What Adafruit's drivers expect of a CircuitPython board. Before MicroPython's own frozen modules, one of which is
    # another `neopixel`.
    sys.path[:0] = ["/lib", "/lib/adapters"]
    import machine

    from pico import Pico
    from tavolo import board, digests
    from tavolo.assembly import build
    from tavolo.hello import Identity

    hardware = Pico(board)
    boot = "".join([f"{number:02x}" for number in hardware.entropy(4)])
    name = "".join([f"{number:02x}" for number in machine.unique_id()])
    programs = [digests.digest_of_folder(folder) for folder in ("/lib/tavolo", "/lib/tavolo/rules")]
    table = build(hardware, hardware.serial(), Identity(programs[0], programs[1], name, boot))
    last = hardware.now_ms()
    while True:
        now = hardware.now_ms()
        table.step(now - last)
        last = now


if __name__ == "__main__":
    main()
