"""The picture: what a scene paints of what there is to show, the same at the board and on a laptop that watches it."""

from tavolo.lights import slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage, beat

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.games.scene import Scene
    from tavolo.lights.strips import Lights
    from tavolo.lights.view import View

NOWHERE = -1
LOBBY, TRIAL = "(lobby)", "(trial)"  # in the place of a game's name


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
        self._scene: "Scene | None" = None
        self._name = ""  # whose scene that is
        self._game_index = NOWHERE  # whose picture the stage has: made once, since the lobby is painted at each beat

    def look_at(self, view: "View") -> None:
        """Take over what there is to show."""
        self.stage.look_at(view)
        if view.record is not None:
            self._set_scene(view.record.game.NAME)
            return
        self._set_scene(TRIAL if self.stage.is_trial else LOBBY)
        index = view.lobby.game_index
        if self._game_index != index:
            self._game_index = index
            self.stage.game_picture = self._field_of(index)

    def paint(self, now_ms: int) -> Canvas:
        """Paint what was looked at last, as it is at this time, and return the canvas."""
        stage, canvas = self.stage, self.canvas
        stage.now_ms = now_ms
        canvas.clear()
        assert self._scene is not None
        self._scene.paint(canvas, stage)
        slots.paint(canvas, stage)
        if stage.is_trial:
            canvas.put_lamps_on_field()
        return canvas

    def _set_scene(self, name: str) -> None:
        if name != self._name:
            self._name = name
            self._scene = waiting_scene(name) if name in (LOBBY, TRIAL) else self._scene_of(name)


def waiting_scene(name: str) -> "Scene":
    """Return what is shown while no game is: LOBBY, or TRIAL, where a single seat is tried."""
    if name == TRIAL:
        from tavolo.lights import trial  # imported here: a complete table never shows it

        return trial
    from tavolo.lights import lobby  # imported here: unloaded during a game

    return lobby


class Showing:
    """Shows the `picture` on the `lights` when something has changed, or a beat has passed.

    Who has changed something says so here: `has_changed` asks for painting it anew. So does who has carried something
    out, which is enough for one pass: after `has_acted` the lights follow in the next. `is_still` says that the last
    pass had nothing to carry out and nothing to paint.
    """

    def __init__(self, picture: Picture, lights: "Lights") -> None:
        self.picture = picture
        self.lights = lights
        self.has_changed = True
        self.has_acted = False
        self.is_still = False
        self._now_ms = 0
        self._beat = NOWHERE

    def step(self, elapsed_ms: int) -> None:
        """Let time pass."""
        self._now_ms += elapsed_ms

    def waits(self) -> bool:
        """Return whether this pass has carried enough out, so that the lights follow in the next."""
        if not self.has_acted:
            return False
        self.has_acted = self.is_still = False
        return True

    def show(self, view: "View") -> None:
        """Paint what there is to show, if it looks different from before."""
        now = beat(self._now_ms)
        self.is_still = not self.has_changed and now == self._beat
        if self.is_still:
            if self.lights.is_busy:
                self.lights.show(self.picture.canvas)
            return
        self._beat = now
        if self.has_changed or self.picture.stage.is_trial:  # between its changes a game moves by beats alone
            self.has_changed = False
            self.picture.look_at(view)
        canvas = self.picture.paint(self._now_ms)
        if self.lights.has_field_lamps:
            canvas.put_lamps_on_field()
        self.lights.show(canvas)
