"""`tavolo play` that notes when each message of the board reaches the laptop: `GAME SPEED PORT`.

A note on standard output is the number of the newest entry of the log, and the time in milliseconds since 1970.
"""

import sys
import time
from random import Random

from tavolo.games import load
from tavolo.rules.contract import Setup
from tavolo_host.runtime import import_paths


def main(name: str, speed: str, port: str) -> None:
    """Serve the page until the process is ended."""
    import_paths.prepend()
    from tavolo_host.display import app
    from tavolo_host.people.pace import Pace
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.simulator.serial_line import LoopbackServer
    from tavolo_host.sources.virtual_source import VirtualSource

    class NotedSource(VirtualSource):
        """Prints new entries of the log."""

        newest = -1

        def step(self, elapsed_ms: float) -> None:
            super().step(elapsed_ms)
            log = self.mirror.log
            if log and log[-1].number != self.newest:
                self.newest = log[-1].number
                print(self.newest, time.time() * 1000, flush=True)

    line = LoopbackServer()
    pace = Pace("Virtual board", time.monotonic)
    source = NotedSource(VirtualTable(Random(1), line), Setup(load(name), 2), line, pace, float(speed))
    app.run(source, port=int(port), open_browser=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
