"""On the Pico: the table as main.py has it, with the game that the journal holds."""


def the_table():
    import build_digests

    from pico import Pico
    from tavolo import board
    from tavolo.assembly import build
    from tavolo.hello import Identity

    hardware = Pico(board)
    identity = Identity(build_digests.FIRMWARE, build_digests.RULES, "bench", "0")
    return build(hardware, hardware.serial(), identity)
