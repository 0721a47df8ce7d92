"""The interface of a scene and its stage, for type checkers only; it is not on the board."""

from typing import Generic, Protocol

from typing_extensions import TypeVar

from tavolo.lights import lobby, trial
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo.rules.game import P

class GameStage(Stage, Generic[P]):
    """The stage during a game, with a position of that game's class."""

    position: P

S = TypeVar("S", bound=Stage, default=Stage, contravariant=True)

class Scene(Protocol[S]):
    """A module that paints one kind of stage; plain `Scene` is any."""

    def paint(self, canvas: Canvas, stage: S) -> None:
        """Paint a dark canvas."""

_lobby: Scene = lobby
_trial: Scene = trial
