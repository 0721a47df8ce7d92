"""What a scene is and what it is given, for whoever checks types: nothing of this runs, and the board has it not.

That the scene of each game paints the positions of that game is checked at the end.
"""

from typing import Generic, Protocol

from typing_extensions import TypeVar

from tavolo.lights import lobby, trial
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo.rules import (
    bambuti_position,
    david_goliath_position,
    hornochsen_position,
    kuh_vadis_position,
    yellowstone_position,
)
from tavolo.rules.game import P
from tavolo.scenes import bambuti, david_goliath, hornochsen, kuh_vadis, yellowstone

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
_david_goliath: Scene[GameStage[david_goliath_position.Position]] = david_goliath
_bambuti: Scene[GameStage[bambuti_position.Position]] = bambuti
_yellowstone: Scene[GameStage[yellowstone_position.Position]] = yellowstone
_kuh_vadis: Scene[GameStage[kuh_vadis_position.Position]] = kuh_vadis
_hornochsen: Scene[GameStage[hornochsen_position.Position]] = hornochsen
