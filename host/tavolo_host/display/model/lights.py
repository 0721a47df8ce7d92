"""The table's lights as the board's own scenes paint them: they follow from position, slots and previews."""

from tavolo.games import field_at, scene_of
from tavolo.lights import palette
from tavolo.lights.layout import Layout
from tavolo.lights.picture import MORE, Picture
from tavolo.lights.stage import beat, lit
from tavolo_host.board.view import View

Levels = tuple[bytes, bytes, bytes]  # of track, field and lamps, three bytes a light


class PaintedLights:
    """Paints the lights of one table."""

    def __init__(self) -> None:
        self._picture = Picture(scene_of, field_at)

    def levels(self, view: View, now_ms: int = 0, layout: Layout | None = None) -> Levels:
        """Return the lights of what a board shows; one that is built with a `layout` shows on them what it lacks."""
        self._picture.look_at(view)
        canvas = self._picture.paint(now_ms)
        if layout and layout.more_at >= 0 and lit(MORE, beat(now_ms)):
            canvas.tell_more(layout)
        if layout and layout.has_field_lamps:
            canvas.put_lamps_on_field()
        return _rgb(canvas.track), _rgb(canvas.field), _rgb(canvas.lamps)


def _rgb(indices: bytearray) -> bytes:
    return bytes(level for index in indices for level in palette.RGB[index])
