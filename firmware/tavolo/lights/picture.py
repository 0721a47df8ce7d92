"""The picture: what a scene paints of what there is to show, the same at the board and on a laptop that watches it."""

from tavolo.lights import lobby, slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.lights.view import View
    from tavolo.scenes.scene import Scene

NO_GAME = -1


class Picture:
    """Paints the `canvas` from the `stage`.

    `scene_of(name)` returns the scene of a game, `field_of(index)` the field's picture of the game that has this place
    in the lobby (palette indices, row * 16 + column): both are loaded when they are needed, and let go afterwards.
    """

    def __init__(self, scene_of: "Callable[[str], Scene]", field_of: "Callable[[int], bytes]") -> None:
        self.stage = Stage()
        self.canvas = Canvas()
        self._scene_of = scene_of
        self._field_of = field_of
        self._scene: "Scene" = lobby
        self._name = ""  # of the game whose scene that is
        self._game_index = NO_GAME  # whose picture the stage has: made once, since the lobby is painted at each beat

    def paint(self, view: "View", now_ms: int) -> Canvas:
        """Paint what `view` shows at this time, and return the canvas."""
        stage, canvas = self.stage, self.canvas
        stage.now_ms = now_ms
        stage.look_at(view)
        if view.record is not None:
            self._find_scene(view.record.game.NAME)
        else:
            self._find_lobby(view.lobby.game_index)
        canvas.clear()
        self._scene.paint(canvas, stage)
        slots.paint(canvas, stage)
        if stage.is_trial:
            canvas.put_lamps_on_field()
        return canvas

    def _find_scene(self, name: str) -> None:
        if name != self._name:
            self._name = name
            self._scene = self._scene_of(name)

    def _find_lobby(self, game_index: int) -> None:
        self._name = ""
        self._scene = trial_scene() if self.stage.is_trial else lobby
        if self._game_index != game_index:
            self._game_index = game_index
            self.stage.game_picture = self._field_of(game_index)


def trial_scene() -> "Scene":
    """Return the scene of a seat that is tried."""
    from tavolo.lights import trial  # here, because a whole table never shows it

    return trial
