"""What a scene is and what it is given, for whoever checks types: nothing of this runs, and the board has it not."""

from typing import Generic, Protocol

from typing_extensions import TypeVar

from tavolo.lights import lobby, trial
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo.rules.game import P

class GameStage(Stage, Generic[P]):
    """The stage while a game is played: there is a position, of that game's own class."""

    position: P

S = TypeVar("S", bound=Stage, default=Stage, contravariant=True)

class Scene(Protocol[S]):
    """What paints a stage of one kind; plain `Scene` is one that was looked up for what is on the stage."""

    def paint(self, canvas: Canvas, stage: S) -> None:
        """Paint a dark canvas."""

_lobby: Scene = lobby
_trial: Scene = trial
