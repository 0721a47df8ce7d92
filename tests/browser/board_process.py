"""A board for tests of `tavolo watch`: a virtual table with people, in real time, at the URL that it prints first."""

import time
from random import Random

from tavolo.games import load
from tavolo.rules.contract import Setup
from tavolo_host.runtime import import_paths
from tavolo_host.simulator.serial_line import LoopbackServer


def main() -> None:
    """Play one game after the other, for as long as the process is let."""
    import_paths.prepend()
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.simulator.hardware import TICK_MS
    from tests.table.without_laptop import WithoutLaptop

    line = LoopbackServer()
    print(line.url, flush=True)
    table = VirtualTable(Random(1), line)
    table.run_ms(1500)
    WithoutLaptop(table).start(Setup(load("david-goliath"), 4))
    due = time.monotonic()
    while True:
        table.step()
        due += TICK_MS / 1000
        time.sleep(max(0.0, due - time.monotonic()))


if __name__ == "__main__":
    main()
