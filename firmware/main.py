"""The program of the board: builds the table on the Pico, owns the clock, and goes round for ever.

It also says when memory is swept. That takes about 15 ms, three times as long as a pass without it: so it is not left
to the middle of whatever a pass has to do, but done now and then after one in which nothing happened. And games that
are not played leave the memory, which as files would be full after the third; so does what only the start needs, or
the lobby.
"""

SWEEPING_MS = 700  # less often there is more to sweep, more often more than one pass in a hundred takes long
SWEEPING_PATIENCE_MS = 1500  # after which it waits no longer for a quiet pass, but for one with little to do
STARTING = (  # what is needed at power-on alone, or again when a laptop asks for the settings
    "tavolo.maker.settings",
    "tavolo.maker.keeping",
    "tavolo.lights.layout",
    "tavolo.seat.finding",
    "adafruit_mpr121",
    "adafruit_bus_device.i2c_device",
    "busio",
    "pico_files",
)
WAITING = ("tavolo.lights.lobby", "tavolo.lights.figures", "tavolo.seat.calibrating")  # what is needed in the lobby


def forget_games(modules, kept=None) -> None:  # type: ignore[no-untyped-def]
    """Take all games but the one named `kept` out of the loaded `modules`."""
    from tavolo.games import GAMES, folder_of

    others = [folder for folder in GAMES if not kept or folder != folder_of(kept)]
    # Few modules are of games: only their names are taken apart, since a game waits for this.
    loaded = [name for name in modules if name.startswith("tavolo.games.") and name.split(".")[2] in others]
    forget(modules, loaded)
    if kept:
        forget(modules, WAITING)


def forget(modules, names) -> None:  # type: ignore[no-untyped-def]
    """Take these out of the loaded `modules`; whoever needs one brings it back."""
    for name in names:
        if name in modules:
            package, _, module = name.rpartition(".")
            del modules[name]
            if package in modules:
                delattr(modules[package], module)


def main() -> None:
    """Run the table; returns only by an interrupt at the prompt."""
    import gc
    from sys import modules

    import build_digests  # made by the build: the board carries no source files to make digests of
    import machine

    from pico import Pico
    from tavolo import wiring
    from tavolo.assembly import build
    from tavolo.link.hello import Identity

    hardware = Pico(wiring)
    boot = "".join([f"{number:02x}" for number in hardware.entropy(4)])
    name = "".join([f"{number:02x}" for number in machine.unique_id()])
    identity = Identity(build_digests.FIRMWARE, build_digests.RULES, name, boot)
    table = build(hardware, hardware.serial(), identity)
    forget(modules, STARTING)
    last = swept = hardware.now_ms()
    play = None
    while True:
        now = hardware.now_ms()
        table.step(now - last)
        last = now
        if table.referee.play is not play:
            play = table.referee.play
            forget_games(modules, play.record.game.NAME if play else None)
            forget(modules, STARTING)
        if table.workbench.wants_restart:
            machine.reset()
        if now - swept > SWEEPING_MS and (table.is_quiet() or (now - swept > SWEEPING_PATIENCE_MS and table.is_idle())):
            gc.collect()
            swept = now


if __name__ == "__main__":
    main()
