"""Paints the picture that the lights show, the same on the board and on a laptop that watches it."""

from tavolo.lights import slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import DOUBLE_BLINK, Stage, beat, lit

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.games.scene import Scene
    from tavolo.lights.strips import Lights
    from tavolo.lights.view import View

NOWHERE = -1
MORE = DOUBLE_BLINK  # while a part of the picture is on lights that this table does not have
LOBBY, TRIAL = "(lobby)", "(trial)"  # instead of a game's name


class Picture:
    """Paints the `canvas` from the `stage`.

    `scene_of(name)` returns the scene of a game, `field_of(index)` the picture of the game with this index in the lobby
    (palette indices, row * 16 + column): both are loaded when they are needed, and released afterwards.
    """

    def __init__(self, scene_of: "Callable[[str], Scene]", field_of: "Callable[[int], bytes]") -> None:
        self.stage = Stage()
        self.canvas = Canvas()
        self._scene_of = scene_of
        self._field_of = field_of
        self._scene: "Scene | None" = None
        self._name = ""  # of that scene's game
        self._game_index = NOWHERE  # of the picture on the stage: made once, since the lobby is painted at each beat

    def look_at(self, view: "View") -> None:
        """Copy to the stage what there is to show."""
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
        """Paint the stage as it is at this time, and return the canvas."""
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
    """Return the scene that is shown while there is no game: LOBBY, or TRIAL for a single seat."""
    if name == TRIAL:
        from tavolo.lights import trial  # imported here: a complete table never shows it

        return trial
    from tavolo.lights import lobby  # imported here: unloaded during a game

    return lobby


class Showing:
    """Shows the `picture` on the `lights` when something has changed, or a beat has passed.

    Whatever changes what is shown sets `has_changed`, to have it painted again, and `has_acted` when it has applied an
    action or judged a card or a key, which is enough work for one tick: then the lights follow in the next. `is_still`
    after a tick that applied and painted nothing.
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
        """Add the time since the last tick."""
        self._now_ms += elapsed_ms

    def waits(self) -> bool:
        """Return whether this tick has applied an action, so that the lights follow in the next."""
        if not self.has_acted:
            return False
        self.has_acted = self.is_still = False
        return True

    def show(self, view: "View") -> None:
        """Paint and show the view, if its picture has changed."""
        now = beat(self._now_ms)
        self.is_still = not self.has_changed and now == self._beat
        if self.is_still:
            if self.lights.is_busy:
                self.lights.show(self.picture.canvas)
            return
        self._beat = now
        if self.has_changed or self.picture.stage.is_trial:  # between its changes a game moves with the beats alone
            self.has_changed = False
            self.picture.look_at(view)
        canvas = self.picture.paint(self._now_ms)
        layout = self.lights.layout
        if layout.more_at >= 0 and lit(MORE, now):
            canvas.tell_more(layout)
        if layout.has_field_lamps:
            canvas.put_lamps_on_field()
        self.lights.show(canvas)
