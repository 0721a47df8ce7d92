"""The program of the board: builds the table on the Pico, owns the clock, and goes round for ever.

It also says when memory is swept. That takes about 15 ms, three times as long as a pass without it: so it is not left
to the middle of whatever a pass has to do, but done now and then after one in which nothing happened. And games that
are not played leave the memory, which as files would be full after the third; so does what reads the settings.
"""

SWEEPING_MS = 700  # less often there is more to sweep, more often more than one pass in a hundred takes long
SWEEPING_PATIENCE_MS = 1500  # after which it waits no longer for a quiet pass, but for one with little to do
READING_SETTINGS = ("tavolo.maker.settings", "tavolo.maker.keeping", "tavolo.lights.layout", "pico_files")


def forget_games(modules, kept=None) -> None:  # type: ignore[no-untyped-def]
    """Take the rules and scenes of all games but the one named `kept` out of the loaded `modules`."""
    from tavolo.rules import GAMES

    for name, module in GAMES:
        if name == kept:
            continue
        for package in ("tavolo.rules", "tavolo.scenes"):
            beginning = package + "." + module
            for loaded in list(modules):
                if loaded.startswith(beginning):
                    delattr(modules[package], loaded[len(package) + 1 :])
                    del modules[loaded]


def forget_settings(modules) -> None:  # type: ignore[no-untyped-def]
    """Take what reads the settings out of the loaded `modules`; a laptop that asks for them brings it back."""
    for name in READING_SETTINGS:
        package, _, module = name.rpartition(".")
        if name in modules:
            del modules[name]
            if package:
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
    forget_settings(modules)
    last = swept = hardware.now_ms()
    play = None
    while True:
        now = hardware.now_ms()
        table.step(now - last)
        last = now
        if table.referee.play is not play:
            play = table.referee.play
            forget_games(modules, play.record.game.NAME if play else None)
            forget_settings(modules)
        if table.workbench.wants_restart:
            machine.reset()
        if now - swept > SWEEPING_MS and (table.is_quiet() or (now - swept > SWEEPING_PATIENCE_MS and table.is_idle())):
            gc.collect()
            swept = now


if __name__ == "__main__":
    main()
