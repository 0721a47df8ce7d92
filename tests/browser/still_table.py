"""A table whose time stands still between decisions, served as `tavolo play` serves one: `GAME PLAYERS SEED PORT`.

A visitor's seat is played by chance, in made-up time: for each line "next" up to the next decision of a kind that has
not been met, for a number up to the first decision after so many actions, for "end" up to the game's end. Then the kind
of the decision is printed, and time stands still again.
"""

import sys
import threading
import time
from queue import Queue
from random import Random

from tavolo.games import load
from tavolo.rules.contract import Setup
from tavolo_host.runtime import import_paths

AT_ONCE_S = 1.0  # how long the page's loop is blocked; afterwards the pages are redrawn
WAKING_MS = 2500


def main() -> None:
    """Serve the page until the process is ended."""
    name, players, seed, port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    import_paths.prepend()
    from tavolo_host.display import app
    from tavolo_host.display.parts.what_to_do import Deed, State
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.players.of_game import choose
    from tavolo_host.players.reasons import Cost
    from tavolo_host.players.thinking import Decision, Engine, Pending
    from tavolo_host.simulator.hardware import TICK_MS
    from tavolo_host.simulator.serial_line import LoopbackServer
    from tavolo_host.sources.virtual_source import VirtualSource

    class Weighing(Engine):
        """An engine that instantly finds every decision at the end worse than the first choice, by ever more."""

        lost = 2.0

        def cost(self, moment: Decision, played: tuple[int, ...]) -> Pending[Cost]:
            """Return a made-up cost."""
            first, self.lost = moment.game.legal(moment.known, moment.player)[0], self.lost + 0.1
            found = Cost(first, self.lost if played != first else 0.0, 0.6, 100)
            return Pending(lambda: found)

    orders: Queue[str] = Queue()
    chance, met = Random(seed), {""}

    class StillSource(VirtualSource):
        """A table that goes on only when it is ordered to."""

        order = ""

        def step(self, elapsed_ms: float) -> None:
            """Let simulated time pass while there is an order and no new decision is needed."""
            self.order = self.order or ("" if orders.empty() else orders.get())
            until = time.monotonic() + AT_ONCE_S
            while self.order and time.monotonic() < until:
                for _ in range(10):
                    super().step(TICK_MS)
                visitor = next(iter(self.visitors.seats))
                if self.table.virtual_players.people[self.visitors.seats[visitor]].is_busy():
                    continue  # another choice would only redirect the hands
                what, kind = self.what_to_do(visitor), self.kind(visitor)
                if what.state == State.OVER or self.is_reached(kind):
                    met.add(kind)
                    self.order = ""
                    print(what.state if what.state == State.OVER else kind, flush=True)
                elif what.choices:
                    self.do(visitor, chance.choice(what.choices))

        def is_reached(self, kind: str) -> bool:
            """Return whether what was ordered has come about."""
            if self.order.isdecimal():
                return (
                    bool(kind)
                    and "slot" not in kind
                    and "unasked" not in kind
                    and len(self.mirror.actions) >= int(self.order)
                )
            return self.order == "next" and kind not in met

        def kind(self, visitor: str) -> str:
            """What sort of actions are offered, whether the game waits for them, and whether a card is in the slot.

            "" for nothing to decide.
            """
            what, own = self.what_to_do(visitor), self.visitors.own(visitor)
            sorts = sorted({choice.action[0] for choice in what.choices if choice.deed == Deed.ACT})
            unasked = " unasked" if what.state == State.WAIT else ""
            return f"{sorts}{unasked}{' in the slot' if own and own.in_slot is not None else ''}" if sorts else ""

    line = LoopbackServer()
    source = StillSource(VirtualTable(Random(seed), line), Setup(load(name), players), line, engine=Weighing(choose))
    # People lose no time, whatever is chosen: made-up time is work too.
    source.visitors.set_pace = lambda pace: setattr(source.table.virtual_players, "unhurried", 0.1)  # type: ignore[method-assign]
    for _ in range(WAKING_MS // TICK_MS):
        VirtualSource.step(source, TICK_MS)
    threading.Thread(target=lambda: [orders.put(order.strip()) for order in sys.stdin], daemon=True).start()
    app.run(source, port=port, open_browser=False)


if __name__ == "__main__":
    main()
