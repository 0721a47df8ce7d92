"""Visitors beyond one look of their pages: who is still there, whose fingers are on keys, who sits in a new game."""

from typing import TYPE_CHECKING

from tavolo import wiring
from tavolo_host.display.geometry import places
from tavolo_host.display.source import TableSource, TakenBy, Visitors

if TYPE_CHECKING:
    from tavolo.rules.game import Game

PATIENCE_MS = 45_000.0  # long enough to reload a page, or for a short loss of the connection
LEAST_TOUCH_MS = 160.0  # a click of a mouse is shorter than a touch, so a finger stays a while


class Presence:
    """Has visitors who are away too long leave their seats, and passes fingers on. Time is an argument, in ms.

    `guided` are the visitors with a guide.
    """

    def __init__(self, visitors: Visitors | None) -> None:
        self._visitors = visitors
        self._away: dict[str, float] = {}
        self._held: dict[tuple[str, int], float] = {}  # how long a visitor's finger has been on a key
        self._leaving: set[tuple[str, int]] = set()
        self.guided: set[str] = set()

    def seen(self, visitor: str) -> None:
        """Note that the visitor's page is connected."""
        self._away[visitor] = 0.0

    def touch(self, visitor: str, key: int, down: bool) -> None:
        """Take note of a finger that comes down on a key (0-2) or goes up."""
        finger = (visitor, key)
        if finger in self._held:
            (self._leaving.discard if down else self._leaving.add)(finger)
        elif down and key in (0, 1, 2):
            self._held[finger] = 0.0
            self._key(finger, True)

    def step(self, elapsed_ms: float) -> None:
        """Let time pass: fingers that have stayed long enough come off, and who has been away too long stands up."""
        for finger in list(self._held):
            self._held[finger] += elapsed_ms
            if finger in self._leaving and self._held[finger] >= LEAST_TOUCH_MS:
                self._let_go(finger)
        for visitor in list(self._away):
            self._away[visitor] += elapsed_ms
            if self._away[visitor] > PATIENCE_MS:
                del self._away[visitor]
                self.guided.discard(visitor)
                self.stand(visitor)

    def stand(self, visitor: str) -> None:
        """Let a visitor leave the seat, with all fingers."""
        self.take_fingers_off(visitor)
        if self._visitors:
            self._visitors.stand(visitor)

    def take_fingers_off(self, visitor: str) -> None:
        """Take all fingers of a visitor off at once."""
        for finger in [finger for finger in self._held if finger[0] == visitor]:
            self._let_go(finger)

    def _let_go(self, finger: tuple[str, int]) -> None:
        del self._held[finger]
        self._leaving.discard(finger)
        self._key(finger, False)

    def _key(self, finger: tuple[str, int], down: bool) -> None:
        if self._visitors:
            self._visitors.key(*finger, down)


def begin(
    table: TableSource,
    visitor: str,
    plays: bool,
    players: int,
    game: "Game | None" = None,
    options: tuple[int, ...] | None = None,
) -> str | None:
    """Start a game, the one that is offered unless another is named; return None, or why it is refused.

    A visitor who `plays` keeps the own seat, or gets the nearest that no other visitor has; where others have all that
    the game is for, the game begins without this visitor. One who only watches stands up. The offered game is played
    by more than `players` when so many visitors sit. A game that is refused leaves everybody where they were.
    """
    visitors = table.visitors
    if visitors is None:
        return table.start(players, game, options)
    own = visitors.own(visitor)
    others = sum(view.taken_by is TakenBy.VISITOR for view in table.seats()) - (own is not None)
    if not plays:
        visitors.stand(visitor)
    elif own is None and others < (game or table.offered.game).SEATS[1]:
        any(visitors.sit(visitor, seat) is None for seat in (*places(players), *range(wiring.SEATS)))
        players = players if game else max(players, others + 1)
    refusal = table.start(players, game, options)
    if refusal and own is None:
        visitors.stand(visitor)
    elif refusal and own is not None and not plays:
        visitors.sit(visitor, own.seat)
    return refusal
