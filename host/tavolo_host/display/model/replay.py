"""A game that can be looked at after any of its actions: the end of a game shows its moments so, the history all of it.

A position is saved every `STRIDE` actions, so that no step takes longer than another, however long the game is.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tavolo.games import setup_from_text
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.parts.game_display import Step

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Event

STRIDE = 16  # actions


class Replay:
    """A game from its actions in their public form; `events` has what each of them brought about.

    Raises contract.Refused for an action that these rules refuse.
    """

    def __init__(self, setup: Setup, actions: "Sequence[Action]", seats: tuple[int, ...]) -> None:
        self.record = Record(setup)
        self.seats = seats
        self.events: list[tuple[Event, ...]] = []
        self._positions: list[Any] = []
        for action in actions:
            self._save()
            self.events.append(tuple(self.record.apply(action)))
        self._save()

    def _save(self) -> None:
        if len(self.events) % STRIDE == 0:
            self._positions.append(self.record.position.copy())

    def step(self, count: int) -> Step[Any]:
        """Return the game as it was after `count` actions."""
        record, saved = self.record, count // STRIDE
        position = self._positions[saved].copy()
        for action in record.actions[saved * STRIDE : count]:
            record.game.apply(position, action)
        return Step(record, record.game, count, position, self.seats)

    def mirror(self) -> Mirror:
        """Return a mirror of the whole game, as a laptop has it that watched."""
        mirror = Mirror()
        mirror.record, mirror.seats = self.record, self.seats
        return mirror


# Several visitors look at the same games.
@lru_cache(maxsize=4)
def replay_of(setup_text: str, actions: "tuple[Action, ...]", seats: tuple[int, ...]) -> Replay:
    """Return the replay of a game whose actions may have what was hidden.

    Raises ValueError for its setup, and as `Replay` does.
    """
    setup = public_setup(setup_text)
    return Replay(setup, tuple(map(setup.game.public, actions)), seats)


def public_setup(setup_text: str) -> Setup:
    """Return the setup of a game as everybody knows it, also where a program dealt the cards."""
    setup = setup_from_text(setup_text)
    return Setup(setup.game, setup.players, setup.options)
