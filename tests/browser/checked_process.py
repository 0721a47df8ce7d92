"""`tavolo play` open at an address, `GAME SPEED PORT ADDRESS`, that compares the hands with the record as it goes.

It prints the line about the network, with the letters, and later `hand SEAT CARD ...` at each change of the cards that
a player holds or may secretly take, and a line for each thing that is wrong.
"""

import sys
import time
from random import Random
from typing import ClassVar

from tavolo.games import load
from tavolo.rules.contract import TABLE, Setup
from tavolo_host.runtime import import_paths

LONGEST_S = 5.0  # until hands and record agree again after a change; the laptop may have to ask for the whole game


def main() -> None:
    """Serve the page until the process is ended."""
    name, speed, port, address = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    import_paths.prepend()
    from tavolo_host.display import app
    from tavolo_host.people.pace import Pace
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.simulator.serial_line import LoopbackServer
    from tavolo_host.sources.virtual_source import VirtualSource

    class CheckedSource(VirtualSource):
        """Says when hands and record have differed for too long."""

        agreed_s = time.monotonic()
        told: ClassVar[dict[int, set[int]]] = {}

        def step(self, elapsed_ms: float) -> None:
            super().step(elapsed_ms)
            self._tell_hands()
            if self._agrees():
                self.agreed_s = time.monotonic()
            elif time.monotonic() - self.agreed_s > LONGEST_S:
                print("Hands are not those of the record.", flush=True)
                self.agreed_s = time.monotonic()

        def _tell_hands(self) -> None:
            game, seats = self.table.virtual_players.follower.tracked_game, self.table.virtual_players.follower.seats
            for player, seat in enumerate(seats if game else ()):
                assert game
                hand = {*game.hand(player), *game.sealed(player), *game.offered(player)}
                if hand != self.told.get(seat):
                    self.told[seat] = hand
                    print("hand", seat, *hand, flush=True)

        def _agrees(self) -> bool:
            held, mirror = self.table.virtual_players.record, self.mirror
            if not mirror.in_step or not (mirror.record and held):
                return bool(mirror.in_step) and not (mirror.record or held)
            game = mirror.record.game
            ours, theirs = (game.view(record.position, TABLE) for record in (mirror.record, held))
            return bool(game.position_text(ours) == game.position_text(theirs))

    line = LoopbackServer()
    setup = Setup(load(name), load(name).SEATS[1])
    pace = Pace("Virtual board", time.monotonic)
    source = CheckedSource(VirtualTable(Random(1), line), setup, line, pace, speed)
    app.run(source, port=port, open_browser=False, lan_address=address)


if __name__ == "__main__":
    main()
