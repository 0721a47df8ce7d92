"""The board's program: builds the table on the Pico, keeps the time, and runs the main loop.

Garbage collection takes about 10 ms, twice as long as a tick without it. So it does not start on its own in the middle
of a tick: the main loop collects garbage after a tick in which nothing happened. Modules of games that are not played
are unloaded, and so are those that only the start or the lobby needs.

When a tick raises, the error goes into the crash log and the chip restarts; when a tick hangs, the watchdog resets the
chip. What the next start does depends on how the last ones went (`tavolo.maker.starts`).
"""

# The amount of garbage (see `Table.garbage`) from which it is collected, 40 kB at most: that of three seconds of beats.
# With more, MicroPython searches longer for free memory; with less, more ticks are long.
COLLECTING = 24
COLLECTING_PATIENCE = 48  # from here on a tick with little to do is enough, be it not a quiet one
EVEN_MS = 20  # a tick with a card that the laptop has told: reading its line takes 8 to 17 ms, by the card
STARTING = (  # needed at power-on, and again when a laptop requests the settings
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
WAITING = (  # needed in the lobby
    "tavolo.play.lobby",
    "tavolo.lights.lobby",
    "tavolo.lights.figures",
    "tavolo.seat.calibrating",
)


def forget_games(modules, kept=None) -> None:  # type: ignore[no-untyped-def]
    """Unload all games but the one named `kept` from `modules` (`sys.modules`)."""
    from tavolo.games import GAMES, folder_of

    others = [folder for folder in GAMES if not kept or folder != folder_of(kept)]
    # Only names of games are split: a game waits for this.
    loaded = [name for name in modules if name.startswith("tavolo.games.") and name.split(".")[2] in others]
    forget(modules, loaded)
    if kept:
        forget(modules, WAITING)


def forget(modules, names) -> None:  # type: ignore[no-untyped-def]
    """Unload these modules; an import loads one again."""
    for name in names:
        if name in modules:
            package, _, module = name.rpartition(".")
            del modules[name]
            if package in modules:
                delattr(modules[package], module)


def main(guard=None) -> None:  # type: ignore[no-untyped-def]
    """Run the table, and restart the chip when a tick raises; return only if this start ends at MicroPython's prompt.

    `guard` is the chip's watchdog and reset (`pico_guard`) unless another one is given.
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
        table = build_table(hardware, starts)
        run_main_loop(table, hardware, guard, starts)
    except Exception as error:  # of any kind: a restart is better than a dead table
        is_secret = table is not None and table.keeps_a_secret()
        table = None  # frees memory
        starts.crashed()
        try:
            log_crash(error, is_secret, hardware, starts)
        finally:
            guard.reset()


def build_table(hardware, starts):  # type: ignore[no-untyped-def]
    """Return the table on this hardware, or the one that replaces it in safe mode."""
    import build_digests  # made by the build: the board has no source files to digest
    import machine

    from tavolo import wiring
    from tavolo.assembly import build, build_safe
    from tavolo.link.hello import Identity

    boot = "".join([f"{number:02x}" for number in hardware.entropy(4)])
    name = "".join([f"{number:02x}" for number in machine.unique_id()])
    identity = Identity(build_digests.FIRMWARE, build_digests.RULES, name, boot)
    table = (build_safe if starts.is_safe else build)(hardware, hardware.serial(), identity)
    if starts.has_crashed:
        starts.report(table.publisher, hardware.flash(wiring.CRASHES))
    return table


def run_main_loop(table, hardware, guard, starts) -> None:  # type: ignore[no-untyped-def]
    """Run the main loop until the chip restarts."""
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
        if table.is_even:
            table.is_even = False
            hardware.wait_until(now, EVEN_MS)
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


def log_crash(error, is_secret, hardware, starts) -> None:  # type: ignore[no-untyped-def]
    """Write a crash into the crash log."""
    import gc

    gc.collect()
    from tavolo import wiring
    from tavolo.maker.crashes import log_crash as log

    if hardware is not None and starts.logs_crashes:
        log(error, is_secret, hardware.flash(wiring.CRASHES))


if __name__ == "__main__":
    main()
