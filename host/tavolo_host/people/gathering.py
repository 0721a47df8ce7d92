"""How people start a game by keys alone: they join in the lobby, and the first of them walks to game and options."""

from tavolo.games import names
from tavolo.rules.contract import Setup
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.simulator.body import PRESS_MS, REST_MS, Body

JOINING_MS = 200  # between one person's ✓ in the lobby and the next one's
EMPTYING_MS = 3300  # how long ◀ and ▶ are held to empty the lobby


class Gathering:
    """The people in the lobby; `bodies` are the hands at the eight seats."""

    def __init__(self, bodies: list[Body]) -> None:
        self._bodies = bodies
        self._joined: tuple[int, ...] = ()  # whom the lobby believes to have joined, the first of them first

    def start(self, setup: Setup, seats: tuple[int, ...], after_ms: int, has_game: bool) -> None:
        """Start a game in `after_ms` with `seats`, the first of them leading; `has_game`: one that is over is left."""
        for seat in seats:
            self._bodies[seat].do(self._bodies[seat].wait(after_ms))
        first = self._bodies[seats[0]]
        if has_game:
            first.do(first.press(TAKE))
        self._join(seats)
        games = names()
        index = games.index(setup.game.NAME)
        walk(first, index if 2 * index <= len(games) else index - len(games))  # the shorter way round
        first.do(first.press(TAKE))
        for option, value in zip(setup.game.OPTIONS, setup.options, strict=True):
            walk(first, value - option.default)
            first.do(first.press(TAKE))

    def _join(self, seats: tuple[int, ...]) -> None:
        """Have the lobby know exactly these seats, the first of them first."""
        if self._joined == seats:
            return
        lead = self._bodies[seats[0]]
        emptying_ms = 0
        if self._joined:
            emptying_ms = EMPTYING_MS + PRESS_MS + REST_MS + REST_MS
            lead.do(lead.press(LEFT, RIGHT, hold_ms=EMPTYING_MS))
        for place, seat in enumerate(seats):
            body = self._bodies[seat]
            if place:
                body.do(body.wait(emptying_ms + JOINING_MS * (place + 1)))
            body.do(body.press(TAKE))
        lead.do(lead.wait(JOINING_MS * (len(seats) + 2)))
        self._joined = seats


def walk(body: Body, steps: int) -> None:
    """Press ▶ so many times, ◀ for steps below nothing."""
    for _ in range(abs(steps)):
        body.do(body.press(RIGHT if steps > 0 else LEFT))
