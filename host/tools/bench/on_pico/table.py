"""On the Pico: the table as main.py builds it, with the game in the journal."""


def the_table():
    from sys import modules

    import build_digests

    from main import STARTING, forget
    from pico import Pico
    from tavolo import wiring
    from tavolo.assembly import build
    from tavolo.link.hello import Identity

    hardware = Pico(wiring)
    identity = Identity(build_digests.FIRMWARE, build_digests.RULES, "bench", "0")
    table = build(hardware, hardware.serial(), identity)
    forget(modules, STARTING)
    return table
