"""The program of the board: builds the table on the Pico, owns the clock, and goes round for ever."""


def main() -> None:
    """Run the table; returns only by an interrupt at the prompt."""
    import build_digests  # made by the build: the board carries no source files to make digests of
    import machine

    from pico import Pico
    from tavolo import board
    from tavolo.assembly import build
    from tavolo.hello import Identity

    hardware = Pico(board)
    boot = "".join([f"{number:02x}" for number in hardware.entropy(4)])
    name = "".join([f"{number:02x}" for number in machine.unique_id()])
    identity = Identity(build_digests.FIRMWARE, build_digests.RULES, name, boot)
    table = build(hardware, hardware.serial(), identity)
    last = hardware.now_ms()
    while True:
        now = hardware.now_ms()
        table.step(now - last)
        last = now


if __name__ == "__main__":
    main()
