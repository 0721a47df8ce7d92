"""When the picture is painted, and on which lights: when something has changed, or a beat has passed."""

from tavolo.lights.stage import beat

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.lights.canvas import Canvas
    from tavolo.lights.picture import Picture
    from tavolo.lights.strips import Lights
    from tavolo.lights.view import View


class Showing:
    """Shows the `picture` on the `lights`.

    `has_changed` asks for painting it anew; `is_still` says that the last pass did not.
    """

    def __init__(self, picture: "Picture", lights: "Lights") -> None:
        self.lights = lights
        self.has_changed = True
        self.is_still = False
        self.picture = picture
        self._now_ms = 0
        self._beat = -1

    def step(self, elapsed_ms: int) -> None:
        """Let time pass."""
        self._now_ms += elapsed_ms

    def show(self, view: "View") -> None:
        """Paint what there is to show, if it looks different from before."""
        now = beat(self._now_ms)
        self.is_still = not self.has_changed and now == self._beat
        if self.is_still:
            if self.lights.is_busy:
                self.lights.show(self.picture.canvas)
            return
        self._beat = now
        self.has_changed = False
        canvas = self.picture.paint(view, self._now_ms)
        if self.lights.has_field_lamps:
            canvas.put_lamps_on_field()
        self.lights.show(canvas)

    def show_canvas(self, canvas: "Canvas") -> None:
        """Show something else, which the maker's check has painted."""
        self.lights.show(canvas)
