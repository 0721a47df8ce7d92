"""A board for tests of `tavolo watch`, in real time, at the URL that it prints first.

Without an argument it is a table with people; with settings, as in its file, people come by the laptop's page alone.
"""

import sys
import time
from random import Random

from tavolo.games import load
from tavolo.rules.contract import Setup
from tavolo_host.runtime import import_paths
from tavolo_host.simulator.serial_line import LoopbackServer


def main() -> None:
    """Run until the process is ended."""
    import_paths.prepend()
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.simulator.hardware import TICK_MS
    from tests.table.without_laptop import WithoutLaptop

    line = LoopbackServer()
    print(line.url, flush=True)
    settings = sys.argv[1:] or ["seats = all"]  # without a file of settings the page would ask what was built
    table = VirtualTable(Random(1), line, "\n".join(settings).encode())
    if not sys.argv[1:]:
        table.run_ms(1500)
        WithoutLaptop(table).start(Setup(load("david-goliath"), 4))
    due = time.monotonic()
    while True:
        table.step()
        due += TICK_MS / 1000
        time.sleep(max(0.0, due - time.monotonic()))


if __name__ == "__main__":
    main()
