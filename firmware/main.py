"""The program of the board: builds the table on the Pico, owns the clock, and goes round for ever.

It also says when memory is swept. That takes about 10 ms, twice as long as a pass without it: so it is not left
to the middle of whatever a pass has to do, but done when there is litter, after one in which nothing happened. And
games that are not played leave the memory; so does what only the start needs, or the lobby.

A pass that fails is written down, and the chip begins anew; one that hangs is ended by the watchdog. What comes of that
is decided by how the starts before went (`tavolo.maker.starts`).
"""

# From how much litter on (see `Table.garbage`) memory is swept, 40 kB at most: three seconds of beats leave that much.
# With more, places for what is new are searched for longer; with less, more passes take long.
COLLECTING = 24
COLLECTING_PATIENCE = 48  # from which on it waits no longer for a quiet pass, but for one with little to do
STARTING = (  # what is needed at power-on alone, or again when a laptop asks for the settings
    "tavolo.maker.settings",
    "tavolo.maker.keeping",
    "tavolo.lights.layout",
    "tavolo.seat.finding",
    "tavolo.journal.finding",
    "tavolo.journal.reading",
    "tavolo.play.resuming",
    "tavolo.play.listing",
    "tavolo.play.council",
    "tavolo.play.resume_preview",
    "adafruit_mpr121",
    "adafruit_bus_device.i2c_device",
    "busio",
    "pico_files",
)
WAITING = (  # what is needed in the lobby
    "tavolo.play.lobby",
    "tavolo.lights.lobby",
    "tavolo.lights.figures",
    "tavolo.seat.calibrating",
)


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


def main(guard=None) -> None:  # type: ignore[no-untyped-def]
    """Run the table, and have the chip begin anew when a pass fails; return only to a prompt that is wished.

    `guard` is the chip's own (`pico_guard`) unless another one is given.
    """
    from pico_guard import PicoGuard
    from tavolo.maker.starts import Starts

    guard = guard or PicoGuard()
    starts = Starts(guard)
    if starts.goes_to_the_prompt:
        starts.restart()
        return
    guard.watch()
    starts.begin()
    hardware = table = None
    try:
        from pico import Pico
        from tavolo import wiring

        hardware = Pico(wiring, guard.feed)
        table = built(hardware, starts)
        go_round(table, hardware, guard, starts)
    except Exception as error:  # whatever it is: a table that begins anew is of more use than none
        is_secret = table is not None and table.keeps_a_secret()
        table = None  # to make room
        starts.crashed()
        try:
            write_down(error, is_secret, hardware, starts)
        finally:
            guard.reset()


def built(hardware, starts):  # type: ignore[no-untyped-def]
    """Return the table on this hardware, or what runs in its place in safe mode."""
    import build_digests  # made by the build: the board carries no source files to make digests of
    import machine

    from tavolo.assembly import build, build_safe
    from tavolo.link.hello import Identity

    boot = "".join([f"{number:02x}" for number in hardware.entropy(4)])
    name = "".join([f"{number:02x}" for number in machine.unique_id()])
    identity = Identity(build_digests.FIRMWARE, build_digests.RULES, name, boot)
    table = (build_safe if starts.is_safe else build)(hardware, hardware.serial(), identity)
    if starts.has_crashed:
        starts.tell(table.publisher, hardware.crash_flash())
    return table


def go_round(table, hardware, guard, starts) -> None:  # type: ignore[no-untyped-def]
    """Have pass follow pass, until the chip begins anew."""
    import gc
    from sys import modules

    forget(modules, STARTING)
    last = hardware.now_ms()
    play = None
    while True:
        guard.feed()
        now = hardware.now_ms()
        table.step(now - last)
        if starts.is_new:
            starts.step(now - last, table)
        last = now
        if table.play is not play:
            play = table.play
            forget_games(modules, play.record.game.NAME if play else None)
            forget(modules, STARTING)
            table.garbage += COLLECTING
        if table.workbench.wants_restart:
            starts.restart(table.workbench.wants_prompt)
            guard.reset()
        if table.garbage > COLLECTING and (
            table.is_quiet() or (table.garbage > COLLECTING_PATIENCE and table.is_idle())
        ):
            gc.collect()
            table.garbage = 0


def write_down(error, is_secret, hardware, starts) -> None:  # type: ignore[no-untyped-def]
    """Write a crash into the log."""
    import gc

    gc.collect()
    from tavolo.maker.crashes import write_down as write

    if hardware is not None and starts.writes_down:
        write(error, is_secret, hardware.crash_flash())


if __name__ == "__main__":
    main()
