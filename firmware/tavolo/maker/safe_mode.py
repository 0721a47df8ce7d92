"""Safe mode: replaces the table when three of its starts in a row have failed.

It reads no seat and no journal, and resumes no game. The lamps show it, and a laptop may use settings and `rescue`. It
lasts until the power is switched off, or one of these restarts the board.
"""

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.play import reasons
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, LAMPS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.lights.strips import Lights
    from tavolo.link.publisher import Publisher
    from tavolo.maker.workbench import Workbench

BEAT_MS = 1000


class SafeTable:
    """Answers with `publisher` and `workbench`, and shows safe mode on the `lights`, None if they fail too.

    It has the interface of a `tavolo.table.Table` for the main loop: `workbench.wants_restart`, `garbage`, `is_even`.
    """

    def __init__(self, publisher: "Publisher", workbench: "Workbench", lights: "Lights | None") -> None:
        self.publisher = publisher
        self.workbench = workbench
        self.play = None
        self.garbage = 0
        self.is_even = False
        self._lights = lights
        self._canvas = Canvas()
        self._now_ms = 0
        publisher.queue_note((reasons.SAFE_MODE,))

    def step(self, elapsed_ms: int) -> None:
        """Run one tick, `elapsed_ms` after the last: answer, and show."""
        self.garbage += (self._now_ms + elapsed_ms) // BEAT_MS - self._now_ms // BEAT_MS
        self._now_ms += elapsed_ms
        for kind, values in self.publisher.step(elapsed_ms):
            accepted, reason = self._asked(kind, values)
            self.publisher.answer(values[0], accepted, reason)
        if self.workbench.restart_ms:
            self.workbench.step_restart(elapsed_ms)
        if self._lights is not None:
            paint(self._canvas, self._now_ms)
            if self._lights.layout.has_field_lamps:
                self._canvas.put_lamps_on_field()
            self._lights.show(self._canvas)

    def keeps_a_secret(self) -> bool:
        """Return False: there is no game here, and so no secret."""
        return False

    def is_idle(self) -> bool:
        """Return True: nothing here needs to be quick."""
        return True

    is_quiet = is_idle

    def _asked(self, kind: str, values: "tuple[Any, ...]") -> "tuple[bool, tuple[int, ...]]":
        if kind == "rescue":
            from tavolo.maker import rescue

            return rescue.execute(values[1], self.workbench, self.publisher)
        if kind not in ("ask_settings", "change_settings"):
            return False, (reasons.SAFE_MODE,)
        from tavolo.maker import keeping

        if kind == "ask_settings":
            return keeping.send(self.workbench, self.publisher)
        return keeping.change(values[1], False, self.workbench)


def paint(canvas: Canvas, now_ms: int) -> None:
    """Light every other lamp in amber, the others in the next second, and an amber cross on the field's left panel."""
    canvas.clear()
    for lamp in range(now_ms // BEAT_MS % 2, LAMPS, 2):
        canvas.lamps[lamp] = palette.WARNING
    for row in range(FIELD_ROWS):
        for column in (row, FIELD_ROWS - 1 - row):
            canvas.field[row * FIELD_COLUMNS + column] = palette.WARNING
